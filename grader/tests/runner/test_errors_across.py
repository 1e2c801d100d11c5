"""No code of a student's ends, hides or hears that a test has failed: ways times failures.

Each way has a student's code take part in a test; each failure then happens there; each
answer does something else with it.
"""

import pytest

from .notebooks import error, judge, text

SECRET = "want 7913"
FAILURES = {
    "assert": f"assert 1 == 2, '{SECRET}'",
    "a class of its own": f"raise type('Wrong', (AssertionError,), {{}})('{SECRET}')",
    "a group": f"raise ExceptionGroup('{SECRET}', [AssertionError('{SECRET}')])",
    "a note": f"e = AssertionError('x'); e.add_note('{SECRET}'); raise e",
    "an attribute": f"e = AssertionError('x'); e.want = '{SECRET}'; raise e",
    "pytest": f"import pytest; pytest.fail('{SECRET}')",
    "unittest": f"import unittest; unittest.TestCase().assertEqual(1, 2, '{SECRET}')",
    "NumPy": "import numpy; numpy.testing.assert_allclose([1.0], [7913.0])",
    "an end": f"raise SystemExit('{SECRET}')",
    "an interrupt": f"raise KeyboardInterrupt('{SECRET}')",
}
ORDINARY = {
    "an index": "[1][5]",
    "a key": "{}['k']",
    "what a failure led to": f"exec('''try: assert 0, \"{SECRET}\"\nexcept AssertionError as e: raise KeyError(3) from e''')",
    "no more": "raise StopIteration(3)",
}
"""Errors that are no failures: a function that is called back may end them."""
CLASS = {
    "with": "with Open():\n    {fail}",
    "with what is returned": "with f(1):\n    {fail}",
    "two": "with Open() as a, Open() as b:\n    {fail}",
    "a stack": "import contextlib\nwith contextlib.ExitStack() as s:\n    s.enter_context(Open())\n    {fail}",
    "pushed": "import contextlib\nwith contextlib.ExitStack() as s:\n    s.push(Open())\n    {fail}",
    "a function pushed": "import contextlib\nwith contextlib.ExitStack() as s:\n    s.push(leave)\n    {fail}",
    "a method pushed": "import contextlib\nwith contextlib.ExitStack() as s:\n    s.push(Open().leave)\n    {fail}",
    "closing": "import contextlib\nwith contextlib.closing(Open()):\n    {fail}",
    "a generator as manager": "import contextlib\nwith contextlib.contextmanager(gen)():\n    {fail}",
    "a manager": "with managed():\n    {fail}",
    "a loop": "for x in gen():\n    {fail}",
    "thrown": "g = gen()\nnext(g)\ntry:\n    {fail}\nexcept Exception as e: g.throw(e)",
    "from": "import contextlib\ndef h():\n    yield from gen()\nwith contextlib.contextmanager(h)():\n    {fail}",
    "finally": "try:\n    {fail}\nfinally:\n    leave()",
    "told": "try:\n    {fail}\nexcept BaseException as e:\n    leave(e)\n    raise",
    "told by name": "try:\n    {fail}\nexcept BaseException as e:\n    leave(error=e)\n    raise",
    "except": "try:\n    {fail}\nexcept Error: pass",
    "except several": "try:\n    {fail}\nexcept (ValueError, Error): pass",
    "except an attribute": "try:\n    {fail}\nexcept Open.Error: pass",
    "suppress": "import contextlib\nwith contextlib.suppress(Error):\n    {fail}",
    "pytest": "import pytest\nwith pytest.raises(Error):\n    {fail}",
    "unittest": "import unittest\nwith unittest.TestCase().assertRaises(Error):\n    {fail}",
    "shown": "try:\n    {fail}\nexcept BaseException:\n    str(Open()); raise",
    "equal": "class T:\n    def __eq__(self, o):\n        {fail}\n    __hash__ = None\nOpen() == T()",
}
CALLS = {
    "called back": "def g(*a):\n    {fail}\nf(g)",
    "called back later": "def g(*a):\n    {fail}\nkeep(g)\ncall()",
    "iterated": "def g(*a):\n    yield 1\n    {fail}\nf(g())",
    "mapped": "def g(*a):\n    {fail}\nf(map(g, [1, 2]))",
    "decorated": "def g(*a):\n    {fail}\ndeco(g)()",
}
SOURCE = """
import contextlib
class Error(ValueError): pass
class Open:
    Error = Error
    def __enter__(self): return self
    def __exit__(self, *a): self.a = 1
    def leave(self, *a, **k): pass
    def close(self): pass
def leave(*a, **k): pass
def gen(): yield 1
@contextlib.contextmanager
def managed(): yield 1
def f(g): return Open()
def keep(g): pass
def call(): pass
def deco(g): return g
"""
ANSWER = """
import contextlib, sys, traceback
heard, kept = [], []
def hear(*a, **k):
    for x in (*a, *k.values(), sys.exc_info()[1]):
        if isinstance(x, BaseException):
            heard.extend(traceback.format_exception(x)); heard.append(str((vars(x), x.args)))
        else: heard.append(repr(x))
class Broken:
    def __bool__(self): raise StopIteration
Error = {error}
class Open:
    Error = Error
    def __enter__(self): return self
    def __exit__(self, *a):
        hear(*a)
        {do}
    leave = __exit__
    def close(self):
        {do}
def leave(*a, **k):
    hear(*a, **k)
    {do}
def gen():
    try: yield 1
    except BaseException as e:
        hear(e)
        {do}
managed = contextlib.contextmanager(gen)
def f(g):
    if g == 1: return Open()
    try: g() if callable(g) else list(g)
    except BaseException as e:
        hear(e)
        {do}
keep = kept.append
def call(): f(kept[-1])
def deco(g): return lambda *a: f(g)
"""
DOES = [
    "return True",
    "return Open()",
    "return Broken()",
    "raise Error('x')",
    "raise StopIteration",
]
DOES += ["raise GeneratorExit", "raise SystemExit(0)", "raise"]
ERRORS = ["Exception", "BaseException", "AssertionError", "(Exception,)"]
ERRORS.append("type('Exception', (Exception,), {'__module__': 'builtins'})")
PAIRS = [(way, fails) for way in CLASS.values() for fails in (FAILURES | ORDINARY).values()]
PAIRS += [(way, fails) for way in CALLS.values() for fails in FAILURES.values()]
TESTS = [way.format(fail=fails) for way, fails in PAIRS]


