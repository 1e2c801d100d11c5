"""The player of a published solution, which first finds the weapons and then their gladiators."""

import random
from itertools import combinations, permutations

Numbers = tuple[int, ...]


class Predictor:
    """A player of one round, who is told two numbers after each guess.

    Parameters
    ----------
    num_gladiators, num_weapons : int
        The size of the game.
    rng : random.Random, optional
        Makes the choices.

    Attributes
    ----------
    guess_history : list of tuple of int
        All guesses, the oldest first.
    place_history : list of int
        For each guess that was answered, how many weapons were at the right gladiator.
    combos : list of tuple of int
        Phase one: the sets of weapons that are still possible.
    perms : list of tuple of int
        Phase two: the arrangements that are still possible; empty before.

    Notes
    -----
    After *Mastermind Challenge Implementation*, whose class `Mastermind` has the same
    attributes, and a `predict` that takes and gives the same.

    Examples
    --------
    >>> player, hidden, obs = Predictor(4, 6, random.Random(1)), (5, 0, 2, 4), (0, 0)
    >>> while obs[1] < 4:
    ...     guess = player.predict(obs)
    ...     obs = len(set(guess) & set(hidden)), sum(map(int.__eq__, guess, hidden))
    >>> guess, len(player.guess_history), player.place_history
    ((5, 0, 2, 4), 6, [0, 2, 1, 2, 0])
    """

    def __init__(
        self, num_gladiators: int, num_weapons: int, rng: random.Random | None = None
    ) -> None:
        self.num_gladiators = num_gladiators
        self.num_weapons = num_weapons
        self.guess_history: list[Numbers] = []
        self.place_history: list[int] = []
        self.combos: list[Numbers] = list(combinations(range(num_weapons), num_gladiators))
        self.perms: list[Numbers] = []
        self._rng = rng or random.Random()

    def predict(self, obs: tuple[int, int]) -> Numbers:
        """Give the next guess.

        Parameters
        ----------
        obs : (int, int)
            What the server said of the guess before: how many weapons are right anywhere, and
            how many at their gladiator. Before the first guess it does not matter.

        Returns
        -------
        tuple of int
            The number of a weapon for each gladiator.
        """
        if self.guess_history:
            self._learn(*obs)
        if self.perms:
            guess = self._rng.choice(self.perms)
        else:
            # Shuffled, so that each guess tells something new about places.
            guess = tuple(self._rng.sample(self._rng.choice(self.combos), self.num_gladiators))
        self.guess_history.append(guess)
        return guess

    def _learn(self, right: int, in_place: int) -> None:
        last = self.guess_history[-1]
        self.place_history.append(in_place)
        if right < self.num_gladiators:
            self.combos = [combo for combo in self.combos if len({*combo} & {*last}) == right]
        else:
            self.combos = [tuple(sorted(last))]
            self.perms = [perm for perm in permutations(last) if self._agrees(perm)]

    def _agrees(self, perm: Numbers) -> bool:
        told = zip(self.guess_history, self.place_history, strict=True)
        return all(sum(map(int.__eq__, perm, guess)) == places for guess, places in told)
