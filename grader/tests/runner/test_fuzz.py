"""Whatever is handed in, and whatever the two processes say to each other, harms nobody else.

A fixed number of cases; ``make fuzz`` has Hypothesis try a hundred times as many.
"""

import json
import os
import socket
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbformat import NotebookNode

from autograder.grader.assignment.pipeline import Assignment
from autograder.grader.assignment.repair import is_test
from autograder.grader.course.submission import LARGEST_FILES, MOST_FILES, SubmissionError, read
from autograder.grader.pages.passive_html import is_hard_to_read
from autograder.grader.pages.preprocessors import Quiet
from autograder.runner.examination import passive
from autograder.runner.messages import FROM_STUDENT, TO_STUDENT
from autograder.runner.processes.shell import size_of
from autograder.runner.proxies.arguments import Borrowed
from autograder.runner.wire import values
from autograder.runner.wire.channel import Channel, NotPlain, pack
from autograder.runner.wire.values import decode, decode_class
from tests.sample import ASSIGNMENT
from tests.sample import read as read_edition

pytestmark = pytest.mark.slow
CASES = int(os.environ.get("FUZZ_CASES", "150"))
fuzzed = settings(
    max_examples=CASES,
    derandomize="FUZZ_CASES" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
TEXT = st.text(st.characters(exclude_categories=[]), max_size=30)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXT
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)
)
TAGS = [*values._BY_TAG, "type", "lent", "mine", "yours"]
SENT = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(TAGS), inner, min_size=1, max_size=2)
    ),
)


@cache
def assignment():
    return Assignment(ASSIGNMENT, {ASSIGNMENT: read_edition("source", ASSIGNMENT)})


def grade_nothing_but_rebuild(path):
    """All that happens to a notebook before it is run; what cannot be graded says so."""
    try:
        submission = read(path.parent, "ada", [ASSIGNMENT], [])
    except SubmissionError:
        return
    assert len(submission.paths) <= MOST_FILES
    assert sum(map(len, submission.files.values())) <= LARGEST_FILES
    for notebook in submission.notebooks.values():
        rebuilt, remarks = assignment().rebuild(ASSIGNMENT, notebook)
        job = assignment().job(ASSIGNMENT, rebuilt, submission.files)
        tests = [step.text for step in job.steps if step.test and step.place >= 0]
        assert sorted(tests) == sorted(c.source for c in read_source().cells if is_test(c))
        assert pack(job.steps) and len(remarks) < 200


@cache
def read_source():
    return read_edition("source", ASSIGNMENT)


def in_a_file(data):
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{ASSIGNMENT}.ipynb")
        path.write_bytes(data)
        grade_nothing_but_rebuild(path)


@fuzzed
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_graded_or_refused(data):
    in_a_file(data)


@st.composite
def mutated(draw):
    """A real notebook with cells dropped, doubled, cut, moved, and their parts replaced."""
    notebook = deepcopy(dict(read_edition("release", ASSIGNMENT)))
    cells = notebook["cells"]
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(cells) - 1)) if cells else 0
        match draw(st.sampled_from(["drop", "double", "move", "cut", "replace", "top", "version"])):
            case "drop" if cells:
                del cells[place]
            case "double" if cells:
                cells.insert(draw(st.integers(0, len(cells))), deepcopy(cells[place]))
            case "move" if cells:
                cells.insert(draw(st.integers(0, len(cells) - 1)), cells.pop(place))
            case "cut" if cells and isinstance(cells[place], dict):
                cells[place]["source"] = str(cells[place].get("source"))[
                    : draw(st.integers(0, 300))
                ]
            case "replace" if cells and isinstance(cells[place], dict):
                names = ["cell_type", "source", "metadata", "id", "outputs", "attachments"]
                cells[place][draw(st.sampled_from(names))] = draw(JSON)
            case "top":
                notebook[draw(st.sampled_from(["metadata", "nbformat_minor"]))] = draw(JSON)
            case "version":
                notebook["nbformat"] = draw(st.integers(0, 5))
            case _:
                cells.append(draw(JSON))
    if draw(st.booleans()):
        return {"nbformat": 3, "worksheets": [{"cells": cells}]}
    return notebook


