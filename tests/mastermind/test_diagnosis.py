"""What is said at home is true of the program, comes step by step, and gives nothing away."""

import pytest

from autograder.extras.mistakes.bank import read_bank
from bank import EXERCISES, FOLDER, answers
from mastermind import checks, diagnosis
from mastermind.checks import verdicts
from tests.test_bank import quiet, run
from tools.course import read
from tools.diagnosis import data

KNOWN = data()
BANK = read_bank(FOLDER)


def test_the_file_is_what_the_bank_knows():
    assert diagnosis._known() == KNOWN


def test_it_holds_no_call_of_a_hidden_test():
    hidden = [
        cell.source
        for name in EXERCISES
        for cell in read("source", name).cells
        if cell.id.startswith("hidden-")
    ]
    for exercise, known in KNOWN.items():
        for call in known["right"]:
            arguments = call.removeprefix(exercise).replace("'", '"')
            if len(arguments) > 12:  # shorter ones are everywhere
                assert not any(arguments in text.replace("'", '"') for text in hidden), call


@pytest.mark.slow
@pytest.mark.parametrize("exercise", sorted(KNOWN))
def test_nothing_is_said_of_what_is_right_and_only_the_truth_of_what_is_wrong(exercise):
    for answer in answers(exercise):
        with quiet():
            try:
                function = run(answer)[exercise]
            except Exception:
                continue  # it defines nothing, and no test can call it
            said = diagnosis.advice(exercise, function, 4)
        if answer.right:
            assert said == [], answer.title
        if len(said) == 2:
            named = said[1].removeprefix("A likely cause: ").rstrip(".")
            assert named == BANK[exercise].cause(answer.title)


def test_it_comes_step_by_step_at_home_and_not_at_all_when_graded(monkeypatch):
    def valid_code(colors, code_length, guess):
        return len(guess) == code_length

    def message():
        with pytest.raises(checks.NotYet) as caught:
            checks.check(valid_code, [(("RG", 2, "RX"), False, "X is no color")])
        return caught.value._render_traceback_()[1:]

    verdicts._refused.clear()
    monkeypatch.delenv("NBGRADER_EXECUTION", raising=False)
    first, second, third, fourth = message(), message(), message(), message()
    assert first == []
    assert second[-1].startswith("What should valid_code(")
    assert (
        third[-1].startswith("A small example: valid_code(") and "yours returns True" in third[-1]
    )
    assert fourth[-1] == "A likely cause: the function does not check whether the pegs are colors."
    monkeypatch.setenv("NBGRADER_EXECUTION", "validate")
    assert message() == []


def test_an_endless_loop_and_a_print_are_no_trouble(capsys):
    def count_codes(num_colors, code_length, repeats):
        print("counting")
        while True:
            num_colors += 1

    said = diagnosis.advice("count_codes", count_codes, 3)
    assert said[0].endswith("yours returns nothing, because it does not end.")
    assert capsys.readouterr().out == ""
