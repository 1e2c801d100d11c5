"""Mark positions as counted, so that no peg is counted twice.

Think of an endless row of boxes, numbered 0, 1, 2, 3 and so on. At the start,
all boxes are empty, so no position is counted. You can do three things:

- ``mark_as_counted(position)`` puts a mark in one box;
- ``check_if_counted(position)`` looks into one box and tells you whether there is a mark;
- ``reset_all_to_not_counted()`` takes out all the marks.

The marks stay until you reset them, even from one notebook cell to the next.

>>> from markposition import *
>>> reset_all_to_not_counted()
>>> mark_as_counted(3)
>>> check_if_counted(3)
True
>>> check_if_counted(0)
False
"""

__all__ = ["check_if_counted", "mark_as_counted", "reset_all_to_not_counted"]

_counted: set[int] = set()


def mark_as_counted(position: int) -> None:
    """Mark a position as counted.

    Marking a position that is already marked changes nothing.

    Parameters
    ----------
    position : int
        Which position: 0, 1, 2, and so on, as large as you like.

    Raises
    ------
    TypeError
        If `position` is not an integer.
    ValueError
        If `position` is negative.

    Examples
    --------
    >>> reset_all_to_not_counted()
    >>> mark_as_counted(2)
    >>> check_if_counted(2)
    True
    """
    _counted.add(_number(position))


def check_if_counted(position: int) -> bool:
    """Tell whether a position is marked as counted.

    Parameters
    ----------
    position : int
        Which position: 0, 1, 2, and so on, as large as you like.

    Returns
    -------
    bool
        True if the position was marked since the last reset, False if not.

    Raises
    ------
    TypeError
        If `position` is not an integer.
    ValueError
        If `position` is negative.

    Examples
    --------
    >>> reset_all_to_not_counted()
    >>> check_if_counted(5)
    False
    >>> mark_as_counted(5)
    >>> check_if_counted(5)
    True
    """
    return _number(position) in _counted


def reset_all_to_not_counted() -> None:
    """Remove all marks, so that no position is counted.

    Examples
    --------
    >>> mark_as_counted(0)
    >>> reset_all_to_not_counted()
    >>> check_if_counted(0)
    False
    """
    _counted.clear()


def _number(position: object) -> int:
    # A bool is an int to Python, but a student who passes one has mixed up
    # a comparison and a position. NumPy's integers are integers, too.
    number = getattr(position, "__index__", None)
    if number is None or "bool" in type(position).__name__:
        raise TypeError(
            f"a position is an integer such as 0, 1 or 2, not {position!r} "
            f"(its type is {type(position).__name__})"
        )
    if number() < 0:
        raise ValueError(f"a position is 0 or more, not {position}")
    return int(number())
