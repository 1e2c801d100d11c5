"""A course with its gradebook: what the commands, pages and steps of other distributions use."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Self

from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.classroom.release import in_exchange
from autograder.grader.course import folders, submission
from autograder.grader.course.settings import Course
from autograder.grader.diagnosis.questions import exercise_of
from autograder.grader.gradebook import dates, finishing, opening, verdicts
from autograder.grader.gradebook.ledger import Ledger
from autograder.grader.gradebook.points import (
    AssignmentPoints,
    exercises,
    failed,
    points_by_student,
)
from autograder.grader.pages import class_report, student_page


class Classroom:
    """A course and its gradebook, for the commands, pages, and steps of other packages.

    Use it in a ``with`` block, which opens the gradebook and closes it.

    Parameters
    ----------
    course : Course, optional
        The course. The default is the course in the current folder.
    gradebook : nbgrader.api.Gradebook, optional
        The gradebook, if it is already open. Then no ``with`` block is needed.

    Examples
    --------
    >>> from traitlets.config import Config
    >>> from autograder import Classroom, Course, configure
    >>> c = Config()
    >>> configure(c)
    >>> c.CourseDirectory.db_url = "sqlite://"
    >>> with Classroom(Course(c)) as room:
    ...     room.gradebook.add_student("ada").id, room.due("ps1", "ada"), room.points("ps1")
    ('ada', None, {})
    """

    exercise_of = staticmethod(exercise_of)
    beside = staticmethod(folders.beside)
    files = staticmethod(folders.plain_files)
    remove = staticmethod(folders.remove_folder)

    def __init__(self, course: Course | None = None, gradebook: Gradebook | None = None) -> None:
        self._course, self._gradebook = course, gradebook

    @cached_property
    def course(self) -> Course:
        """The course."""
        return self._course or Course()

    @property
    def gradebook(self) -> Gradebook:
        """The gradebook, an object of nbgrader."""
        assert self._gradebook is not None, (
            "the gradebook is not open; use the Classroom in a with block"
        )
        return self._gradebook

    def __enter__(self) -> Self:
        """Open the gradebook; raise GradingError if it cannot be used."""
        self._stack = ExitStack()
        self._gradebook = self._stack.enter_context(opening.open_gradebook(self.course.directory))
        return self

    def __exit__(self, *error: object) -> None:
        """Close the gradebook."""
        self._stack.close()

    def points(self, assignment: str) -> dict[str, AssignmentPoints]:
        """Return the points for an assignment, by student.

        Parameters
        ----------
        assignment : str
            The name of the assignment.

        Returns
        -------
        dict of str to AssignmentPoints
            Each has ``raw`` points, the points ``got`` after late penalties, and
            ``of_exercise(name)``. As long as a person has to give points, ``final`` is None and
            ``remark`` explains it.
        """
        return points_by_student(self.gradebook, assignment)

    def failures(self, assignment: str) -> dict[str, str]:
        """Return the reasons why the latest submissions of an assignment could not be graded.

        Parameters
        ----------
        assignment : str
            The name of the assignment.

        Returns
        -------
        dict of str to str
            The reasons, by student.
        """
        return failed(self.gradebook, assignment)

    def cases(self, assignment: str) -> list[tuple[verdicts.Case, str]]:
        """List the answers that need manual grading, including those already graded.

        Parameters
        ----------
        assignment : str
            The name of the assignment.

        Returns
        -------
        list of (Case, str)
            Each case, and the text of the answer. A case has the ``cell`` of the test, the
            ``outcome`` of both runs, the reason ``first.why``, the students in ``verdicts``, and
            ``points``, which are None until the instructor decides. Cases with the same outcome are
            next to each other.
        """
        found = verdicts.all_cases(self.gradebook, assignment)
        return [(case, class_report.answer_of(self.course, assignment, case)) for case in found]

    def exercises(self, assignment: str) -> dict[str, float]:
        """Return the maximum points of each exercise of an assignment.

        Parameters
        ----------
        assignment : str
            The name of the assignment, which must be in the gradebook.

        Returns
        -------
        dict of str to float
            The points, in the order of the notebooks.
        """
        return exercises(self.gradebook, assignment)

    def due(self, assignment: str, student: str) -> datetime | None:
        """Return a student's due date, including an extension.

        The dates are read once.

        Parameters
        ----------
        assignment, student : str
            The name of the assignment, and the id of the student.

        Returns
        -------
        datetime or None
            The time in UTC, or None without a due date.
        """
        return self._dates.of(assignment, student)

    @cached_property
    def _dates(self) -> dates.Dates:
        return dates.Dates(self.gradebook)

    @cached_property
    def _pages(self) -> student_page.Pages:
        return student_page.Pages(self.course)

    def feedback(self, assignment: str, student: str) -> list[Path]:
        """Regenerate a student's feedback pages.

        Parameters
        ----------
        assignment, student : str
            The name of the assignment, and the id of the student.

        Returns
        -------
        list of Path
            The pages.
        """
        made = self._pages.make(student, assignment)
        return [page for page in sorted(made.glob("*.html")) if folders.is_whole(page)]

    def graded(self, assignment: str, student: str) -> dict[str, NotebookNode]:
        """Read a student's graded notebooks.

        Parameters
        ----------
        assignment, student : str
            The name of the assignment, and the id of the student.

        Returns
        -------
        dict of str to NotebookNode
            The notebooks that can be read, by name.
        """
        return submission.read_graded(self.course.folder("autograded", student, assignment))

    def finish(self, assignment: str, student: str) -> finishing.Graded:
        """Recompute a student's grades, for example after a decision has changed.

        Parameters
        ----------
        assignment, student : str
            The name of the assignment, and the id of the student.

        Returns
        -------
        Graded
            The submission, after all steps.
        """
        ledger = Ledger(self.gradebook, assignment, self.course.config)
        return ledger.finish_again(student, self.graded(assignment, student))

    def titles(self, assignment: str) -> dict[str, str]:
        """Return the headings above the exercises of an assignment.

        Parameters
        ----------
        assignment : str
            The name of the assignment.

        Returns
        -------
        dict of str to str
            The headings, by exercise.
        """
        return class_report.source_titles(self.course, assignment)

    def write_page(self, path: Path, template: str, assignment: str = "", **values: object) -> Path:
        """Write a page for the instructor, in the style of the grader's own pages.

        Parameters
        ----------
        path : Path
            The file.
        template : str
            A Jinja template, which may extend ``base.html``. Its filters ``who`` and ``whos`` show
            names of students, or pseudonyms if the course uses them.
        assignment : str
            An assignment. The names become links to its feedback pages.
        **values : object
            The variables of the template.

        Returns
        -------
        Path
            The file.
        """
        names = class_report.Names(self.course, assignment, path.parent)
        page = class_report.render(template, names, assignment=assignment, **values)
        return class_report.write(path, page)

    def exchanged(self, student: str) -> Iterator[Path]:
        """Find a student's submissions in nbgrader's exchange, and the feedback on them.

        Parameters
        ----------
        student : str
            The id of the student.

        Yields
        ------
        Path
            A folder that belongs to the student, or a feedback page.
        """
        return in_exchange(self.course, student)
