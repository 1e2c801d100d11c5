"""The game in a terminal: you break the computer's code, or the computer breaks yours.

Pegs have their colors where the terminal has any, and their letters everywhere.
"""

import random
import re

from rich.console import Console
from rich.style import Style
from rich.text import Text

from mastermind.drawing.pegs import EMPTY, peg_look
from mastermind.drawing.words import sentence
from mastermind.feedback import Keys
from mastermind.game import Turns, contradiction
from mastermind.keyboard import KeyboardGame
from mastermind.match import Match
from mastermind.rules import Rules
from mastermind.solver.analysis import MOST_CODES, analysis_text, analyze
from mastermind.solver.codebreaker import KNUTH, explain, next_guess, suspects

_KEYS = {"b": "bold #ffffff on #333333", "w": "bold #111111 on #eeeeee", EMPTY: "dim"}
_LEGEND = """\
fits    whether the guess could have been the code
before  number of possible codes before the guess, then after it
bits    expected from the guess, gained by it, and expected from the best guess
skill   expected bits, as a share of those of the best guess
luck    bits gained, minus the bits expected"""


_HELP = """\
help    show this help
quit    end the game (you can also press Escape and then Enter, or press Ctrl-D)"""
_HELP_GUESS = f"""\
Type your guess as letters (RRGB), numbers (1123), or names (red red green blue).
hint    suggest a guess
{_HELP}"""
_HELP_ANSWER = f"""\
Type b for each black key peg and w for each white one (bbw), or type two numbers (2 1).
For no key pegs, type -.
back    change your answer to the previous guess
{_HELP}"""


class _Quit(Exception):
    """The player has had enough."""


def play_as_codebreaker(
    rules: Rules, max_guesses: int, rng: random.Random, strategy: str = KNUTH
) -> None:
    """Let the player guess a code of the computer's, reading lines and printing the board."""
    game = _game(rules, max_guesses, rng)
    console = _console()
    _welcome(console, rules)
    console.print(f"I have thought of a code. You have {max_guesses} guesses.")
    console.print(
        Text.assemble(
            "Key pegs show how close each guess is: ", (" b ", _KEYS["b"]),
            " for a right color in the right place,\nand ", (" w ", _KEYS["w"]),
            " for a right color in the wrong place.",
        )
    )  # fmt: skip
    console.print("You can also type hint, help, or quit.")

    def person(turns: Turns) -> str:
        if turns:
            console.print(_board(turns))
        return _ask_for_guess(console, game, strategy)

    try:
        won = game.play(person)
    except _Quit:
        console.print("The code was ", _pegs(game.cheat()), ".", sep="")
        return
    turns = game.game.turns
    console.print(_board(turns))
    if won:
        console.print(f"You found the code on guess {len(turns)}.", style="bold green")
    else:
        console.print(Text("You lost.", "bold red"), "The code was ", end="")
        console.print(_pegs(game.cheat()), ".", sep="")
    if rules.size <= MOST_CODES:
        _print_analysis(console, rules, turns)


def play_alone(
    rules: Rules, max_guesses: int, rng: random.Random, strategy: str, code: str
) -> None:
    """Let the computer guess a code that it was told, and say why it makes each guess."""
    game = _game(rules, max_guesses, rng, code)
    seed = str(rng.random())
    console = _console()
    _welcome(console, rules)
    console.print("Your code is ", _pegs(code), ". I will play as if I did not know it.", sep="")

    def computer(turns: Turns) -> str:
        if turns:
            console.print(_board(turns, len(turns)))
        guess = next_guess(rules, turns, strategy, seed)
        console.print(explain(rules, turns, guess), style="dim")
        return guess

    found = game.play(computer)
    console.print(_board(game.game.turns, game.rounds))
    _print_end(console, found, game.rounds, "I ran out of guesses.")


