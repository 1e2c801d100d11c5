"""Diagnoses: what a wrong answer does on probes, in words."""

import ast
import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from nbformat import NotebookNode

from autograder.grader.diagnosis.questions import Probes, exercise_of
from autograder.runner.inquiry import lost
from autograder.runner.jobs import Outcome

MISSING = {"stops with a NameError", "stops with a NotImplementedError"}


class Diagnosis(NamedTuple):
    """The diagnosis of a wrong answer: the known cause, if any, and the first wrong probe."""

    misconceptions: list[str]
    example: str
    call: tuple[str, ...] = ()
    """That probe, its result, and the right one; empty if the probe has a wording."""

    def __str__(self) -> str:
        example = f"The smallest example: {self.example}."
        if not self.misconceptions:
            return example
        [cause] = self.misconceptions
        return f"What often leads to such results: {cause}.\n{example}"


def diagnose(
    probes: Probes,
    observed: list[str],
    program: str = "",
    alone: Mapping[str, str] = MappingProxyType({}),
) -> Diagnosis | None:
    """Diagnose an answer from the results of its probes, of some of them also when run alone.

    Examples
    --------
    >>> probes = Probes("", ["half(2)", "half(3)"], ["", "half of three"], ["1", "1.5"])
    >>> print(diagnose(probes, ["1", "1"]))
    The smallest example: half of three: 1 (right: 1.5).
    >>> print(diagnose(probes, ["2", "stops with a TypeError"]))
    The smallest example: half(2) gives 2, not 1.
    >>> print(diagnose(probes, ["2", "1.5"], alone={"half(2)": "1"}))
    The smallest example: half(2) alone gives 1, but after other calls 2.
    >>> diagnose(probes, ["1", "1.5"])
    """
    differs = probes.differs(observed)
    titles = probes.likely(differs)
    told, digests = zip(probes.calls, observed, strict=False), probes.digests
    seen = {got for call, got in told if call not in digests}
    stops = {got for got in seen if got.startswith("stops with")}
    missing = seen == stops and (not titles or stops <= MISSING)
    shown = [call for call in differs if call not in digests]
    if not shown or missing:
        return None  # the tests say enough
    if len(titles) > 1 or {differs[call] for call in shown} <= stops:
        titles = []  # neither results nor an error alone tell one cause from another
    titles = [title for title in titles if probes.confirms(title, program)]
    first = next((call for call in shown if alone.get(call, differs[call]) == differs[call]), "")
    if not first:
        return Diagnosis(titles, _remembers(probes, shown[0], differs[shown[0]], alone[shown[0]]))
    place = probes.calls.index(first)
    call = () if probes.words[place] else (first, observed[place], probes.right[place])
    return Diagnosis(titles, _example(probes, place, observed[place]), call)


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
            diagnosis = diagnose(asked, observed, _program(nb, exercise), alone)
        except Exception as error:  # a failed diagnosis must not cost a grade
            remarks.append(f"There is no diagnosis of {exercise}: {type(error).__name__}: {error}")
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
            nb.cells[place].outputs.append(_output(waiting.pop(exercise)))
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
        return "\n".join(ast.unparse(ast.parse(text)) for text in texts)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return ""


def _example(probes: Probes, place: int, got: str) -> str:
    words, call, want = probes.words[place], probes.calls[place], probes.right[place]
    if words:
        return f"{words}: {_bare(got)} (right: {_bare(want)})"
    *first, last = [part.strip() for part in call.split(";")]
    verb = got if got.startswith("stops with") else f"gives {got}"
    said = f"{', then '.join([*first, last])} {verb}"
    if want.startswith("stops with"):
        return f"{said}; it should stop{want.removeprefix('stops')}"
    return f"{said}, not {want}" if want else f"{said}, which is not right"


def _remembers(probes: Probes, call: str, got: str, alone: str) -> str:
    asked = probes.words[probes.calls.index(call)] or call
    return f"{asked} alone gives {_bare(alone)}, but after other calls {_bare(got)}"


def _output(diagnosis: Diagnosis) -> NotebookNode:
    data = NotebookNode({"text/plain": str(diagnosis)})
    return NotebookNode(output_type="display_data", data=data, metadata=NotebookNode())


def _bare(shown: str) -> str:
    """Return a result without the quotes of a string, unless it was cut."""
    whole = len(shown) > 1 and shown[0] in ("'", '"') and shown[-1] == shown[0]
    return str(ast.literal_eval(shown)) if whole else shown


def behavior_digest(differs: dict[str, str]) -> str:
    """Return a digest of an answer's wrong results."""
    text = "\n".join(f"{call}\t{got}" for call, got in sorted(differs.items()))
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]
