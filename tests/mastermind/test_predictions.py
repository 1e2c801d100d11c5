"""No answer before a prediction, and the answers are right by the functions themselves."""

import pytest

from mastermind import feedback
from mastermind.feedback import partial_feedback
from mastermind.predictions import predict, questions
from mastermind.stand_ins import naive_tries
from tools.course import ASSIGNMENTS, read


@pytest.mark.parametrize("question", questions())
def test_nothing_is_told_before_something_is_expected(question, capsys):
    for nothing in ("", "  ", '""'):
        predict(question, nothing)
        said = capsys.readouterr().out
        assert said.startswith("Write what you expect") and said.count("\n") == 1
    predict(question, "no idea")
    assert questions()[question]["because"] in capsys.readouterr().out
    for answer in questions()[question]["answers"]:
        predict(question, answer)
        assert "Yes!" in capsys.readouterr().out


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
    assert " ".join(str(len(set(w))) for w in ["RGBY", "RGBR", "RRRR"]) == answer["sets-words"]


def test_a_question_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="leave the first word as it was"):
        predict("ruels", "bww")
