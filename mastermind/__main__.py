"""The command line: ``python -m mastermind``, which lists its commands."""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from mastermind.drawing.pegs import PEGS
from mastermind.rules import ANSWERS, Rules
from mastermind.solver.codebreaker import KNUTH, WAYS_TO_GUESS
from mastermind.solver.strategies import REGISTRY

if TYPE_CHECKING:  # not for the game in the terminal, which needs none of this
    from mastermind.solver.best_known import Known

OPTIONS = {name: entry.options for name, entry in REGISTRY.items() if entry.options}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        status: int = options.command(options) or 0
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
    return status


def _fail(message: str) -> int:
    print(f"mastermind: error: {message}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m mastermind", description="Play Mastermind, and compare strategies for it."
    )
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(
        title="commands",
        metavar="COMMAND",
        description="For the options of a command, run COMMAND --help.",
    )

    evaluate = commands.add_parser("evaluate", help="play a strategy against every code")
    _add_rules(evaluate)
    _add_answer(evaluate)
    evaluate.add_argument("--strategy", required=True, choices=OPTIONS)
    evaluate.add_argument("--first", metavar="CODE", help="make this the first guess")
    evaluate.add_argument(
        "--candidates-only",
        action="store_const",
        const=True,
        help="guess only codes that are still possible",
    )
    evaluate.add_argument("--jobs", type=int, metavar="N", help="number of processes to use")
    evaluate.add_argument(
        "--max-guesses",
        type=int,
        metavar="N",
        help="for optimal and lookahead: never use more than N guesses",
    )
    evaluate.add_argument(
        "--beam", type=int, metavar="N", help="for lookahead: number of guesses to try at each node"
    )
    evaluate.add_argument("--json", action="store_true", help="print the results as JSON")
    evaluate.add_argument(
        "--save", metavar="FILE", help="save the strategy tree, as in tree.json.gz"
    )
    evaluate.set_defaults(command=_evaluate)

    verify = commands.add_parser("verify", help="check a saved strategy tree independently")
    verify.add_argument(
        "tree", metavar="TREE", help="a file written by evaluate --save, such as tree.json.gz"
    )
    verify.set_defaults(command=_verify)

    tables = commands.add_parser("tables", help="show the best strategy known for each game")
    tables.add_argument(
        "--add",
        nargs="+",
        metavar="TREE",
        help="check saved trees, and record those that are better",
    )
    tables.set_defaults(command=_tables)

    league = commands.add_parser("league", help="rank the strategies that students wrote")
    league.add_argument(
        "files", nargs="+", metavar="FILE", help="a student's file, such as my_mastermind.py"
    )
    league.add_argument(
        "--strategy", default="my_strategy", metavar="NAME", help="name of the function"
    )
    league.set_defaults(command=_league)

    tunes = commands.add_parser("tunes", help="compare thirteen ways to find the tune in NetHack")
    tunes.add_argument(
        "--play", action="store_true", help="replay all the games, which takes a few seconds"
    )
    tunes.add_argument("--json", action="store_true", help="print the results as JSON")
    tunes.set_defaults(command=_tunes)

    play = commands.add_parser(
        "play",
        help="play in the terminal",
        description="Play Mastermind against the computer. Each guess is answered with black, "
        "white, and blank key pegs.",
        epilog="During the game, type help to see what you can type. To leave, type quit, or "
        "press Escape and then Enter, or press Ctrl-D.",
    )
    _add_rules(play)
    play.add_argument(
        "--role",
        choices=("codebreaker", "codemaker"),
        default="codebreaker",
        help="your role (default: codebreaker)",
    )
    play.add_argument(
        "--strategy",
        choices=WAYS_TO_GUESS,
        default=KNUTH,
        help=f"strategy for the computer's guesses and for hints (default: {KNUTH})",
    )
    play.add_argument(
        "--code",
        help="with --role codemaker: your code, such as 3632; the computer then plays by itself",
    )
    play.add_argument(
        "--guesses", type=int, default=10, metavar="N", help="number of guesses (default: 10)"
    )
    play.add_argument(
        "--seed", type=int, help="a number; use the same number to replay the same game"
    )
    play.set_defaults(command=_play)

    serve = commands.add_parser(
        "serve",
        help="run the practice server for the gladiators' challenge",
        description="Run the six levels of the gladiators' challenge on this machine. After the "
        'last level, the server sends "Congratulations!" and a hash, as the real server does.',
    )
    serve.add_argument(
        "--port", type=int, default=8000, metavar="N", help="port of the server (default: 8000)"
    )
    serve.add_argument(
        "--database",
        default="gladiators.db",
        metavar="FILE",
        help="file that stores the progress (default: gladiators.db)",
    )
    serve.set_defaults(command=_serve)
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--length", type=int, default=4, metavar="N", help="number of pegs (default: 4)"
    )
    parser.add_argument(
        "--colors",
        default="6",
        metavar="N",
        help="number of colors, or the colors as letters, digits, or names, such as RGB, 123456, "
        "or red,blue (default: 6, which means ROYGBP)",
    )
    parser.add_argument("--distinct", action="store_true", help="use no color twice in a code")


def _add_answer(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--answer",
        choices=ANSWERS,
        default=ANSWERS[0],
        help="key pegs that the answers contain (default: both)",
    )


def _rules(options: argparse.Namespace) -> Rules:
    colors = _colors(options.colors)
    if colors in range(1, len(PEGS) + 1):  # the course's pegs; more colors are A, B, C, ...
        colors = "".join(PEGS)[: int(colors)]
    answer = getattr(options, "answer", ANSWERS[0])
    return Rules(options.length, colors, not options.distinct, answer)


