"""Exceptions that cross from one process to the other."""

import traceback
from collections.abc import Container

from msgspec import Struct

from autograder.runner.wire import channel
from autograder.runner.wire.channel import NotPlain, Sent
from autograder.runner.wire.classes import LONGEST_TEXT, lineage
from autograder.runner.wire.values import Decode, Encode, decode, decode_class, encode, refuse

LARGEST_ARGUMENTS = 1_000_000
MOST_PLACES = 5
OF_CELLS = "<ipython-input"


def message_of(error: BaseException) -> str:
    """Return the message of an exception; of a SyntaxError without its place."""
    try:
        return str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:
        return "(an error without a message)"


def in_cells(error: BaseException, given: Container[str] = ()) -> list[str]:
    """List the places in cells through which an exception came, without those that are given."""
    if isinstance(error, SyntaxError) and str(error.filename).startswith(OF_CELLS):
        shown = "".join(traceback.format_exception_only(error))
        place = shown.replace(f'File "{error.filename}", ', "")
        return [place.rpartition(type(error).__name__)[0].rstrip()]
    own = [
        pair
        for pair in traceback.walk_tb(error.__traceback__)
        if (file := pair[0].f_code.co_filename).startswith(OF_CELLS) and file not in given
    ]
    return [_place(frame) for frame in traceback.StackSummary.extract(own[-MOST_PLACES:])]


def _place(frame: traceback.FrameSummary) -> str:
    function = "" if frame.name == "<module>" else f", in {frame.name}"
    text = f"\n    {frame.line}" if frame.line else ""
    return f"  line {frame.lineno}{function}{text}"


class Packed(Struct):
    """An exception as plain data, the lines of its traceback to show, and its cause."""

    error: Sent
    lines: str = ""
    cause: "Packed | None" = None


def pack(
    error: BaseException, lines: list[str] | None = None, other: Encode = refuse, causes: int = 3
) -> Packed:
    """Serialize an exception as plain data."""
    try:
        sent = encode(error, other)
        if len(channel.pack(sent)) > LARGEST_ARGUMENTS:
            raise NotPlain
    except NotPlain:
        said = "".join(traceback.format_exception_only(error))[:LONGEST_TEXT]
        sent = {"error": [lineage(type(error)), [said], {}, None]}
    cause = error.__cause__
    before = pack(cause, None, other, causes - 1) if cause is not None and causes else None
    return Packed(sent, "\n".join(lines or [])[-LONGEST_TEXT:], before)


def unpack(packed: Packed, other: Decode = decode_class) -> BaseException:
    """Make an exception of a class that both sides know, or one of the same name and bases."""
    error = decode(packed.error, other)
    if not isinstance(error, BaseException):
        raise NotPlain("the value is not an exception")
    vars(error)["elsewhere"] = packed.lines[-LONGEST_TEXT:]
    if packed.cause is not None:
        try:
            error.__cause__ = unpack(packed.cause, other)
        except RecursionError:
            raise NotPlain("the exception has too many causes") from None
    return error


def is_failure(error: BaseException) -> bool:
    """Tell whether an exception fails or ends a test; a group does if one in it does."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(is_failure, error.exceptions))
    return isinstance(error, AssertionError) or not isinstance(error, Exception)


def untold(value: object) -> object:
    """Return a value as a student may see it: a failed assertion loses its message."""
    if not isinstance(value, BaseException) or not is_failure(value):
        return value
    theirs = "elsewhere" in vars(value)
    return value if theirs or value.__traceback__ is None else AssertionError()


def elsewhere(error: BaseException) -> str:
    """Return the traceback of an exception in the other process; "" if it comes from this one."""
    return str(vars(error).get("elsewhere", ""))
