"""The one line that an `nbgrader_config.py` needs: ``autograder.configure(c)``."""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from autograder.sandbox.text import plain_lines

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
    "autograder.pages.preprocessors.HideMarkScheme",
    "autograder.pages.preprocessors.Quiet",
]
"""The preprocessors with which the making of feedback ends, but for those added afterwards."""
SHOWN = ["autograder.pages.preprocessors.Short", "autograder.pages.preprocessors.ForTheInstructor"]
"""The preprocessors of the pages that Formgrader makes."""
FORMGRADER = {
    name: f"autograder.pages.passive_html.{name}"
    for name in ("clean_html", "markdown2html", "highlight_code", "strip_files_prefix")
}
"""Filters of the pages that Formgrader makes: nbgrader's let a student's Markdown run scripts, and
may take minutes for a student's code."""
EXCHANGE = {
    "collect": "autograder.exchange.collect.Collect",
    "release_feedback": "autograder.exchange.release.ReleaseFeedback",
}
"""Our plugins for nbgrader's exchange, used where the settings name no others."""


def configure(c: Config, **options: object) -> None:
    """Set nbgrader to grade with this grader, keep hidden tests hidden, and collect safely.

    It only sets options of nbgrader. What a course has set before is kept where the grader
    can obey it, and named by each command that grades where it cannot; settings after it may
    add to it. It never raises an error, since nbgrader would go on without the settings of a
    file that does: the grader checks the options when it starts, and refuses to grade.

    Parameters
    ----------
    c : Config
        The object that ``get_config()`` returns in `nbgrader_config.py`.
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
    from autograder.course.options import take_over

    take_over(c)
    for part, ours in EXCHANGE.items():
        if part not in c.ExchangeFactory:
            c.ExchangeFactory[part] = ours
    c.Autograder.update(options)
    _keep_logs_plain()


@cache
def _keep_logs_plain() -> None:
    """Let no text of a student's, such as the name of a file, forge a line of this process's logs.

    nbgrader writes such names, too, and its loggers share no handler that a filter could have.
    """
    make, formatter = logging.getLogRecordFactory(), logging.Formatter()

    def make_plain(*arguments: Any, **named: Any) -> logging.LogRecord:
        record = make(*arguments, **named)
        with suppress(Exception):  # of a malformed message: logging reports it as ever
            if (said := record.getMessage()) != (plain := plain_lines(said)):
                record.msg, record.args = plain, ()
        if record.exc_info and record.exc_info[0]:
            record.exc_text = plain_lines(formatter.formatException(record.exc_info))
        return record

    logging.setLogRecordFactory(make_plain)
