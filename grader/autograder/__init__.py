"""Safe and fair grading for nbgrader: ``autograder.configure(c)`` in `nbgrader_config.py`.

The names in `__all__` are the public API, which is described in docs/extending.md. All other
names may change. A public name is imported on first use, because nbgrader imports this package
every time it starts.

Each of the three layers imports only from the layers below it:

- `classroom` collects submissions from nbgrader's exchange, and releases feedback to it.
- `grader` grades an assignment, from the course folder to the gradebook and the pages.
- `runner` runs one notebook twice, confined. It does not depend on nbgrader.

`commands` is the command line. `hooks` finds the extensions of other distributions, and `extras`
contains extensions that use the same hooks.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

_NAMES = {
    "classroom.classroom": ["Classroom"],
    "grader.assignment.pipeline": ["Assignment"],
    "grader.course.configuring": ["configure"],
    "grader.course.settings": ["Course", "GradingError"],
    "grader.diagnosis.questions": ["Probes"],
    "grader.gradebook.finishing": ["Graded"],
    "hooks": ["registered"],
    "runner.conductor": ["examine"],
    "runner.jobs": ["Job", "Outcome", "Step"],
    "runner.pools": ["Pool"],
    "runner.tasks": ["Task"],
    "runner.text": ["one_line"],
    "runner.wire.codecs": ["Codec"],
}
_PLACES = {name: module for module, names in _NAMES.items() for name in names}

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
