"""NumPy's arrays as plain data: their dtype, their shape, and their bytes.

NumPy is imported where an array is made, and nowhere else.
"""

import importlib
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

Sent: TypeAlias = object
Array: TypeAlias = Any
"""A ``numpy.ndarray``; NumPy is not imported for the type."""

MOST_DIMENSIONS = 32


def is_array(value: object) -> bool:
    """Tell whether a value is an array itself; a matrix or a masked array is something else.

    Examples
    --------
    >>> is_array([1, 2])
    False
    """
    numpy = sys.modules.get("numpy")  # where it is not imported there are no arrays
    return numpy is not None and type(value) is numpy.ndarray


def take_apart(array: Array, encode: Callable[[object], Sent]) -> list[Sent]:
    """Serialize an array.

    Examples
    --------
    >>> import numpy
    >>> take_apart(numpy.array([[1, 2]], "int8"), repr)
    ['|i1', [1, 2], 'C', '0102']
    >>> take_apart(numpy.array(["R", None], object), repr)
    ['|O', [2], 'C', ["'R'", 'None']]
    """
    order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
    kind, shape = _to_sent(array.dtype), [*array.shape]
    if kind == "|O":
        return [kind, shape, order, [encode(item) for item in array.ravel(order)]]
    if array.dtype.hasobject:
        raise TypeError("objects in records")
    return [kind, shape, order, array.tobytes(order).hex()]


def put_together(
    sent: list[Sent], decode: Callable[[Sent], object], hold: Callable[[object], None] | None
) -> Array:
    """Deserialize an array from the list that `take_apart` returned, possibly forged.

    Examples
    --------
    >>> import numpy
    >>> table = numpy.array([[1.5, 2], [3, 4]], order="F")
    >>> again = put_together(take_apart(table, repr), eval, None)
    >>> again.tolist(), again.flags.f_contiguous
    ([[1.5, 2.0], [3.0, 4.0]], True)
    """
    numpy = importlib.import_module("numpy")
    kind, shape, order, contents = sent
    if not isinstance(shape, list) or order not in ("C", "F") or len(shape) > MOST_DIMENSIONS:
        raise ValueError("no shape")
    if any(type(length) is not int or length < 0 for length in shape):
        raise ValueError("no length")
    dtype = numpy.dtype(_from_sent(kind))
    if dtype.kind == "O":
        if not isinstance(contents, list) or len(contents) != numpy.prod(shape, dtype=object):
            raise ValueError("not as many objects as there is room for")
        array = numpy.empty(shape, object, order)
        if hold:
            hold(array)
        flat = numpy.empty(len(contents), object)
        for place, item in enumerate(contents):
            flat[place] = decode(item)
        array[...] = flat.reshape(shape, order=order)
        return array
    if dtype.hasobject or (dtype.itemsize == 0 and numpy.prod(shape, dtype=object)):
        raise ValueError("no type of an array")
    data = bytearray.fromhex(contents)  # type: ignore[arg-type]  # a TypeError if it is none
    if len(data) != numpy.prod(shape, dtype=object) * dtype.itemsize:
        raise ValueError("not as many bytes as there is room for")
    array = numpy.ndarray(shape, dtype, data, order=order)
    _check_bools(array)
    if hold:
        hold(array)
    return array


def _to_sent(dtype: Any) -> Sent:
    if dtype.names is None:
        return dtype.str if dtype.subdtype is None else [_to_sent(dtype.base), [*dtype.shape]]
    if any(len(field) > 2 for field in dtype.fields.values()):
        raise TypeError("titles of fields")
    offsets = [dtype.fields[name][1] for name in dtype.names]
    kinds = [_to_sent(dtype.fields[name][0]) for name in dtype.names]
    return {"names": [*dtype.names], "kinds": kinds, "at": offsets, "size": dtype.itemsize}


def _from_sent(sent: Any) -> Any:
    numpy = importlib.import_module("numpy")
    if isinstance(sent, str):
        return numpy.dtype(sent)
    if isinstance(sent, list):
        base, shape = sent
        return numpy.dtype((_from_sent(base), tuple(shape)))
    kinds = [_from_sent(kind) for kind in sent["kinds"]]
    return numpy.dtype(
        {
            "names": sent["names"],
            "formats": kinds,
            "offsets": sent["at"],
            "itemsize": sent["size"],
        }
    )


def _check_bools(array: Array) -> None:
    """Refuse booleans that are neither 0 nor 1: different operations disagree on them."""
    if array.dtype.names:
        for name in array.dtype.names:
            _check_bools(array[name])
    elif array.dtype.kind == "b" and array.size and array.view("u1").max() > 1:
        raise ValueError("neither true nor false")
