"""Safe and fair grading for nbgrader: ``autograder.configure(c)`` in `nbgrader_config.py`.

The names of `__all__` are the public API, which docs/extending.md describes; all others may
change. They are imported when they are used, because each start of nbgrader imports this.

Three layers import downward only:

- `classroom`: takes hand-ins from nbgrader's exchange, and gives feedback back;
- `grader`: grades an assignment, from the course to the gradebook and the pages;
- `runner`: runs one notebook twice, confined; it knows no nbgrader.

`commands` is the command line. `hooks` finds what other distributions add, and `extras` is what
this one adds in the same way.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_PLACES = {
    "Assignment": "grader.assignment.pipeline",
    "Classroom": "classroom.classroom",
    "Codec": "runner.wire.codecs",
    "Course": "grader.course.settings",
    "Graded": "grader.gradebook.finishing",
    "GradingError": "grader.course.settings",
    "Job": "runner.jobs",
    "Outcome": "runner.jobs",
    "Pool": "runner.pools",
    "Probes": "grader.diagnosis.questions",
    "Step": "runner.jobs",
    "Task": "runner.tasks",
    "configure": "grader.course.configuring",
    "examine": "runner.conductor",
    "one_line": "runner.text",
    "registered": "hooks",
}

if TYPE_CHECKING:
    from autograder.classroom.classroom import Classroom as Classroom
    from autograder.grader.assignment.pipeline import Assignment as Assignment
    from autograder.grader.course.configuring import configure as configure
    from autograder.grader.course.settings import Course as Course
    from autograder.grader.course.settings import GradingError as GradingError
    from autograder.grader.diagnosis.questions import Probes as Probes
    from autograder.grader.gradebook.finishing import Graded as Graded
    from autograder.hooks import registered as registered
    from autograder.runner.conductor import examine as examine
    from autograder.runner.jobs import Job as Job
    from autograder.runner.jobs import Outcome as Outcome
    from autograder.runner.jobs import Step as Step
    from autograder.runner.pools import Pool as Pool
    from autograder.runner.tasks import Task as Task
    from autograder.runner.text import one_line as one_line
    from autograder.runner.wire.codecs import Codec as Codec

    __version__: str

__all__ = [*_PLACES]


def __getattr__(name: str) -> Any:
    """Import a public name when it is asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("mastermind-grader")
    if name not in _PLACES:
        raise AttributeError(f"module 'autograder' has no attribute {name!r}")
    return getattr(import_module(f"autograder.{_PLACES[name]}"), name)
