"""What tests share: courses, the order in which they run, and the gate's table at the end."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

# A machine that is busy with something else has done nothing wrong.
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,  # `make fuzz` looks for what nobody has seen
)
settings.load_profile("patient")

SLOW = {"released", "lab", "site"}
"""Fixtures that make the tests slow that ask for them."""
NIGHTLY = {
    "test_access", "test_lite", "test_play",  # a browser, for minutes
    "test_diagnosis", "test_pairs", "test_causes", "test_same_scores", "test_term",  # classes
    "test_demo", "test_dist",
    "test_optimal", "test_candidates_only",  # long searches
}  # fmt: skip
"""Files whose slow tests run at night, by `make nightly`."""
LATE = {"test_finale"}
"""Files whose slow tests `make slow` runs, as it does those of the library and of the browser."""


@pytest.fixture(scope="session")
def of_run(tmp_path_factory):
    """The folder that the processes of a run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def released(of_run):
    """A course in which every assignment is released. It is there to be copied."""
    # Imported here: nbgrader takes a second, which tests of a game need not wait for.
    from tools.course import Course, made_once

    def make(root):
        course = Course(root)
        course.nbgrader("generate_assignment", "*")
        return course

    return made_once(make, of_run / "released")


@pytest.fixture(scope="module")
def course(released, tmp_path_factory):
    """A course for the tests of one module, in which every assignment is released."""
    return released.copy(tmp_path_factory.mktemp("course"))


class Together(LoadScopeScheduling):
    """What shares fixtures or a kernel runs in one process: a file, or of the gate an exercise.

    pytest-xdist's own groups (3.8) are lost on pytest 9: it no longer reads `Item._nodeid`.
    """

    def _split_scope(self, nodeid):
        file, _, test = nodeid.partition("::")
        return test.partition("[")[2] if file.endswith("test_gate.py") else file


def pytest_configure(config):
    """Give each process a folder for its temporary files, and so its own locks.

    Courses with the same source, which a test copies, would wait for each other's runs.
    """
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        own = Path(tempfile.gettempdir(), f"tests-of-autograder-{os.getuid()}", worker)
        own.mkdir(parents=True, exist_ok=True)
        os.environ["TMPDIR"], tempfile.tempdir = str(own), None


def pytest_xdist_auto_num_workers(config):
    """Have more processes than cores: tests mostly wait, for kernels, browsers and servers."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_xdist_make_scheduler(config, log):
    """Have several processes share the tests."""
    return Together(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is slow by what it asks for, and begin with it."""
    for item in items:
        if item.path.suffix == ".ipynb" or not SLOW.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
        folder, slow = item.path.parent.name, item.get_closest_marker("slow")
        if slow and item.path.stem in NIGHTLY:
            item.add_marker("nightly")
        if folder == "browser" or (slow and (folder == "mastermind" or item.path.stem in LATE)):
            item.add_marker("late")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter):
    """Print the gate's table, if the gate has run."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    rows = [
        value
        for report in reports
        if getattr(report, "when", "") == "call"  # the teardown's report has them once more
        for name, value in report.user_properties
        if name == "gate"
    ]
    if rows:
        # Imported here: only who runs the gate needs what it imports.
        from tools.gate import on_screen

        terminalreporter.write(f"\n{on_screen(rows)}")
