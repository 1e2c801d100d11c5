"""NumPy's arrays and numbers as plain data: NumPy's own format of files, without pickles.

NumPy is imported where an array is made, and nowhere else.
"""

import importlib
import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeAlias

Array: TypeAlias = Any
"""A ``numpy.ndarray``; NumPy is not imported for the type."""

LARGEST_HEADER = 10_000
VERSION = (3, 0)
"""The version of the format for all names of fields; NumPy warns where it has to choose it."""
# With the type of the number, so that no value arrives that NumPy could not have made.
NUMBERS: dict[str, type] = {
    "bool": bool,
    **{f"{sign}int{bits}": int for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": float for bits in (16, 32, 64)},
}


def is_array(value: object) -> bool:
    """Tell whether a value is an array itself; a matrix or a masked array is something else."""
    numpy = sys.modules.get("numpy")  # where it is not imported there are no arrays
    return numpy is not None and type(value) is numpy.ndarray


def is_number(kind: type) -> bool:
    """Tell whether a class is one of NumPy's numbers that can cross."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, numpy.generic) and kind.__name__ in NUMBERS


def take_apart(array: Array) -> list[Any]:
    """List what an array is made of: its file as text, or the order, the shape and the objects."""
    if array.dtype.kind == "O":
        order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
        return [order, array.shape, *array.ravel(order)]
    if array.dtype.hasobject:
        raise ValueError("objects in records")  # NumPy would warn before it refuses
    file = BytesIO()
    _format().write_array(file, array, VERSION, allow_pickle=False)
    return [file.getvalue().hex()]


def put_together(first: Any, *parts: Any) -> Array:
    """Make an array of what `take_apart` has listed, possibly forged."""
    if parts:
        shape, *items = parts
        flat = importlib.import_module("numpy").empty(len(items), object)
        for place, item in enumerate(items):
            flat[place] = item
        return flat.reshape(shape, order=first).copy(first)
    file = BytesIO(bytes.fromhex(first))
    array = _format().read_array(file, allow_pickle=False, max_header_size=LARGEST_HEADER)
    if array.size > len(first) or file.read(1):
        raise ValueError("not as many bytes as there is room for")
    _check_bools(array)
    return array


def number(name: str, value: Any) -> object:
    """Make a number of NumPy's."""
    if NUMBERS.get(name) is not type(value):
        raise ValueError(f"{name!r} is no number of NumPy's")
    kind: Callable[..., object] = getattr(importlib.import_module("numpy"), name)
    return kind(value)


def _format() -> Any:
    return importlib.import_module("numpy.lib.format")


def _check_bools(array: Array) -> None:
    """Refuse booleans that are neither 0 nor 1: different operations disagree on them."""
    for name in array.dtype.names or ():
        _check_bools(array[name])
    if array.dtype.kind == "b" and array.size and array.view("u1").max() > 1:
        raise ValueError("neither true nor false")
