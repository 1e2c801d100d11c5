"""Types of other packages on the wire: NumPy's, and the entry points of ``autograder.codecs``.

The entry points are imported with this module, because behind the walls it would be too late.
NumPy is imported where an array is made, and nowhere else.
"""

import importlib
import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeAlias

from autograder import hooks
from autograder.runner.wire.channel import NotPlain

Array: TypeAlias = Any  # a ``numpy.ndarray``; NumPy is not imported for the type
LARGEST_HEADER = 10_000
VERSION = (3, 0)
"""The version of NumPy's format for all names of fields; NumPy warns where it has to choose it."""
# With the type of the number, so that no value arrives that NumPy could not have made.
NUMBERS: dict[str, type] = {
    "bool": bool,
    **{f"{sign}int{bits}": int for sign in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"float{bits}": float for bits in (16, 32, 64)},
}


class Codec:
    """A type whose objects can be sent between the student's process and the examiner's.

    An entry point of ``autograder.codecs`` is an instance. Its name is the tag in messages.
    It is called in both processes. A module with a codec is imported before any notebook runs, so
    it should not import a large library at its top.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> from autograder import Codec
    >>> class Zone(Codec):
    ...     def knows(self, kind):
    ...         return kind is ZoneInfo
    ...     def write(self, value, encode):
    ...         return [value.key]
    ...     def read(self, sent, decode):
    ...         return ZoneInfo(*sent)
    >>> Zone().read(Zone().write(ZoneInfo("UTC"), None), None)
    zoneinfo.ZoneInfo(key='UTC')
    """

    def knows(self, kind: type) -> bool:
        """Tell whether objects of a class can be sent.

        Parameters
        ----------
        kind : type
            The class. Compare by identity, because a student's class may lie.

        Returns
        -------
        bool
            True for the classes that this codec handles.
        """
        raise NotImplementedError

    def write(self, value: Any, encode: Callable[[object], object]) -> list[Any]:
        """Serialize an object. Any error means that the object cannot be sent.

        Parameters
        ----------
        value : object
            The object.
        encode : callable
            Serializes the plain data that the object consists of.

        Returns
        -------
        list
            The input of `read`: strings, small numbers, lists, and whatever `encode` returns.
        """
        raise NotImplementedError

    def read(self, sent: list[Any], decode: Callable[[Any], Any]) -> object:
        """Make an object. Any error means that the received data is refused.

        Parameters
        ----------
        sent : list
            What `write` returned, or anything that a student's process forged.
        decode : callable
            Deserializes what `encode` returned.

        Returns
        -------
        object
            The object.
        """
        raise NotImplementedError

    def changes(self, kind: type) -> bool:
        """Tell whether objects of a class that `knows` can be changed in place.

        Parameters
        ----------
        kind : type
            The class.

        Returns
        -------
        bool
            True if they can. Then `replace` is needed as well.
        """
        return False

    def replace(self, thing: Any, contents: Any) -> None:
        """Copy the contents of another object. Any error means that this is impossible.

        Parameters
        ----------
        thing, contents : object
            The object to change, and the object to copy from.
        """
        raise NotImplementedError


CODECS: dict[str, Codec] = hooks.registered("codecs")


def codec_of(kind: type) -> tuple[str, Codec] | None:
    """Return the codec of a class, with its tag; None if there is none."""
    for tag, codec in CODECS.items():
        if hooks.use("codecs", tag, codec.knows, kind) is True:
            return tag, codec
    return None


def changing(kind: type) -> Codec | None:
    """Return the codec of a class whose objects can be changed; None if there is none."""
    found = codec_of(kind)
    return found[1] if found and found[1].changes(kind) else None


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
    if array.dtype.hasobject:  # NumPy would warn before it refuses
        raise NotPlain("an array of records that contain objects is not plain data")
    file = BytesIO()
    _numpy(".lib.format").write_array(file, array, VERSION, allow_pickle=False)
    return [file.getvalue().hex()]


def put_together(first: Any, *parts: Any) -> Array:
    """Make an array of what `take_apart` has listed, possibly forged."""
    if parts:
        shape, *items = parts
        flat = _numpy().empty(len(items), object)
        for place, item in enumerate(items):
            flat[place] = item
        return flat.reshape(shape, order=first).copy(first)
    file = BytesIO(bytes.fromhex(first))
    read = _numpy(".lib.format").read_array
    array = read(file, allow_pickle=False, max_header_size=LARGEST_HEADER)
    if array.size > len(first) or file.read(1):
        raise ValueError("the number of bytes does not fit the array")
    _check_bools(array)
    return array


def number(name: str, value: Any) -> object:
    """Make a number of NumPy's."""
    if NUMBERS.get(name) is not type(value):
        raise ValueError(f"{name!r} is not the NumPy type of this number")
    return getattr(_numpy(), name)(value)


def _numpy(module: str = "") -> Any:
    return importlib.import_module(f"numpy{module}")


def _check_bools(array: Array) -> None:
    """Refuse booleans that are neither 0 nor 1: different operations disagree on them."""
    for name in array.dtype.names or ():
        _check_bools(array[name])
    if array.dtype.kind == "b" and array.size and array.view("u1").max() > 1:
        raise ValueError("a Boolean array must contain only 0 and 1")
