"""How many decisions groups of answers save, and how pure they are (``benchmarks.groups``).

Wrong answers of the bank are drawn at random, as a class would hand them in; what they do is
what ``learn`` has found out. Pure is a group whose answers are all of one mistake, as the
bank's author called it.
"""

import argparse
import random
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean, median

from autograder.extras.groups.answers import plain_code
from autograder.extras.mistakes.bank import BankProbes, read_answers, read_bank
from autograder.grader.diagnosis.questions import behavior_digest

BANK = Path("bank")


def measure(
    exercise: str, known: BankProbes, count: int, seed: int
) -> dict[str, tuple[int, float]]:
    """For each way to group `count` answers to an exercise: the decisions, and the purity.

    Purity is the share of the answers whose mistake is the most frequent one of their group.
    """
    drawn = random.Random(seed)
    wrong = [answer for answer in read_answers(BANK, exercise) if not answer.right]
    # The earlier the bank has a mistake, the more often it is made.
    odds = [1 / (place + 1) for place in range(len(wrong))]
    groups: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for answer in drawn.choices(wrong, odds, k=count):
        # Nobody writes what another wrote: one of ten harmless lines more.
        text = plain_code(f"{answer.source}\nnote = {drawn.randrange(10)}\n")
        does = behavior_digest(known.wrong[answer.title]) if answer.title in known.wrong else text
        for way, key in {"by what they do": does, "by their text": text}.items():
            groups[way][key][answer.title] += 1
    return {
        way: (len(found), sum(max(g.values()) for g in found.values()) / count)
        for way, found in groups.items()
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.groups")
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known = read_bank(BANK)
    rows = [measure(name, known[name], options.answers, options.seed) for name in sorted(known)]
    print(f"{options.answers} wrong answers to each of {len(rows)} exercises:")
    for way in rows[0]:
        decisions, purity = median(row[way][0] for row in rows), mean(row[way][1] for row in rows)
        print(f"{way:16} {decisions:g} decisions for an exercise (median), purity {purity:.3f}")
