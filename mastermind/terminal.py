"""The game in a terminal: you break the computer's code, or the computer breaks yours.

Pegs have their colors where the terminal has any, and their letters everywhere.
"""

import random
import re

from rich.console import Console
from rich.style import Style
from rich.text import Text

from mastermind.drawing.pegs import EMPTY, peg_look
from mastermind.feedback import Keys, feedback
from mastermind.game import Game, Turn, Turns, contradiction
from mastermind.rules import Rules
from mastermind.solver.analysis import MOST_CODES, analysis_text, analyze
from mastermind.solver.codebreaker import KNUTH, explain, next_guess

_KEYS = {"b": "bold #ffffff on #333333", "w": "bold #111111 on #eeeeee", EMPTY: "dim"}
_LEGEND = """\
fits    whether the guess could have been the code
before  codes possible before the guess, and after it
bits    expected of the guess, gained by it, and expected of the best guess
skill   bits expected, out of those of the best guess
luck    bits gained beyond those expected"""


class _Quit(Exception):
    """The player has had enough."""


def play_as_codebreaker(
    rules: Rules, max_guesses: int, rng: random.Random, strategy: str = KNUTH
) -> None:
    """Let the player guess a code of the computer's, reading lines and printing the board."""
    game = Game(rules.random_code(rng), max_guesses)
    console = _console()
    _welcome(console, rules)
    console.print(f"I have thought of a code. You have {max_guesses} guesses.")
    console.print(
        Text.assemble(
            "Each earns key pegs: ", (" b ", _KEYS["b"]), " for a right color in the right place, ",
            (" w ", _KEYS["w"]), " for\na right color in another place.",
        )
    )  # fmt: skip
    console.print("Also: hint, quit.")
    try:
        while game.status == "playing":
            game = _take_guess(console, rules, game, strategy)
            console.print(_board(game.turns))
    except _Quit:
        console.print("The code was ", _pegs(game.code), ".", sep="")
        return
    if game.status == "won":
        console.print(f"You found the code with guess {len(game.turns)}.", style="bold green")
    else:
        console.print(Text("You have lost:", "bold red"), "the code was ", end="")
        console.print(_pegs(game.code), ".", sep="")
    if rules.size <= MOST_CODES:
        _print_analysis(console, rules, game.turns)


def play_as_codemaker(
    rules: Rules, max_guesses: int, rng: random.Random, strategy: str = KNUTH, code: str = ""
) -> None:
    """Let the computer guess a code of the player's, and say why it makes each guess.

    The player answers with key pegs, or has told the code, and the computer plays alone.
    Key pegs that no code can earn together are refused.
    """
    console = _console()
    _welcome(console, rules)
    seed = str(rng.random())
    if code:
        _play_alone(console, rules, Game(code, max_guesses), strategy, seed)
        return
    console.print(f"Think of a code and write it down. I have {max_guesses} guesses.")
    console.print("Answer with key pegs, as in bbw or 2 1 (2 black, 1 white), or - for none.")
    console.print("Also: back (to answer the guess before once more), quit.")
    turns: Turns = ()
    guess = next_guess(rules, turns, strategy, seed)
    try:
        while len(turns) < max_guesses:
            console.print(explain(rules, turns, guess), style="dim")
            prompt = Text.assemble(f"Guess {len(turns) + 1}: ", _pegs(guess), "   key pegs? ")
            answer = _ask(console, prompt)
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
                    console.print(
                        f"I have found your code with guess {len(after)}.", style="bold green"
                    )
                    return
                guess, turns = next_guess(rules, after, strategy, seed), after
            except ValueError as error:
                console.print(f"{_sentence(error)} Answer again, or go back.", style="yellow")
    except _Quit:
        console.print("Good-bye.")
        return
    console.print("I have lost: your code is still a secret.")


def _play_alone(console: Console, rules: Rules, game: Game, strategy: str, seed: str) -> None:
    console.print("Your code is ", _pegs(game.code), ". I play as if I did not know.", sep="")
    while game.status == "playing":
        guess = next_guess(rules, game.turns, strategy, seed)
        console.print(explain(rules, game.turns, guess), style="dim")
        game = game.play(guess, feedback(game.code, guess))
        console.print(_board(game.turns, len(game.turns)))
    if game.status == "won":
        console.print(f"I have found your code with guess {len(game.turns)}.", style="bold green")
    else:
        console.print("I have lost: I needed more guesses.")


def _console() -> Console:
    # What is written keeps its lines, whatever the width, and is no markup.
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def _welcome(console: Console, rules: Rules) -> None:
    repeats = "may" if rules.repeats else "may not"
    palette = [
        Text.assemble(_pegs(color, wide=True), f" {peg_look(color).name}") for color in rules.colors
    ]
    console.print(f"Mastermind: {rules.code_length} pegs; a color {repeats} occur twice.")
    console.print(Text("  ").join(palette))


def _pegs(code: str, wide: bool = False) -> Text:
    """Pegs as letters on their colors, each on a tile of its own or three columns wide."""
    return Text.assemble(*((f" {peg} " if wide else peg, _style(peg)) for peg in code))


def _style(peg: str) -> Style:
    look = peg_look(peg)
    return Style(color=look.ink, bgcolor=look.fill, bold=True)


def _board(turns: Turns, first: int = 1) -> Text:
    """A line for each guess from a number on: its number, its pegs, its key pegs."""
    return Text("\n").join(
        Text.assemble(
            f"{number:3}  ",
            _pegs(turn.guess, wide=True),
            "   ",
            *((f" {key} ", _KEYS[key]) for key in str(turn.keys).ljust(len(turn.guess), EMPTY)),
        )
        for number, turn in enumerate(turns[first - 1 :], first)
    )


def _print_analysis(console: Console, rules: Rules, turns: Turns) -> None:
    moves = analyze(rules, turns)
    text = Text(analysis_text(moves))
    for code in {code for move in moves for code in (move.guess, move.best)}:
        for word in re.finditer(rf"\b{re.escape(code)}\b", text.plain):
            for place, peg in enumerate(code, word.start()):
                text.stylize(_style(peg), place, place + 1)
    console.print()
    console.print(text)
    console.print(f"\n{_LEGEND}")


def _take_guess(console: Console, rules: Rules, game: Game, strategy: str) -> Game:
    """Ask until there is a valid guess, and play it."""
    while True:
        text = _ask(console, Text(f"Guess {len(game.turns) + 1} of {game.max_guesses}: "))
        try:
            if text == "hint":
                hint = next_guess(rules, game.turns, strategy)
                console.print("Hint: ", _pegs(hint), sep="")
            else:
                return game.play(rules.parse(text))
        except ValueError as error:
            console.print(_sentence(error), style="yellow")


def _ask(console: Console, prompt: Text) -> str:
    """Read a line; at the end of the input the player has left."""
    try:
        text = console.input(prompt).strip()
    except EOFError:
        console.print()
        raise _Quit from None
    if text.lower() == "quit":
        raise _Quit
    return text.lower() if text.lower() in ("hint", "back") else text


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
