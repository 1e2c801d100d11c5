"""What a cell's text binds and uses is what Python binds and uses, whichever Python it is."""

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.runner.names import bound, used

# Each binds what its comment says; {0} and {1} are names, `rows` and `say` are there.
BINDING = [
    "{0} = 1",
    "{0} = {1} = 2",
    "{0}, ({1}, *rest) = 1, (2, 3)",
    "{0}: int = 1",
    "{0} = 1; {0} += 1",
    "for {0} in rows: pass",
    "for {0}, {1} in zip(rows, rows): pass",
    "with say() as {0}: pass",
    "import os.path",
    "import os.path as {0}",
    "from math import pi as {0}, tau",
    "def {0}(a, b={1}): {2} = [a for a in rows]; return lambda: {2}",
    "def {0}(a=({1} := 1)): return a",
    "async def {0}(): {1} = 1",
    "class {0}: {1} = [n for n in rows]",
    "{0} = lambda {1}: {1} + 1",
    "{0} = [{2} for {2} in rows]",
    "{0} = [{1} := {2} for {2} in rows]",
    "{0} = {{{2}: ({1} := {2}) for {2} in rows if ({3} := 1)}}",
    "{0} = {{{2} + {3} for {2} in rows for {3} in rows}}",
    "{0} = list({2} for {2} in rows)",
    "{0} = any(({1} := {2}) for {2} in rows)",
    "{0} = [[{1} := {3} for {3} in rows] for {2} in rows]",
    "if ({0} := len(rows)): {1} = 1",
    "while ({0} := 0): pass",
    "match rows:\n    case [{0}, *{1}]: pass",
    "match {{1: 2, 3: 4}}:\n    case {{1: {0}, **{1}}}: pass",
    "match 3:\n    case int() as {0}: pass",
    "global {0}\n{0} = 1",
    "try: {0} = 1\nfinally: {1} = 2",
    "say()",
    "[{2} for {2} in rows]",
]
AROUND = ["{}", "if rows:\n{}", "for turn in rows:\n{}", "try:\n{}\nfinally: ended = 1"]


def program(around: str, forms: list[str]) -> str:
    """Several of these forms, with names of their own, in one block of a cell."""
    lines = []
    for place, form in enumerate(forms):
        text = form.format(*(f"{letter}{place % 2}" for letter in "abcd"))
        lines += text.splitlines()
    return around.format("\n".join("    " * (around != "{}") + line for line in lines))


def executed(text: str) -> set[str]:
    """The names that one plain Python binds when it runs the text."""
    there = {"rows": [1, 2], "say": lambda: nullcontext(1), "b0": object(), "b1": object()}
    names = dict(there)
    exec(text, names)  # our own text
    new = {name for name in names if names[name] is not there.get(name, names)}
    return new - {"__builtins__", "__annotations__", "__annotate__", "__conditional_annotations__"}


def holds(text: str) -> None:
    try:
        code = compile(text, "cell", "exec")
    except SyntaxError:  # `global` after a use, in a mixture
        return
    assert code and executed(text) <= bound(text)
    # Python's own words for what stands in the module: nothing of a comprehension or a function.
    assert bound(text) <= {*code.co_names, *_inner(code)}
    assert not {"c0", "d0", "c1", "d1"} & bound(text) - executed(text)


def _inner(code):
    """What ``:=`` binds from within a comprehension, where Python makes it a function."""
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            yield from constant.co_names
            yield from _inner(constant)


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("form", BINDING)
def test_a_cell_binds_what_python_binds(form, around):
    text = program(around, [form])
    holds(text)
    if "finally" not in text:
        assert bound(text) - {"turn"} == executed(text) - {"turn"}


@pytest.mark.parametrize("change", ["{}[0] = 1", "{}[0]['a'] += 1", "{}.x = 1", "{}.x[0].y = 1"])
def test_a_function_changes_what_it_is_given_by_a_name_of_its_own(change):
    body = change.format("rows")
    assert bound(f"def f(rows):\n    {body}") == {"f"}
    assert bound(f"def f():\n    {body}") == bound(f"def f(n): pass\n{body}") == {"f", "rows"}


@given(st.sampled_from(AROUND), st.lists(st.sampled_from(BINDING), min_size=2, max_size=5))
def test_so_does_a_cell_of_several_forms(around, forms):
    holds(program(around, forms))


@pytest.mark.parametrize(
    "text, names",
    [
        ("[f(i) for i in x]", {"f", "x"}),
        ("{i: g(i, j) for i in x for j in i if h}", {"g", "x", "h"}),
        ("{i for i in x}, [i for i in y], i", {"x", "y", "i"}),
        ("def t():\n    return [f(i) for i in x]", {"f", "x"}),
        ("class A:\n    rows = [f(i) for i in x]", {"f", "x"}),
        ("[last := f(i) for i in x]", {"f", "x"}),
    ],
)
def test_a_comprehension_s_own_names_are_not_used_from_elsewhere(text, names):
    assert used(text) == names
