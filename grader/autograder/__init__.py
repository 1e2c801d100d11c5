"""Safe and fair grading for nbgrader: ``autograder.configure(c)`` in `nbgrader_config.py`.

The names of `__all__` are the public API, which docs/extending.md describes; all others may
change. They are imported when they are used, because each start of nbgrader imports this.

The rooms stand along a submission's path, and import downward only:

- `__main__`, `commands`: the command line;
- `exchange`: takes hand-ins from nbgrader's exchange, and gives feedback back;
- `pages`: the student's feedback page and the class report;
- `grading`: `python -m autograder grade`, nbgrader's own steps, `check`;
- `gradebook`: nbgrader's gradebook, the ledger that writes grades;
- `assignment`: rebuilds a submission from the source, and schedules what runs where;
- `course`: `configure`, settings, folders, sources and submissions;
- `diagnosis`: shows what is wrong with an answer by an example;
- `workers`: the pools of processes that run notebooks;
- `sandbox`: runs one notebook, confined; it knows no nbgrader;
- `hooks`: what other distributions add; `extras`: what this one adds in the same way.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.assignment.pipeline import Assignment
    from autograder.classroom import Classroom
    from autograder.course.configuring import configure
    from autograder.course.settings import Course, GradingError
    from autograder.diagnosis.questions import Probes
    from autograder.gradebook.finishing import Graded
    from autograder.hooks import registered
    from autograder.sandbox.conductor import examine
    from autograder.sandbox.jobs import Job, Outcome, Step
    from autograder.sandbox.text import one_line
    from autograder.sandbox.wire.codecs import Codec
    from autograder.workers.pools import Pool
    from autograder.workers.tasks import Task

    __version__: str

__all__ = [
    "Assignment",
    "Classroom",
    "Codec",
    "Course",
    "Graded",
    "GradingError",
    "Job",
    "Outcome",
    "Pool",
    "Probes",
    "Step",
    "Task",
    "configure",
    "examine",
    "one_line",
    "registered",
]
_PLACES = {
    "Assignment": "assignment.pipeline",
    "Classroom": "classroom",
    "Codec": "sandbox.wire.codecs",
    "Course": "course.settings",
    "Graded": "gradebook.finishing",
    "GradingError": "course.settings",
    "Job": "sandbox.jobs",
    "Outcome": "sandbox.jobs",
    "Pool": "workers.pools",
    "Probes": "diagnosis.questions",
    "Step": "sandbox.jobs",
    "Task": "workers.tasks",
    "configure": "course.configuring",
    "examine": "sandbox.conductor",
    "one_line": "sandbox.text",
    "registered": "hooks",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("mastermind-grader")
    if name not in _PLACES:
        raise AttributeError(f"module 'autograder' has no attribute {name!r}")
    return getattr(import_module(f"autograder.{_PLACES[name]}"), name)
