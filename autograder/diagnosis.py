"""Compare a wrong answer with the known wrong ones, by what they do.

After a notebook has been run, the exercises that lost points are tried out on the
probes of the bank: in fresh processes, where the tests have left no traces. What
comes of it is compared with what is known about the wrong answers of the bank.
No grade depends on this.
"""

import ast
from collections.abc import Iterable
from typing import NamedTuple

from nbformat import NotebookNode, from_dict

from autograder import names
from autograder.bank import Known, Probes
from autograder.cells import Output
from autograder.examination import Judged, Question, Sheet, Step, examine

PROBE_SECONDS = 8
ALL_PROBES_SECONDS = 30
MISSING = {"stops with a NameError", "stops with a NotImplementedError"}


class Diagnosis(NamedTuple):
    """What can be said about a wrong answer.

    Attributes
    ----------
    misconceptions : list of str
        The known mistakes with which all probes give the same results.
    example : str
        The first probe that goes wrong, and what comes of it.
    """

    misconceptions: list[str]
    example: str

    def __str__(self) -> str:
        example = f"The smallest example: {self.example}."
        if not self.misconceptions:
            return example
        titles = "; or: ".join(self.misconceptions)
        return f"What often leads to such results: {titles}.\n{example}"


def exercise_of(grade_id: str) -> str:
    """The exercise that a test cell belongs to: ``test-NAME`` and ``hidden-NAME`` to ``NAME``.

    Examples
    --------
    >>> exercise_of("hidden-get_code"), exercise_of("essay")
    ('get_code', 'essay')
    """
    return grade_id.partition("-")[2] or grade_id


def questions(probes: dict[str, Probes], tests: Iterable[tuple[int, str]]) -> list[Question]:
    """Prepare what to ask about each exercise of a notebook.

    Parameters
    ----------
    probes : dict of str to Probes
        By exercise.
    tests : iterable of tuple of int and str
        The place and the grade id of each test cell.

    Returns
    -------
    list of Question
        One for each exercise that has probes.
    """
    places: dict[str, list[int]] = {}
    for place, grade_id in tests:
        places.setdefault(exercise_of(grade_id), []).append(place)
    return [
        Question(exercise, tuple(found), _step(found[0], probes[exercise]))
        for exercise, found in places.items()
        if exercise in probes
    ]


def inquire(sheet: Sheet, judged: Judged, unconfined: bool = False) -> Judged:
    """Try out the exercises that lost points.

    Parameters
    ----------
    sheet : Sheet
        The notebook, with its questions.
    judged : Judged
        What running it gave.
    unconfined : bool
        Do without confinement.

    Returns
    -------
    Judged
        The same, with what was observed; whatever goes wrong is only a remark.
    """
    asked = [q for q in sheet.questions if any(_lost(judged.outputs.get(p, [])) for p in q.places)]
    try:
        return judged._replace(observed=_observe(sheet, asked, judged.outputs, unconfined))
    except Exception as error:
        remark = f"There is no diagnosis: {type(error).__name__}: {error}"
        return judged._replace(remarks=[*judged.remarks, remark])


def diagnose(known: Known, observed: list[str]) -> Diagnosis | None:
    """Say what is wrong with an answer.

    Parameters
    ----------
    known : Known
        What is known about the exercise.
    observed : list of str
        What came of the probes.

    Returns
    -------
    Diagnosis or None
        None if there is nothing to say beyond what the tests say.

    Examples
    --------
    >>> probes = Probes("", ["half(2)", "half(3)"], ["", "half of three"])
    >>> known = Known(probes, ["1", "1.5"], {"the rest is lost": {"half(3)": "1"}})
    >>> print(diagnose(known, ["1", "1"]))
    What often leads to such results: the rest is lost.
    The smallest example: half of three: 1 (right: 1.5).
    >>> print(diagnose(known, ["2", "stops with a TypeError"]))
    The smallest example: half(2) gives 2, not 1.
    >>> diagnose(known, ["1", "1.5"])
    """
    differs = deviations(known.probes.calls, known.right, observed)
    titles = [title for title, behavior in known.wrong.items() if behavior == differs]
    stops = {got for got in observed if got.startswith("stops with")}
    missing = set(observed) == stops and (not titles or stops <= MISSING)
    if not differs or missing:
        return None  # the tests say it all
    first = next(iter(differs))
    place = known.probes.calls.index(first)
    return Diagnosis(titles, _example(known, place, observed[place]))


