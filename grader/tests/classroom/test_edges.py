"""Whose page is published, and how long a hand-in has to wait."""

import logging
import time
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.classroom import release
from autograder.classroom.exchange import HandIn
from autograder.classroom.queues import Queue
from autograder.classroom.release import ReleaseFeedback


@pytest.mark.parametrize(
    "page, handed_in, graded, published",
    [
        ("<html>made</html>", None, True, True),
        ("<html>made</html>", "<html>own</html>", True, True),
        ("<html>own</html>", "<html>own</html>", True, False),
        ("<html>made</html>", None, False, False),
        ("<html>ma", None, True, False),
    ],
)
def test_a_page_is_published_if_the_grader_has_made_it_whole(
    tmp_path, page, handed_in, graded, published
):
    for folder in ("feedback", "autograded", "published"):
        (tmp_path / folder).mkdir()
    made, notebook = tmp_path / "feedback/a.html", tmp_path / "autograded/a.ipynb"
    made.write_text(page)
    if graded:
        notebook.touch()
    if handed_in:
        notebook.with_suffix(".html").write_text(handed_in)
    to = tmp_path / "published/secret.html"
    plugin = SimpleNamespace(log=logging.getLogger(), address=lambda *_: to)
    ReleaseFeedback.publish(plugin, made, notebook)
    assert [path.read_text() for path in to.parent.iterdir()] == [page] * published


def test_a_folder_in_the_exchange_is_of_whom_the_system_names(tmp_path, monkeypatch):
    monkeypatch.setattr(release.exchange, "account", lambda uid: "ben")
    assert not release._is_own(tmp_path, "ada", True)
    assert release._is_own(tmp_path, "ben", True) and release._is_own(tmp_path, "ada", False)


def test_the_pauses_before_another_try_grow_to_ten_seconds():
    queue, pauses = Queue(), []
    when = datetime(2026, 11, 3)
    queue.add(HandIn("ada", "a", str(when), when, Path("x")))
    for _ in range(6):
        queue._rests.clear()
        queue.later(queue.next())
        pauses.append(round(queue._rests["a", "ada"] - time.monotonic()))
    assert pauses == [1, 2, 4, 8, 10, 10]
