"""Exceptions that cross from one process into the other."""

import builtins
import traceback

from msgspec import Struct

from autograder.sandbox import wire
from autograder.sandbox.wire import NotPlain, Sent, decode, encode

LONGEST_TEXT = 10_000
LONGEST_NAME = 200
LARGEST_ARGUMENTS = 1_000_000
MOST_CLASSES = 50
MOST_PLACES = 5
# These would end or confuse the process that raises them instead of failing a test.
_NOT_RAISED = {"KeyboardInterrupt", "GeneratorExit", "BaseException"}


def message_of(error: BaseException) -> str:
    """Say what an exception says; of a broken cell without its place, which `in_cells` tells."""
    try:
        return str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:
        return "(an error without a message)"


def in_cells(error: BaseException) -> list[str]:
    r"""Tell where an exception comes from, as far as that lies in cells.

    What lies in other files says little about a cell.

    Parameters
    ----------
    error : BaseException
        The exception, as it was caught.

    Returns
    -------
    list of str
        At most `MOST_PLACES` places, the newest last; the one place of broken code.

    Examples
    --------
    >>> try:
    ...     exec(compile("n = 0\n1 / n", "<ipython-input-1>", "exec"))
    ... except ZeroDivisionError as error:
    ...     in_cells(error)
    ['  line 2']
    """
    if isinstance(error, SyntaxError) and _is_cell(str(error.filename)):
        shown = "".join(traceback.format_exception_only(error))
        place = shown.replace(f'File "{error.filename}", ', "")
        return [place.rpartition(type(error).__name__)[0].rstrip()]
    own = [
        pair
        for pair in traceback.walk_tb(error.__traceback__)
        if _is_cell(pair[0].f_code.co_filename)
    ]
    return [_place(frame) for frame in traceback.StackSummary.extract(own[-MOST_PLACES:])]


def _is_cell(filename: str) -> bool:
    return filename.startswith("<ipython-input")


def _place(frame: traceback.FrameSummary) -> str:
    function = "" if frame.name == "<module>" else f", in {frame.name}"
    text = f"\n    {frame.line}" if frame.line else ""
    return f"  line {frame.lineno}{function}{text}"


class Packed(Struct):
    """An exception as plain data.

    Attributes
    ----------
    classes : list of str
        The names of its class and of what that is built on.
    arguments : Sent
        Its arguments, or its text if they cannot cross.
    lines : str
        What to show of its traceback.
    """

    classes: list[str]
    arguments: Sent
    lines: str = ""


def pack(error: BaseException, lines: list[str] | None = None) -> Packed:
    """Describe an exception as plain data.

    Parameters
    ----------
    error : BaseException
        The exception.
    lines : list of str, optional
        What to show of its traceback.

    Returns
    -------
    Packed
        However large the exception is, this is not.
    """
    classes = [kind.__name__[:LONGEST_NAME] for kind in type(error).__mro__[:MOST_CLASSES]]
    try:
        arguments = encode(error.args)
        if len(wire.pack(arguments)) > LARGEST_ARGUMENTS:
            raise NotPlain
    except NotPlain:
        arguments = encode((_text(error),))
    return Packed(classes, arguments, "\n".join(lines or [])[-LONGEST_TEXT:])


def unpack(packed: Packed) -> BaseException:
    """Make an exception of the nearest built-in class, with the same name and arguments.

    Parameters
    ----------
    packed : Packed
        What `pack` returned, possibly forged.

    Returns
    -------
    BaseException
        See `elsewhere` for the traceback where it was raised.

    Raises
    ------
    NotPlain
        If `pack` cannot have made this.

    Examples
    --------
    >>> unpack(pack(KeyError("R")))
    KeyError('R')
    >>> class Full(ValueError):
    ...     pass
    >>> error = unpack(pack(Full("no room"), ["  line 3"]))
    >>> type(error).__name__, isinstance(error, ValueError), str(error), elsewhere(error)
    ('Full', True, 'no room', '  line 3')
    """
    arguments = decode(packed.arguments)
    if not packed.classes or not isinstance(arguments, tuple):
        raise NotPlain("a malformed exception")
    error = _make(packed.classes[0][:LONGEST_NAME], _nearest(packed.classes), arguments)
    vars(error)["elsewhere"] = packed.lines[-LONGEST_TEXT:]
    return error


def elsewhere(error: BaseException) -> str:
    """Where an exception was raised, if that was in the other process."""
    return str(vars(error).get("elsewhere", ""))


def _nearest(classes: list[str]) -> type[BaseException]:
    for name in classes:
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, BaseException) and name not in _NOT_RAISED:
            return kind
    return RuntimeError


def _make(name: str, kind: type[BaseException], arguments: tuple[object, ...]) -> BaseException:
    try:
        make: type[BaseException] = kind if name == kind.__name__ else type(name, (kind,), {})
        return make(*arguments)
    except (TypeError, ValueError):
        return RuntimeError(f"{name}: {arguments}"[:LONGEST_TEXT])


def _text(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error))[:LONGEST_TEXT]
