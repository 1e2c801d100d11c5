"""The gate in the test suite: nothing is misjudged, and the page tells the truth."""

import pytest

from bank import EXERCISES
from tests.conftest import GATE
from tools import gate
from tools.course import exercises


@pytest.fixture(scope="session")
def pool():
    with gate.workers() as pool:
        yield pool


@pytest.fixture(scope="module", params=gate.NAMES)
def judged(request, pool):
    """An exercise, and what the tests make of its cases."""
    verdicts = gate.judge_all(gate.cases(request.param), pool)
    row = gate.row(request.param, verdicts)
    request.config.stash.setdefault(GATE, []).append(row)
    return request.param, verdicts, row


def test_right_answers_get_full_points_wrong_ones_and_mutants_lose_some(judged):
    _, verdicts, _ = judged
    assert gate.misjudged(verdicts) == []


def test_the_page_tells_how_the_exercise_is_judged(judged):
    exercise, _, row = judged
    (told,) = [told for told in gate.on_page() if told[0] == exercise]
    for heading, before, now in zip(gate.HEADINGS, told, row, strict=True):
        if heading == gate.BY_VISIBLE:  # where a visible test draws at random, chance has a say
            assert abs(int(before) - int(now)) <= 3
        else:
            assert before == now, heading


@pytest.mark.parametrize("exercise", gate.NAMES)
def test_every_mutant_that_is_listed_as_equivalent_exists_and_has_a_reason(exercise):
    assert gate.stale(exercise) == []


def test_the_list_of_equivalent_mutants_names_exercises():
    assert set(gate.equivalent()) <= set(gate.NAMES)


@pytest.mark.parametrize("assignment", EXERCISES)
def test_the_bank_has_answers_to_every_exercise(assignment):
    assert list(EXERCISES[assignment]) == exercises(assignment)


def test_a_case_that_is_misjudged_is_told():
    case = gate.Case("valid_code", "wrong", "always true", "", "...")
    verdicts = {
        case: gate.Verdict(True, True),
        case._replace(kind="right", title="a loop"): gate.Verdict(True, False),
        case._replace(kind="mutant", change="1 -> 2"): gate.Verdict(True, True),
        case._replace(title="always false"): gate.Verdict(True, False),
    }
    assert gate.misjudged(verdicts) == [
        "wrong, but accepted: always true",
        "right, but refused: a loop",
        "mutant, but accepted: always true: 1 -> 2",
    ]
    assert gate.row("valid_code", verdicts) == [
        "valid_code",
        "0 of 1",
        "1 of 2",
        "0",
        "0 of 1",
        "0",
        "0",
    ]


def test_a_seed_reaches_the_hidden_tests_that_make_up_their_inputs():
    cells = {cell.id: cell.source for cell in gate._source("02-valid-guesses", 77).cells}
    assert "random.Random(77)" in cells["hidden-valid_code"]
