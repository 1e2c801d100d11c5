"""Visible tests: what a student reads, in a notebook and in what grading gives back."""

import io
from contextlib import redirect_stdout, suppress

import pytest
from IPython.core.compilerop import CachingCompiler

from autograder.runner.conductor import examine, forget, warm
from autograder.runner.jobs import Job, Step
from mastermind.checks import ExampleList, NotYet, verdicts

IMPORT = "from mastermind.checks import check, check_random, check_solver, demand, lend"
CODES = """check(valid_code, [
    (("RGB", 2, "RG"), True, "both are colors"),
    (("RGB", 2, "RR"), False, "R occurs twice"),
    (("RGB", 2, "R"), False, "one peg is missing"),
], hidden="longer codes")"""
NUMBER = 'check(count, [(("RG", 2), 4, "there are 2 colors for 2 places")])'
MEAN = 'check(mean, [([1, 2], 1.5, "3 / 2 is 1.5")])'
ROWS = 'check(rows, [((["RG"],), {"wins": 1, "best": ("RG", 1)}, "")])'
LIST = 'check(left, [((["R", "G"], "R"), ["G"], "R is taken out")])'
RAISES = 'check(new, [("", ValueError, "there is no empty code")])'
RULE = 'check(title, [("R", lambda text: "red" in text, "the color is named")])'
RANDOM = 'check_random(draw, [("RGB", 2), ("R", 3)])'
DISTINCT = 'check_random(draw, [("RGB", 2)], distinct=True)'
SOLVER = 'check_solver(solve, "RG", ["RR", "GR"], consistent=True)'
TABLE = "All the calls:"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """What is lent may be saved beside the notebook."""
    monkeypatch.chdir(tmp_path)


def at_home(answer, test):
    """What a notebook shows: the cells run one after the other in one process."""
    verdicts._refused.clear()  # as in a new one
    names, compiler, printed = {"__name__": "__main__"}, CachingCompiler(), io.StringIO()
    with redirect_stdout(printed):
        for number, text in enumerate([IMPORT, answer, test]):
            name = compiler.cache(text, number)
            try:
                exec(compiler(text, name, "exec"), names)
            except NotYet as error:
                return "\n".join(error._render_traceback_())
    return printed.getvalue()


def graded(answer, test):
    """What grading shows: the test runs in a process of its own."""
    steps = [
        Step(0, answer),
        Step(-1, IMPORT, test=True),
        Step(1, test, test=True, names=("valid_code", "count", "mean", "rows", "left", "new",
                                        "title", "draw", "solve", "f")),
    ]  # fmt: skip
    outputs = examine(Job(steps, ["mastermind.checks"], {}, {})).outputs[1]
    errors = [output for output in outputs if output["output_type"] == "error"]
    if errors:
        assert errors[0]["ename"] == "NotYet"
        assert errors[0]["evalue"] == errors[0]["traceback"][0]
        return "\n".join(errors[0]["traceback"])
    return "".join(output.get("text", "") for output in outputs)


