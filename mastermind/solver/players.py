"""Players: who guesses next after these turns, and how a whole game goes.

A player is a callable ``(turns) -> guess``; `turns` is a tuple of
`mastermind.game.Turn`, the oldest first. Every strategy becomes one with
`as_player`; the other players here know no list of candidates, or use more of
the past than such a list holds.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from mastermind.feedback import Keys, consistent_codes, feedback
from mastermind.game import Turn, Turns, contradiction
from mastermind.rules import Rules
from mastermind.solver.color_sets import ColorSets
from mastermind.solver.partitions import Partitions
from mastermind.solver.strategies import Strategy

Player = Callable[[Turns], str]
Scorer = Callable[[str, str], tuple[int, int]]  # Keys, or what a student's own scorer gives


def break_code(
    code: str, player: Player, score: Scorer = feedback, max_guesses: int = 100
) -> Turns:
    """Let a player find a code.

    Parameters
    ----------
    code : str
        The hidden code, which the player does not see.
    player : callable
        A function that takes the turns so far and returns a guess.
    score : callable
        ``(code, guess) -> (black, white)``.
    max_guesses : int
        The game ends after this many guesses.

    Returns
    -------
    tuple of Turn
        The game; it was won if its last guess is `code`.

    Examples
    --------
    >>> from mastermind.solver.strategies import first
    >>> [turn.guess for turn in break_code("BA", as_player(first, ["AA", "AB", "BA", "BB"]))]
    ['AA', 'AB', 'BA']
    """
    turns: Turns = ()
    while len(turns) < max_guesses and not (turns and turns[-1].guess == code):
        guess = player(turns)
        turns += (Turn(guess, *score(code, guess)),)
    return turns


solve = break_code  # what notebooks of the first edition import; `trees.solve` solves a whole game


def games(player: Player, codes: Sequence[str], score: Scorer = feedback) -> Iterator[Turns]:
    """Play the game for every code, asking only once in each position."""
    return _games_from((), player, codes, score)


def _games_from(
    turns: Turns, player: Player, codes: Sequence[str], score: Scorer
) -> Iterator[Turns]:
    guess = player(turns)
    parts: dict[tuple[int, int], list[str]] = {}
    for code in codes:
        parts.setdefault(score(code, guess), []).append(code)
    for keys, part in parts.items():
        after = (*turns, Turn(guess, *keys))
        if part == [guess]:
            yield after
        else:
            yield from _games_from(after, player, part, score)


def as_player(strategy: Strategy, codes: Sequence[str]) -> Player:
    """Make a player who keeps a list of candidates and asks a strategy.

    Parameters
    ----------
    strategy : callable
        ``(guesses, candidates) -> guess``.
    codes : sequence of str
        All codes of the game.

    Returns
    -------
    callable
        The player. It raises `mastermind.game.Contradiction` if no candidate is left.

    Examples
    --------
    >>> from mastermind.solver.strategies import first
    >>> as_player(first, ["AA", "AB", "BA"])((Turn("AA", 1, 0), Turn("BA", 0, 1)))
    Traceback (most recent call last):
        ...
    mastermind.game.Contradiction: 0 black and 1 white for guess 2 (BA) contradict \
