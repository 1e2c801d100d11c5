"""`learn`: record the behavior of a bank's answers."""

import argparse
from pathlib import Path

from autograder.commands.common import Commands, refuse


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser("learn", help="record what the known answers of a bank do")
    parser.add_argument("bank", nargs="?", type=Path, default=Path("bank"))
    parser.add_argument("source", nargs="?", type=Path, default=Path("source"))
    parser.add_argument("--exercise", action="append", help="only this one; may be repeated")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the command; return its exit status."""
    from autograder.diagnosis.bank import BankError
    from autograder.grading.learning import learn

    for folder in (options.bank, options.source):
        if not folder.is_dir():
            return refuse(f"there is no folder {folder}; one exercise is named with --exercise")
    try:
        for learned in learn(options.bank, options.source, options.exercise or ()):
            print(learned, flush=True)
    except (BankError, ValueError) as error:
        return refuse(str(error))
    return 0
