"""Verdicts that are left to a person, and what that person decides.

Whoever judges a notebook writes into its metadata what a person has to decide:
``notebook.metadata["graded"]["by_hand"][grade_id]`` is the reason, a sentence for the instructor,
as before, and ``notebook.metadata["graded"]["verdicts"][grade_id]`` has the fields of a `Verdict`
as a dict (without it, only the reason is known). The rest follows from there, in the
transaction that writes the grades: `record` replaces the student's rows of this notebook, and
`decided` finds the points that a person has given to the same answer before. A decision becomes
nbgrader's manual score. It survives as long as the text of the answer does, whoever hands it in,
and goes with it.

`open_verdicts` lists what waits; `decide` and `undo` store a decision, which
`Ledger.finish_again` then writes for everybody whom it concerns.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from nbgrader.utils import is_grade, is_solution
from sqlalchemy import Column, DateTime, Float, String, Table, Text, delete, insert, select

from autograder.course.settings import GradingError
from autograder.diagnosis.questions import exercise_of
from autograder.gradebook.tables import META, make_tables
from autograder.sandbox.names import at_a_glance, words

_VERDICTS = Table(
    "autograder_verdicts",
    META,
    Column("assignment", String(128), primary_key=True),
    Column("notebook", String(128), primary_key=True),
    Column("cell", String(128), primary_key=True),
    Column("student", String(128), primary_key=True),
    Column("answer_key", String(64), nullable=False, index=True),
    Column("apart", String(16)),
    Column("together", String(16)),
    Column("kind", String(128)),
    Column("reason", Text),
    Column("refused", String(128)),
    Column("points_apart", Float),
)
_DECISIONS = Table(
    "autograder_decisions",
    META,
    Column("assignment", String(128), primary_key=True),
    Column("notebook", String(128), primary_key=True),
    Column("cell", String(128), primary_key=True),
    Column("answer_key", String(64), primary_key=True),
    Column("points", Float, nullable=False),
    Column("decided_by", String(128)),
    Column("decided_at", DateTime),
)
_OUTCOMES = {
    "pass": "passes",
    "fail": "fails",
    "undecided": "cannot decide",
    "chance": "passes once and fails once",
    "": "not run",
}
SHORTEST_KEY = 8
"""Characters of a key by which a command names an answer."""


class Verdict(Struct):
    """The outcomes of both runs for one test, and why a person has to decide.

    Attributes
    ----------
    apart : {"", "pass", "fail", "undecided"}
        The outcome of the run apart; empty if it is not known.
    together : {"", "pass", "fail", "chance"}
        The outcome of the run in one process.
    kind : str
        The kind of the reason, a word or two; verdicts of one kind are listed together.
    reason : str
        The reason, a sentence for the instructor.
    refused : str
        What a wall refused in the run in one process (network, file, process, memory).
    points : float or None
        The points that the run apart would give.
    beside : str
        A digest of the handed-in files that the answer may read; empty if there are none. With
        other files, the same text is another answer.
    """

    apart: Literal["", "pass", "fail", "undecided"] = ""
    together: Literal["", "pass", "fail", "chance"] = ""
    kind: str = ""
    reason: str = ""
    refused: str = ""
    points: float | None = None
    beside: str = ""

    @property
    def cause(self) -> tuple[str, str]:
        """The cause by which verdicts are listed together, and the outcomes."""
        return self.kind or self.reason, self.outcomes

    @property
    def outcomes(self) -> str:
        """The outcomes of both runs, in words.

        Examples
        --------
        >>> Verdict("fail", "pass").outcomes
        'Apart: fails; in one process: passes'
        >>> Verdict("pass", "fail", refused="network").outcomes
        'Apart: passes; in one process: fails, because of the network'
        """
        because = f", because of the {self.refused}" if self.refused else ""
        together = f"{_OUTCOMES[self.together]}{because}"
        return f"Apart: {_OUTCOMES[self.apart]}; in one process: {together}"


@dataclass
class Case:
    """A test and an answer that a person decides on, with the hand-ins that share both.

    Attributes
    ----------
    notebook, cell : str
        The test.
    key : str
        The key of the answer's text.
    verdicts : dict of str to Verdict
        The verdict on each student's hand-in.
    points : float or None
        The decision; None as long as there is none.
    by : str
        The person who decided.
    """

    notebook: str
    cell: str
    key: str
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    points: float | None = None
    by: str = ""

    @property
    def first(self) -> Verdict:
        """One of the verdicts; those of the same answer differ by chance only."""
        return next(iter(self.verdicts.values()))

    @property
    def short(self) -> str:
        """The key as a command takes it."""
        return self.key[:SHORTEST_KEY]


def verdicts_of(notebook: NotebookNode) -> dict[str, Verdict]:
    """Return the verdicts of a judged notebook that are left to a person, by grade id."""
    graded = notebook.metadata.get("graded", {})
    details = graded.get("verdicts", {})
    found = {}
    for name, reason in graded.get("by_hand", {}).items():
        try:
            found[name] = convert(dict(details.get(name, {})), Verdict, strict=False)
        except ValidationError:
            found[name] = Verdict()
        found[name].reason = found[name].reason or str(reason)
    return found


def answer_to(notebook: NotebookNode, test: str) -> str:
    r"""Return the text that a test judges: the cells whose names it uses, and so on.

    Nothing is parsed, because it is a student's text; rather too many cells are taken.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> def marked(id, text, **marks):
    ...     both = {"grade_id": id, "grade": False, "solution": False, **marks}
    ...     return new_code_cell(text, metadata={"nbgrader": both})
    >>> cells = [new_code_cell("def half(x): return x / 2"), new_code_cell("print('hello')"),
    ...          marked("f", "def f(x): return half(x)", solution=True),
    ...          marked("test-f", "assert f(2) == 1", grade=True)]
    >>> print(answer_to(new_notebook(cells=cells), "test-f"))
    def half(x): return x / 2
    <BLANKLINE>
    def f(x): return half(x)
    """
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
        for place in binds.get(name, ()):
            if place not in taken:
                taken.add(place)
                waiting |= words(cells[place].source) - seen
    return "\n\n".join(cells[place].source for place in sorted(taken))


def key_for(notebook: NotebookNode, test: str, verdict: Verdict) -> str:
    """Return the key of the answer that a test judges."""
    return answer_key(answer_to(notebook, test), verdict.beside)


def answer_key(text: str, beside: str = "") -> str:
    r"""Return the key of an answer: a digest of its text without blank lines, and of its files.

    Examples
    --------
    >>> answer_key("x = 1\n\ny = 2  ") == answer_key("x = 1\ny = 2") != answer_key("x = 1; y = 2")
    True
    """
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return hashlib.sha256("\n".join([*lines, beside]).encode(errors="replace")).hexdigest()


def record(
    gradebook: Gradebook,
    assignment: str,
    student: str,
    notebooks: Mapping[str, NotebookNode | None],
) -> None:
    """Replace a student's verdicts of some notebooks; it is part of a transaction.

    Parameters
    ----------
    gradebook : Gradebook
        The course's gradebook.
    assignment, student : str
        Whose hand-in for what.
    notebooks : mapping of str to NotebookNode or None
        The judged notebooks, by name; None for one that was not handed in.
    """
    where = _VERDICTS.c.assignment == assignment, _VERDICTS.c.student == student
    named = _VERDICTS.c.notebook.in_([*notebooks])
    gradebook.db.execute(delete(_VERDICTS).where(*where, named))
    rows = [
        {
            "assignment": assignment,
            "notebook": name,
            "cell": cell,
            "student": student,
            "answer_key": key_for(notebook, cell, verdict),
            "apart": verdict.apart,
            "together": verdict.together,
            "kind": verdict.kind,
            "reason": verdict.reason,
            "refused": verdict.refused,
            "points_apart": verdict.points,
        }
        for name, notebook in notebooks.items()
        if notebook is not None
        for cell, verdict in verdicts_of(notebook).items()
    ]
    if rows:
        gradebook.db.execute(insert(_VERDICTS), rows)


def decided(gradebook: Gradebook, assignment: str, student: str) -> dict[tuple[str, str], float]:
    """Return the points that a person gave to a student's answers, by notebook and cell."""
    both = [_VERDICTS.c[name] == _DECISIONS.c[name] for name in _PLACE]
    asked = select(_VERDICTS.c.notebook, _VERDICTS.c.cell, _DECISIONS.c.points).where(
        *both, _VERDICTS.c.assignment == assignment, _VERDICTS.c.student == student
    )
    return {(row.notebook, row.cell): row.points for row in gradebook.db.execute(asked)}


