"""Writing of the pages on a class as single HTML files; `class_report` has the data."""

from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.course.settings import Course
from autograder.pages.class_report import collect
from autograder.pages.people import Names
from autograder.pages.progress import collect_progress
from autograder.sandbox.text import command


def render(template: str, names: Names | None = None, **values: object) -> str:
    """Render a page as a single HTML file; without `names`, names are shown as they are.

    `template` is the name of a template, or the text of one.
    """
    names = names or Names()
    loader = PackageLoader("autograder.pages")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = lambda number: _shown(number, ".4g")
    environment.filters["quoted"] = command
    environment.filters["average"] = lambda number: _shown(number, ".1f")
    environment.filters |= {"who": names.link, "whos": names.join, "by_name": names.sort}
    is_text = "{" in template
    made = environment.from_string(template) if is_text else environment.get_template(template)
    return made.render(values)


def _shown(number: float | None, form: str) -> str:
    return "\u2013" if number is None else format(number, form)


def write_report(
    course: Course,
    assignment: str,
    to: Path,
    columns: dict[str, dict[str, object]] | None = None,
    pages: Sequence[str] = (),
) -> Path:
    """Write the page on an assignment, with what is added to it; return its path."""
    report = collect(course, assignment)
    report.columns, report.pages = columns or {}, [*pages]
    page = render("class_report.html", Names(course, assignment, to), report=report)
    return write(to / f"{assignment}.html", page)


def write_progress(course: Course, to: Path) -> Path:
    """Write the page on all assignments into a folder; return its path."""
    page = render("progress.html", Names(course), progress=collect_progress(course, to))
    return write(to / "index.html", page)


def write(path: Path, page: str) -> Path:
    """Write a page, and make its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8", errors="replace")
    return path