SAID = [
    ("def valid_code(c, n, g): return len(set(g)) == n", CODES,
     ["valid_code('RGB', 2, 'RG')  returns True, as it should",
      "valid_code('RGB', 2, 'RR')  returns False, as it should",
      "valid_code('RGB', 2, 'R')   returns False, as it should",
      "All visible tests pass. The hidden tests check: longer codes."]),
    ("def valid_code(c, n, g): return len(g) == n", CODES,
     ["valid_code('RGB', 2, 'RR') returned True. It should return False. R occurs twice.", "", TABLE,
      "valid_code('RGB', 2, 'RG')  returns True, as it should",
      "valid_code('RGB', 2, 'RR')  returns True, but should return False",
      "valid_code('RGB', 2, 'R')   returns False, as it should"]),
    ("def valid_code(c, n, g):\n    n = n + 1\n    return g[n] in c", CODES.replace(", hidden=\"longer codes\"", ""),
     ["valid_code('RGB', 2, 'RG') stopped with IndexError: string index out of range. It should return True. Both are colors.",
      "", "Where it stopped:", "  line 3, in valid_code", "    return g[n] in c", "", TABLE,
      "valid_code('RGB', 2, 'RG')  stops with IndexError: string index out of range, but should return True",
      "valid_code('RGB', 2, 'RR')  stops with IndexError: string index out of range, but should return False",
      "valid_code('RGB', 2, 'R')   stops with IndexError: string index out of range, but should return False"]),
    ("def valid_code(c, n, g):\n    raise NotImplementedError('No answer yet')", CODES,
     ["No answer yet in valid_code. Write your answer and run it, and then run this cell again."]),
    ("def valid_code(c, n, g):\n    # mine\n    set(g)\n    len(g)\n    raise NotImplementedError('No answer yet')", CODES,
     ["Your code for valid_code runs as far as line 5, `raise NotImplementedError(...)`. Delete that line, run the cell, and then run this cell again."]),
    ("import random\n\ndef valid_code(c, n, g):\n    raise NotImplementedError('No answer yet')", CODES,
     ["No answer yet in valid_code. Write your answer and run it, and then run this cell again."]),
    ("valid_code = lambda c, n, g: 1", 'check(valid_code, [(("R", 1, "R"), True, "R is a color")])',
     ["valid_code('R', 1, 'R') returned 1, an integer instead of a bool. It should return True. R is a color."]),
    ("def count(colors, n): print(4)", NUMBER,
     ["count('RG', 2) returned None (is there a return statement?). It should return 4. There are 2 colors for 2 places."]),
    ("def count(colors, n): return 4.0", NUMBER,
     ["count('RG', 2) returned 4.0, a number with a decimal point instead of an integer. It should return 4. There are 2 colors for 2 places."]),
    ("def count(colors, n): return '4'", NUMBER,
     ["count('RG', 2) returned '4', a string instead of an integer. It should return 4. There are 2 colors for 2 places."]),
    ("def mean(numbers): return sum(numbers) / len(numbers)", MEAN, ["mean([1, 2])  returns 1.5, as it should"]),
    ("from fractions import Fraction\ndef mean(numbers): return Fraction(3, 2)", MEAN, ["mean([1, 2])  returns Fraction(3, 2), as it should"]),
    ("def mean(numbers): return numbers.pop() - 0.5", MEAN,
     ["mean([1, 2]) should not change its argument, which was [1, 2] and is now [1]."]),
    ("seen = []\ndef mean(numbers): seen.append(1); return len(seen)", MEAN,
     ["mean([1, 2]) returned 1. It should return 1.5. 3 / 2 is 1.5.", "",
      "A second call with the same arguments returns 2. Is this random, or is something left over from the first call?"]),
    ("def rows(games): return {'wins': 2, 'best': ('RG', 1)}", ROWS,
     ["The entry 'wins' of rows(['RG']) is 2. It should be 1."]),
    ("def valid_code(c, n, g):\n    import numpy\n    return numpy.bool_(len(g) == n)", 'check(valid_code, [(("R", 1, "R"), True, "R is a color")])',
     ["valid_code('R', 1, 'R') returned np.True_, a numpy.bool instead of a bool. It should return True. R is a color."]),
    ("def mean(numbers):\n    import numpy\n    return numpy.mean(numbers)", MEAN, ["mean([1, 2])  returns np.float64(1.5), as it should"]),
    ("def rows(games):\n    import numpy\n    return {'wins': numpy.int32(1), 'best': ('RG', numpy.uint8(1))}", ROWS,
     ["rows(['RG'])  returns {'wins': np.int32(1), 'best': ('RG', np.uint8(1))}, as it should"]),
    ("class Full(Exception): pass\ndef count(colors, n): raise Full('no room')", NUMBER,
     ["count('RG', 2) stopped with Full: no room. It should return 4. There are 2 colors for 2 places.", "",
      "Where it stopped:", "  line 2, in count", "    def count(colors, n): raise Full('no room')"]),
    ("def rows(games): return {'wins': 1}", ROWS,
     ["rows(['RG']) returned {'wins': 1}. It should return {'wins': 1, 'best': ('RG', 1)}."]),
    ("def left(pegs, peg): return {'G': 1}.keys()", LIST,
     ["left(['R', 'G'], 'R') returned dict_keys(['G']), a dict_keys instead of a list. It should return ['G']. R is taken out."]),
    ("def left(pegs, peg): return filter(None, pegs)", LIST,
     ["left(['R', 'G'], 'R') returned <an iterator> instead of a list. It should return ['G']. R is taken out."]),
    ("def left(pegs, peg): return pegz", LIST,
     ["left(['R', 'G'], 'R') stopped with NameError: name 'pegz' is not defined"
      " (is it spelled correctly, and have you run the cell that defines it?). It should return ['G']. R is taken out.", "",
      "Where it stopped:", "  line 1, in left", "    def left(pegs, peg): return pegz"]),
    ("def count(colors, n):\n    codes = codes * n\n    return codes", NUMBER,
     ["count('RG', 2) stopped with UnboundLocalError: cannot access"
      " local variable 'codes' where it is not associated with a value"
      " (the function uses this name before giving it a value). It should return 4. There are 2 colors for 2 places.", "",
      "Where it stopped:", "  line 2, in count", "    codes = codes * n"]),
    ("def new(code): return code", RAISES,
     ["new('') returned ''. It should raise ValueError. There is no empty code."]),
    ("def new(code): raise ValueError", RAISES, ["new('')  raises ValueError, as it should"]),
    ("def new(code): raise KeyError('no')", RAISES,
     ["new('') stopped with KeyError: 'no'. It should raise ValueError. There is no empty code.", "",
      "Where it stopped:", "  line 1, in new", "    def new(code): raise KeyError('no')"]),
    ("def title(peg): return 'rot'", RULE, ["title('R') returned 'rot', which is not correct yet. The color is named."]),
    ("def title(peg): return None", RULE, ["title('R') returned None (is there a return statement?), which is not correct yet. The color is named."]),
    ("def draw(c, n): return 'R' * n", RANDOM,
     ["draw('RGB', 3) should draw a new code on every call, but all 100 calls returned 'RRR'.", "", TABLE,
      "draw('RGB', 2)  returns codes of 2 pegs, as it should", "draw('R', 3)    returns codes of 3 pegs, as it should",
      "draw('RGB', 3)  should draw a new code on every call, but all 100 calls returned 'RRR'"]),
    ("def draw(c, n): return ['R'] * n", RANDOM,
     ["draw('RGB', 2) should return a string, but yours returns ['R', 'R'], a list instead of a string.", "", TABLE,
      "draw('RGB', 2)  should return a string, but yours returns ['R', 'R'], a list instead of a string",
      "draw('R', 3)    should return a string, but yours returns ['R', 'R', 'R'], a list instead of a string"]),
    ("def draw(c, n): return 'RR'", DISTINCT, ["draw('RGB', 2) should not use any color twice, but yours returns 'RR'."]),
    ("def draw(c, n): raise NotImplementedError", RANDOM, ["No answer yet in draw. Write your answer and run it, and then run this cell again."]),
    ("def f(n): raise NotImplementedError", "def twice(n): return 2 * f(n)\ncheck(twice, [(1, 2, '')], of=f)",
     ["No answer yet in f. Write your answer and run it, and then run this cell again."]),
    ("def f(n): return n", "def twice(n): return 2 * f(n)\ncheck(twice, [(1, 3, '')], of=f)",
     ["twice(1) returned 2. It should return 3.", "", "twice calls your f."]),
    ("def solve(c, n, respond):\n    asked = ['RR']\n    while respond(asked[-1]) != 'bbb': asked.append('GG')", SOLVER,
     ["With the hidden code 'RR' in solve('RG', 2, respond), your guess 'RR' got 'bb', so you had already found the code, but then you went on to guess 'GG'."]),
    ("def solve(c, n, respond):\n    try: respond('RX')\n    except Exception: return ['RX']", SOLVER,
     ["With the hidden code 'RR' in solve('RG', 2, respond), you guessed 'RX', but 'X' is not one of the colors."]),
    ("def solve(c, n, respond): return [g for g in ['GR', 'GG', 'RG', 'RR'] if respond(g) != 'bb']", SOLVER,
     ["With the hidden code 'RR' in solve('RG', 2, respond), you guessed 'RG' even though the feedback for 'GR' was 'b'. "
      "If 'RG' were the code, the feedback would have been 'ww'."]),
    ("def solve(c, n, respond): respond('RR'); return ['RR']", SOLVER.replace('"GR"', '"RR"'),
     ["solve('RG', 2, respond)  breaks the code 'RR', as it should"] * 2),
    ("def f(): pass", "demand(f() == 1, 'f should give 1.')", ["f should give 1."]),
]  # fmt: skip


