"""No answer before a prediction, and the answers are right by the functions themselves."""

import re
from collections import Counter
from itertools import combinations, product
from math import log2

import ipywidgets as widgets
import pytest

from mastermind import feedback, predictions, tunes
from mastermind.feedback import partial_feedback
from mastermind.predictions import predict, questions
from mastermind.stand_ins import naive_tries
from tools.course import ASSIGNMENTS, read


@pytest.mark.parametrize("question", questions())
def test_nothing_is_told_before_something_is_expected(question, capsys):
    for nothing in ("", "  ", '""'):
        predict(question, nothing)
        said = capsys.readouterr().out
        assert said.startswith("Type what you expect") and said.count("\n") == 1
    predict(question, "no idea")
    assert questions()[question]["because"] in capsys.readouterr().out
    for answer in questions()[question]["answers"]:
        predict(question, answer)
        assert "Yes!" in capsys.readouterr().out


@pytest.mark.parametrize(
    "question, typed, right",
    [
        ("randint", "0, 1, or 2", True),
        ("randint", "from 0 to 2", True),
        ("randint", "0 and 2", False),
        ("randint", "3", False),
        ("in-trap", "the first and the third", True),
        ("partners", "1 pair", True),
        ("last-line", "1, 3", False),
        ("bits", "4 bits, 0 bits", True),
        ("bits", "40", False),
        ("parts-average", "two guesses", True),
        ("gcd", "math.gcd(12, 18)", True),
        ("gcd", "gcd(12, 18)", False),
    ],
)
def test_an_answer_may_be_spelled_in_many_ways_and_is_shown_as_typed(
    question, typed, right, capsys
):
    predict(question, typed)
    shown = capsys.readouterr().out
    assert shown.startswith(f"You expected {typed}. ") and ("Yes!" in shown) is right


def test_each_question_is_asked_once_and_its_cell_tells_nothing():
    asked = []
    for name in ASSIGNMENTS:
        for cell in read("source", name).cells:
            if cell.cell_type == "code" and cell.source.startswith("predict("):
                question = cell.source.split('"')[1]
                assert (
                    cell.source == f'predict("{question}", "")' and "nbgrader" not in cell.metadata
                )
                asked.append(question)
    assert sorted(asked) == sorted(questions())


def test_answers_that_can_be_computed_are_right():
    answer = {name: each["answers"][0] for name, each in questions().items()}
    assert str(feedback("RRGB", "RGRR")) == answer["rules"]
    assert str(feedback("RRRG", "GRRR")) == answer["by-hand"]
    assert [n for n, text in enumerate(["RB", "RG", ""], 1) if text in "RBG"] == [1, 3]
    tries = naive_tries("ABC", 2, lambda played: tuple(partial_feedback("AB", played)))
    assert str(len(tries)) == answer["naive-line"]
    assert ", ".join(str(len(set(w))) for w in ["RGBY", "RGBR", "RRRR"]) == answer["sets-words"]
    assert pairs_again("RRGB", "GRYG") == answer["partners"]
    keys = feedback("402", "420")
    assert f"{keys.black + keys.white} and {keys.black}" == answer["two-numbers"]
    sets = [colors for colors in combinations("ABCDEF", 3) if len({*colors} & {*"ABC"}) == 2]
    assert str(len(sets)) == answer["sets-left"]
    assert len([*combinations("ABCDEF", 3)]) == 20
    assert str(max([(0.9, True), (1.5, False), (1.5, True), (1.2, True)])) == answer["largest-pair"]
    codes = ["".join(pegs) for pegs in product("RGB", repeat=4)]
    assert len({feedback(*pair) for pair in product(codes, repeat=2)}) == 14
    assert answer["second-codes"] == "13"
    counts = Counter("mississippi")
    assert answer["mississippi"] == f"{len(counts)} and {max(counts.values())}"
    codes = ["".join(pegs) for pegs in product("123456", repeat=4)]
    five = {played: largest_part(played, codes) for played in "1111 1112 1122 1123 1234".split()}
    assert min(five, key=five.__getitem__) == answer["five-guesses"] and five["1234"] == 312
    left = [code for code in codes if str(feedback(code, "1122")) == "bb"]
    largest = {played: largest_part(played, left) for played in codes}
    assert min(largest[code] for code in left) == 28 and min(largest.values()) == 21
    assert str(sum(size < 28 for size in largest.values())) == answer["second-guess"]
    left = ["CC", "AB", "BA", "AC"]
    worst = [max(Counter(feedback(tune, played) for tune in left).values()) for played in left]
    assert worst == [2, 1, 1, 2] and answer["worst-cases"] == "1 and 2"
    two = ["".join(notes) for notes in product("ABC", repeat=2)]
    assert str(len({feedback(tune, "AB") for tune in two})) == answer["breadth"]
    players = {"A": (100, 5.15), "B": (400, 5.08), "C": (10_000, 5.03)}
    slower = [name for name, (games, mean) in players.items() if mean - 2 * 0.9 / games**0.5 > 5]
    assert slower == [answer["slower-than-five"]]
    bits = {name: entropy(sizes) for name, sizes in [("A", [3, 3, 2]), ("B", [4, 1, 1, 1, 1])]}
    assert max(bits, key=bits.get) == answer["more-bits"] and round(bits["A"], 2) == 1.56
    assert bits["B"] == 2
    played = {
        row.name: tunes.average(row.played)
        for row in tunes.rows()[:12]
        if row.name in text_of("07-tunes", "thirteen")
    }
    assert min(played, key=played.get) == answer["fastest"]