KINDS = [*((does, "ValueError") for does in DOES), *(("return True", kind) for kind in ERRORS)]
PARTS = 5
"""No kind of failure is in one part only, and no way."""


@pytest.mark.parametrize("does, errors", KINDS)
def test_no_students_code_ends_or_hears_a_failure(does, errors):
    """Each part of the tests is tried on two answers at least."""
    hears_none(TESTS[KINDS.index((does, errors)) % PARTS :: PARTS], does, errors)


@pytest.mark.nightly
@pytest.mark.parametrize("does, errors", KINDS)
def test_no_students_code_ends_or_hears_any_failure(does, errors):
    hears_none(TESTS, does, errors)


def hears_none(tests, does, errors):
    answer = ANSWER.format(do=does, error=errors)
    judged = judge(answer, *tests, source=SOURCE, after="print(heard)")
    assert not [test for n, test in enumerate(tests, 1) if not error(judged, n)]
    assert "7913" not in text(judged, len(tests) + 1)


ENDS = "    def __exit__(self, kind, error, place): {}\nf = Open"
OPEN = "class Open:\n    def __enter__(self): return self\n"
WITHIN = "with f():\n    {}['k']"


@pytest.mark.parametrize("test", [WITHIN, f"try:\n    {WITHIN.replace(chr(10), chr(10) + '    ')}\nexcept KeyError: pass"])  # fmt: skip
def test_no_with_of_a_students_ends_an_error_of_a_tests(test):
    opened = OPEN + ENDS.format("return True")
    assert "cannot catch" in error(judge(opened, test, source=opened))
    plain = OPEN + ENDS.format("self.a = 1")
    assert error(judge(plain, WITHIN, source=opened)) == "KeyError: 'k'"


