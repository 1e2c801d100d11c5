"""Probes of the exercises of a notebook, and the questions that are asked with them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from autograder.runner import names
from autograder.runner.jobs import Question, Step
from autograder.runner.probing import DIGEST, as_cell

KINDS = ("test", "hidden")
"""The prefixes, before the dash, of the grade ids of an exercise's tests."""


@dataclass
class Probes:
    """Small inputs that are tried out on an answer that loses points.

    An entry point of ``autograder.mistakes`` is a function of a `Course` that returns those of its
    exercises, by name. A subclass may know what often leads to some results.

    Attributes
    ----------
    helpers : str
        Python that defines the names that the probes use, apart from the student's.
    calls : list of str
        The inputs, the smallest first: Python that ends in an expression.
    words : list of str
        The wording of each for students; empty where the call is clear enough.
    right : list of str
        The results of a right answer, as `Assignment.observe` writes them.
    alike : bool
        Whether answers with the same wrong results are graded together.

    Examples
    --------
    >>> class Doubles(Probes):
    ...     def likely(self, differs):
    ...         return ["the number is returned as it is"] if differs == {"double(2)": "2"} else []
    >>> probes = Doubles("", ["double(0)", "double(2)"], ["", ""], ["0", "4"])
    >>> probes.differs(["0", "2"]), probes.likely({"double(2)": "2"})
    ({'double(2)': '2'}, ['the number is returned as it is'])
    """

    helpers: str
    calls: list[str]
    words: list[str]
    right: list[str] = field(default_factory=list)
    alike = False

    @property
    def digests(self) -> list[str]:
        """The probes that sum up many calls; their results are not for students."""
        return [call for call in self.calls if call.startswith(DIGEST)]

    def differs(self, observed: list[str]) -> dict[str, str]:
        """Return the probes with a wrong result, and that result.

        Probes without a result, because the process ended, are left out, and so are empty
        results, which are to be kept back.
        """
        found = zip(self.calls, self.right, observed, strict=False)
        return {call: got for call, want, got in found if got not in (want, "")}

    def likely(self, differs: dict[str, str]) -> list[str]:
        """Name what often leads to such wrong results."""
        return []

    def confirms(self, cause: str, program: str) -> bool:
        """Tell whether the text of an answer agrees with a cause, before students are told."""
        return True


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


def questions(probes: Mapping[str, Probes], tests: Iterable[tuple[int, str]]) -> list[Question]:
    """Make the questions about the exercises of a notebook."""
    places: dict[str, list[int]] = {}
    for place, grade_id in tests:
        places.setdefault(exercise_of(grade_id), []).append(place)
    return [
        _question(exercise, found, probes[exercise])
        for exercise, found in places.items()
        if exercise in probes
    ]


def _question(exercise: str, places: list[int], probes: Probes) -> Question:
    told = probes.helpers, tuple(probes.calls), tuple(probes.right)
    return Question(exercise, tuple(places), _step(places[0], probes), *told)


def _step(place: int, probes: Probes) -> Step:
    code = as_cell(probes.helpers, tuple(probes.calls))
    asked = names.used(code) - names.bound(code)
    return Step(place, code, True, tuple(sorted(asked)), known=True)
