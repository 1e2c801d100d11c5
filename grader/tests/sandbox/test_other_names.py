"""Objects of classes that have another name, or are plain data with methods, are judged apart."""

import pytest

from autograder.sandbox.conductor import examine
from autograder.sandbox.jobs import Job, Step
from tests.sandbox.notebooks import error, is_left, judge, learned

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


GIVER = """
class Stack:
    def __init__(self): self.items = []
    def __contains__(self, item): return item in self.items
    def __len__(self): return len(self.items)
def g(): return Stack()
def f(n): return [n]
"""
LIAR = (
    "class Stack:\n    def __contains__(self, n): return n != 4\n    def __len__(self): return 0\n"
)


@pytest.mark.parametrize(
    "answer",
    [
        "def f(n): return Stack()",
        "class F:\n    def __call__(self, n): return Stack()\nf = F()",
        "class f(Stack):\n    def __init__(self, n): pass",
        "def g(n=0): return Stack()\nf = g",
        "def f(n):\n    yield n\n    yield Stack()",
    ],
)
def test_no_other_name_or_kind_of_function_gives_an_object_where_the_source_gives_none(answer):
    test = "assert 3 in f(3) and 4 not in f(5), f(3)\nassert len(g()) == 0"
    names = "f", "g", "Stack"
    right = [Step(0, GIVER), Step(1, test, True, names, known=True)]
    can = learned(GIVER, right)
    wrong = [Step(0, f"{LIAR}def g(): return Stack()\n{answer}"), right[1]]
    assert examine(Job(right, [], {}, {}, abilities=can)).outputs[1] == []
    outcome = examine(Job(wrong, [], {}, {}, abilities=can))
    assert error(outcome).startswith("TypeError: an object is given where") and is_left(outcome)
