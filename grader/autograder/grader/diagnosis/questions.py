"""Probes of exercises, of a bank or of the calls of visible tests, and the questions with them."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from autograder.runner import names
from autograder.runner.jobs import Question, Step
from autograder.runner.probing import DIGEST, as_cell
from autograder.runner.recording import Call

KINDS = ("test", "hidden")  # the prefixes, before the dash, of the grade ids of an exercise's tests


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
        """Return the probes with a wrong result, except empty ones, which are kept back."""
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
        _question(exercise, tuple(found), probes[exercise])
        for exercise, found in places.items()
        if exercise in probes
    ]


def _question(exercise: str, places: tuple[int, ...], probes: Probes) -> Question:
    helpers, calls = probes.helpers, tuple(probes.calls)
    code = as_cell(helpers, calls)
    asked = tuple(sorted(names.used(code) - names.bound(code)))
    step = Step(places[0], code, True, asked, known=True)
    return Question(exercise, places, step, helpers, calls, tuple(probes.right))


def probes_from(calls: Mapping[str, str], test: str) -> Probes:
    """Make the probes of an exercise from the calls of its visible test."""
    ordered = sorted(calls, key=_size)
    right = [calls[call] if _is_told(calls[call], test) else "" for call in ordered]
    return Probes("", ordered, [""] * len(ordered), right)


def cell_for(calls: Mapping[str, str], test: str, given: str) -> str:
    """Write the cell that finds the calls that go wrong with a student's functions."""
    parted = [(call.partition("("), calls[call]) for call in sorted(calls, key=_size)]
    triples = [(name, rest.removesuffix(")"), value) for (name, _, rest), value in parted]
    asked = f"refused({triples!r}, {test!r}, globals())"
    return "\n".join([given, "from autograder.runner.recording import refused", asked])


def noted(calls: list[Call], again: list[Call]) -> dict[str, str]:
    """Return the calls of two runs of the solution that had the same value each time."""
    found = {(str(call), call.value) for call in [*calls, *again]}
    several = Counter(call for call, _ in found)
    return {str(c): c.value for c in calls if c in again and several[str(c)] == 1}


def _size(call: str) -> tuple[int, str]:
    return len(call), call


def _is_told(value: str, test: str) -> bool:
    """Tell whether a student can read a value in the test, or guess it.

    Examples
    --------
    >>> _is_told("2.0", "assert half(4) == 2"), _is_told("[1.0, 2.0]", "f() == [1, 2]")
    (True, True)
    >>> _is_told("1", "assert is_even(4) == True"), _is_told("0.5", "assert half(1) < 2")
    (False, False)
    """
    text = names.python(test)
    as_written = rf"(?<![\w.]){re.escape(value)}(?![\w.])"
    if value in ("True", "False", "None") or re.search(as_written, text.replace('"', "'")):
        return True
    try:
        right = ast.literal_eval(value)
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr)]
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return any(_equals(node, right) for node in nodes)


def _equals(node: ast.expr, right: object) -> bool:
    """Tell whether a literal equals a value, as `2` equals `2.0`."""
    try:
        shown = ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return False
    return isinstance(shown, bool) == isinstance(right, bool) and shown == right
