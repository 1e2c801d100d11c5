"""Objects of classes that have another name, or are plain data with methods, are judged apart."""

import pytest

from tests.sandbox.notebooks import error, judge

STACK = """class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def __len__(self): return len(self.items)
    @classmethod
    def of(cls, *items):
        made = cls()
        for item in items: made.push(item)
        return made
"""
MINE = STACK.replace("Stack", "MyStack")
INSIDE = "class Box:\n" + "".join(f"    {line}\n" for line in MINE.splitlines())
TEST = "s = Stack(); s.push(1); assert len(s) == 1 and isinstance(s, Stack) and len(Stack.of(1, 2)) == 2"
POINT = "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\n    y: int\n    def norm(self): return 5\n"


@pytest.mark.parametrize(
    "answer",
    [
        f"{MINE}Stack = MyStack",
        f"{INSIDE}Stack = Box.MyStack",
        "from mine import MyStack as Stack",
        "import mine\nclass Stack(mine.MyStack): pass",
    ],
)
def test_a_class_is_that_of_the_name_to_which_it_is_bound(answer):
    outcome = judge(answer, TEST, source=STACK, handed_in={"mine.py": MINE.encode()})
    assert (error(outcome), outcome.undecided, outcome.verdicts) == ("", {}, {})


@pytest.mark.parametrize(
    "answer, test",
    [
        ("class R(list):\n    def show(self): return 'rows'\ndef f(): return R([1, 2])", "f() == [1, 2] and sorted(f()) == [1, 2]"),
        (f"{POINT}def f(): return P(3, 4)", "f() == (3, 4) and f()[1] == 4 and len(f()) == 2 and [*f()] == [3, 4]"),
        (f"{POINT}def f(): return [P(3, 4)]", "f() == [(3, 4)]"),
        ("class D(dict):\n    def g(self): return 1\ndef f(): return D(a=1)", "f() == {'a': 1} and list(f().items()) == [('a', 1)]"),
    ],
)  # fmt: skip
def test_plain_data_with_methods_is_compared_by_what_it_holds(answer, test):
    outcome = judge(answer, f"assert {test}", source="def f(): return 1")
    assert (error(outcome), outcome.undecided, outcome.verdicts) == ("", {}, {})
