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
from mastermind.feedback import Keys, feedback
from mastermind.game import Turns, contradiction
from mastermind.match import Match
from mastermind.rules import Rules
from mastermind.solver.analysis import MOST_CODES, analysis_text, analyze
from mastermind.solver.codebreaker import KNUTH, explain, next_guess, suspects

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
    match = Match(rules, max_guesses, code=rules.random_code(rng), strategy=strategy)
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
        while match.move == "guess":
            match = _take_guess(console, match)
            console.print(_board(match.mine))
    except _Quit:
        console.print("The code was ", _pegs(match.code), ".", sep="")
        return
    if match.status == "won":
        console.print(f"You found the code with guess {len(match.mine)}.", style="bold green")
    else:
        console.print(Text("You have lost:", "bold red"), "the code was ", end="")
        console.print(_pegs(match.code), ".", sep="")
    if rules.size <= MOST_CODES:
        _print_analysis(console, rules, match.mine)


def play_as_codemaker(
    rules: Rules, max_guesses: int, rng: random.Random, strategy: str = KNUTH, code: str = ""
) -> None:
    """Let the computer guess a code of the player's, and say why it makes each guess.

    The player answers with key pegs, or has told the code, and the computer plays alone.
    Key pegs that no code can earn together are refused.
    """
    console = _console()
    _welcome(console, rules)
    match = Match(
        rules, max_guesses, "make", strategy=strategy, seed=str(rng.random()), secret=code
    )
    if code:
        console.print("Your code is ", _pegs(code), ". I play as if I did not know.", sep="")
        match = match.let_computer_play()
        for number, (_, why) in enumerate(match.explained(), 1):
            console.print(why, style="dim")
            console.print(_board(match.theirs[:number], number))
    else:
        console.print(f"Think of a code and write it down. I have {max_guesses} guesses.")
        console.print("Answer with key pegs, as in bbw or 2 1 (2 black, 1 white), or - for none.")
        console.print("Also: back (to answer the guess before once more), quit.")
        match = match.let_computer_play()
        try:
            while match.move == "answer":
                match = _take_answer(console, match)
        except _Quit:
            console.print("Good-bye.")
            return
    if match.status == "lost":
        console.print(f"I have found your code with guess {len(match.theirs)}.", style="bold green")
    else:
        why = "I needed more guesses" if code else "your code is still a secret"
        console.print(f"I have lost: {why}.")


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


def _take_guess(console: Console, match: Match) -> Match:
    """Ask until there is a valid guess, and play it."""
    while True:
        text = _ask(console, Text(f"Guess {len(match.mine) + 1} of {match.max_guesses}: "))
        try:
            if text == "hint":
                hint = next_guess(match.rules, match.mine, match.strategy)
                console.print("Hint: ", _pegs(hint), sep="")
            else:
                guess = match.rules.parse(text)
                return match.guess(guess, feedback(match.code, guess))
        except ValueError as error:
            console.print(sentence(error), style="yellow")


def _take_answer(console: Console, match: Match) -> Match:
    """Ask for key pegs, or go back by a guess, and let the computer guess."""
    console.print(explain(match.rules, match.theirs, match.asking), style="dim")
    number = len(match.theirs)
    prompt = Text.assemble(f"Guess {number + 1}: ", _pegs(match.asking), "   key pegs? ")
    answer = _ask(console, prompt)
    if answer == "back":
        return match.back_to(number) if number else match
    try:
        if not answer:
            raise ValueError("nothing is no answer; write - for no key pegs")
        keys = Keys.parse(answer)
        keys.check(match.rules.code_length)
        after = match.answer(keys)
        if after.move == "over" and suspects(match.rules, after.theirs):
            raise contradiction(after.theirs)
        return after.let_computer_play()
    except ValueError as error:
        console.print(f"{sentence(error)} Answer again, or go back.", style="yellow")
        return match


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