def play_as_codemaker(
    rules: Rules, max_guesses: int, rng: random.Random, strategy: str = KNUTH
) -> None:
    """Let the computer guess a code that only the player knows, who answers with key pegs.

    Key pegs that no code can earn together are refused.
    """
    match = Match(rules, max_guesses, "make", strategy=strategy, seed=str(rng.random()))
    console = _console()
    _welcome(console, rules)
    console.print(f"Think of a code and write it down. I have {max_guesses} guesses.")
    console.print("Answer with key pegs, such as bbw or 2 1 (2 black, 1 white), or - for none.")
    console.print(
        "You can also type back (to change your answer to the previous guess), help, or quit."
    )
    match = match.let_computer_play()
    try:
        while match.move == "answer":
            match = _take_answer(console, match)
    except _Quit:
        console.print("Goodbye.")
        return
    found = match.status == "lost"
    _print_end(console, found, len(match.theirs), "Your code is still a secret.")


def _game(
    rules: Rules, max_guesses: int, rng: random.Random, code: str | None = None
) -> KeyboardGame:
    return KeyboardGame(
        code,
        rules.code_length,
        rules.colors,
        max_guesses,
        silent=True,
        rng=rng,
        repeats=rules.repeats,
    )


def _print_end(console: Console, found: bool, guesses: int, why_not: str) -> None:
    if found:
        console.print(f"I found your code on guess {guesses}.", style="bold green")
    else:
        console.print(f"I lost. {why_not}")


def _console() -> Console:
    # What is written keeps its lines, whatever the width, and is no markup.
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True)


def _welcome(console: Console, rules: Rules) -> None:
    repeats = "may" if rules.repeats else "may not"
    palette = [
        Text.assemble(_pegs(color, wide=True), f" {peg_look(color).name}") for color in rules.colors
    ]
    console.print(f"Mastermind: {rules.code_length} pegs. Colors {repeats} repeat.")
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


def _ask_for_guess(console: Console, game: KeyboardGame, strategy: str) -> str:
    """Ask until there is a valid guess."""
    turns = game.game.turns
    prompt = Text(f"Guess {len(turns) + 1} of {game.game.max_guesses}: ")
    while True:
        text = _ask(console, prompt, _HELP_GUESS)
        try:
            if text != "hint":
                return game.rules.parse(text)
            hint = next_guess(game.rules, turns, strategy)
            console.print("Hint: ", _pegs(hint), sep="")
        except ValueError as error:
            console.print(sentence(error), style="yellow")


def _take_answer(console: Console, match: Match) -> Match:
    """Ask for key pegs, or go back by a guess, and let the computer guess."""
    console.print(explain(match.rules, match.theirs, match.asking), style="dim")
    number = len(match.theirs)
    prompt = Text.assemble(f"Guess {number + 1}: ", _pegs(match.asking), "   key pegs? ")
    answer = _ask(console, prompt, _HELP_ANSWER)
    if answer == "back":
        return match.back_to(number) if number else match
    try:
        if not answer:
            raise ValueError("you didn't enter anything; for no key pegs, enter -")
        keys = Keys.parse(answer)
        keys.check(match.rules.code_length)
        after = match.answer(keys)
        if after.move == "over" and suspects(match.rules, after.theirs):
            raise contradiction(after.theirs)
        return after.let_computer_play()
    except ValueError as error:
        console.print(f"{sentence(error)} Answer again, or type back.", style="yellow")
        return match


def _ask(console: Console, prompt: Text, help_text: str) -> str:
    """Read a line that is no call for help; at the end of the input the player has left."""
    text = "help"
    while text == "help":
        try:
            text = console.input(prompt).strip()
        except EOFError:
            console.print()
            raise _Quit from None
        if text.lower() in ("quit", "\N{ESCAPE}"):
            raise _Quit
        if text.lower() in ("help", "hint", "back"):
            text = text.lower()
        if text == "help":
            console.print(help_text)
    return text
