"""What tests share: courses, the order in which they run, and the gate's table at the end."""

import pytest
from hypothesis import HealthCheck, settings

from tools.course import Course

# A machine that is busy with something else has done nothing wrong.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

SLOW = {"released", "lab", "site"}
"""Fixtures that make the tests slow that ask for them."""


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    """A course in which every assignment is released. It is there to be copied."""
    course = Course(tmp_path_factory.mktemp("released"))
    course.nbgrader("generate_assignment", "*")
    return course


@pytest.fixture(scope="module")
def course(released, tmp_path_factory):
    """A course for the tests of one module, in which every assignment is released."""
    return released.copy(tmp_path_factory.mktemp("course"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Keep together what shares a fixture or a kernel; begin with what takes long."""
    for item in items:
        if item.path.suffix == ".ipynb" or not SLOW.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("slow")
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter):
    """Print the gate's table, if the gate has run."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    rows = [
        value
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == "gate"
    ]
    if rows:
        # Imported here: only who runs the gate needs what it imports.
        from tools.gate import on_screen

        terminalreporter.write(f"\n{on_screen(rows)}")