@fuzzed
@given(mutated())
def test_any_notebook_is_graded_by_the_tests_of_the_source_or_refused(notebook):
    in_a_file(json.dumps(notebook).encode())


@fuzzed
@given(st.lists(st.tuples(st.binary(min_size=1, max_size=9), st.integers(0, 3)), max_size=12))
def test_any_files_beside_it_are_read_or_named(files):
    with TemporaryDirectory() as folder:
        root = os.fsencode(folder)
        release = json.dumps(read_edition("release", ASSIGNMENT)).encode()
        Path(folder, f"{ASSIGNMENT}.ipynb").write_bytes(release)
        for name, kind in files:
            name = name.replace(b"\0", b"0").replace(b"/", b"_")
            path = os.path.join(root, b"x" + name)
            if os.path.lexists(path):
                continue
            if kind == 0:
                os.mkfifo(path)
            elif kind == 1:
                os.symlink(b"/etc", path)
            elif kind == 2:
                os.mkdir(path)
            else:
                with open(path, "wb") as file:
                    file.write(name)
        submission = read(Path(folder), "ada", [ASSIGNMENT], [])
        pack(submission.files)
        assert all(remark.isprintable() for remark in submission.remarks)
        grade_nothing_but_rebuild(Path(folder, f"{ASSIGNMENT}.ipynb"))


@fuzzed
@given(SENT)
def test_whatever_is_sent_is_plain_data_or_refused(sent):
    for other in (decode_class, Borrowed()._known):
        with suppress(NotPlain):
            decode(sent, other)


@fuzzed
@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()), st.booleans())
def test_whatever_comes_over_a_channel_is_a_message_or_its_end(data, framed):
    for decoder in (FROM_STUDENT, TO_STUDENT):
        ours, theirs = socket.socketpair()
        channel = Channel(ours, decoder)
        with theirs:
            theirs.sendall((len(data).to_bytes(4, "big") if framed else b"") + data)
        with suppress(EOFError):
            channel.receive()
        channel.close()


OUTPUT = st.fixed_dictionaries(
    {"output_type": st.sampled_from(["stream", "display_data", "execute_result", "error"])},
    optional={
        "name": st.sampled_from(["stdout", "stderr"]),
        "text": TEXT.map(lambda text: text * 5000),
        "data": st.dictionaries(st.sampled_from(["text/plain", "text/html", "x/y"]), TEXT),
        "ename": TEXT,
        "evalue": TEXT,
        "traceback": st.lists(TEXT),
    },
)


@fuzzed
@given(st.lists(OUTPUT, max_size=20))
def test_outputs_that_arrive_are_passive_and_small(outputs):
    try:
        shown = passive(outputs)
    except ValueError:
        return
    assert sum(map(size_of, shown)) < 10_000_000


PICTURE = "data:image/png;base64,AAAA"


@fuzzed
@given(
    st.lists(
        st.sampled_from(
            [
                *["<b>", "</b>", "<p>", "<a href=x>", "<a href='java\tscript:run()'>", "<table>"],
                *["<td>", "&", "<", "x ", "<!--", "<script>", "</script>", "<svg onload=run()>"],
                *["<math>", "<img src=//elsewhere onerror=run()>", "<style>", "'>"],
                *["<form action=//elsewhere>", f"<img src='{PICTURE}'>"],
                "<img src='data:image/svg+xml,<svg onload=run()>'>",
            ]
        )
    )
)
def test_html_on_a_page_is_passive(parts):
    output = NotebookNode(
        output_type="display_data", metadata={}, data={"text/html": "".join(parts) * 20}
    )
    cell = NotebookNode(cell_type="code", source="", metadata={}, outputs=[output])
    shown = Quiet().preprocess_cell(cell, {}, 0)[0].outputs[0].data["text/html"]
    assert "<!--" not in shown or is_hard_to_read("".join(parts) * 20)
    for tag in BeautifulSoup(shown, "html.parser").find_all(True):
        assert tag.name not in {"script", "svg", "style", "form", "iframe", "math"}
        assert not [name for name in tag.attrs if name.startswith("on")]
        assert tag.attrs.get("src", PICTURE) == PICTURE
        assert not tag.attrs.get("href", "").lower().startswith(("java", "data", "vbscript"))
