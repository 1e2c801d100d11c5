"""The page docs/mistakes.md on the bank's wrong answers: ``python -m tools.mistakes``.

``python -m tools.mistakes valid_code`` rewrites the part on one exercise.
"""

import re
import sys
from concurrent.futures import Executor
from functools import partial

from bank import EXERCISES, answers
from tools.course import ROOT
from tools.gate import NAMES, Case, judge, workers

PAGE = ROOT / "docs" / "mistakes.md"
HEAD = """# Mistakes that students make

Generated from `bank` by `python -m tools.mistakes`. Each row is a wrong answer to the exercise, the smallest input that shows what is wrong, and the first test that does not pass: the visible one, which students can run themselves, or the hidden one. Where the visible tests do not see a mistake, students learn about it from the feedback only.
"""  # noqa: E501 - a paragraph of the page
_PART = re.compile(r"^## `(\w+)` .*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def table(exercise: str, caught: dict[str, str]) -> str:
    """Format the wrong answers to an exercise as a table, with the test that catches each."""
    lines = ["| mistake | smallest example | test |", "|---|---|---|"]
    for answer in answers(exercise):
        if not answer.right:
            example = answer.shows.replace("|", "\\|").replace("<", "&lt;")
            lines.append(f"| {answer.title} | {example} | {caught[answer.title]} |")
    return "\n".join(lines)


def part(assignment: str, exercise: str, pool: Executor) -> str:
    """Judge the wrong answers to an exercise, and return its part of the page."""
    wrong = [answer for answer in answers(exercise) if not answer.right]
    todo = [Case(exercise, "wrong", answer.title, "", answer.source) for answer in wrong]
    verdicts = list(pool.map(partial(judge, aside=False), todo))
    assert not any(verdict.hidden for verdict in verdicts), exercise
    caught = {
        case.title: "hidden" if verdict.visible else "visible"
        for case, verdict in zip(todo, verdicts, strict=True)
    }
    return f"## `{exercise}` ({assignment})\n\n{table(exercise, caught)}\n"


def parts() -> dict[str, str]:
    """Read the parts of the page, by exercise."""
    page = PAGE.read_text(encoding="utf-8")
    return {found[1]: found[0].rstrip() + "\n" for found in _PART.finditer(page)}


def main(names: list[str]) -> None:
    """Rewrite the parts on some exercises, or the whole page."""
    written = parts()
    with workers() as pool:
        for assignment, exercises in EXERCISES.items():
            for exercise in exercises:
                if not names or exercise in names:
                    written[exercise] = part(assignment, exercise, pool)
    kept = [written[name] for name in NAMES if name in written]
    PAGE.write_text("\n".join([HEAD, *kept]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
