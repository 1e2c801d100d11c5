"""The rules of a game: the pegs, the colors, whether a color may repeat, and the key pegs."""

import itertools
import math
import random
import re
from dataclasses import dataclass
from string import ascii_uppercase

from mastermind.feedback import Keys, feedback

PEG_NAMES = (
    "red", "orange", "yellow", "green", "blue", "purple", "white", "cyan", "magenta", "tan",
)  # fmt: skip
_SEPARATORS = r"[\s,;|/-]"
_MOST_CODES = 20_000_000
ANSWERS = ("both", "black")


@dataclass(frozen=True, init=False, repr=False)
class Rules:
    """The codes of one kind of Mastermind game.

    Parameters
    ----------
    code_length : int
        Number of pegs in a code, at least 1.
    colors : int or str
        The colors to choose from: a string with one character for each; two or more
        names, as in ``"red, blue"``; or a number from 1 to 26, for that many letters
        of the alphabet. The attribute `colors` is always the string with
        one character for each.
    repeats : bool
        Whether a color may occur more than once in a code.
    answer : {"both", "black"}
        Which key pegs are given: black and white key pegs, or only black key pegs.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If no game can be played with these rules.

    Notes
    -----
    A code is a `str` with one character for each peg. The default is the board
    game of 1971: 4 pegs, 6 colors, 1296 codes.

    Examples
    --------
    >>> Rules()
    Rules(code_length=4, colors='ABCDEF', repeats=True)
    >>> Rules().size
    1296
    >>> Rules(2, "RGB", repeats=False).codes()
    ['RG', 'RB', 'GR', 'GB', 'BR', 'BG']
    >>> Rules(4, 6, answer="black")
    Rules(code_length=4, colors='ABCDEF', repeats=True, answer='black')
    >>> Rules(4, "red, blue").colors, Rules(4, "123456").colors
    ('RB', '123456')
    """

    code_length: int
    colors: str
    repeats: bool
    answer: str

    def __init__(
        self,
        code_length: int = 4,
        colors: int | str = 6,
        repeats: bool = True,
        answer: str = "both",
    ) -> None:
        colors = _color_string(colors)
        if not isinstance(repeats, bool):
            raise TypeError(f"repeats must be True or False, not {repeats!r}")
        _check_whole_number("code_length", code_length)
        if code_length < 1:
            raise ValueError(f"code_length must be at least 1, not {code_length}")
        if not repeats and code_length > len(colors):
            raise ValueError(
                f"{code_length} pegs without repeats need at least {code_length} "
                f"colors; there are only {len(colors)}"
            )
        if answer not in ANSWERS:
            raise ValueError(f"answer must be one of {', '.join(ANSWERS)}, not {answer!r}")
        # The way around `frozen`, once: from here on nothing changes.
        vars(self).update(code_length=code_length, colors=colors, repeats=repeats, answer=answer)

    def __repr__(self) -> str:
        parts = [f"{name}={value!r}" for name, value in vars(self).items()]
        # Both kinds of key pegs: as in nearly every game.
        return f"Rules({', '.join(parts[: 3 if self.answer == ANSWERS[0] else 4])})"

    def feedback(self, code: str, guess: str) -> Keys:
        """Give the key pegs that `guess` earns against `code` in this game.

        Examples
        --------
        >>> Rules(4, "RGB").feedback("RBGG", "BGGG")
        Keys(black=2, white=1)
        >>> Rules(4, "RGB", answer="black").feedback("RBGG", "BGGG")
        Keys(black=2, white=0)
        """
        keys = feedback(code, guess)
        return keys if self.answer == "both" else Keys(keys.black, 0)

    @property
    def size(self) -> int:
        """Number of codes, counted without listing them.

        Examples
        --------
        >>> Rules(6, 25, repeats=False).size
        127512000
        """
        if self.repeats:
            return math.prod([len(self.colors)] * self.code_length)
        return math.perm(len(self.colors), self.code_length)

    def codes(self) -> list[str]:
        """List all codes, in lexicographic order of `colors`.

        Raises
        ------
        MemoryError
            If the list would need more than a gigabyte or two.

        Examples
        --------
        >>> Rules(2, "RG").codes()
        ['RR', 'RG', 'GR', 'GG']
        """
        if self.size > _MOST_CODES:
            raise MemoryError(
                f"a list of {self.size} codes would take about {self.size * 64 / 1e9:.1f} GB "
                f"of memory; at most {_MOST_CODES} codes can be listed"
            )
        if self.repeats:
            return list(map("".join, itertools.product(self.colors, repeat=self.code_length)))
        return list(map("".join, itertools.permutations(self.colors, self.code_length)))

    def random_code(self, rng: random.Random) -> str:
        """Draw a random code. All codes are equally likely.

        Examples
        --------
        >>> Rules(3, "X").random_code(random.Random(1))
        'XXX'
        """
        if self.repeats:
            return "".join(rng.choices(self.colors, k=self.code_length))
        return "".join(rng.sample(self.colors, self.code_length))

    def names(self) -> tuple[str, ...]:
        """Give each color a name, in the order of `colors`.

        A game whose colors are all initials of names in `PEG_NAMES` uses those
        names; in any other game the first color is called red, the second
        orange, and so on. With more colors than names, there are none.

        Examples
        --------
        >>> Rules(4, "BWR").names()
        ('blue', 'white', 'red')
        >>> Rules(4, 3).names()
        ('red', 'orange', 'yellow')
        """
        by_initial = {name[0].upper(): name for name in PEG_NAMES}
        if set(self.colors) <= set(by_initial):
            return tuple(by_initial[color] for color in self.colors)
        return PEG_NAMES[: len(self.colors)] if len(self.colors) <= len(PEG_NAMES) else ()

    def parse(self, text: str) -> str:
        """Read a code as people write it.

        Parameters
        ----------
        text : str
            Pegs as letters in either case, as numbers (1 is the first color) or
            as names, with or without spaces, commas, or hyphens between them.
            In a game whose colors include digits, a digit is that color itself.

        Returns
        -------
        str
            The code.

        Raises
        ------
        TypeError
            If `text` is not a string.
        ValueError
            If it has a peg that is not in the game, a wrong number of pegs, or
            a repeat in a game without repeats.

        Examples
        --------
        >>> rules = Rules(4, "RGBY")
        >>> rules.parse("r, g, b, y"), rules.parse("1123"), rules.parse("red red blue yellow")
        ('RGBY', 'RRGB', 'RRBY')
        >>> rules.parse("RGBX")
        Traceback (most recent call last):
            ...
        ValueError: 'X' is not a peg in this game; the pegs are R G B Y
        """
        if not isinstance(text, str):
            raise TypeError(f"a code must be text, not {type(text).__name__}")
        pegs = self._split(text)
        if len(pegs) != self.code_length:
            there = f"{text.strip()!r} has" if pegs else "there are"
            raise ValueError(
                f"{there} {_count(len(pegs), 'peg')}, but a code in this game has "
                f"{self.code_length}"
            )
        twice = [peg for peg in pegs if pegs.count(peg) > 1]
        if twice and not self.repeats:
            raise ValueError(
                f"{text.strip()!r} repeats {twice[0]}, but in this game colors may not repeat"
            )
        return "".join(pegs)

    def _numbers(self) -> list[str]:
        """How each color is written in digits: its place, or itself where colors are digits."""
        if any(color.isdigit() for color in self.colors):
            return list(self.colors)
        return [str(place) for place in range(1, len(self.colors) + 1)]

    def _split(self, text: str) -> list[str]:
        """Divide `text` into pegs: character by character where that fits, else word by word."""
        spellings = {color: color for color in self.colors}
        for words in (self.colors, self._numbers(), self.names()):
            # Not strict: there may be no names.
            for word, color in zip(words, self.colors, strict=False):
                # setdefault: in a game with the pegs a and A, each keeps its own case.
                spellings.setdefault(word.lower(), color)

        def read(word: str) -> str:
            return spellings.get(word) or spellings.get(word.lower(), "")

        words = [word for word in re.split(_SEPARATORS, text) if word]
        characters = "".join(words)
        if len(characters) == self.code_length and all(map(read, characters)):
            pieces = list(characters)
        else:
            pieces = [piece for word in words for piece in ([word] if read(word) else word)]
        for piece in pieces:
            if not read(piece):
                raise ValueError(
                    f"{piece!r} is not a peg in this game; the pegs are {' '.join(self.colors)}"
                )
        return [read(piece) for piece in pieces]


def _color_string(colors: int | str) -> str:
    """Check the colors and give them as a string."""
    if isinstance(colors, str):
        words = [word.lower() for word in re.split(_SEPARATORS, colors) if word]
        if len(words) > 1 and set(words) <= set(PEG_NAMES):
            colors = "".join(word[0].upper() for word in words)
        if not colors:
            raise ValueError("colors must name at least one color")
        if len(set(colors)) < len(colors):
            raise ValueError(f"colors must be distinct, not {colors!r}")
        if re.search(_SEPARATORS, colors):
            raise ValueError(f"a color cannot be a space or one of , ; | / -; got {colors!r}")
        return colors
    _check_whole_number("colors", colors, "or a string with one character for each color")
    if not 1 <= colors <= len(ascii_uppercase):
        raise ValueError(f"colors must be from 1 to {len(ascii_uppercase)}, not {colors}")
    return ascii_uppercase[:colors]


def _check_whole_number(name: str, value: object, alternative: str = "") -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        wanted = f"a whole number {alternative}".strip()
        raise TypeError(f"{name} must be {wanted}, not {value!r}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
