"""The command line: ``python -m mastermind evaluate | tunes | play``."""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from typing import NoReturn

from mastermind import terminal
from mastermind.rules import Rules

STRATEGIES = (
    "first", "median", "minimax", "expected-size", "most-parts", "entropy", "optimal",
)  # fmt: skip


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words of the command line; by default those of the process.

    Returns
    -------
    int
        The exit status: 0, or 2 after an error, which is printed in one line.

    Examples
    --------
    >>> main(["evaluate", "--length", "2", "--colors", "2", "--strategy", "minimax"])
    minimax, 2 pegs out of AB, with repeats: 4 codes
    total 8, average 2.0000, at most 3
    guesses  codes
          1      1
          2      2
          3      1
    0
    """
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
        sys.stdout.flush()
    except (ValueError, MemoryError) as error:
        return _fail(str(error))
    except ModuleNotFoundError as error:
        return _fail(f"this command needs {error.name}, which is not installed")
    except BrokenPipeError:  # the reader, say head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _fail(message: str) -> int:
    print(f"mastermind: error: {message}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="mastermind", description="Play Mastermind, and judge ways to play it.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    evaluate = commands.add_parser("evaluate", help="play a strategy against every code")
    _add_rules(evaluate)
    evaluate.add_argument("--strategy", required=True, choices=STRATEGIES)
    evaluate.add_argument("--first", metavar="CODE", help="begin with this guess")
    evaluate.add_argument(
        "--candidates-only", action="store_true", help="guess only what can be right"
    )
    evaluate.add_argument("--max-guesses", type=int, metavar="N", help="for optimal: never more")
    evaluate.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to use")
    evaluate.add_argument("--json", action="store_true", help="print JSON")
    evaluate.set_defaults(command=_evaluate)

    tunes = commands.add_parser("tunes", help="thirteen ways to find a tune in NetHack")
    tunes.add_argument("--json", action="store_true", help="print JSON")
    tunes.set_defaults(command=_tunes)

    play = commands.add_parser("play", help="play in the terminal")
    _add_rules(play)
    play.add_argument(
        "--role",
        choices=("codebreaker", "codemaker"),
        default="codebreaker",
        help="who you are (default: codebreaker)",
    )
    play.add_argument("--guesses", type=int, default=10, metavar="N", help="default: 10")
    play.add_argument("--seed", type=int, help="to play the same game again")
    play.set_defaults(command=_play)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--length", type=int, default=4, metavar="N", help="pegs (default: 4)")
    parser.add_argument(
        "--colors", default="6", metavar="N", help="how many, or their letters (default: 6)"
    )
    parser.add_argument("--distinct", action="store_true", help="no color occurs twice in a code")


def _rules(options: argparse.Namespace) -> Rules:
    try:
        colors: int | str = int(options.colors)
    except ValueError:
        colors = options.colors
    return Rules(options.length, colors, repeats=not options.distinct)


def _evaluate(options: argparse.Namespace) -> None:
    rules = _rules(options)
    first = None if options.first is None else rules.parse(options.first)
    start = time.perf_counter()
    if options.strategy == "optimal":
        if first or options.candidates_only or options.jobs != 1:
            raise ValueError("optimal takes no --first, --candidates-only or --jobs")
        from mastermind import optimal

        tree = optimal.solve(rules, max_guesses=options.max_guesses)
    else:
        if options.max_guesses is not None:
            raise ValueError("--max-guesses is for --strategy optimal only")
        from mastermind import trees

        tree = trees.build(rules, options.strategy, first, options.candidates_only, options.jobs)
    seconds = time.perf_counter() - start
    figures = {
        "total": tree.total,
        "codes": rules.size,
        "average": tree.average,
        "max": tree.max,
        "histogram": tree.histogram,
        "seconds": round(seconds, 4),
    }
    if options.json:
        print(json.dumps(figures))
        return
    print(
        f"{options.strategy}, {rules.code_length} pegs out of {rules.colors}, "
        f"{'with' if rules.repeats else 'without'} repeats: {rules.size} codes"
    )
    print(f"total {tree.total}, average {tree.average:.4f}, at most {tree.max}")
    print("guesses  codes")
    for guesses, codes in tree.histogram.items():
        print(f"{guesses:7} {codes:6}")


def _tunes(options: argparse.Namespace) -> None:
    from mastermind import tunes

    rows = list(tunes.rows())
    print(json.dumps([row.to_dict() for row in rows]) if options.json else tunes.table(rows))


def _play(options: argparse.Namespace) -> None:
    rules = _rules(options)
    if options.guesses < 1:
        raise ValueError(f"--guesses must be at least 1, not {options.guesses}")
    if options.role == "codebreaker":
        play = terminal.play_as_codebreaker
    else:
        play = terminal.play_as_codemaker
    play(rules, options.guesses, random.Random(options.seed))


if __name__ == "__main__":
    sys.exit(main())
