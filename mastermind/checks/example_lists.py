"""Lists of examples that students write: their form, and what they expose."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from IPython.display import display

from mastermind import stand_ins
from mastermind.checks.values import call_text, copied, same_value, written
from mastermind.checks.verdicts import Function, NotYet, refuses
from mastermind.diagnosis import MOST_LINES, bounded


class ExampleList(NamedTuple):
    """What a list of examples has to be.

    An example is a tuple: the arguments of a call, and at the end what it should give.

    Attributes
    ----------
    name : str
        The name of the list.
    of : str
        The name of the function that the examples are about.
    most : int
        How many examples there may be.
    kinds : sequence of type
        The types of the parts of an example.
    form : str
        The form of an example, in words.
    is_well_made : callable, optional
        Given the parts of an example, tells whether the rest of the form is right.

    Examples
    --------
    >>> sums = ExampleList("mine", "add", 3, (int, int, int), "(a, b, sum): three integers")
    >>> sums.check([(1, 2)], {})
    Traceback (most recent call last):
        ...
    mastermind.checks.NotYet: (1, 2) should be (a, b, sum): three integers.
    >>> mine = [(2, 2, 4), (1, 2, 4)]
    >>> sums.check(mine, {"add": lambda a, b: a + b}, hidden="the faulty programs")
    Look again at (1, 2, 4), because your own add(1, 2) returns 3.
    An incorrect example is ignored, and you lose its share of the points.
    All visible tests pass. The hidden tests check: the faulty programs.
    >>> sums.share(mine, int.__add__, [int.__mul__, int.__sub__])
    {'text/plain': 'Ignored, because it is incorrect: (1, 2, 4).'}
    {'text/plain': 'Your examples expose 1 of 2 faulty programs.'}
    0.25
    """

    name: str
    of: str
    most: int
    kinds: Sequence[type]
    form: str
    is_well_made: Callable[..., object] = lambda *parts: True

    def check(self, examples: object, names: Mapping[str, Any], *, hidden: str = "") -> None:
        """Judge the form, and name examples with another result than a function of that name.

        Parameters
        ----------
        examples : object
            What the student has written.
        names : mapping
            The notebook's `globals()`. The function is the student's; if there is none, or the
            visible tests have refused it, it is borrowed.
        hidden : str, optional
            What the hidden tests check.

        Raises
        ------
        NotYet
            If the form is wrong. Whether examples are true has no influence.
        """
        if fault := self._fault(examples):
            raise NotYet(fault)
        if doubts := self._doubts(examples, names):
            print(*doubts, sep="\n")
            print("An incorrect example is ignored, and you lose its share of the points.")
        if hidden:
            print(f"All visible tests pass. The hidden tests check: {hidden}.")

    def share(
        self,
        examples: Any,
        right: Function,
        wrong: Sequence[Function],
        counts: Callable[..., object] = lambda *parts: True,
        *,
        otherwise: str = "",
    ) -> float:
        """Display what the examples expose, and return the share of the points.

        Parameters
        ----------
        examples : object
            What the student has written.
        right : callable
            A right program.
        wrong : sequence of callable
            The wrong programs. Each one that is exposed is worth the same.
        counts : callable, optional
            Given the parts of an example, tells whether it counts.
        otherwise : str
            What the examples that do not count have in common.
        """
        fault = self._fault(examples)
        assert not fault, fault
        true = [example for example in examples if right(*example[:-1]) == example[-1]]
        own = [example for example in true if counts(*example)]
        answers = [example[-1] for example in own]
        # A program is asked about all examples, because it may remember the ones before.
        exposed = sum([program(*example[:-1]) for example in own] != answers for program in wrong)
        for example in examples:
            if example not in true:
                _tell(f"Ignored, because it is incorrect: {example!r}.")
        if len(own) < len(true):
            _tell(f"Not counted: {len(true) - len(own)} of your examples, {otherwise}.")
        _tell(f"Your examples expose {exposed} of {len(wrong)} faulty programs.")
        return exposed / len(wrong) * len(true) / len(examples)

    def _fault(self, examples: Any) -> str:
        """Name what is wrong with the form of a list, if anything is."""
        if examples == []:
            told = f"No answer yet in {self.name}."
            return f"{told} Write your answer and run it, and then run this cell again."
        if type(examples) is not list or len(examples) > self.most:
            return (
                f"{self.name} should be a list of 1 to {self.most} examples, in square brackets "
                "even if there is only one."
            )
        for example in examples:
            kinds = [type(part) for part in example] if type(example) is tuple else []
            if kinds != list(self.kinds) or not self.is_well_made(*example):
                return f"{example!r} should be {self.form}."
        return ""

    def _doubts(self, examples: Any, names: Mapping[str, Any]) -> list[str]:
        """Compare examples with the student's function, or with a borrowed one."""
        mine = names.get(self.of)
        is_borrowed = mine is None or refuses(self.of, mine)
        function = vars(stand_ins).get(self.of) if is_borrowed else mine
        if function is None:  # while a notebook is graded, functions are lent after their tests
            return []
        doubts = []
        for example in examples:
            call = call_text(self.of, example[:-1])
            try:
                gives = bounded(function, copied(example[:-1]), MOST_LINES)
                if same_value(gives, example[-1]):
                    continue
                why = f"your own {call} returns {written(gives)}"
            except Exception as error:
                why = f"your own {call} stops with {error!r}"
            if is_borrowed:  # its value would be the answer
                why = f"a borrowed {self.of} returns a different result. Check yours by hand"
            doubts.append(f"Look again at {example!r}, because {why}.")
        return doubts


def _tell(text: str) -> None:
    """Show a text to the student: what a hidden test displays, but nothing that it prints."""
    display({"text/plain": text}, raw=True)