@pytest.mark.parametrize("told", ["yield 'G'", "return RuntimeError('lost')"])
def test_nothing_is_said_of_chance_where_equal_would_mean_the_same_object(told):
    answer = f"def left(pegs, peg): {told}"
    for said in (at_home(answer, LIST), graded(answer, LIST)):
        assert ") returned" in said and "second call" not in said


@pytest.mark.parametrize("answer, test, said", SAID)
def test_a_test_says_the_same_in_a_notebook_and_when_it_is_graded(answer, test, said):
    assert at_home(answer, test) == graded(answer, test)
    assert at_home(answer, test).splitlines() == said


def test_numpy_is_imported_only_where_somebody_uses_it():
    """It takes longer than all the tests of a notebook."""
    forget(warm(False))  # another test may have wanted it
    said = graded("def f(): return 1", "f()\nimport sys\nprint('numpy' in sys.modules)")
    assert said == "False\n"


def test_what_the_visible_tests_have_refused_is_lent_until_it_is_right():
    names, said = {"__name__": "__main__"}, io.StringIO()
    refused, right = (
        "def valid_code(c, n, g): return True",
        "def valid_code(c, n, g): return n == 2",
    )
    test = 'check(valid_code, [(("R", 1, "RR"), False, "it is too long")])'
    exec(IMPORT, names)
    for answer in [refused, right]:
        exec(answer, names)
        with redirect_stdout(said), suppress(NotYet):
            exec(test, names)
        with redirect_stdout(said):
            exec('lent = lend("valid_code", globals())', names)
        assert (names["lent"] is names["valid_code"]) is (answer is right)
    assert "Your valid_code is not ready yet" in said.getvalue()