def open_verdicts(gradebook: Gradebook, assignment: str, all_of_them: bool = False) -> list[Case]:
    """List what waits for a decision: by test, then by kind of reason, the most frequent first.

    Parameters
    ----------
    gradebook : Gradebook
        The course's gradebook.
    assignment : str
        The assignment.
    all_of_them : bool, optional
        Also what has been decided.
    """
    make_tables(gradebook.engine)
    found: dict[tuple[str, str, str], Case] = {}
    asked = select(_VERDICTS).where(_VERDICTS.c.assignment == assignment)
    for row in gradebook.db.execute(asked.order_by(_VERDICTS.c.student)):
        place = row.notebook, row.cell, row.answer_key
        verdict = Verdict(
            row.apart, row.together, row.kind, row.reason, row.refused, row.points_apart
        )
        found.setdefault(place, Case(*place)).verdicts[row.student] = verdict
    asked = select(_DECISIONS).where(_DECISIONS.c.assignment == assignment)
    for row in gradebook.db.execute(asked):
        case = found.get((row.notebook, row.cell, row.answer_key))
        if case:
            case.points, case.by = row.points, row.decided_by
    gradebook.db.rollback()  # ends the read transaction
    chosen = [one for one in found.values() if all_of_them or one.points is None]
    return sorted(
        chosen,
        key=lambda one: (one.notebook, one.cell, one.first.cause, -len(one.verdicts), one.key),
    )


def decide(gradebook: Gradebook, assignment: str, case: Case, points: float, who: str) -> None:
    """Store the points for an answer, now and for whoever hands in the same text later.

    Raises
    ------
    GradingError
        If the points are not between 0 and the maximum of the test.
    """
    cell = gradebook.find_graded_cell(case.cell, case.notebook, assignment)
    if not 0 <= points <= cell.max_score:
        raise GradingError(f"{case.cell} has 0 to {cell.max_score:g} points")
    place = _place(assignment, case)
    gradebook.db.execute(delete(_DECISIONS).filter_by(**place))
    now = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    made = {**place, "points": points, "decided_by": who, "decided_at": now}
    gradebook.db.execute(insert(_DECISIONS).values(made))
    gradebook.db.commit()


def undo(gradebook: Gradebook, assignment: str, case: Case) -> None:
    """Take a decision back; refuse if there is none."""
    chosen = delete(_DECISIONS).filter_by(**_place(assignment, case))
    if not gradebook.db.execute(chosen).rowcount:
        raise GradingError(f"nothing was decided on {case.short} of {case.cell}")
    gradebook.db.commit()


_PLACE = ("assignment", "notebook", "cell", "answer_key")


def _place(assignment: str, case: Case) -> dict[str, Any]:
    values = assignment, case.notebook, case.cell, case.key
    return dict(zip(_PLACE, values, strict=True))
