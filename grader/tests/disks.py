"""Real disks that are full."""

import os
import subprocess
from contextlib import contextmanager

import pytest


@contextmanager
def small(folder, size):
    """A file system of its own, for who may mount one."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder]
    if os.getuid() or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small file system cannot be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@contextmanager
def full(folder):
    """Fill a small file system."""
    with pytest.raises(OSError, match="No space"), (folder / "rest").open("wb", 0) as rest:
        while True:
            rest.write(bytes(4096))
    yield (folder / "rest").unlink
