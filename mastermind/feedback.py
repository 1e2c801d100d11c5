"""The reference scorer, which is slow but short and obviously correct, and its key pegs."""

import re
from collections.abc import Sequence
from operator import eq
from typing import NamedTuple, Self


class Keys(NamedTuple):
    """The key pegs that a guess earns.

    Attributes
    ----------
    black : int
        Pegs of the right color in the right place.
    white : int
        Pegs of the right color in a different place.

    Examples
    --------
    >>> Keys(2, 1)
    Keys(black=2, white=1)
    >>> str(Keys(2, 1)), Keys(2, 1) == (2, 1)
    ('bbw', True)
    """

    black: int
    white: int

    def __str__(self) -> str:
        return "b" * self.black + "w" * self.white

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read key pegs as people write them.

        Parameters
        ----------
        text : str
            Letters in any order and either case, as in ``"bbw"``; the numbers of
            black and white ones, as in ``"2 1"``; or ``"-"`` or nothing for none.

        Raises
        ------
        ValueError
            If it is anything else.

        Examples
        --------
        >>> Keys.parse("bbw") == Keys.parse("2 1"), Keys.parse("-")
        (True, Keys(black=0, white=0))
        """
        if re.fullmatch(r"\d+[\s,]+\d+", text):
            return cls(*map(int, re.findall(r"\d+", text)))
        if re.fullmatch("[bwBW]*|-", text):
            return cls(text.lower().count("b"), text.lower().count("w"))
        raise ValueError(
            f"{text!r} is not an answer; write key pegs, such as bbw or 2 1, or - for none"
        )

    def possible(self, code_length: int) -> bool:
        """Tell whether some guess of so many pegs can earn these."""
        fits = min(self) >= 0 and sum(self) <= code_length
        return fits and self != (code_length - 1, 1)

    def check(self, code_length: int) -> None:
        """Refuse what is not `possible`."""
        if not self.possible(code_length):
            raise ValueError(
                f"{self.black} black and {self.white} white key pegs are impossible "
                f"with {code_length} pegs"
            )


def feedback(code: str, guess: str) -> Keys:
    """Count the key pegs that `guess` earns against `code`.

    A peg of the right color in the right place earns a black key peg, and a peg
    of the right color in a different place earns a white key peg. Each peg of
    the code earns at most one key peg.

    Parameters
    ----------
    code, guess : str
        One character for each peg, both of the same length.

    Returns
    -------
    Keys
        ``0 <= black <= black + white <= len(code)``.

    Raises
    ------
    ValueError
        If the lengths differ.

    Notes
    -----
    Symmetric: ``feedback(a, b) == feedback(b, a)``. The formula
    that counts the common pegs color by color, without pairing them off, comes
    from Knuth, "The computer as Master Mind" (1977).

    Examples
    --------
    >>> feedback("RBGG", "BGGG")
    Keys(black=2, white=1)
    """
    if len(code) != len(guess):
        raise ValueError(f"the guess {guess!r} has {len(guess)} pegs, but the code has {len(code)}")
    return partial_feedback(code, guess)


def partial_feedback(code: str, guess: str) -> Keys:
    """Count gears and tumblers: the feedback for a guess that may be too short.

    These are the rules of the castle's drawbridge in NetHack, where the code is
    a tune of five notes and a guess may be any shorter tune.
    """
    if len(guess) > len(code):
        raise ValueError(
            f"the guess {guess!r} has {len(guess)} pegs, but the code has only {len(code)}"
        )
    black = sum(map(eq, code, guess))
    in_common = sum(min(code.count(color), guess.count(color)) for color in set(guess))
    return Keys(black, in_common - black)


def consistent_codes(candidates: Sequence[str], guess: str, keys: tuple[int, int]) -> list[str]:
    """Keep the candidates that would have earned `guess` these key pegs.

    Parameters
    ----------
    candidates : sequence of str
        Codes of the same length. They are not changed.
    guess : str
        The guess.
    keys : Keys or (black, white)
        The key pegs it earned.

    Returns
    -------
    list of str
        The remaining candidates, in the order of `candidates`.

    Examples
    --------
    >>> consistent_codes(["AA", "AB", "BA", "BB"], "AB", (0, 2))
    ['BA']
    """
    wanted = Keys(*keys)
    return [code for code in candidates if feedback(code, guess) == wanted]
