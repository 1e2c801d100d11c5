"""The one line that an `nbgrader_config.py` needs, and nbgrader's options that have no effect."""

import logging
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import ClearMetadataPreprocessor, ExecutePreprocessor
from nbgrader import preprocessors
from nbgrader.converters import Autograde, GenerateFeedback
from traitlets.config import Config, Configurable
from traitlets.config.loader import DeferredConfig, LazyConfigValue
from traitlets.utils.importstring import import_item

from autograder.runner.text import plain_lines

EXPORTER, REPAIR, EXECUTE, RECORD = (
    f"autograder.grader.grading.nbgrader_steps.{name}"
    for name in ("Exporter", "Repair", "ExecuteApart", "RecordGrades")
)
PAGE = "autograder.grader.pages.student_page.Page"
_PAGES = "autograder.grader.pages.preprocessors"
WAITING = f"{_PAGES}.Waiting"
# The preprocessors with which the making of feedback ends, and the one of Formgrader's pages.
FEEDBACK = [f"{_PAGES}.{name}" for name in ("HideHiddenTests", "HideMarkScheme", "Quiet")]
SHOWN = f"{_PAGES}.ForTheInstructor"
# Filters of Formgrader's pages. nbgrader's let a student's Markdown run scripts, and may take
# minutes for a student's code.
FORMGRADER = {
    name: f"autograder.grader.pages.passive_html.{name}"
    for name in ("clean_html", "markdown2html", "highlight_code", "strip_files_prefix")
}
EXCHANGE = {  # plugins for nbgrader's exchange, used where the settings name no others
    "collect": "autograder.classroom.collect.Collect",
    "release_feedback": "autograder.classroom.release.ReleaseFeedback",
}
REPLACED = "ReplacedByAutograder"  # the section in which `configure` leaves sentences for `ignored`
_NO_KERNEL = "students' cells run without a kernel"
_REBUILT = "each submission is rebuilt from the source"
# nbgrader's parts that are replaced, and why an option of theirs may have no effect.
WHY: dict[type[Configurable], str] = {
    preprocessors.Execute: _NO_KERNEL,
    preprocessors.SaveAutoGrades: "the grader saves the scores itself",
    preprocessors.OverwriteCells: _REBUILT,
    preprocessors.OverwriteKernelspec: _REBUILT,
    preprocessors.DeduplicateIds: _REBUILT,
    preprocessors.CheckCellMetadata: _REBUILT,
    preprocessors.ClearOutput: "submitted outputs are never graded",
    ClearMetadataPreprocessor: "graded notebooks contain the grader's own metadata",
    HTMLExporter: "feedback pages use their own template, which you can replace with c.Page",
}
_PARTS: tuple[type, ...] = (ExecutePreprocessor, preprocessors.AssignLatePenalties, *WHY)
_WHY_NOT = {
    "Execute.enabled": "students can forge the outputs in a submission (--no-execute)",
    "Execute.timeout": "cells always have a time limit, which you set with c.Autograder.timeout",
}
_TEMPLATES = ("template_name", "template_file", "extra_template_basedirs", "template_paths")
_GRADE_ALONE = ("force", "post_convert_hook", "pre_convert_hook")  # `Autograde`'s own affair


def configure(c: Config, **options: object) -> None:
    """Make nbgrader use this grader, keep hidden tests hidden, and collect hand-ins safely.

    This function changes only options of nbgrader. Earlier settings of the course remain, as far as
    the grader can follow them, and grading commands list the others. Later settings can add to
    them. The function never raises an error, because nbgrader ignores a settings file that raises
    one. The grader checks the options when it starts, and refuses to grade if one is wrong.

    Parameters
    ----------
    c : Config
        The object that ``get_config()`` returns in `nbgrader_config.py`.
    **options : object
        Settings of the grader, which are the traits of
        `autograder.grader.course.settings.Autograder`, such as ``bank``, the folder of right and
        wrong answers, ``timeout`` in seconds, or ``memory`` in bytes.

    Examples
    --------
    >>> from traitlets.config import Config
    >>> c = Config()
    >>> configure(c, timeout=60)
    >>> c.Autograde.exporter_class, c.Autograder.timeout
    ('autograder.grader.grading.nbgrader_steps.Exporter', 60)
    """
    said = [*_take_grading(c), *_take_pages(c)]
    c[REPLACED].sentences = list(dict.fromkeys([*c[REPLACED].get("sentences", []), *said]))
    for part, ours in EXCHANGE.items():
        if part not in c.ExchangeFactory:
            c.ExchangeFactory[part] = ours
    c.Autograder.update(options)
    _keep_logs_plain()


@cache
def _keep_logs_plain() -> None:
    """Let no text of a student's, such as the name of a file, forge a line of this process's logs.

    A record factory does it, since nbgrader's loggers share no handler that a filter could have.
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


def _take_grading(c: Config) -> Iterator[str]:
    """Put our steps in the place of nbgrader's; yield what else of a course is left out."""
    nbgraders = Autograde()
    replaced: dict[str, dict[type, str]] = {
        "sanitize_preprocessors": {preprocessors.OverwriteCells: REPAIR},
        "autograde_preprocessors": {
            ExecutePreprocessor: EXECUTE,
            preprocessors.SaveAutoGrades: RECORD,
        },
    }
    for name, ours in replaced.items():
        default = getattr(nbgraders, name)
        c.Autograde[name] = yield from _steps(c, "Autograde", name, default, ours)
    yield from _take_class(c, "Autograde", EXPORTER)