def test_no_generator_catches_an_error_of_a_tests():
    answer = "def f():\n    try: yield 1\n    except KeyError: yield 2"
    test = "g = f()\nnext(g)\nassert g.throw(KeyError(3)) == 2"
    assert "cannot catch" in error(judge(answer, test, source=answer))


def test_a_loop_of_a_test_is_not_ended_by_a_function_that_stops_it():
    answer = "def f(n): raise StopIteration"
    assert "RuntimeError" in error(judge(answer, "assert all(map(f, [1, 2]))"))
    named = "try: f(1)\nexcept StopIteration: pass\nelse: assert False"
    assert error(judge(answer, named)) == ""


def test_iterators_end_as_ever():
    answer = (
        "class Count:\n    n = 0\n    def __iter__(self): return self\n    def __next__(self):\n"
    )
    answer += "        self.n += 1\n        if self.n > 3: raise StopIteration\n        return self.n\nf = Count"
    assert (
        error(judge(answer, "assert list(f()) == [1, 2, 3] == [*map(int, f())]", source=answer))
        == ""
    )
    test = "c = f()\nassert [c.__next__(), next(c), next(c), next(c, 'end')] == [1, 2, 3, 'end']"
    assert error(judge(answer, test, source=answer)) == ""


def test_a_name_that_catches_any_error_is_left_to_a_person_where_the_sources_does_not():
    test = "try:\n    f(-1)\n    assert False, 'no error'\nexcept Error: pass"
    answer, source = (
        "Error = Exception\ndef f(n): pass",
        "class Error(Exception): pass\ndef f(n): raise Error",
    )
    judged = judge(answer, test, source=source)
    assert error(judged) and judged.undecided[1].startswith("Exception would catch")


HELD = {
    "in a dictionary": ("Error = {{'full': {kind}}}", "Error['full']"),
    "in a named tuple": ("Error = namedtuple('Error', 'full')({kind})", "Error.full"),
    "in what a call gives": ("def Error(): return [KeyError, {kind}]", "tuple(Error())"),
    "as an attribute of a class": ("class Error: full = {kind}", "Error.full"),
    "in an argument that is changed": ("def Error(kinds): kinds.append({kind})", "kinds[0]"),
    "in what a test's function is told": ("def Error(tell): tell({kind})", "kinds[0]"),
    "in an error": ("def Error(): raise KeyError({kind})", "why.args[0]"),
    "as an attribute of an error": (
        "def Error():\n    why = KeyError()\n    why.kind = {kind}\n    raise why",
        "why.kind",
    ),
}
ASK = {
    "kinds[0]": "kinds = []\nError(kinds if {is_list} else kinds.append)\n",
    "why": "try: Error()\nexcept KeyError as error: why = error\n",
}


@pytest.mark.parametrize("kind", ["Exception", "AssertionError", "LookupError"])
@pytest.mark.parametrize("how", HELD)
def test_a_class_catches_no_failure_wherever_it_is_held(how, kind):
    says, name = HELD[how]
    ask = next((ask for start, ask in ASK.items() if name.startswith(start)), "")
    test = ask.format(is_list="changed" in how)
    test += f"try:\n    f(-1)\n    assert False, 'no error'\nexcept {name}: pass"
    answer, source = (
        f"from collections import namedtuple\n{says.format(kind=one)}\ndef f(n): {does}"
        for one, does in ((kind, "pass"), ("KeyError", "raise KeyError"))
    )
    judged = judge(answer, test, source=source)
    if kind == "LookupError":
        assert error(judged) == "AssertionError: no error" and not judged.undecided
    else:
        assert error(judged) and judged.undecided[1].startswith(f"{kind} would catch")
    assert error(judge(source, test, source=source)) == ""
