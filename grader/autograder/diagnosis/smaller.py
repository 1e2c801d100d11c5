"""Smaller inputs of a function, made from those in its tests."""

import ast
from collections.abc import Iterable, Iterator

MOST = 120


def variants(calls: Iterable[str], text: str = "", most: int = MOST) -> list[str]:
    """List calls and variants of them, the shortest first.

    Examples
    --------
    >>> variants(["f(3)"])
    ['f(0)', 'f(1)', 'f(2)', 'f(3)', 'f(4)', 'f(-1)']
    >>> variants(["f(3)"], "def f(n): return n < 10")[-4:]
    ['f(9)', 'f(-1)', 'f(10)', 'f(11)']
    >>> variants(["f([5, 6], 'a')"], most=4)
    ["f([], 'a')", "f([5], 'a')", "f([6], 'a')", "f([5, 6], '')"]
    """
    found: dict[str, None] = {}
    numbers = _numbers(text)
    for written in sorted(set(calls), key=_size):
        call = ast.parse(written, mode="eval").body
        if not isinstance(call, ast.Call):
            continue
        found[written] = None
        places = [(call.args, at) for at in range(len(call.args))]
        for arguments, at in places:
            kept = arguments[at]
            for other in _others(kept, numbers):
                arguments[at] = other
                found[ast.unparse(call)] = None
            arguments[at] = kept
        if len(found) >= 2 * most:
            break
    return sorted(found, key=_size)[:most]


def _size(text: str) -> tuple[int, str]:
    return len(text), text


def _numbers(text: str) -> list[int]:
    """List the integers in a function's text and their neighbors, for edge cases."""
    try:
        nodes = ast.walk(ast.parse(text))
        found = [n.value for n in nodes if isinstance(n, ast.Constant) and type(n.value) is int]
    except (SyntaxError, ValueError, RecursionError):
        return []
    return [near for number in found[:20] for near in (number - 1, number, number + 1)]


def _others(value: ast.expr, numbers: list[int]) -> Iterator[ast.expr]:
    """Yield values that are a little smaller, or edge cases."""
    try:
        plain = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return
    if isinstance(plain, bool):
        yield ast.Constant(not plain)
    elif isinstance(plain, int | float):
        for number in (0, 1, -1, plain - 1, plain + 1, *numbers):
            yield ast.parse(repr(number), mode="eval").body
    elif isinstance(plain, str):
        for text in {"", plain[:1], plain[1:], plain[:-1]} - {plain}:
            yield ast.Constant(text)
    elif isinstance(value, ast.List | ast.Tuple):
        kind = type(value)
        yield kind([], ast.Load())
        for at in range(min(len(value.elts), 5)):
            yield kind(value.elts[:at] + value.elts[at + 1 :], ast.Load())
        yield kind(value.elts[::-1], ast.Load())
