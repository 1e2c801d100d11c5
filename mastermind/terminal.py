"""The game in a terminal: you break the computer's code, or the computer breaks yours."""

import random

from mastermind.analysis import MOST_CODES, analysis_text, analyze, best_guess
from mastermind.feedback import Keys
from mastermind.game import Game, Turn, Turns, contradiction
from mastermind.players import Player, sampling
from mastermind.rules import Rules


class _Quit(Exception):
    """The player has had enough."""


def play_as_codebreaker(rules: Rules, max_guesses: int, rng: random.Random) -> None:
    """Let the player guess a code of the computer's, reading lines and printing the board.

    Parameters
    ----------
    rules : Rules
        The game.
    max_guesses : int
        How many guesses the player has.
    rng : random.Random
        Draws the code.
    """
    game = Game(rules.random_code(rng), max_guesses)
    print(_welcome(rules))
    print(f"I have thought of a code. You have {max_guesses} guesses.")
    print("Key pegs: b for right color and place, w for right color in another place.")
    print("Also: hint, quit.")
    try:
        while game.status == "playing":
            game = _take_guess(rules, game)
            print(game.board())
    except _Quit:
        print(f"The code was {game.code}.")
        return
    if game.status == "won":
        print(f"You found the code with guess {len(game.turns)}.")
    else:
        print(f"You have lost: the code was {game.code}.")
    if rules.size <= MOST_CODES:
        print("\n" + analysis_text(analyze(rules, game.turns)))


def play_as_codemaker(rules: Rules, max_guesses: int, rng: random.Random) -> None:
    """Let the computer guess a code of the player's, who answers with key pegs.

    Key pegs that no code can earn together are refused.

    Parameters
    ----------
    rules : Rules
        The game.
    max_guesses : int
        How many guesses the computer has.
    rng : random.Random
        Makes the choices in games with too many codes to list.
    """
    print(_welcome(rules))
    print(f"Think of a code and write it down. I have {max_guesses} guesses.")
    print("Answer with key pegs, as in bbw or 2 1 (2 black, 1 white), or - for none.")
    print("Also: back (to answer the guess before once more), quit.")
    guess_next = _codebreaker(rules, rng)
    turns: Turns = ()
    guess = guess_next(turns)
    try:
        while len(turns) < max_guesses:
            answer = _ask(f"Guess {len(turns) + 1}: {guess}   key pegs? ")
            if answer == "back":
                guess, turns = (turns[-1].guess, turns[:-1]) if turns else (guess, turns)
                continue
            try:
                if not answer:
                    raise ValueError("nothing is no answer; write - for no key pegs")
                keys = Keys.parse(answer)
                keys.check(rules.code_length)
                after = (*turns, Turn(guess, *keys))
                if _is_found(after):
                    print(f"I have found your code with guess {len(after)}.")
                    return
                guess, turns = guess_next(after), after
            except ValueError as error:
                print(f"{_sentence(error)} Answer again, or go back.")
    except _Quit:
        print("Good-bye.")
        return
    print("I have lost: your code is still a secret.")


def _welcome(rules: Rules) -> str:
    repeats = "may" if rules.repeats else "may not"
    names = f" ({', '.join(rules.names())})" if rules.names() else ""
    return (
        f"Mastermind: {rules.code_length} pegs out of {' '.join(rules.colors)}{names}; "
        f"a color {repeats} occur twice."
    )


def _take_guess(rules: Rules, game: Game) -> Game:
    """Ask until there is a valid guess, and play it."""
    while True:
        text = _ask(f"Guess {len(game.turns) + 1} of {game.max_guesses}: ")
        try:
            if text == "hint":
                print(f"Hint: {_codebreaker(rules, random.Random(0))(game.turns)}")
            else:
                return game.play(rules.parse(text))
        except ValueError as error:
            print(_sentence(error))


def _ask(prompt: str) -> str:
    """Read a line; at the end of the input the player has left."""
    try:
        text = input(prompt).strip()
    except EOFError:
        print()
        raise _Quit from None
    if text.lower() == "quit":
        raise _Quit
    return text.lower() if text.lower() in ("hint", "back") else text


def _codebreaker(rules: Rules, rng: random.Random) -> Player:
    if rules.size > MOST_CODES:
        return sampling(rules, rng)
    return lambda turns: best_guess(rules, turns)


def _is_found(turns: Turns) -> bool:
    """Tell whether the last guess is right; it is refused if the other answers rule it out."""
    *earlier, (guess, black, _) = turns
    if black < len(guess):
        return False
    if not all(turn.allows(guess) for turn in earlier):
        raise contradiction(turns)
    return True


def _sentence(error: ValueError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
