"""Hand-ins with a test that passes apart and fails in one process: the third one waits."""

from dataclasses import dataclass, field

from nbgrader.api import Gradebook
from sqlalchemy import delete, select, update

from autograder.grader.course.settings import GradingError
from autograder.grader.gradebook.tables import SPLITS, Notebooks, put
from autograder.runner.text import grader

WAITS_FROM = 3  # the hand-in of this kind whose feedback waits, and the later ones, until a release


@dataclass
class Split:
    """The hand-ins of a student with a test that passes apart and fails in one process."""

    hand_ins: set[str] = field(default_factory=set)  # their digests
    cells: set[str] = field(default_factory=set)
    unseen: set[str] = field(default_factory=set)  # the hand-ins since the last release
    latest: bool = False  # whether the one that was graded last is among them

    @property
    def waits(self) -> bool:
        """Tell whether the feedback on the latest hand-in waits for the instructor."""
        return self.latest and len(self.unseen) >= WAITS_FROM

    def told(self, assignment: str, shown: str) -> list[str]:
        """Tell the instructor, from a student's second hand-in of this kind on."""
        if (many := len(self.hand_ins)) < 2:
            return []
        said = (
            f"In {many} submissions, a test passed when run in separate processes but failed "
            "when run in a single process."
        )
        how = grader("decide", assignment, "--release", shown)
        said += f" To release the feedback on the latest submission, run: {how}" * self.waits
        return [said]


def record(gradebook: Gradebook, assignment: str, student: str, notebooks: Notebooks) -> None:
    """Keep the splits of a hand-in; it is part of a transaction."""
    db, place = gradebook.db, {"assignment": assignment, "student": student}
    for name, notebook in notebooks.items():
        graded = notebook.metadata.get("graded", {}) if notebook else {}
        found, digest = graded.get("verdicts", {}), graded.get("digest", "")
        cells = [c for c, v in found.items() if v["apart"] == "pass" != v["together"]]
        own = {**place, "digest": digest, "notebook": name}
        known = db.execute(select(SPLITS.c.released).filter_by(**own)).scalar_one_or_none()
        db.execute(delete(SPLITS).filter_by(**own))
        if cells:
            put(gradebook, SPLITS, own, cells=" ".join(cells), latest=True, released=bool(known))
        others = update(SPLITS).filter_by(**place).where(SPLITS.c.digest != digest)
        db.execute(others.values(latest=False))


def splits(gradebook: Gradebook, assignment: str) -> dict[str, Split]:
    """Return the splits of an assignment, by student."""
    found: dict[str, Split] = {}
    asked = select(SPLITS).filter_by(assignment=assignment)
    for row in gradebook.db.execute(asked.order_by(SPLITS.c.student)):
        one = found.setdefault(row.student, Split())
        one.hand_ins.add(row.digest)
        one.cells.update(row.cells.split())
        one.latest |= row.latest
        if not row.released:
            one.unseen.add(row.digest)
    return found


def waiting(gradebook: Gradebook, assignment: str) -> set[str]:
    """Return the students whose feedback waits for the instructor."""
    return {student for student, one in splits(gradebook, assignment).items() if one.waits}


def release(gradebook: Gradebook, assignment: str, student: str) -> None:
    """Release a student's feedback, and count anew; refuse if there is nothing to release."""
    if student not in waiting(gradebook, assignment):
        raise GradingError(f"{student} has no feedback that is waiting to be released")
    chosen = update(SPLITS).filter_by(assignment=assignment, student=student)
    gradebook.db.execute(chosen.values(released=True))
    gradebook.db.commit()