def _colors(text: str) -> int | str:
    """Tell a number of colors from colors that are digits."""
    # Three digits and more that all differ are colors: nobody plays with so many.
    is_number = text.isdecimal() and (len(text) < 3 or len(set(text)) < len(text))
    return int(text) if is_number else text


def _evaluate(options: argparse.Namespace) -> None:
    rules = _rules(options)
    settings = _settings(options)
    start = time.perf_counter()
    known = _known(rules, options.strategy, settings)
    seconds = time.perf_counter() - start
    if options.save:
        from mastermind.trees.tree import write

        write(known.renamed(rules.colors), options.save)
    figures = {
        "total": known.total,
        "codes": rules.size,
        "average": known.average,
        "max": known.max,
        "histogram": known.codes,
        "seconds": round(seconds, 4),
    }
    if options.json:
        print(json.dumps(figures))
        return
    print(
        f"{options.strategy}, {rules.code_length} pegs from {rules.colors}, "
        f"{'with' if rules.repeats else 'without'} repeats"
        f"{', black key pegs only' if rules.answer == 'black' else ''}: {rules.size} codes"
    )
    print(f"total {known.total}, average {known.average:.4f}, at most {known.max}")
    print("guesses  codes")
    for guesses, codes in known.codes.items():
        print(f"{guesses:7} {codes:6}")


def _verify(options: argparse.Namespace) -> int:
    from mastermind.trees.certificate import check
    from mastermind.trees.tree import read

    histogram, faults = check(read(options.tree))
    total, codes = sum(turn * count for turn, count in histogram.items()), histogram.total()
    if codes:
        worst = max(histogram)
        print(f"total {total}, average {total / codes:.4f}, at most {worst}: {codes} codes")
    print(f"not complete: {faults[0]} ({len(faults)} in all)" if faults else "complete")
    return 1 if faults else 0


def _tables(options: argparse.Namespace) -> None:
    from mastermind.solver import best_known

    if options.add:
        from mastermind.trees.tree import read

        for known in best_known.add(map(read, options.add)):
            print(f"{known.name}: {known.total}, {known.player}")
    else:
        print(best_known.text())


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    """Collect the options for the strategy; those that it does not take are refused."""
    every = dict.fromkeys(name for names in OPTIONS.values() for name in names)
    given = {name: getattr(options, name) for name in every if getattr(options, name) is not None}
    for name in given:
        if name not in OPTIONS[options.strategy]:
            flag = f"--{name.replace('_', '-')}"
            raise ValueError(f"--strategy {options.strategy} cannot be used with {flag}")
    return given


def _known(rules: Rules, strategy: str, settings: dict[str, Any]) -> "Known":
    """Play a strategy, or look up what is kept: what is proved, and a few one-step trees."""
    from mastermind.solver.best_known import Known, best_known, one_step

    if strategy == "optimal":
        restriction = ["candidates only"] if "candidates_only" in settings else []
        if "max_guesses" in settings:
            restriction.append(f"at most {settings['max_guesses']} guesses")
        kept = best_known(rules, ", ".join(restriction))
        if kept and kept.proved:
            return kept
    elif not settings and (kept := one_step(rules, strategy)):
        return kept
    # What makes trees needs NumPy, which takes longer to start than all else here.
    from mastermind.trees import build, look_ahead, solve

    if strategy == "optimal":
        tree = solve(rules, **settings)
    elif strategy == "lookahead":
        tree = look_ahead(rules, **settings)
    else:
        tree = build(rules, strategy, **settings)
    return Known.read(tree.to_dict())


def _league(options: argparse.Namespace) -> None:
    import runpy

    from mastermind.league import Standing, enter, table

    standings: list[Standing] = []
    for path in options.files:
        try:
            strategy = runpy.run_path(path)[options.strategy]
            standings.append(enter(strategy, name=path))
        except KeyError:
            print(f"{path}: it does not define {options.strategy}")
        except Exception as error:  # one file less, whatever is wrong in it
            print(f"{path}: {type(error).__name__}: {error}")
    print(table(standings))


def _tunes(options: argparse.Namespace) -> None:
    from mastermind import tunes

    rows = [*tunes.rows(), *tunes.asked()]
    if options.play:
        from mastermind.trees import nethack

        rows = [*nethack.rows(), *nethack.asked()]
    print(json.dumps([row.to_dict() for row in rows]) if options.json else tunes.rows_text(rows))


def _play(options: argparse.Namespace) -> None:
    rules = _rules(options)
    if options.guesses < 1:
        raise ValueError(f"--guesses must be at least 1, not {options.guesses}")
    from mastermind import terminal  # which needs rich

    rng = random.Random(options.seed)
    if options.role == "codebreaker" and options.code is not None:
        raise ValueError("--code needs --role codemaker, because a codebreaker's code is hidden")
    if options.role == "codebreaker":
        terminal.play_as_codebreaker(rules, options.guesses, rng, options.strategy)
    elif options.code is None:
        terminal.play_as_codemaker(rules, options.guesses, rng, options.strategy)
    else:
        code = rules.parse(options.code)
        terminal.play_alone(rules, options.guesses, rng, options.strategy, code)


def _serve(options: argparse.Namespace) -> None:
    from mastermind.gladiators.server import PracticeServer

    server = PracticeServer(options.database, options.port)
    print(f"The gladiators are waiting at {server.url}. Progress is saved in {options.database}.")
    print("Press Ctrl-C to stop the server.", flush=True)
    server.serve()


if __name__ == "__main__":
    sys.exit(main())
