"""nbgrader's options: what takes the place of its parts here, and which options have no effect."""

from collections.abc import Iterator
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbconvert.preprocessors import ClearMetadataPreprocessor, ExecutePreprocessor
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    Execute,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from traitlets.config import Config, Configurable
from traitlets.config.loader import DeferredConfig, LazyConfigValue
from traitlets.utils.importstring import import_item

from autograder.course.configuring import (
    EXECUTE,
    EXPORTER,
    FEEDBACK,
    FORMGRADER,
    PAGE,
    RECORD,
    REPAIR,
    SHOWN,
    WAITING,
)

REPLACED = "ReplacedByAutograder"
"""The section of the configuration in which `configure` leaves sentences for `ignored`."""
_NO_KERNEL = "students' cells run without a kernel"
_REBUILT = "each hand-in is rebuilt from the source"
_WHY: dict[type[Configurable], str] = {
    Execute: _NO_KERNEL,
    SaveAutoGrades: "the grader writes the points itself",
    OverwriteCells: _REBUILT,
    OverwriteKernelspec: _REBUILT,
    DeduplicateIds: _REBUILT,
    CheckCellMetadata: _REBUILT,
    ClearOutput: "outputs that were handed in are never graded",
    ClearMetadataPreprocessor: "graded notebooks carry the grader's own metadata",
    HTMLExporter: "feedback pages have a template of their own; c.Page can set another",
}
"""nbgrader's parts that are replaced, and why an option of theirs may have no effect."""
_PARTS: tuple[type, ...] = (
    ExecutePreprocessor,
    AssignLatePenalties,
    *(part for part in _WHY if part is not HTMLExporter),
)
_OBEYED: dict[type[Configurable], dict[str, tuple[object, ...]]] = {
    Execute: {
        "allow_error_names": ([],),
        "enabled": (True,),
        "execute_retries": (0,),
        "extra_arguments": ([],),
        "force_raise_errors": (False,),
        "interrupt_on_timeout": (True,),
        "kernel_name": ("", "python", "python3"),
        "record_timing": (False,),
        "skip_cells_with_tag": ("skip-execution",),
        "store_widget_state": (False,),
    },
    OverwriteCells: {"enabled": (True,), "add_missing_cells": (True,)},
    ClearMetadataPreprocessor: {"enabled": (False,)},
}
"""The values that agree with what happens here; of other parts only `enabled` does."""
_WHY_NOT: dict[tuple[type[Configurable], str], str] = {
    (Execute, "enabled"): "a student can forge the outputs of a hand-in (--no-execute)",
    (Execute, "timeout"): "a cell always has a limit, which c.Autograder.timeout sets",
}
_TEMPLATES = ("template_name", "template_file", "extra_template_basedirs", "template_paths")
_GRADE_ALONE = ("force", "post_convert_hook", "pre_convert_hook")
"""Options of `Autograde` that are the affair of nbgrader's own command."""


