"""What the tests share."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A machine that is busy with something else has done nothing wrong.
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
settings.load_profile("patient")


LONG = ["test_attacks", "test_teaching", "test_alone", "test_accidents", "test_grade", "test_watch"]
LONG += ["test_against_stock", "test_one_pipeline", "test_calibration", "test_cluster"]
"""Files that take long, the longest first: they begin, so that none is alone at the end."""


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    """A course in which every assignment is released. It is there to be copied."""
    from tests.sample import Course
    from tests.throwaway import made_once

    def make(root):
        course = Course(root)
        course.nbgrader("generate_assignment", "*")
        return course

    return made_once(make, shared_folder(tmp_path_factory) / "released")


def shared_folder(tmp_path_factory):
    """The folder of this run; with several processes, the one that they share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="module")
def course(released, tmp_path_factory):
    """A course for the tests of one module, in which every assignment is released."""
    return released.copy(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    """The course of one exercise, released. Tests work in copies of it.

    A module that defines `small` anew, by what is here, has its tests begin there.
    """
    from tests.small import make_small
    from tests.throwaway import made_once

    return made_once(make_small, shared_folder(tmp_path_factory) / "small")


@pytest.fixture(scope="session")
def new_gradebook(tmp_path_factory):
    """A gradebook without anybody. It is copied, because to make one starts a process."""
    from nbgrader.api import Gradebook

    path = tmp_path_factory.mktemp("new") / "gradebook.db"
    Gradebook(f"sqlite:///{path}").close()
    return path


def pytest_configure(config):
    """Give each process a folder for its temporary files, and so its own locks.

    Courses with the same source, which a test copies, would wait for each other's runs.
    """
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        own = Path(tempfile.gettempdir(), f"tests-of-autograder-{os.getuid()}", worker)
        own.mkdir(parents=True, exist_ok=True)
        os.environ["TMPDIR"], tempfile.tempdir = str(own), None


def pytest_xdist_auto_num_workers(config):
    """Have more processes than cores: slow tests mostly wait, for kernels and servers.

    Each process imports all tests, which takes longer than the quick ones of many files.
    """
    quick = config.option.markexpr.startswith("not slow")
    return (os.cpu_count() or 1) * (3 if quick else 4) // 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what is slow by what it asks for, and begin with what is long."""
    for item in items:
        if "released" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    place = {name: number for number, name in enumerate(LONG)}
    items.sort(
        key=lambda item: (
            item.get_closest_marker("slow") is None,
            place.get(item.path.stem, len(LONG)),
        )
    )
