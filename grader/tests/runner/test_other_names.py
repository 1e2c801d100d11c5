"""Objects of classes that have another name, or are plain data with methods, are judged apart."""

import pytest

from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Step
from tests.runner.notebooks import error, is_left, judge, learned

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


LEFT = "is an object, but the course's own answer is not"


def judged_by_source(source: str, answer: str, test: str):
    """How a test judges an answer, after it has judged the source's own and learned from it."""
    names = "f", "g", "h", "t", "Stack"
    right, wrong = (
        [Step(0, text), Step(1, test, True, names, known=True)] for text in (source, answer)
    )
    can = learned(source, right)
    assert examine(Job(right, [], {}, {}, abilities=can)).outputs[1] == []
    return examine(Job(wrong, [], {}, {}, abilities=can))


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
    outcome = judged_by_source(GIVER, f"{LIAR}def g(): return Stack()\n{answer}", test)
    assert LEFT in error(outcome) and is_left(outcome)


HOLDER = f"""{GIVER}
t = Stack()
h = [3]
t.first = [3]
t.many = lambda: [3]
Stack.all = [3]
Stack.rest = lambda self: [3]
f.known = [3]
"""


def lied(source: str) -> str:
    """Have a stack hold everything but 4."""
    return source.replace("return item in self.items", "return item != 4")


@pytest.mark.parametrize(
    "asked, answer",
    [
        ("h", "h"),
        ("t.first", "t.first"),
        ("vars(t)['first']", "t.first"),
        ("Stack.all", "Stack.all"),
        ("t.all", "Stack.all"),
        ("f.known", "f.known"),
    ],
)
def test_nothing_else_is_an_object_where_the_source_has_none(asked, answer):
    test = f"assert 3 in {asked} and 4 not in {asked}, t\nassert len(g()) == 0"
    outcome = judged_by_source(HOLDER, f"{lied(HOLDER)}\n{answer} = Stack()\n", test)
    assert LEFT in error(outcome) and is_left(outcome)


@pytest.mark.parametrize(
    "asked", ["t.many()", "t.rest()", "Stack.rest(t)", "t[3]", "t + 3", "next(iter(t))"]
)
def test_no_method_or_operator_gives_an_object_where_the_source_gives_none(asked):
    more = "\nStack.{0} = lambda self, n=0: [3]\n"
    source = HOLDER + "".join(more.format(name) for name in ("__getitem__", "__add__"))
    source += "Stack.__iter__ = lambda self: iter([[3]])\n"
    test = f"assert 3 in {asked} and 4 not in {asked}\nassert len(g()) == 0"
    lies = lied(source.replace("[[3]]", "[Stack()]").replace("[3]", "Stack()"))
    outcome = judged_by_source(source, lies, test)
    assert LEFT in error(outcome) and is_left(outcome)
