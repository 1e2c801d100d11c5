"""The three editions of a notebook: what source must hold, and that the others follow from it."""

import re
import subprocess
import sys
from itertools import pairwise

import nbformat
import pytest

from tools.course import ASSIGNMENTS, ROOT, exercises, read, solutions

HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*)### END HIDDEN TESTS", re.S)


def files_below(folder):
    paths = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    return sorted(path for path in paths if ".ipynb_checkpoints" not in path.parts)


@pytest.fixture(scope="module")
def regenerated(course):
    """The editions as source/ gives them now; nbval executes the solutions and looks at outputs."""
    course.nbgrader("generate_solution", "*", "--Execute.enabled=False")
    return course.root


def without_outputs(text):
    notebook = nbformat.reads(text, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return nbformat.writes(notebook)


@pytest.mark.parametrize("edition", ["release", "notebooks"])
def test_regenerating_changes_nothing(regenerated, edition):
    advice = "run `make release solutions` and commit the result"
    files = files_below(ROOT / edition)
    assert files == files_below(regenerated / edition), advice
    for name in files:
        kept, new = ((root / edition / name).read_text() for root in (ROOT, regenerated))
        if edition == "notebooks":
            kept, new = without_outputs(kept), without_outputs(new)
        assert kept == new, f"{edition}/{name} is not what source/ gives: {advice}"


def test_source_holds_the_notebooks_and_nothing_that_would_be_copied_to_students():
    for folder in (ROOT / "source").iterdir():
        names = [path.name for path in folder.iterdir() if path.name != ".ipynb_checkpoints"]
        assert names == [f"{folder.name}.ipynb"]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_release_holds_no_output_no_solution_and_no_hidden_test(assignment):
    release = {cell.id: cell for cell in read("release", assignment).cells}
    source = {cell.id: cell for cell in read("source", assignment).cells}
    assert list(release) == list(source)
    for cell in release.values():
        assert not cell.get("outputs") and not cell.get("execution_count")
        assert not re.search("(BEGIN|END) (SOLUTION|HIDDEN)", cell.source)
    for name, answer in solutions(assignment).items():
        given = re.sub("(?s)### BEGIN SOLUTION.*### END SOLUTION", "", source[name].source)
        secret = set(answer.splitlines()) - {line.rstrip() for line in given.splitlines()}
        stub = "raise NotImplementedError" if source[name].cell_type == "code" else "YOUR ANSWER"
        assert stub in release[name].source
        assert not secret & set(release[name].source.splitlines())
    for name, cell in source.items():
        if name.startswith("hidden-"):
            assert release[name].source.strip() == HIDDEN.sub("", cell.source).strip()
            assert all(line.startswith("#") for line in release[name].source.splitlines())


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_solutions_are_executed_without_an_error(assignment):
    for cell in read("notebooks", assignment).cells:
        if cell.cell_type == "code":
            kinds = [output.get("name", output.output_type) for output in cell.outputs]
            assert cell.execution_count or "nbval-ignore-output" in cell.metadata.tags
            assert "error" not in kinds and "stderr" not in kinds


@pytest.mark.slow
def test_an_error_in_any_cell_of_the_solutions_is_reported(tmp_path):
    """The cells of all notebooks in one, with their tags; none gets beyond its first line."""
    notebook = read("notebooks", ASSIGNMENTS[0])
    code = [c for a in ASSIGNMENTS for c in read("notebooks", a).cells if c.cell_type == "code"]
    for number, cell in enumerate(code):
        cell.id, cell.source = f"cell-{number}", f"1/0\n{cell.source}"
    notebook.cells = code
    nbformat.write(notebook, tmp_path / "broken.ipynb")
    command = ["pytest", "--nbval", "-q", "-c", "/dev/null", "--rootdir", tmp_path, tmp_path]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert re.search(rf"^{len(code)} failed in ", done.stdout, re.M), done.stdout[-2000:]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_cells_are_named_and_marked_as_agreed(assignment):
    notebook = read("source", assignment)
    assert notebook.metadata.kernelspec.name == "python3"
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    for cell in notebook.cells:
        assert re.fullmatch("[A-Za-z0-9_-]+", cell.id), cell.id
        marks = cell.metadata.get("nbgrader")
        if marks:
            assert marks.grade_id == cell.id
            assert marks.locked is not marks.solution
            assert marks.grade is cell.id.startswith(("test-", "hidden-", "think-answer"))
            assert bool(HIDDEN.search(cell.source)) is cell.id.startswith("hidden-")
        if cell.cell_type == "code":
            assert not cell.outputs and cell.execution_count is None
            visible = HIDDEN.sub("", cell.source)
            assert len(visible.splitlines()) <= 35, cell.id


@pytest.mark.parametrize("assignment", [name for name in ASSIGNMENTS if exercises(name)])
def test_every_exercise_has_visible_and_hidden_tests_and_the_points_add_up(assignment):
    notebook = read("source", assignment)
    points = {
        cell.id: cell.metadata.nbgrader.points
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
    }
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    titles = re.findall(r"^### Exercise \d+ · .* \((\d+) points?\)$", text, re.M)
    said = [int(title) for title in titles]
    names = exercises(assignment)
    assert said == [points[f"test-{name}"] + points[f"hidden-{name}"] for name in names]
    assert sum(said) == int(re.search(r"\*\*Points\*\* \| (\d+)", text)[1])
    assert len(points) == 2 * len(said)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_form_that_readers_rely_on(assignment):
    """Title first, headings that do not skip a level, objectives that are answered."""
    cells = read("source", assignment).cells
    text = [cell.source for cell in cells if cell.cell_type == "markdown"]
    levels = [len(mark) for mark in re.findall(r"^(#+) ", "\n".join(text), re.M)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    [able] = [one for one in text if "**You will be able to**" in one]
    objectives = re.findall(r"^\d\. ", able, re.M)
    assert 3 <= len(objectives) <= 5
    assert len(re.findall(r"^\d\. ", text[-1], re.M)) == len(objectives)
    whole = "\n".join(text)
    assert whole.count("<details>") == whole.count("</details>")
    assert not re.search(r"https?://|!\[\]", whole)


def test_what_would_differ_at_every_run_is_not_kept():
    for assignment in ASSIGNMENTS:
        for cell in read("notebooks", assignment).cells:
            shown = [output.get("data", {}) for output in cell.get("outputs", [])]
            assert not any("widget-view" in kind for data in shown for kind in data), cell.id
