"""The site: what `make site` puts together. It is looked at in `tests/browser/test_access.py`."""

from importlib.util import module_from_spec, spec_from_file_location

import pytest

from tools.course import ASSIGNMENTS, ROOT, read


def load(edition):
    spec = spec_from_file_location(edition, ROOT / "editions" / edition / "build.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def build():
    return load("site")


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_an_outline_has_all_that_the_start_page_draws_and_no_code(name):
    notebook = read("release", name)
    cells = load("lab").outline(ROOT / "release" / name / f"{name}.ipynb")["cells"]
    assert len(cells) == len(notebook.cells)
    for cell, kept in zip(notebook.cells, cells, strict=True):
        if cell.cell_type == "code":
            assert kept["source"] == ("" if cell.id.startswith("hidden-") else "code")
        else:
            headings = [line for line in cell.source.splitlines() if line.startswith("#")]
            assert [line for line in kept["source"].splitlines() if line[:1] == "#"] == headings
        assert kept["metadata"]["nbgrader"] == cell.metadata.get("nbgrader", {})
    assert cells[0]["source"] == notebook.cells[0].source


def test_every_document_but_the_answers_is_on_the_site(build):
    documents = build.documents()
    left_out = {path.stem for path in ROOT.glob("docs/*.md")} - {*documents}
    assert left_out == {"teaching"} and "mistakes/03-feedback" in documents
    assert not [name for name in documents if name.startswith(("teaching", "quiz"))]
    assert len(set(documents)) == len(documents)


def test_a_link_that_leads_nowhere_is_found(build, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="docs/a.html#there">1</a><a href="docs/a.html#gone">2</a><a href="b.html">3</a>'
        '<a href="https://example.org/c.html">4</a><a href="#">5</a><a href="course/x.html">6</a>'
    )
    (tmp_path / "docs" / "a.html").write_text('<p id="there"><img src="../no.png"></p>')
    assert sorted(build.broken_links(tmp_path)) == [
        "docs/a.html: ../no.png", "index.html: b.html", "index.html: docs/a.html#gone",
    ]  # fmt: skip