def entropy(sizes):
    return sum(size / sum(sizes) * log2(sum(sizes) / size) for size in sizes)


def largest_part(played, codes):
    return max(Counter(feedback(code, played) for code in codes).values())


def text_of(name, asked):
    [text] = [cell.source for cell in read("source", name).cells if cell.id == asked]
    return text


def test_the_lines_that_are_said_to_be_true_are_true():
    lines = re.findall(r"^(\d)\. `(.*)`$", text_of("08-permutations", "all-text"), re.M)
    true = [number for number, line in lines if eval(line)]
    assert " and ".join(true) == questions()["all-true"]["answers"][0]


def test_an_error_comes_before_the_outer_print(capsys):
    line = '    new_game("RBGG", 0)\n'
    program = text_of("10-peg-game", "new-game")
    assert line in program
    exec(program.replace(line, '    print(new_game("RBGG", 0))\n'), {})
    assert str(capsys.readouterr().out.count("\n")) == questions()["raised"]["answers"][0]


def test_a_record_prints_what_is_said(capsys):
    names = {}
    exec(text_of("09-gladiators", "raise-example"), names)
    capsys.readouterr()
    exec(text_of("09-gladiators", "record-example"), names)
    assert capsys.readouterr().out.strip() == questions()["record"]["answers"][0]


def pairs_again(left, right):
    """How many pairs the socks make when the cell is run twice and the marks are kept."""
    used = set()
    for _ in range(2):
        pairs = 0
        for sock in left:
            free = [j for j, each in enumerate(right) if each == sock and j not in used]
            used.update(free[:1])
            pairs += bool(free)
    return str(pairs)


def test_a_question_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="change the first argument back"):
        predict("ruels", "bww")


class Shell:
    """A notebook with somebody in front of it."""

    kernel = type("Kernel", (), {"_allow_stdin": True})

    def __init__(self):
        self.cells = []

    def set_next_input(self, text, replace):
        assert replace
        self.cells.append(text)


@pytest.fixture
def notebook(monkeypatch, tmp_path):
    """What is shown, and what replaces it, in the order of time; and the shell."""
    shown, shell, fields, make = [], Shell(), [], widgets.Text

    def ask(**_):
        fields.append(make(**_))
        return fields[-1]

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(predictions, "get_ipython", lambda: shell)
    monkeypatch.setattr(predictions, "display", lambda data, **_: shown.append(data))
    monkeypatch.setattr(
        predictions.DisplayHandle, "update", lambda self, data, **_: shown.append(data)
    )
    monkeypatch.setattr("ipywidgets.Text", ask)
    return shown, shell, fields


def test_a_field_asks_and_the_answer_takes_its_place(notebook):
    shown, shell, fields = notebook
    predict("rules", "")
    [asked] = shown
    assert asked["text/plain"].startswith("Type what you expect")
    assert asked["application/vnd.jupyter.widget-view+json"]["model_id"] == fields[0].model_id
    fields[0].value = "  "
    assert len(shown) == 1
    fields[0].value = 'b"ww"w'
    assert shown[1]["text/plain"].startswith('You expected b"ww"w. The answer is bww.')
    predict("rules", "")
    assert shown[2] == shown[1] and len(fields) == 1
    [line] = shell.cells
    assert line == r'predict("rules", "b\"ww\"w")'
    predict("rules", eval(line.partition(", ")[2][:-1]))
    assert shown[3] == shown[1]


def test_who_is_graded_is_not_asked_and_nothing_is_kept(notebook, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    predict("rules", "")
    assert notebook[0] == [] and "Type what you expect" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"rules": "bww"'])
def test_a_file_that_is_damaged_holds_no_predictions(notebook, text, tmp_path):
    (tmp_path / predictions.KEPT).write_text(text)
    predict("rules", "")
    assert "It is" not in str(notebook[0])