earlier answers, because no code fits them all
    """
    # The first feedback meets the longest list: dividing it whole is five times
    # as fast as looking at each code.
    everything = cache(lambda: Partitions(codes))

    @lru_cache(maxsize=1000)  # neighboring games begin alike
    def candidates(turns: Turns) -> Sequence[str]:
        if not turns:
            return codes
        *earlier, last = turns
        if not earlier:
            left = everything().parts(last.guess).get(last.keys, [])
        else:
            left = consistent_codes(candidates(tuple(earlier)), last.guess, last.keys)
        if not left:
            raise contradiction(turns)
        return left

    return lambda turns: strategy(codes, candidates(turns))


def last_leftover_feedback(code: str, guess: str) -> Keys:
    """Count key pegs with the slip of a program that was once published.

    White key pegs come from pairing the pegs that are left over. Here the slip is
    that of each pair not the peg that matched is taken away from the code, but
    the one that stands last. So a peg may be counted twice, and another not at all.
    """
    pairs = [(peg, other) for peg, other in zip(code, guess, strict=True) if peg != other]
    code_left = [peg for peg, _ in pairs]
    white = 0
    for _, peg in pairs:
        if peg in code_left:
            white += 1
            code_left.remove(code_left[-1])  # right: code_left.remove(peg)
    return Keys(len(code) - len(pairs), white)


def weighted_hypotheses(
    codes: Sequence[str],
    rng: random.Random,
    black_weight: float = 1 / 4,
    white_weight: float = 3 / 16,
    score: Scorer = feedback,
) -> Player:
    """Make a player who gives each code a weight and guesses one of the heaviest.

    After a guess, the hypotheses that would have earned other key pegs are
    dropped, and the others weigh `black_weight` for each black key peg and
    `white_weight` for each white one.

    From Francis Ng's Mastermind project. All that is left has earned the same
    key pegs and so has the same weight: whatever the weights are, this player
    guesses any consistent code with the same chance.
    """

    @lru_cache(maxsize=1000)
    def weights(turns: Turns) -> dict[str, float]:
        if not turns:
            return dict.fromkeys(codes, 1 / len(codes))
        guess, keys = turns[-1].guess, turns[-1].keys
        weight = keys.black * black_weight + keys.white * white_weight
        left = {
            code: weight
            for code in weights(turns[:-1])
            if code != guess and score(code, guess) == keys
        }
        if not left:
            raise contradiction(turns)
        return left

    def choose(turns: Turns) -> str:
        heaviest = max(weights(turns).values())
        return rng.choice([code for code, weight in weights(turns).items() if weight == heaviest])

    return choose


@dataclass(frozen=True)
class Naive:
    """A player who finds the code from left to right, with guesses that may be too short.

    It tries the part of the code that it knows and one peg more. If the new peg
    earns nothing, its color is dropped. White: the color waits at the end of the
    line. Black: the known part is one peg longer.

    The turns are scored by `mastermind.feedback.partial_feedback`. These are the
    four naive ways to open the drawbridge in NetHack; each adds the next option.
    """

    colors: str
    code_length: int
    fill: bool = False
    drop_unseen: bool = False
    rotate: bool = False

    def __call__(self, turns: Turns) -> str:
        """Guess the known part and one peg more."""
        known, line = self.knowledge(turns)
        if self.fill and len(line) == 1:
            return known.ljust(self.code_length, line[0])
        return known + line[0]

    def knowledge(self, turns: Turns) -> tuple[str, list[str]]:
        """Give the known part of the code, and the line of colors for the next place."""
        known, line, seen = "", list(self.colors), set[str]()
        for guess, gears, tumblers in turns:
            peg = guess[-1]
            line.remove(peg)
            if gears == len(guess):
                known = guess
                line.insert(len(line) if self.rotate else 0, peg)
            elif tumblers:
                line.append(peg)
            if peg in line:
                seen.add(peg)
            if self.drop_unseen and len(seen) == self.code_length:
                line = [color for color in line if color in seen]
        return known, line


def two_phase(
    rules: Rules, rng: random.Random, use_places: bool = False, shuffle: bool = True
) -> Player:
    """Make a player who finds the colors first and their places afterwards.

    Phase one guesses any set of colors that has the right number in common with
    every guess before, in any order. Once all colors are right, phase two guesses
    any order of them that agrees with all black key pegs so far.

    The method of a published solution of the gladiators' challenge, where colors
    are weapons and none may be used twice. With `use_places` every guess is consistent. Without
    `shuffle` the colors of phase one are in the order of the rules, which tells less of places.
    """
    space = ColorSets(rules, rng)

    def choose(turns: Turns) -> str:
        all_found = bool(turns) and turns[-1].black + turns[-1].white == rules.code_length
        if use_places or all_found:
            return space.code(turns)
        pegs = list(space.pick(turns))
        if shuffle:
            rng.shuffle(pegs)
        return "".join(pegs)

    return choose


def sampling(rules: Rules, rng: random.Random, samples: int = 60) -> Player:
    """Make a player for games with too many codes to list.

    It draws consistent codes and guesses the one that divides those drawn best, in
    the sense of `mastermind.solver.strategies.expected_size`.

    `mastermind.solver.color_sets` finds consistent codes without listing all codes.
    """
    space = ColorSets(rules, rng)

    def choose(turns: Turns) -> str:
        # dict: distinct codes in the order drawn, the same on every run
        drawn = list(dict.fromkeys(space.code(turns) for _ in range(samples)))
        partitions = Partitions(drawn)
        return min(drawn, key=lambda guess: sum(n * n for n in partitions.sizes(guess)))

    return choose
