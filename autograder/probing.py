"""Try out a student's functions on small inputs, in the examiner's process."""

import ast
from collections.abc import Iterable

LONGEST_SHOWN = 200


def observe(probes: Iterable[str], names: dict[str, object]) -> list[str]:
    """Say what comes of each probe.

    Parameters
    ----------
    probes : iterable of str
        Python statements in one line; the last one is an expression.
    names : dict of str to object
        What the probes may use; is not changed.

    Returns
    -------
    list of str
        For each probe the value as `shown`, or which exception stopped it.

    Examples
    --------
    >>> observe(["double(2)", "pegs = ['R']; double(pegs); pegs", "double(1, 2)"], {"double": lambda n: 2 * n})
    ['4', "['R']", 'stops with a TypeError']
    """
    return [_observe(probe, dict(names)) for probe in probes]


def _observe(probe: str, names: dict[str, object]) -> str:
    *first, last = ast.parse(probe).body
    try:
        exec(compile(ast.Module(first, []), "<probe>", "exec"), names)
        return shown(eval(compile(ast.Expression(last.value), "<probe>", "eval"), names))
    except Exception as error:
        name = type(error).__name__
        if name == "Gone":  # the student's process has ended; the probes say nothing
            raise
        return f"stops with {'an' if name[0] in 'AEIOU' else 'a'} {name}"


def shown(value: object) -> str:
    """Write a value so that equal ones look the same.

    Parameters
    ----------
    value : object
        Plain data.

    Returns
    -------
    str
        Sets and dicts in one order, floats without what rounding leaves, long ones cut.

    Examples
    --------
    >>> shown({"b": 0.1 + 0.2, "a": {2, 1}})
    "{'a': {1, 2}, 'b': 0.3}"
    """
    text = _text(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def _text(value: object) -> str:
    kind = type(value)
    if kind is float:
        return repr(float(f"{value:.10g}"))
    if kind is list:
        return f"[{', '.join(map(_text, value))}]"
    if kind is tuple:
        return f"({', '.join(map(_text, value))}{',' * (len(value) == 1)})"
    if kind is dict:
        return f"{{{', '.join(sorted(f'{_text(k)}: {_text(v)}' for k, v in value.items()))}}}"
    if kind in (set, frozenset) and value:
        return f"{{{', '.join(sorted(map(_text, value)))}}}"
    if kind in (str, bytes, int, bool, type(None), set, frozenset, range):
        return repr(value)
    return f"a {kind.__name__}"
