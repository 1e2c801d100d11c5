"""Answers to: a game class with a method that takes back the last guess."""

# %% right: the turns but the last
class UndoGame(KeyboardGame):
    """A game whose guesses can be taken back."""

    def undo(self) -> str:
        """Take back the last guess, and return it."""
        if not self.rounds:
            raise ValueError("no guess is left to take back")
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return last.guess

# %% right: a list of games that were
class UndoGame(KeyboardGame):
    def new(self, code=None):
        super().new(code)
        self.past = []

    def guess(self, *pegs):
        before = self.game
        keys = super().guess(*pegs)
        self.past.append(before)
        return keys

    def undo(self):
        if len(self.past) == 0:
            raise ValueError("nothing to undo")
        taken = self.game.turns[-1].guess
        self.game = self.past.pop()
        return taken

# %% right: played again from the start
class UndoGame(KeyboardGame):
    def undo(self):
        guesses = [turn.guess for turn in self.game.turns]
        if not guesses:
            raise ValueError
        game = Game(self.game.code, self.game.max_guesses)
        for guess in guesses[:-1]:
            game = game.play(guess)
        self.game = game
        return guesses[-1]

# %% right: dataclasses.replace
from dataclasses import replace

class UndoGame(KeyboardGame):
    def undo(self):
        turns = self.game.turns
        if self.rounds == 0:
            raise ValueError("there is no guess")
        self.game = replace(self.game, turns=turns[: len(turns) - 1])
        return str(turns[-1].guess)

# %% right: taken apart with a star
class UndoGame(KeyboardGame):
    def undo(self):
        code, most = self.game.code, self.game.max_guesses
        try:
            *earlier, (guess, black, white) = self.game.turns
        except ValueError:
            raise ValueError("no guess to take back") from None
        self.game = Game(code, most, tuple(earlier))
        return guess

# %% right: an error of its own kind
class NothingToUndo(ValueError):
    pass

class UndoGame(KeyboardGame):
    def undo(self):
        if self.game.turns == ():
            raise NothingToUndo("no guess was made")
        guess = self.game.turns[-1][0]
        self.game = Game.from_dict({**self.game.to_dict(), "turns": self.game.to_dict()["turns"][:-1]})
        return guess

# %% right: a property and a helper
class UndoGame(KeyboardGame):
    @property
    def last(self):
        if self.rounds < 1:
            raise ValueError("nothing has been guessed")
        return self.game.turns[self.rounds - 1]

    def _go_to(self, number):
        self.game = Game(code=self.game.code, max_guesses=self.game.max_guesses, turns=self.game.turns[:number])

    def undo(self):
        taken = self.last.guess
        self._go_to(self.rounds - 1)
        return taken

# %% right: as it stood before, kept by hand
class UndoGame(KeyboardGame):
    def undo(self):
        kept = []
        for turn in self.game.turns:
            kept += [turn]
        if kept == []:
            raise ValueError("undo what?")
        taken = kept.pop()
        self.game = Game(self.cheat(), self.game.max_guesses, tuple(kept))
        return taken.guess

# %% wrong: the last turn stays | play_steps("4", ["5", None]): the guess 5 still stands
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        return self.game.turns[-1].guess

# %% wrong: the first turn is taken back | play_steps("4", ["5", "4", None]) gives back 5, not 4
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        first = self.game.turns[0]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[1:])
        return first.guess

# %% wrong: all turns are taken back | play_steps("4", ["5", "3", None]) leaves no guess
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses)
        return last.guess

# %% wrong: a new game with another code is begun | play_steps("55555", ["55555", None, "55555"]) does not win
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        last = self.game.turns[-1]
        guesses = [turn.guess for turn in self.game.turns[:-1]]
        self.new()
        for guess in guesses:
            self.guess(guess)
        return last.guess

# %% wrong: the guess is not returned | play_steps("4", ["5", None]) gives None
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])

# %% wrong: the guess is printed instead of returned | play_steps("4", ["5", None]) gives None
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        print(self.game.turns[-1].guess)
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])

# %% wrong: the whole turn is returned | play_steps("4", ["5", None]) gives ("5", 0, 0)
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return tuple(last)

# %% wrong: the guess before the last is returned | play_steps("4", ["5", "3", None]) gives 5
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return self.game.turns[-1].guess if self.rounds else ""

# %% wrong: nothing to take back is no error | play_steps("4", [None]) gives None
class UndoGame(KeyboardGame):
    def undo(self):
        if self.rounds:
            last = self.game.turns[-1]
            self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
            return last.guess

# %% wrong: nothing to take back is an IndexError | play_steps("4", [None]) stops with an IndexError
class UndoGame(KeyboardGame):
    def undo(self):
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return last.guess

# %% wrong: the error is returned | play_steps("4", [None]) gives a text
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            return "ValueError: nothing to take back"
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return last.guess

# %% wrong: a guess taken back is used up | play_steps("4", ["5", None, "5", "5", "5"]) refuses the last guess
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses - 1, self.game.turns[:-1])
        return last.guess

# %% wrong: a game that is over stays over | play_steps("4", ["4", None]) refuses
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds or self.status != "playing":
            raise ValueError("nothing")
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return last.guess

# %% wrong: only one guess can be taken back | play_steps("4", ["5", "3", None, None]) refuses the second one
class UndoGame(KeyboardGame):
    def guess(self, *pegs):
        keys = super().guess(*pegs)
        self.may = True
        return keys

    def undo(self):
        if not getattr(self, "may", False):
            raise ValueError("nothing")
        self.may = False
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return last.guess

# %% wrong: the first guess cannot be taken back | play_steps("4", ["5", None]) refuses
class UndoGame(KeyboardGame):
    def undo(self):
        if self.rounds <= 1:
            raise ValueError("nothing")
        last = self.game.turns[-1]
        self.game = Game(self.game.code, self.game.max_guesses, self.game.turns[:-1])
        return last.guess

# %% wrong: the turns become a list, which the next guess cannot follow | play_steps("4", ["5", None, "5", None]) fails
class UndoGame(KeyboardGame):
    def undo(self):
        if not self.rounds:
            raise ValueError("nothing")
        turns = [turn.guess for turn in self.game.turns]
        self.game = Game(self.game.code, self.game.max_guesses, tuple(turns[:-1]))
        return turns[-1]
