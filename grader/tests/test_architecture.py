"""The rooms, who may import whom, and the places that the documents name."""

import ast
import re
from pathlib import Path

import pytest

GRADER = Path(__file__).parents[1]
PACKAGE = GRADER / "autograder"
FLOORS = [
    {"sandbox"},
    {"workers", "diagnosis"},
    {"course"},
    {"assignment", "gradebook"},
    {"grading"},
    {"pages"},
    {"exchange"},
    {"commands"},
    {"extras"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
COURSE = {"mastermind", "markposition", "bank", "tools", "benchmarks"}
PAGE = (GRADER / "docs" / "architecture.md").read_text()
WHERE = PAGE.partition("## Where do I change ...?")[2]


def files():
    return sorted(PACKAGE.rglob("*.py"))


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(name):
    """The room of a module's dotted name, if it is one of ours."""
    parts = name.split(".")
    return parts[1] if parts[0] == "autograder" and len(parts) > 1 and parts[1] in FLOOR else None


def test_at_most_twelve_names_at_the_top():
    names = {path.name for path in PACKAGE.iterdir()} - {"__pycache__", "py.typed"}
    assert len(names) <= 15
    assert {name for name in names if not name.endswith(".py")} == set(FLOOR)


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path):
    own = path.relative_to(PACKAGE).parts[0]
    if own in FLOOR:
        for name in imported(path):
            other = room(name)
            assert other in (None, own) or FLOOR[other] < FLOOR[own], name


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_of_the_course_is_imported_or_named(path):
    assert not {name.partition(".")[0] for name in imported(path)} & COURSE
    text = path.read_text().replace("mastermind-grader", "")
    assert not re.search(r"mastermind|markposition", text, re.IGNORECASE)


def test_no_module_is_long():
    assert {path.name for path in files() if len(path.read_text().splitlines()) > 510} == set()


@pytest.mark.parametrize("place", re.findall(r"`((?:[a-z_]+/)+[a-z_]*(?:\.py)?)`", PAGE))
def test_places_that_the_page_names_are_there(place):
    assert (
        (PACKAGE / place).exists()
        or (PACKAGE / "sandbox" / place).exists()
        or (GRADER / place).exists()
    )


def test_the_page_answers_the_questions_of_who_comes_new():
    assert WHERE.count("\n| ") >= 9


@pytest.mark.parametrize("name", re.findall(r"`([a-z_]+\.[a-z_.]+[A-Za-z_]+)`", PAGE))
def test_names_that_the_page_gives_are_there(name):
    *path, last = name.split(".")
    if path[0] not in FLOOR:
        return
    module = PACKAGE.joinpath(*path)
    there = module.with_suffix(".py")
    assert (module / last).exists() or (module / f"{last}.py").exists() or last in there.read_text()
