"""Plain data: values that may cross between two processes that do not trust each other."""

from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TypeAlias

Sent: TypeAlias = object
"""A serialized value: strings, numbers, booleans, None, lists and dicts."""
LARGEST_MESSAGE = 32_000_000
# Three bytes of JSON may take a hundred in memory.
MOST_ITEMS = 5_000_000
MOST_CONTAINERS = 1_000_000
# With the type of the number, so that no value arrives that NumPy could not have made.
NUMPY_NUMBERS: dict[str, type] = {
    "bool": bool,
    **{f"{sign}int{bits}": int for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": float for bits in (16, 32, 64)},
}
PATHS = {kind.__name__: kind for kind in (PurePosixPath, PureWindowsPath, type(Path()))}


class NotPlain(TypeError):
    """The error if a value cannot cross, or if a malformed one arrives."""


class TooLarge(NotPlain):
    """The error if a message is larger than the limits."""

    def __init__(self, size: int, largest: int = LARGEST_MESSAGE, of: str = "bytes") -> None:
        super().__init__(f"too large: {size:,} {of} at once, at most {largest:,} can cross")