def _take_pages(c: Config) -> Iterator[str]:
    """Have pages made that are safe and hide what has to be hidden; yield what is left out."""
    name, default = "preprocessors", GenerateFeedback().preprocessors
    pages = yield from _steps(c, "GenerateFeedback", name, default, {})
    ends = [WAITING, *FEEDBACK]
    c.GenerateFeedback.preprocessors = [*(kind for kind in pages if kind not in ends), *ends]
    html = yield from _steps(c, "HTMLExporter", name, [], {})
    c.Page.preprocessors = [kind for kind in html if kind != SHOWN]
    c.HTMLExporter.preprocessors = [*c.Page.preprocessors, SHOWN]
    filters = _was(c, "HTMLExporter", "filters", {})
    for name, ours in FORMGRADER.items():
        if filters.get(name, ours) != ours:
            safe = "because the grader needs its own filter to make pages safe"
            yield f"c.HTMLExporter.filters[{name!r}] is left out, {safe}."
    c.Page.filters = {name: kind for name, kind in filters.items() if name not in FORMGRADER}
    c.HTMLExporter.filters = {**filters, **FORMGRADER}
    if c.HTMLExporter.get("sanitize_html", True) is not True:
        yield "c.HTMLExporter.sanitize_html stays True, because submissions may contain scripts."
    c.HTMLExporter.sanitize_html = True
    yield from _take_class(c, "GenerateFeedback", PAGE)


def _take_class(c: Config, section: str, ours: str) -> Iterator[str]:
    if (before := c[section].get("exporter_class", ours)) != ours:
        own = "because the grader uses its own class"
        yield f"c.{section}.exporter_class = {before!r} has no effect, {own}."
    c[section].exporter_class = ours


def _was(c: Config, section: str, name: str, default: Any) -> Any:
    value = c[section].get(name, default)
    value = value.get_value(default) if isinstance(value, LazyConfigValue) else value
    return value if isinstance(value, type(default)) else default


def _steps(
    c: Config, section: str, name: str, default: list[Any], ours: dict[type, str]
) -> Generator[str, None, list[Any]]:
    """Put our preprocessors in the place of nbgrader's in a list; yield what is left out.

    Our first one comes first if it has no place, and our last one last.
    """
    new: list[Any] = []
    for kind in _was(c, section, name, default):
        known, instead = _class_of(kind), kind
        if _is_ours(kind):
            instead = name_of(kind)
        elif issubclass(known, _PARTS):
            instead = next((our for old, our in ours.items() if issubclass(known, old)), None)
            if not known.__module__.startswith(("nbconvert.", "nbgrader.")):
                yield (
                    f"{known.__name__} in c.{section}.{name} is left out, because the grader "
                    "uses its own step there."
                )
        if instead and instead not in new:
            new.append(instead)
    first, last = [*ours.values()][:1], [*ours.values()][1:]
    missing = [our for our in first if our not in new]
    return [*missing, *new, *(our for our in last if our not in new)]


def name_of(kind: Any) -> str:
    """Return the dotted name of a class, which may be given by its name or an instance."""
    made = kind if isinstance(kind, type | str) else type(kind)
    return made if isinstance(made, str) else f"{made.__module__}.{made.__qualname__}"


def _is_ours(kind: Any) -> bool:
    return name_of(kind).startswith("autograder.")


def _class_of(kind: Any) -> type:
    """Return the class of a preprocessor; `object` for a name of ours, or one of no class."""
    if isinstance(kind, str):
        if _is_ours(kind):  # importing it takes long
            return object
        try:
            kind = import_item(kind)
        except Exception:  # nbgrader names the error when it makes the preprocessor
            return object
    return kind if isinstance(kind, type) else type(kind)


def runs_code(kinds: list[Any]) -> bool:
    """Tell whether one of some preprocessors would run a notebook in a kernel, unconfined."""
    return any(issubclass(_class_of(kind), ExecutePreprocessor) for kind in kinds)


def limit_of_nbgrader(config: Config) -> int | None:
    """Return the seconds for a cell in `c.Execute.timeout`; None if it sets no limit."""
    seconds = dict(_set(config, preprocessors.Execute)).get("timeout")
    return seconds if isinstance(seconds, int) and seconds > 0 else None


def ignored(config: Config, own_command: bool = False) -> list[str]:
    """List the options that are set and not obeyed, as sentences for the instructor."""
    refused = list[tuple[str, object, str]]()
    for part, why in WHY.items():
        traits = part.class_traits(config=True)
        for name, value in _set(config, part):
            option = f"{part.__name__}.{name}"
            if part is HTMLExporter:
                obeyed = name not in _TEMPLATES
            elif option == "Execute.timeout":
                obeyed = limit_of_nbgrader(config) is not None
            else:
                obeyed = value == traits[name].default()
            if not obeyed:
                refused.append((option, value, _WHY_NOT.get(option, why)))
    for name, value in _set(config, Autograde) if own_command else ():
        if name in _GRADE_ALONE and value:
            refused.append((f"Autograde.{name}", value, "only `nbgrader autograde` uses it"))
    says = "{} = {!r:.100} has no effect here, because {}."
    return [*config.get(REPLACED, {}).get("sentences", []), *(says.format(*r) for r in refused)]


def _set(config: Config, part: type[Configurable]) -> Iterator[tuple[str, Any]]:
    """Yield the options of a class that are set, even under the name of one of its parents."""
    for name, trait in part.class_traits(config=True).items():
        sections = [config[s] for s in part.section_names() if s in config and name in config[s]]
        if sections:
            value = sections[-1][name]
            if isinstance(value, LazyConfigValue):
                value = value.get_value(trait.default())
            elif isinstance(value, DeferredConfig):  # from the command line
                value = value.get_value(trait)
            yield name, value
