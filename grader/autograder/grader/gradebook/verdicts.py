"""Verdicts that are left to a person, and what that person decides on an answer.

A judged notebook's metadata ``graded`` has what a person has to decide: ``by_hand`` the reasons
by grade id, ``verdicts`` the fields of a `Verdict`, ``beside`` digests of the files beside it.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.utils import is_grade, is_solution
from sqlalchemy import delete, select

from autograder.grader.course.settings import GradingError
from autograder.grader.diagnosis.questions import exercise_of
from autograder.grader.gradebook.tables import DECISIONS, VERDICTS, Notebooks, now, put
from autograder.runner.jobs import Job, Verdict
from autograder.runner.names import at_a_glance, words

_OUTCOMES = {
    "pass": "passes",
    "fail": "fails",
    "undecided": "undecided",
    "chance": "passed once and failed once",
}
SHORTEST_KEY = 8  # characters of a key by which a command names an answer


@dataclass
class Case:
    """A test and an answer that a person decides on, with the verdict on each hand-in of it."""

    notebook: str
    cell: str
    key: str
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    points: float | None = None  # the decision; None as long as there is none
    by: str = ""

    @property
    def first(self) -> Verdict:
        """One of the verdicts; those of the same answer differ by chance only."""
        return next(iter(self.verdicts.values()))

    @property
    def outcome(self) -> str:
        """The outcomes of both runs."""
        return outcomes(self.first)

    @property
    def short(self) -> str:
        """The key as a command takes it."""
        return self.key[:SHORTEST_KEY]


def outcomes(verdict: Verdict) -> str:
    """Describe the outcomes of both runs."""
    if not verdict.apart:
        return "Not compared"
    because = f" (refused: {verdict.refused})" if verdict.refused else ""
    apart, together = _OUTCOMES[verdict.apart], _OUTCOMES[verdict.together]
    return f"In separate processes: {apart}; in a single process: {together}{because}"


def verdicts_of(notebook: NotebookNode) -> dict[str, Verdict]:
    """Return the verdicts of a judged notebook that are left to a person, by grade id."""
    graded = notebook.metadata.get("graded", {})
    known, unknown = graded.get("verdicts", {}), {"apart": "", "together": ""}
    return {
        name: Verdict(**{**unknown, **known.get(name, {}), "why": why})
        for name, why in graded.get("by_hand", {}).items()
    }


def answer_to(notebook: NotebookNode, test: str) -> str:
    """Return the text that a test judges: rather too many cells, and files beside them."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    names = [cell.metadata.get("nbgrader", {}).get("grade_id", "") for cell in cells]
    if test not in names:
        return ""
    at = names.index(test)
    answers = [i for i, cell in enumerate(cells) if is_solution(cell)]
    own = [i for i in answers if names[i] == exercise_of(test)]
    taken = {*(own or [i for i in answers if i < at][-1:])}
    binds: dict[str, list[int]] = {}
    for place, cell in enumerate(cells):
        if not is_grade(cell) or is_solution(cell):
            for name in at_a_glance(cell.source):
                binds.setdefault(name, []).append(place)
    waiting = words(cells[at].source).union(*(words(cells[i].source) for i in taken))
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for place in {*binds.get(name, ())} - taken:
            taken.add(place)
            waiting |= words(cells[place].source) - seen
    text = "\n\n".join(cells[place].source for place in sorted(taken))
    beside = notebook.metadata.get("graded", {}).get("beside", {})
    used = {n: d for n, d in beside.items() if not n.endswith(".ipynb") or Path(n).stem in text}
    return "\n".join([text, *(f"# beside it: {name}, {digest}" for name, digest in used.items())])


def beside(job: Job, given: Collection[str]) -> dict[str, str]:
    """Return digests of the files that an answer may use, for the metadata of its notebook."""
    own = job.handed_in.keys() - {*given, "timestamp.txt", "submission_secret.txt"}
    return {name: hashlib.sha256(job.handed_in[name]).hexdigest()[:16] for name in sorted(own)}


def answer_key(text: str) -> str:
    """Return the key of an answer: a digest of its text without blank lines."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return hashlib.sha256("\n".join(lines).encode(errors="replace")).hexdigest()


def record(gradebook: Gradebook, assignment: str, student: str, notebooks: Notebooks) -> None:
    """Replace a student's verdicts of some notebooks; it is part of a transaction."""
    for name, notebook in notebooks.items():
        place = {"assignment": assignment, "notebook": name, "student": student}
        gradebook.db.execute(delete(VERDICTS).filter_by(**place))
        if notebook is None:
            continue
        for cell, verdict in verdicts_of(notebook).items():
            key = answer_key(answer_to(notebook, cell))
            row = {n: value for n, value in verdict._asdict().items() if n in VERDICTS.c}
            put(gradebook, VERDICTS, place | {"cell": cell}, answer_key=key, **row)


def all_cases(gradebook: Gradebook, assignment: str) -> list[Case]:
    """List what was left to a person: by test, then by outcome, the most frequent first."""
    found: dict[tuple[str, str, str], Case] = {}
    asked = select(VERDICTS).filter_by(assignment=assignment)
    for row in gradebook.db.execute(asked.order_by(VERDICTS.c.student)):
        place = row.notebook, row.cell, row.answer_key
        verdict = Verdict(row.apart, row.together, row.why, row.refused)
        found.setdefault(place, Case(*place)).verdicts[row.student] = verdict
    for row in gradebook.db.execute(select(DECISIONS).filter_by(assignment=assignment)):
        if case := found.get((row.notebook, row.cell, row.answer_key)):
            case.points, case.by = row.points, row.decided_by
    gradebook.db.rollback()  # ends the read transaction
    return sorted(
        found.values(),
        key=lambda one: (one.notebook, one.cell, one.outcome, -len(one.verdicts), one.key),
    )


def decide(gradebook: Gradebook, assignment: str, case: Case, points: float, who: str) -> None:
    """Store the points for an answer, now and for whoever hands in the same text later."""
    cell = gradebook.find_graded_cell(case.cell, case.notebook, assignment)
    if not 0 <= points <= cell.max_score:
        most = f"{case.cell} is worth 0 to {cell.max_score:g} points"
        raise GradingError(f"cannot give {points:g} points; {most}")
    made = {"points": points, "decided_by": who, "decided_at": now()}
    put(gradebook, DECISIONS, _place(assignment, case), **made)
    gradebook.db.commit()


def undo(gradebook: Gradebook, assignment: str, case: Case) -> None:
    """Take a decision back; refuse if there is none."""
    chosen = delete(DECISIONS).filter_by(**_place(assignment, case))
    if not gradebook.db.execute(chosen).rowcount:
        raise GradingError(
            f"there is no decision to undo for the answer {case.short} to {case.cell}"
        )
    gradebook.db.commit()


def _place(assignment: str, case: Case) -> dict[str, str]:
    cell = {"notebook": case.notebook, "cell": case.cell}
    return {"assignment": assignment, **cell, "answer_key": case.key}
