"""The rooms, who may import whom, and the places that the documents name."""

import ast
import re
from pathlib import Path

import pytest

GRADER = Path(__file__).parents[1]
PACKAGE = GRADER / "autograder"
FLOORS = [
    {"runner"},
    {"grader/diagnosis"},
    {"grader/course"},
    {"grader/assignment", "grader/gradebook"},
    {"grader/grading"},
    {"grader/pages"},
    {"classroom"},
    {"commands"},
    {"extras"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
BASES = (PACKAGE, PACKAGE / "runner", PACKAGE / "grader")
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
    path = name.replace(".", "/").removeprefix("autograder/")
    return next((room for room in FLOOR if f"{path}/".startswith(f"{room}/")), None)


def test_at_most_twelve_names_at_the_top():
    names = {path.name for path in PACKAGE.iterdir()} - {"__pycache__", "py.typed"}
    assert len(names) <= 12
    layers = {room.partition("/")[0] for room in FLOOR}
    assert {name for name in names if not name.endswith(".py")} == layers


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path):
    own = room(str(path.relative_to(PACKAGE)))
    if own:
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
    assert any((base / place).exists() for base in (GRADER, *BASES))


def test_the_page_answers_the_questions_of_who_comes_new():
    assert WHERE.count("\n| ") >= 9


@pytest.mark.parametrize("name", re.findall(r"`([a-z_]+\.[a-z_.]+[A-Za-z_]+)`", PAGE))
def test_names_that_the_page_gives_are_there(name):
    *path, last = name.split(".")
    module = next((base for base in BASES if (base / path[0]).is_dir()), None)
    if module is None:
        return
    module = module.joinpath(*path)
    there = module.with_suffix(".py")
    assert (module / last).exists() or (module / f"{last}.py").exists() or last in there.read_text()


def test_each_mutant_changes_todays_code():
    from benchmarks.mutants import MUTANTS

    for module, faults in MUTANTS.items():
        text = (PACKAGE / module).read_text()
        assert [old for old, _, _ in faults if old not in text] == [], module
