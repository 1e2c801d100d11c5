"""Benchmarks of speed and robustness; each module is a command."""

import ctypes

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Become the subreaper of orphaned processes, so that their CPU time counts."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
