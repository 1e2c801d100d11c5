"""How a guess divides the candidates: fast enough in pure Python for every guess of 4 x 6."""

from collections.abc import Sequence
from functools import cache

from mastermind.feedback import Keys

_MAX_LENGTH = 15  # code_length * black + in_common must fit into a byte


class Partitions:
    """The partitions of a list of candidates, one for every guess.

    The answers of all candidates to a guess are found at once. For every place
    and color, a whole number holds one byte for each candidate: `code_length` if
    the candidate has that color in that place, else 0. For every color and count,
    another holds the smaller of that count and the candidate's. The sum of the
    numbers that belong to a guess then has in each byte
    ``code_length * black + (black + white)``, because no byte overflows.
    """

    def __init__(self, candidates: Sequence[str]) -> None:
        self.candidates = candidates
        self._length = len(candidates[0]) if candidates else 1
        if self._length > _MAX_LENGTH:
            raise ValueError(
                f"partitions can be counted for codes of at most {_MAX_LENGTH} pegs, "
                f"not {self._length}"
            )
        self._places = list(zip(*candidates, strict=True))
        self._matches = cache(self._count_matches)
        self._in_common = cache(self._count_in_common)

    def answers(self, guess: str) -> bytes:
        """Give each candidate's answer in a byte: ``code_length * black + (black + white)``."""
        if len(guess) != self._length:
            raise ValueError(f"the guess {guess!r} must have {self._length} pegs")
        total = sum(self._matches(place, peg) for place, peg in enumerate(guess))
        total += sum(self._in_common(peg, guess.count(peg)) for peg in set(guess))
        return total.to_bytes(len(self.candidates), "little")

    def sizes(self, guess: str) -> list[int]:
        """Count the candidates behind each answer that occurs, by ascending answer code."""
        answers = self.answers(guess)
        return [answers.count(answer) for answer in sorted(set(answers))]

    def parts(self, guess: str) -> dict[Keys, list[str]]:
        """Sort the candidates by the key pegs that `guess` would earn."""
        parts: dict[Keys, list[str]] = {}
        for code, answer in zip(self.candidates, self.answers(guess), strict=True):
            parts.setdefault(self._keys(answer), []).append(code)
        return parts

    def _keys(self, answer: int) -> Keys:
        return Keys(*divmod(answer, self._length + 1))  # white is never more than the length

    def _count_matches(self, place: int, peg: str) -> int:
        column = bytes(self._length if peg == other else 0 for other in self._places[place])
        return int.from_bytes(column, "little")

    def _count_in_common(self, peg: str, count: int) -> int:
        column = bytes(min(count, code.count(peg)) for code in self.candidates)
        return int.from_bytes(column, "little")
