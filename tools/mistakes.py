"""Write docs/mistakes.md, a table of the bank's wrong answers: ``python -m tools.mistakes``."""

from autograder.assignment import Assignment
from autograder.sandbox.conductor import examine
from bank import EXERCISES, answers
from tools.course import ROOT, read, solutions

PAGE = ROOT / "docs" / "mistakes.md"
HEAD = """# Mistakes that students make

Generated from `bank` by `python -m tools.mistakes`. Each row is a wrong answer to the exercise, the smallest input that shows what is wrong, and the first test that does not pass: the visible one, which students can run themselves, or the hidden one. Where the visible tests do not see a mistake, students learn about it from the feedback only.
"""


def caught_by(assignment: str, exercise: str, text: str) -> str:
    """Which test cell is the first that an answer fails."""
    course = Assignment(assignment, {assignment: read("source", assignment)})
    nb = read("source", assignment)
    given = solutions(assignment) | {exercise: text}
    for cell in nb.cells:
        cell.source = given.get(cell.id, cell.source)
    places = {cell.id: place for place, cell in enumerate(nb.cells)}
    tests = {kind: places[f"{kind}-{exercise}"] for kind in ("test", "hidden")}
    wanted = {*tests.values(), -1}
    sheet = course.sheet(assignment, nb, {})
    steps = [
        step
        for step in sheet.steps
        if step.place <= tests["hidden"] and (not step.test or step.place in wanted)
    ]
    outputs = examine(sheet._replace(steps=steps)).outputs
    for kind, name in [("test", "visible"), ("hidden", "hidden")]:
        if any(
            output["output_type"] in ("error", "execute_result") for output in outputs[tests[kind]]
        ):
            return name
    raise AssertionError(f"{exercise} accepts:\n{text}")


def rows(assignment: str, exercise: str) -> list[str]:
    """The lines of the table of an exercise."""
    lines = ["| mistake | smallest example | test |", "|---|---|---|"]
    for answer in answers(exercise):
        if not answer.right:
            example = answer.shows.replace("|", "\\|")
            lines.append(
                f"| {answer.title} | {example} | {caught_by(assignment, exercise, answer.source)} |"
            )
    return lines


def main() -> None:
    """Write the page."""
    parts = [HEAD]
    for assignment, names in EXERCISES.items():
        for exercise in names:
            try:
                parts.append(
                    "\n".join(
                        [f"## `{exercise}` ({assignment})", "", *rows(assignment, exercise), ""]
                    )
                )
            except FileNotFoundError:
                continue  # no answers yet
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
