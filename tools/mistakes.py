"""The pages docs/mistakes/ on the bank's wrong answers: ``python -m tools.mistakes``.

``python -m tools.mistakes valid_code`` rewrites the part on one exercise.
"""

import re
import sys
from collections import Counter
from concurrent.futures import Executor
from functools import partial

from autograder.extras.mistakes.bank import read_causes
from bank import EXERCISES, answers
from tools.course import ROOT, read
from tools.gate import Case, judge, workers

PAGES = ROOT / "docs" / "mistakes"
HEAD = """# Mistakes · {title}

Each row shows a wrong answer, the smallest example that reveals the mistake, and the first test that fails. Students can run a visible test themselves. If only a hidden test detects a mistake, students read about the mistake in the feedback. `python -m tools.mistakes` writes this page.
"""  # noqa: E501 - a paragraph of the page
_PART = re.compile(r"^## `(\w+)`\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def table(exercise: str, caught: dict[str, str]) -> str:
    """Format the wrong answers to an exercise as a table, with the test that catches each.

    A cause that belongs to a single answer is a full sentence, so it replaces the title.
    """
    causes = read_causes(ROOT / "bank").get(exercise, {})
    shared = Counter(causes.values())
    lines = ["| mistake | smallest example | test |", "|---|---|---|"]
    for answer in answers(exercise):
        if not answer.right:
            example = answer.shows.replace("|", "\\|").replace("<", "&lt;")
            cause = causes.get(answer.title, "")
            mistake = cause if cause and shared[cause] == 1 else answer.title
            lines.append(f"| {mistake} | {example} | {caught[answer.title]} |")
    return "\n".join(lines)


def part(exercise: str, pool: Executor) -> str:
    """Judge the wrong answers to an exercise, and return its part of a page."""
    wrong = [answer for answer in answers(exercise) if not answer.right]
    todo = [Case(exercise, "wrong", answer.title, "", answer.source) for answer in wrong]
    verdicts = list(pool.map(partial(judge, aside=False), todo))
    assert not any(verdict.hidden for verdict in verdicts), exercise
    caught = {
        case.title: "hidden" if verdict.visible else "visible"
        for case, verdict in zip(todo, verdicts, strict=True)
    }
    return f"## `{exercise}`\n\n{table(exercise, caught)}\n"


def parts(assignment: str) -> dict[str, str]:
    """Read the parts of a page, by exercise."""
    page = (PAGES / f"{assignment}.md").read_text(encoding="utf-8")
    return {found[1]: found[0].rstrip() + "\n" for found in _PART.finditer(page)}


def write(assignment: str, written: dict[str, str]) -> None:
    """Write a page of parts, in the order of the exercises."""
    title = read("source", assignment).cells[0].source.splitlines()[0].removeprefix("# ")
    kept = [written[name] for name in EXERCISES[assignment] if name in written]
    text = "\n".join([HEAD.format(title=title), *kept])
    (PAGES / f"{assignment}.md").write_text(text, encoding="utf-8")


def main(names: list[str]) -> None:
    """Rewrite the parts on some exercises, or on all."""
    with workers() as pool:
        for assignment, exercises in EXERCISES.items():
            changed = [name for name in exercises if not names or name in names]
            if changed:
                new = {name: part(name, pool) for name in changed}
                write(assignment, (parts(assignment) if names else {}) | new)


if __name__ == "__main__":
    main(sys.argv[1:])
