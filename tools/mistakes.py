"""Write docs/mistakes.md, a table of the bank's wrong answers: ``python -m tools.mistakes``."""

from bank import EXERCISES, answers
from tools.course import ROOT
from tools.gate import Case, judge_all, workers

PAGE = ROOT / "docs" / "mistakes.md"
HEAD = """# Mistakes that students make

Generated from `bank` by `python -m tools.mistakes`. Each row is a wrong answer to the exercise, the smallest input that shows what is wrong, and the first test that does not pass: the visible one, which students can run themselves, or the hidden one. Where the visible tests do not see a mistake, students learn about it from the feedback only.
"""  # noqa: E501 - a paragraph of the page


def table(exercise: str, caught: dict[str, str]) -> str:
    """Lay out the wrong answers to an exercise, with the test that catches each, by title."""
    lines = ["| mistake | smallest example | test |", "|---|---|---|"]
    for answer in answers(exercise):
        if not answer.right:
            example = answer.shows.replace("|", "\\|").replace("<", "&lt;")
            lines.append(f"| {answer.title} | {example} | {caught[answer.title]} |")
    return "\n".join(lines)


def main() -> None:
    """Write the page."""
    parts = [HEAD]
    with workers() as pool:
        for assignment, names in EXERCISES.items():
            for exercise in names:
                wrong = [a for a in answers(exercise) if not a.right]
                todo = [Case(exercise, "wrong", a.title, "", a.source) for a in wrong]
                verdicts = judge_all(todo, pool)
                assert not any(verdict.hidden for verdict in verdicts.values()), exercise
                caught = {
                    case.title: "hidden" if verdict.visible else "visible"
                    for case, verdict in verdicts.items()
                }
                parts.append(f"## `{exercise}` ({assignment})\n\n{table(exercise, caught)}\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