def annotate(
    nb: NotebookNode, judged: Judged, bank: dict[str, Known], remarks: list[str]
) -> None:
    """Show each diagnosis beside the first test that failed, and keep all for the class report.

    Parameters
    ----------
    nb : NotebookNode
        The notebook that was run; is changed.
    judged : Judged
        What running it gave.
    bank : dict of str to Known
        What is known.
    remarks : list of str
        What the instructor should know about how it was rebuilt.
    """
    found = {
        exercise: diagnosis
        for exercise, observed in judged.observed.items()
        if (diagnosis := diagnose(bank[exercise], observed))
    }
    seconds: dict[str, float] = {}
    waiting = dict(found)
    for place, outputs in judged.outputs.items():
        marks = nb.cells[place].metadata.get("nbgrader", {})
        if not (marks.get("grade") or marks.get("solution")):
            continue
        exercise = exercise_of(marks["grade_id"])
        took = seconds.get(exercise, 0) + judged.seconds.get(place, 0)
        seconds[exercise] = round(took, 3)
        if exercise in waiting and _lost(outputs):
            nb.cells[place].outputs.append(_output(waiting.pop(exercise)))
    nb.metadata["graded"] = {
        "remarks": [*remarks, *judged.remarks],
        "seconds": seconds,
        "diagnoses": {name: [d.misconceptions, d.example] for name, d in found.items()},
    }


def is_diagnosis(output: NotebookNode) -> bool:
    """Tell whether an output of a test cell is a diagnosis."""
    return output.get("metadata", {}).get("autograder") == "diagnosis"


def deviations(calls: list[str], right: list[str], observed: list[str]) -> dict[str, str]:
    """The probes of which something else comes than is right, and what."""
    return {call: got for call, want, got in zip(calls, right, observed) if got != want}


def _example(known: Known, place: int, got: str) -> str:
    words, call, want = known.probes.words[place], known.probes.calls[place], known.right[place]
    if words:
        return f"{words}: {_bare(got)} (right: {_bare(want)})"
    *first, last = [part.strip() for part in call.split(";")]
    verb = got if got.startswith("stops with") else f"gives {got}"
    return f"{', then '.join([*first, last])} {verb}, not {want}"


def _output(diagnosis: Diagnosis) -> NotebookNode:
    data = {"text/plain": str(diagnosis)}
    marks = {"autograder": "diagnosis"}
    return from_dict({"output_type": "display_data", "data": data, "metadata": marks})


def _bare(shown: str) -> str:
    """What a probe says in words is not shown as a quoted text."""
    return ast.literal_eval(shown) if shown[:1] in ("'", '"') else shown


def _step(place: int, probes: Probes) -> Step:
    code = "\n".join([probes.helpers, *probes.calls])
    asked = names.used(code) - names.bound(code)
    text = [
        probes.helpers,
        "from autograder.probing import observe",
        f"observe({probes.calls!r}, globals())",
    ]
    return Step(place, "\n".join(text), True, tuple(sorted(asked)))


def _observe(
    sheet: Sheet, asked: list[Question], outputs: dict[int, list[Output]], unconfined: bool
) -> dict[str, list[str]]:
    if not asked:
        return {}
    instead = {question.places[0]: question.step for question in asked}
    steps: list[Step] = []
    wanted: set[str] = set()
    for step in reversed(sheet.steps):
        if step.place in instead:
            steps.append(instead[step.place])
            wanted |= set(instead[step.place].names)
        elif not step.test and not _stopped(outputs.get(step.place, [])):
            if names.bound(step.text) & wanted or _binds_unseen(step.text):
                steps.append(step)
                wanted |= names.used(step.text)
    plan = sheet._replace(steps=steps[::-1], questions=[])
    tried = examine(plan, unconfined, PROBE_SECONDS, ALL_PROBES_SECONDS).outputs
    found = {question.exercise: _read(tried.get(question.places[0], [])) for question in asked}
    return {exercise: seen for exercise, seen in found.items() if seen}


def _binds_unseen(text: str) -> bool:
    """Whether a cell may bind names that cannot be read off its text."""
    return any(word in text for word in ("import *", "globals()", "exec(", "%run"))


def _read(outputs: list[Output]) -> list[str]:
    for output in outputs:
        if output["output_type"] == "execute_result":
            return ast.literal_eval(str(output["data"]["text/plain"]))
    return []  # slow or endless: that says nothing about what it would have given


def _lost(outputs: list[Output]) -> bool:
    return any(output["output_type"] in ("error", "execute_result") for output in outputs)


def _stopped(outputs: list[Output]) -> bool:
    return any(output.get("ename") == "Stopped" for output in outputs)
