"""Probes that are tried out on answers: who is asked which, and what the results show."""

import ast
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from nbformat import NotebookNode
from nbformat.v4 import new_output

from autograder.runner import names
from autograder.runner.inquiry import lost
from autograder.runner.jobs import Outcome, Question, Step
from autograder.runner.recording import DIGEST, Call, as_cell

MISSING = {"stops with a NameError", "stops with a NotImplementedError"}
KINDS = ("test", "hidden")  # the prefixes, before the dash, of the grade ids of an exercise's tests


@dataclass
class Probes:
    """Small inputs on which an answer is run again if it has lost points.

    An entry point of ``autograder.mistakes`` is a function that takes a `Course` and returns the
    probes of its exercises, by name. A subclass can name likely causes of wrong results.

    Attributes
    ----------
    helpers : str
        Python code that defines the names in the probes, except the student's own.
    calls : list of str
        The inputs, the smallest first. Each is Python code that ends in an expression.
    words : list of str
        A description of each input for students, or an empty string if the call is clear.
    right : list of str
        The results of a right answer, as `Assignment.observe` writes them.
    alike : bool
        Whether answers with the same wrong results are grouped for grading.

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
        """Return the wrong results, by probe. Empty results are left out."""
        found = zip(self.calls, self.right, observed, strict=False)
        return {call: got for call, want, got in found if got not in (want, "")}

    def likely(self, differs: dict[str, str]) -> list[str]:
        """Return likely causes of these wrong results, as phrases for students."""
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
    with suppress(ValueError, SyntaxError, MemoryError, RecursionError):
        right = names.literal(value)
        for node in ast.walk(names.parsed(text)):
            with suppress(ValueError, TypeError):  # it is no literal
                shown = ast.literal_eval(node)
                if isinstance(shown, bool) == isinstance(right, bool) and shown == right:
                    return True
    return False


class Diagnosis(NamedTuple):
    """The diagnosis of a wrong answer: the known cause, if any, and the first wrong probe."""

    misconceptions: list[str]
    example: str
    call: tuple[str, ...] = ()  # that probe, its result and the right one; not if it has a wording

    def __str__(self) -> str:
        causes = [f"A likely cause: {c}." for c in self.misconceptions]
        return "\n".join([*causes, f"The smallest example: {self.example}."])


def diagnose(
    probes: Probes, observed: list[str], program: str = "", alone: Mapping[str, str] = {}
) -> Diagnosis | None:
    """Diagnose an answer from the results of its probes, of some of them also when run alone.

    Examples
    --------
    >>> probes = Probes("", ["half(2)", "half(3)"], ["", "half of three"], ["1", "1.5"])
    >>> print(diagnose(probes, ["1", "1"]))
    The smallest example: half of three: 1 (correct: 1.5).
    >>> print(diagnose(probes, ["2", "stops with a TypeError"]))
    The smallest example: half(2) returns 2, not 1.
    >>> print(diagnose(probes, ["2", "1.5"], alone={"half(2)": "1"}))
    The smallest example: half(2) by itself returns 1, but after other calls it returns 2.
    >>> diagnose(probes, ["1", "1.5"])
    """
    differs = probes.differs(observed)
    titles = probes.likely(differs)
    digests = probes.digests
    seen = {g for c, g in zip(probes.calls, observed, strict=False) if c not in digests}
    stops = {got for got in seen if got.startswith("stops with")}
    missing = seen == stops and (not titles or stops <= MISSING)
    shown = [call for call in differs if call not in digests]
    if not shown or missing:
        return None  # the tests say enough
    if len(titles) > 1 or {differs[call] for call in shown} <= stops:
        titles = []  # neither results nor an error alone tell one cause from another
    titles = [title for title in titles if probes.confirms(title, program)]
    first = shown[0]
    place = probes.calls.index(first)
    if (now := alone.get(first) or differs[first]) != differs[first]:
        but = f"but after other calls it returns {_bare(differs[first])}"
        asked = probes.words[place] or first
        return Diagnosis(titles, f"{asked} by itself returns {_bare(now)}, {but}")
    told = () if probes.words[place] else (first, observed[place], probes.right[place])
    return Diagnosis(titles, _example(probes, place, observed[place]), told)


def annotate(
    nb: NotebookNode, outcome: Outcome, probes: Mapping[str, Probes], remarks: list[str]
) -> None:
    """Add each diagnosis to the first failed test, and all to the metadata for the class report."""
    remarks = [*remarks, *outcome.remarks]
    found: dict[str, Diagnosis] = {}
    behavior: dict[str, str] = {}
    for exercise, observed in outcome.observed.items():
        try:
            asked = probes[exercise]
            if asked.alike and (differs := asked.differs(observed)):
                behavior[exercise] = behavior_digest(differs)
            alone = outcome.alone.get(exercise, {})
            with names.PARSING:  # a hook's probes may parse
                diagnosis = diagnose(asked, observed, _program(nb, exercise), alone)
        except Exception as error:  # a failed diagnosis must not cost a grade
            remarks.append(f"There is no diagnosis for {exercise}: {type(error).__name__}: {error}")
            continue
        if diagnosis:
            found[exercise] = diagnosis
    waiting = dict(found)
    for place, outputs in outcome.outputs.items():
        marks = nb.cells[place].metadata.get("nbgrader", {})
        if not (marks.get("grade") or marks.get("solution")):
            continue
        exercise = exercise_of(marks["grade_id"])
        if exercise in waiting and lost(outputs):
            text = {"text/plain": str(waiting.pop(exercise))}
            nb.cells[place].outputs.append(new_output("display_data", text))
    nb.metadata["graded"] = {
        "remarks": remarks,
        "diagnoses": {name: [d.misconceptions, d.example] for name, d in found.items()},
        "behavior": behavior,
        "calls": {name: [*d.call] for name, d in found.items() if d.call},
    }


def _program(nb: NotebookNode, exercise: str) -> str:
    """Return the text of an answer without its comments, as far as it is Python."""
    marks = [(cell.metadata.get("nbgrader", {}), cell.source) for cell in nb.cells]
    texts = [text for mark, text in marks if mark.get("grade_id") == exercise]
    try:
        return "\n".join(ast.unparse(names.parsed(text)) for text in texts)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ""


def _example(probes: Probes, place: int, got: str) -> str:
    words, call, want = probes.words[place], probes.calls[place], probes.right[place]
    if words:
        return f"{words}: {_bare(got)} (correct: {_bare(want)})"
    verb = got if got.startswith("stops with") else f"returns {got}"
    said = f"{', then '.join(part.strip() for part in call.split(';'))} {verb}"
    if want.startswith("stops with"):
        return f"{said}; it should stop{want.removeprefix('stops')}"
    return f"{said}, not {want}" if want else f"{said}, which is wrong"


def _bare(shown: str) -> str:
    """Return a result without the quotes of a string, unless it was cut."""
    whole = len(shown) > 1 and shown[0] in ("'", '"') and shown[-1] == shown[0]
    return str(names.literal(shown)) if whole else shown


def behavior_digest(differs: dict[str, str]) -> str:
    """Return a digest of an answer's wrong results."""
    text = "\n".join(f"{call}\t{got}" for call, got in sorted(differs.items()))
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]
