"""Questions about the exercises of a notebook, to run if they lose points."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from autograder.diagnosis.bank import Probes
from autograder.sandbox import names
from autograder.sandbox.jobs import Question, Step
from autograder.sandbox.probing import as_cell

KINDS = ("test", "hidden")
"""The prefixes, before the dash, of the grade ids of an exercise's tests."""


def exercise_of(grade_id: str) -> str:
    """Name the exercise of a test cell: ``NAME`` of ``test-NAME`` and ``hidden-NAME``.

    Examples
    --------
    >>> exercise_of("hidden-get_code"), exercise_of("essay"), exercise_of("q1-tests")
    ('get_code', 'essay', 'q1-tests')
    """
    kind, _, exercise = grade_id.partition("-")
    return exercise if exercise and kind in KINDS else grade_id


def tests_for(exercise: str) -> tuple[str, str]:
    """Name the test cells of an exercise: the visible tests, and the hidden ones."""
    return f"test-{exercise}", f"hidden-{exercise}"


def questions(
    probes: dict[str, Probes],
    tests: Iterable[tuple[int, str]],
    right: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> list[Question]:
    """Make the questions about the exercises of a notebook."""
    places: dict[str, list[int]] = {}
    for place, grade_id in tests:
        places.setdefault(exercise_of(grade_id), []).append(place)
    return [
        _question(exercise, found, probes[exercise], right.get(exercise, ()))
        for exercise, found in places.items()
        if exercise in probes
    ]


def _question(exercise: str, places: list[int], probes: Probes, right: Sequence[str]) -> Question:
    step = _step(places[0], probes)
    calls = tuple(probes.calls)
    return Question(exercise, tuple(places), step, probes.helpers, calls, tuple(right))


def _step(place: int, probes: Probes) -> Step:
    code = as_cell(probes.helpers, tuple(probes.calls))
    asked = names.used(code) - names.bound(code)
    return Step(place, code, True, tuple(sorted(asked)), known=True)
