"""Exceptions that cross from one process into the other."""

import builtins
import traceback

from autograder.sandbox.wire import NotPlain, decode, encode

LONGEST_TEXT = 10_000
MOST_PLACES = 5
# These would end or confuse the process that raises them instead of failing a test.
_NOT_RAISED = {"KeyboardInterrupt", "GeneratorExit", "BaseException"}


def message_of(error: BaseException) -> str:
    """The message of an exception; of a broken cell without its place, which `in_cells` tells."""
    try:
        return str(error.msg if isinstance(error, SyntaxError) else error)
    except Exception:
        return "(an error without a message)"


def in_cells(error: BaseException) -> list[str]:
    """Tell where an exception comes from, as far as that lies in cells.

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
    ...     exec(compile("n = 0\\n1 / n", "<ipython-input-1>", "exec"))
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


def pack(error: BaseException, lines: list[str]) -> dict[str, object]:
    """Describe an exception as plain data.

    Parameters
    ----------
    error : BaseException
        The exception.
    lines : list of str
        What to show of its traceback.

    Returns
    -------
    dict
        The names of its classes, its arguments and its text.
    """
    try:
        arguments = encode(error.args)
    except NotPlain:
        arguments = encode((_text(error),))
    return {
        "classes": [kind.__name__ for kind in type(error).__mro__],
        "arguments": arguments,
        "lines": "\n".join(lines)[-LONGEST_TEXT:],
    }


def unpack(packed: object) -> BaseException:
    """Make an exception of the nearest built-in class, with the same name and arguments.

    Parameters
    ----------
    packed : object
        What `pack` returned, possibly forged.

    Returns
    -------
    BaseException
        Its attribute `elsewhere` holds the traceback where it was raised.

    Raises
    ------
    NotPlain
        If `pack` cannot have made this.

    Examples
    --------
    >>> unpack(pack(KeyError("R"), []))
    KeyError('R')
    >>> class Full(ValueError):
    ...     pass
    >>> error = unpack(pack(Full("no room"), []))
    >>> type(error).__name__, isinstance(error, ValueError), str(error)
    ('Full', True, 'no room')
    """
    try:
        classes = [str(name) for name in packed["classes"]]
        arguments = decode(packed["arguments"])
        lines = str(packed["lines"])[-LONGEST_TEXT:]
        name = classes[0][:200]
    except (KeyError, TypeError, IndexError):
        raise NotPlain("a malformed exception") from None
    error = _make(name, _nearest(classes), arguments)
    error.elsewhere = lines
    return error


def _nearest(classes: list[str]) -> type[BaseException]:
    for name in classes:
        kind = getattr(builtins, name, None)
        if isinstance(kind, type) and issubclass(kind, BaseException) and name not in _NOT_RAISED:
            return kind
    return RuntimeError


def _make(name: str, kind: type[BaseException], arguments: object) -> BaseException:
    if name != kind.__name__:
        kind = type(name, (kind,), {})
    try:
        return kind(*arguments)
    except TypeError:
        return type(name, (RuntimeError,), {})(str(arguments)[:LONGEST_TEXT])


def _text(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error))[:LONGEST_TEXT]
