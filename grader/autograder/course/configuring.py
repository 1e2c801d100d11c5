"""The one line that an `nbgrader_config.py` needs: ``autograder.configure(c)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # processes that run students' code import this package without nbgrader
    from traitlets.config import Config

EXPORTER = "autograder.grading.nbgrader_steps.Exporter"
REPAIR, EXECUTE, RECORD = (
    f"autograder.grading.nbgrader_steps.{n}" for n in ("Repair", "ExecuteApart", "Record")
)
PAGE = "autograder.pages.student_page.Page"
WAITING = "autograder.pages.preprocessors.Waiting"
FEEDBACK = [
    "autograder.pages.preprocessors.HideHiddenTests",
    "autograder.pages.preprocessors.Quiet",
]
"""What the last steps of making feedback have to be."""
EXCHANGE = {
    "collect": "autograder.exchange.collect.Collect",
    "release_feedback": "autograder.exchange.release.ReleaseFeedback",
}
"""What takes part in nbgrader's exchange, where the settings have not named another."""


def configure(c: Config, **options: object) -> None:
    """Have nbgrader grade with this grader, keep hidden tests hidden, and collect safely.

    It sets what nbgrader's own settings offer for that, and nothing else; settings
    that come after it in the file may add to them. It never raises an error: nbgrader
    grades without the settings of a file that does. What is wrong with an option is
    said, and nothing graded, when the grader starts.

    Parameters
    ----------
    c : Config
        What ``get_config()`` returns in `nbgrader_config.py`.
    **options : object
        The grader's own settings, those of `autograder.course.settings.Autograder`: ``bank``,
        the folder of right and wrong answers; ``timeout``, ``notebook_timeout`` and
        ``gradebook_timeout``, in seconds; ``memory`` and ``message``, in bytes; ``commands``;
        ``assignments``; ``hidden_examples``; ``unconfined``; ``pseudonyms``.

    Examples
    --------
    >>> from traitlets.config import Config
    >>> c = Config()
    >>> configure(c, timeout=60)
    >>> c.Autograde.exporter_class, c.Autograder.timeout
    ('autograder.grading.nbgrader_steps.Exporter', 60)
    """
    from nbgrader.converters import GenerateFeedback

    c.Autograde.exporter_class = EXPORTER
    c.Autograde.sanitize_preprocessors = [REPAIR]
    c.Autograde.autograde_preprocessors = [
        EXECUTE,
        "nbgrader.preprocessors.IgnorePattern",
        "nbgrader.preprocessors.LimitOutput",
        RECORD,
    ]
    c.GenerateFeedback.exporter_class = PAGE
    c.GenerateFeedback.preprocessors = [*GenerateFeedback().preprocessors, WAITING, *FEEDBACK]
    for part, ours in EXCHANGE.items():
        if part not in c.ExchangeFactory:
            c.ExchangeFactory[part] = ours
    c.Autograder.update(options)
