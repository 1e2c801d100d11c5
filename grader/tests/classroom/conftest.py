"""A class with accounts of this machine."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from tests.sample import ASSIGNMENT

if sys.platform != "win32" and os.geteuid() == 0:  # only root can act for students' accounts
    from tests.simulated import Classroom, accounts


@pytest.fixture(scope="module")
def room(released):
    """A class of six; a module that takes it is skipped where only root could make it."""
    if len(accounts(6)) < 6:
        pytest.skip("there are no six accounts besides root")
    root = Path(tempfile.mkdtemp(prefix="classroom-"))
    yield Classroom(root, released, ASSIGNMENT)
    shutil.rmtree(root)
