"""The command line: ``python -m mastermind evaluate | tunes | play | serve``."""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from mastermind.pegs import PEGS
from mastermind.rules import Rules

if TYPE_CHECKING:  # not for the game in the terminal, which needs no NumPy
    from mastermind.trees import Tree

# Strategies, each with the options that it takes.
_ONE_STEP = ("first", "candidates_only", "jobs")
OPTIONS = {
    "first": _ONE_STEP,
    "median": _ONE_STEP,
    "minimax": _ONE_STEP,
    "expected-size": _ONE_STEP,
    "most-parts": _ONE_STEP,
    "entropy": _ONE_STEP,
    "optimal": ("max_guesses",),
    "lookahead": ("first", "max_guesses", "beam"),
}


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
    minimax, 2 pegs out of RO, with repeats: 4 codes
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
    except BrokenPipeError:  # the reader, say head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, MemoryError, OSError) as error:
        return _fail(str(error))
    except ModuleNotFoundError as error:
        return _fail(f"this command needs {error.name}, which is not installed")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return 0


def _fail(message: str) -> int:
    print(f"mastermind: error: {message}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m mastermind", description="Play Mastermind, and judge ways to play it."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    evaluate = commands.add_parser("evaluate", help="play a strategy against every code")
    _add_rules(evaluate)
    evaluate.add_argument("--strategy", required=True, choices=OPTIONS)
    evaluate.add_argument("--first", metavar="CODE", help="begin with this guess")
    evaluate.add_argument(
        "--candidates-only",
        action="store_const",
        const=True,
        help="guess only what can be right",
    )
    evaluate.add_argument("--jobs", type=int, metavar="N", help="processes to use")
    evaluate.add_argument(
        "--max-guesses", type=int, metavar="N", help="for optimal and lookahead: never more"
    )
    evaluate.add_argument(
        "--beam", type=int, metavar="N", help="for lookahead: guesses tried at a node"
    )
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

    serve = commands.add_parser("serve", help="the practice server of the gladiators' challenge")
    serve.add_argument("--port", type=int, default=8000, metavar="N", help="default: 8000")
    serve.add_argument(
        "--database",
        default="gladiators.db",
        metavar="FILE",
        help="where progress is kept (default: gladiators.db)",
    )
    serve.set_defaults(command=_serve)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--length", type=int, default=4, metavar="N", help="pegs (default: 4)")
    parser.add_argument(
        "--colors",
        default="6",
        metavar="N",
        help="how many, or their letters (default: 6, which are ROYGBP)",
    )
    parser.add_argument("--distinct", action="store_true", help="no color occurs twice in a code")


def _rules(options: argparse.Namespace) -> Rules:
    try:
        colors: int | str = int(options.colors)
    except ValueError:
        colors = options.colors
    if colors in range(1, len(PEGS) + 1):  # the course's pegs; more colors are A, B, C, ...
        colors = "".join(PEGS)[: int(colors)]
    return Rules(options.length, colors, repeats=not options.distinct)


def _evaluate(options: argparse.Namespace) -> None:
    rules = _rules(options)
    settings = _settings(options)
    start = time.perf_counter()
    tree = _tree(rules, options.strategy, settings)
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


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    """Collect the options for the strategy; those that it does not take are refused."""
    every = dict.fromkeys(name for names in OPTIONS.values() for name in names)
    given = {name: getattr(options, name) for name in every if getattr(options, name) is not None}
    for name in given:
        if name not in OPTIONS[options.strategy]:
            flag = f"--{name.replace('_', '-')}"
            raise ValueError(f"--strategy {options.strategy} does not take {flag}")
    return given


def _tree(rules: Rules, strategy: str, settings: dict[str, Any]) -> "Tree":
    # The engine needs NumPy, which the rest does not: it is imported only here.
    if strategy == "optimal":
        from mastermind.trees.optimal import solve

        return solve(rules, **settings)
    if strategy == "lookahead":
        from mastermind.trees.lookahead import look_ahead

        return look_ahead(rules, **settings)
    from mastermind.trees.building import build

    return build(rules, strategy, **settings)


def _tunes(options: argparse.Namespace) -> None:
    from mastermind import tunes

    rows = list(tunes.rows())
    print(json.dumps([row.to_dict() for row in rows]) if options.json else tunes.rows_text(rows))


def _play(options: argparse.Namespace) -> None:
    rules = _rules(options)
    if options.guesses < 1:
        raise ValueError(f"--guesses must be at least 1, not {options.guesses}")
    from mastermind import terminal  # which needs rich

    if options.role == "codebreaker":
        play = terminal.play_as_codebreaker
    else:
        play = terminal.play_as_codemaker
    play(rules, options.guesses, random.Random(options.seed))


def _serve(options: argparse.Namespace) -> None:
    from mastermind.gladiators.server import PracticeServer

    server = PracticeServer(options.database, options.port)
    print(f"The gladiators wait at {server.url}; their progress is in {options.database}.")
    print("Ctrl-C ends the server.", flush=True)
    server.serve()


if __name__ == "__main__":
    sys.exit(main())
