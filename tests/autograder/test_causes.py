"""A cause that is named is true: the program does what programs with this mistake do.

Wrong answers of the bank and mutants are diagnosed, and each cause that is named is checked on
inputs that no diagnosis has seen. The number of programs comes from the environment:
``CAUSES=2000 python -m pytest -s tests/autograder/test_causes.py``.
"""

import ast
import copy
import os
import random

import pytest

from autograder.extras.mistakes.bank import read_bank
from autograder.grader.diagnosis.questions import diagnose
from autograder.runner.probing import as_cell, shown
from bank import FOLDER, answers
from mastermind.diagnosis import bounded
from tests.test_bank import INPUTS, notebook, outcome, quiet
from tools.mutants import mutants

BANK = read_bank(FOLDER)
PROGRAMS = int(os.environ.get("CAUSES", "120"))
MOST_LINES = 500_000
UNSEEN = 150
"""How many inputs a cause is checked on."""


def programs(exercise):
    """Wrong answers, and mutants of these and of two right ones."""
    found = answers(exercise)
    wrong = [answer.source for answer in found if not answer.right]
    right = [answer.source for answer in found if answer.right][:2]
    changed = [mutant.source for source in wrong + right for mutant in mutants(source)]
    return [(exercise, source) for source in dict.fromkeys([*wrong, *changed])]


def space_of(exercise, source):
    space = notebook(exercise)
    exec(source, space)
    return space


def named(exercise, source):
    """The cause that a student would be told; nothing for a program that never ends."""
    probes = BANK[exercise]
    cell, _, asked = as_cell(probes.helpers, tuple(probes.calls)).rpartition("\n")
    try:
        space = space_of(exercise, source)
        exec(cell, space)
        seen = bounded(lambda: eval(asked, space), [], MOST_LINES)
    except Exception:  # it defines nothing, or has no end
        return ""
    diagnosis = diagnose(BANK[exercise], seen, ast.unparse(ast.parse(source)))
    return "".join(diagnosis.misconceptions) if diagnosis else ""


def does(exercise, source):
    """What a program gives for inputs that the probes do not have."""
    inputs = list(INPUTS[exercise]())
    function = space_of(exercise, source)[exercise]
    chosen = random.Random(80).sample(inputs, min(UNSEEN, len(inputs)))
    given = [copy.deepcopy(arguments) for arguments in chosen]
    return [shown(bounded(outcome, [function, *one], MOST_LINES)) for one in given]


@pytest.mark.slow
def test_every_cause_that_is_named_is_true_of_the_program():
    every = [program for exercise in INPUTS for program in programs(exercise)]
    told, untrue = 0, []
    for exercise, source in random.Random(81).sample(every, min(PROGRAMS, len(every))):
        with quiet():
            cause = named(exercise, source)
            if not cause:
                continue
            told += 1
            known = BANK[exercise]
            models = [a for a in answers(exercise) if not a.right and known.cause(a.title) == cause]
            if does(exercise, source) not in [does(exercise, model.source) for model in models]:
                untrue.append((exercise, cause, source))
    print(f"{told} causes named for {PROGRAMS} programs, {len(untrue)} of them untrue")
    for exercise, cause, source in untrue:
        print(f"\n{exercise}: {cause}\n{source}")
    assert told > PROGRAMS / 10
    assert not untrue


def test_the_text_of_every_wrong_answer_has_what_its_cause_says():
    for exercise, known in BANK.items():
        for answer in answers(exercise):
            cause = known.cause(answer.title)
            if known.digests and not answer.right and cause:
                program = ast.unparse(ast.parse(answer.source))
                assert known.confirms(cause, program), (exercise, cause)


REMEMBERS = """used = set()

def get_feedback(code, guess):
    black = [i for i in range(len(code)) if code[i] == guess[i]]
    used.update(black)
    white = 0
    for i in range(len(code)):
        if i not in black:
            free = [j for j in range(len(code)) if code[j] == guess[i] and j not in used]
            used.update(free[:1])
            white += len(free[:1])
    return "b" * len(black) + "w" * white
"""
DRAWS_AGAIN = """def get_distinct_code(colors, code_length):
    first = random.choice(colors)
    rest = colors.replace(first, "")
    return first + "".join(random.choice(rest) for place in range(code_length - 1))
"""


@pytest.mark.parametrize(
    "exercise, source",
    [
        ("get_feedback", REMEMBERS),
        ("get_distinct_code", DRAWS_AGAIN),
        (
            "clean_guess",
            "def clean_guess(text):\n    return text.upper().replace(' ', '').strip(',')",
        ),
    ],
)
def test_no_cause_is_named_that_only_looks_alike(exercise, source):
    assert named(exercise, source) == ""