def take_over(c: Config) -> None:
    """Put this grader's parts in the place of nbgrader's, and keep what else a course has set."""
    sections = ("Autograde", EXPORTER), ("GenerateFeedback", PAGE)
    said = [
        f"c.{section}.exporter_class = {before!r} has no effect, because the grader has its own."
        for section, ours in sections
        if (before := c[section].get("exporter_class", ours)) != ours
    ]

    def steps(section: str, name: str, default: list[Any], ours: dict[type, str]) -> list[Any]:
        new, dropped = _in_place(_was(c, section, name, default), ours)
        said.extend(
            f"{kind} in c.{section}.{name} is left out, because the grader has a step of its own "
            "in that place."
            for kind in dropped
        )
        return new

    for section, ours in sections:
        c[section].exporter_class = ours
    nbgraders = Autograde()
    c.Autograde.sanitize_preprocessors = steps(
        "Autograde",
        "sanitize_preprocessors",
        nbgraders.sanitize_preprocessors,
        {OverwriteCells: REPAIR},
    )
    c.Autograde.autograde_preprocessors = steps(
        "Autograde",
        "autograde_preprocessors",
        nbgraders.autograde_preprocessors,
        {ExecutePreprocessor: EXECUTE, SaveAutoGrades: RECORD},
    )
    pages = steps("GenerateFeedback", "preprocessors", GenerateFeedback().preprocessors, {})
    ends = [WAITING, *FEEDBACK]
    c.GenerateFeedback.preprocessors = [*(kind for kind in pages if kind not in ends), *ends]
    html = steps("HTMLExporter", "preprocessors", [], {})
    c.Page.preprocessors = [kind for kind in html if kind not in SHOWN]
    c.HTMLExporter.preprocessors = [*c.Page.preprocessors, *SHOWN]
    filters = _was(c, "HTMLExporter", "filters", {})
    said += [
        f"c.HTMLExporter.filters[{name!r}] is left out, because the grader's own makes pages safe."
        for name, ours in FORMGRADER.items()
        if filters.get(name, ours) != ours
    ]
    c.Page.filters = {name: kind for name, kind in filters.items() if name not in FORMGRADER}
    c.HTMLExporter.filters = {**filters, **FORMGRADER}
    if c.HTMLExporter.get("sanitize_html", True) is not True:
        said.append("c.HTMLExporter.sanitize_html stays True, because hand-ins may have scripts.")
    c.HTMLExporter.sanitize_html = True
    c[REPLACED].sentences = list(dict.fromkeys([*c[REPLACED].get("sentences", []), *said]))


def _was(c: Config, section: str, name: str, default: Any) -> Any:
    """Return what a settings file has set so far, or added to a default."""
    value = c[section].get(name, default)
    value = value.get_value(default) if isinstance(value, LazyConfigValue) else value
    return value if isinstance(value, type(default)) else default


def _in_place(kinds: list[Any], ours: dict[type, str]) -> tuple[list[Any], list[str]]:
    """Put our preprocessors in the place of nbgrader's in a list of them.

    Return the new list, and the names of an instructor's own classes that are not in it. Our
    first one comes first if it has no place, and our last one last.
    """
    new: list[Any] = []
    dropped: list[str] = []
    for kind in kinds:
        known = _class_of(kind)
        instead = next((name for old, name in ours.items() if issubclass(known, old)), None)
        if _is_ours(kind) and not isinstance(kind, str):
            kind = f"{known.__module__}.{known.__qualname__}"
        if issubclass(known, _PARTS):
            own = not known.__module__.startswith(("nbconvert.", "nbgrader."))
            dropped += [known.__name__] * own
        else:
            instead = kind
        if instead and instead not in new:
            new.append(instead)
    wanted = [*ours.values()]
    missing = [name for name in wanted if name not in new]
    new[:0] = [name for name in missing if name == wanted[0]]
    return [*new, *(name for name in missing if name != wanted[0])], dropped


def _is_ours(kind: Any) -> bool:
    name = kind if isinstance(kind, str) else getattr(kind, "__module__", "")
    return bool(name.startswith("autograder."))


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
    seconds = dict(_set(config, Execute)).get("timeout")
    return seconds if isinstance(seconds, int) and seconds > 0 else None


def ignored(config: Config, own_command: bool = False) -> list[str]:
    """List the options that are set and not obeyed, as sentences for the instructor."""
    found = list(config.get(REPLACED, {}).get("sentences", []))
    for part, why in _WHY.items():
        for name, value in _set(config, part):
            if not _is_obeyed(part, name, value):
                because = _WHY_NOT.get((part, name), why)
                found.append(_sentence(part, name, value, because))
    if own_command:
        why = "only `nbgrader autograde` obeys it"
        options = _set(config, Autograde)
        found += [_sentence(Autograde, *o, why) for o in options if o[0] in _GRADE_ALONE and o[1]]
    return found


def _sentence(part: type, name: str, value: object, why: str) -> str:
    return f"{part.__name__}.{name} = {value!r:.100} has no effect here, because {why}."


def _is_obeyed(part: type[Configurable], name: str, value: Any) -> bool:
    if part is HTMLExporter:
        return name not in _TEMPLATES
    if part is Execute and name == "timeout":
        return isinstance(value, int) and value > 0
    return value in _OBEYED.get(part, {"enabled": (True,)}).get(name, ())


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
