"""The gate in the test suite: nothing is misjudged, and the page tells the truth."""

import pytest

from bank import EXERCISES, answers
from tools import gate, mistakes
from tools.course import exercises

SAMPLED = 20
"""One case in so many is judged again where nothing has changed."""


def is_sampled(exercise):
    return not gate.JUDGED.exists() or gate.is_judged(exercise)


@pytest.fixture(scope="module", params=gate.NAMES)
def judged(request):
    """An exercise, and what the tests make of its cases."""
    # `python -m tools.gate` mutates a third answer, and asks of every case what is asked here
    # of one in five. What it has judged, and has not changed, is sampled; all is, where nobody
    # has written down what was judged (`make nightly` judges everything and writes it down).
    cases = [*enumerate(gate.cases(request.param, mutated=2))]
    cases = cases[:: SAMPLED if is_sampled(request.param) else 1]
    return request.param, {case: gate.judge(case, aside=n % 5 == 0) for n, case in cases}


@pytest.mark.slow
def test_right_answers_get_full_points_wrong_ones_and_mutants_lose_some(judged):
    _, verdicts = judged
    assert verdicts
    assert gate.misjudged(verdicts) == []


@pytest.mark.slow
def test_the_page_tells_how_the_exercise_is_judged(judged, record_property):
    row = gate.row(*judged)
    told = next(told for told in gate.on_page() if told[0] == row[0])
    if is_sampled(row[0]):
        answered = [answer.right for answer in answers(row[0])]
        for count, right in zip(told[1:3], (True, False), strict=True):
            assert count == f"{answered.count(right)} of {answered.count(right)}"
        return
    record_property("gate", row)
    assert row[:4] == told[:4]  # right answers and wrong ones
    assert all(
        int(r.split()[0]) <= int(t.split()[0]) for r, t in zip(row[4:], told[4:], strict=True)
    )


@pytest.mark.parametrize("exercise", gate.NAMES)
def test_every_mutant_that_is_listed_as_equivalent_exists_and_has_a_reason(exercise):
    assert gate.stale(exercise) == []


@pytest.mark.parametrize("assignment", ["02-valid-guesses", "11-not-there"])
def test_an_exercise_that_is_not_released_is_named(assignment, monkeypatch, capsys):
    monkeypatch.setitem(gate._ASSIGNMENT, "wrong_pegs", assignment)
    assert gate.main(["valid_code", "wrong_pegs"]) == 2
    assert "Not in release/ yet: wrong_pegs." in capsys.readouterr().out


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
    name = "02-valid-guesses"
    source = gate._assignment(name, 77).sources[name]
    cells = {cell.id: cell.source for cell in source.cells}
    assert "random.Random(77)" in cells["hidden-valid_code"]


@pytest.mark.parametrize("exercise", gate.NAMES)
def test_the_pages_of_mistakes_have_a_row_for_each_wrong_answer(exercise):
    titles = [answer.title for answer in answers(exercise) if not answer.right]
    rows = mistakes.table(exercise, dict.fromkeys(titles, "")).splitlines()
    listed = mistakes.parts(gate._ASSIGNMENT[exercise])[exercise].rstrip().splitlines()[2:]
    assert [row.rsplit(" | ", 1)[0] for row in listed] == [row.rsplit(" | ", 1)[0] for row in rows]
    # and no visible test has changed since, for all that the other page knows
    row = next(row for row in gate.on_page() if row[0] == exercise)
    assert sum(line.endswith("| visible |") for line in listed) == int(row[3])