def test_a_test_that_a_student_stops_says_so_and_lends_a_function_that_ends():
    answer = "def count(colors, n):\n    raise KeyboardInterrupt"  # as the square button does
    said = at_home(answer, NUMBER).splitlines()
    assert said[:3] == [
        "You stopped the test. Is there a loop in your code that never ends?", "", "Where it stopped:"
    ]  # fmt: skip
    assert said[-2].endswith(", in count")
    stopped = "try: check(get_code, [(('RG', 2), 0, '')])\nexcept NotYet: pass\n"
    lent = "print(lend('get_code', globals()) is get_code)"
    assert at_home(
        answer.replace("count", "get_code"),
        f"from mastermind.checks import NotYet\n{stopped}{lent}",
    ).endswith("False\n")


def test_what_was_lent_passes_no_test_in_place_of_what_a_student_has_not_run():
    test = "get_code = lend('get_code', {})\ncheck_random(get_code, [('RG', 2)])"
    assert (
        at_home("", test)
        == "This get_code is borrowed. Run the cell that defines your own, and then run this cell."
    )


def test_what_a_borrowed_function_gives_is_not_shown(capsys):
    form = "(guess, code, feedback): three strings"
    mine = ExampleList("mine", "get_feedback", 3, (str, str, str), form)
    mine.check([("OPY", "POY", "bww"), ("OPP", "PYP", "bb")], {})
    shown = capsys.readouterr().out
    assert "Look again at ('OPP', 'PYP', 'bb'), because a borrowed get_feedback returns" in shown
    assert "bw" not in shown and "OPY" not in shown
