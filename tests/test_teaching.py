"""What teachers get: a plan and a quiz for each notebook, and the pages that they fill in."""

import math
import re
import textwrap
from contextlib import redirect_stdout
from io import StringIO
from itertools import permutations, product

import pytest

import markposition
from mastermind import Rules, feedback, stand_ins
from mastermind.feedback import partial_feedback
from tests.test_lessons import cells_of, every, header, texts
from tools.course import ASSIGNMENTS, ROOT, exercises, solutions

DOCS = ROOT / "docs"
INDEX = (DOCS / "teaching.md").read_text()
MOST_WORDS = 900


def page(kind, name):
    return (DOCS / kind / f"{name}.md").read_text()


@every
def test_each_notebook_has_its_pages_and_the_index_has_links_to_them(name):
    title = texts(name)[0].splitlines()[0].removeprefix("# ")
    assert page("teaching", name).startswith(f"# {title}\n")
    assert page("quiz", name).startswith(f"# Quiz · {title}\n")
    assert page("mistakes", name).startswith(f"# Mistakes · {title}\n")
    links = " ".join(f"]({kind}/{name}.md)" for kind in ("teaching", "quiz", "mistakes"))
    assert all(link in INDEX for link in links.split())
    assert len(page("teaching", name).split()) < MOST_WORDS


def to_think_about(name):
    """Yield what a notebook asks for no points, without where the answer is to be written."""
    for text in texts(name):
        for part in re.findall(r"^### Think about it[^\n]*\n(.*?)(?=^#|\Z)", text, re.M | re.S):
            yield " ".join(part.split())


@every
def test_what_students_think_about_has_an_answer(name):
    asked = list(to_think_about(name))
    answered = re.findall(r"^> (.*)\n\n(\S.*)$", page("teaching", name), re.M)
    assert asked and len(answered) == len(asked)
    for text, (question, answer) in zip(asked, answered, strict=True):
        assert question.replace("**Explain.** ", "") in text.replace("**Explain.** ", "")
        assert len(question.split()) >= 10 and len(answer.split()) >= 20


@every
def test_a_plan_fills_two_lessons_with_cells_that_are_there(name):
    ids = [cell.id for cell in cells_of(name)]
    lessons = re.split(r"^\| lesson \d", page("teaching", name), flags=re.M)[1:]
    assert len(lessons) == 2
    named = []
    for lesson in lessons:
        rows = re.findall(r"^\| .* \| (\d+) \| (.*) \|$", lesson, re.M)
        assert sum(int(minutes) for minutes, _ in rows) == 45
        named += [cell for _, cells in rows for cell in re.findall(r"`([\w-]+)`", cells)]
    assert set(named) <= set(ids)
    assert {*exercises(name)} <= {*named, "examples"}


@every
def test_a_plan_has_a_way_for_fast_and_for_slow_students(name):
    section = page("teaching", name).partition("## Fast and slow\n")[2].partition("\n## ")[0]
    assert re.findall(r"^- \*\*(.+?)\*\*", section, re.M) == ["Short on time", "Slow", "Fast"]


@every
def test_a_solution_gives_the_reason_of_a_decision(name):
    """But for an import, and for functions whose reasons are in earlier notebooks."""
    written = solutions(name)
    for exercise in set(exercises(name)) - {"import_markposition", "my_functions"}:
        assert re.search(r"^ *# [A-Z`].{15,}", written[exercise], re.M), exercise


def test_the_points_of_a_course_are_those_of_its_notebooks():
    rows = re.findall(r"^\| (?:three|six|nine) \| ([\d, ]+) \| .*?(\d+) points \|$", INDEX, re.M)
    assert len(rows) == 3
    for numbers, points in rows:
        assert sum(map(points_of, numbers.split(", "))) == int(points)


def points_of(number):
    [name] = [name for name in ASSIGNMENTS if int(name[:2]) == int(number)]
    return sum(map(int, re.findall(r"\d+", header(name, "Points"))))


def test_the_syllabus_has_the_points_of_each_notebook():
    rows = re.findall(r"^\| \d \| ([\d, ]+) \|.*\| ([\d, ]+) \|", page(".", "syllabus"), re.M)
    said = [pair for row in rows for pair in zip(*(cell.split(", ") for cell in row), strict=True)]
    assert len(said) == len(ASSIGNMENTS)
    assert all(points_of(number) == int(points) for number, points in said)


# --- Quizzes

KNOWN = {
    **vars(stand_ins),
    **vars(markposition),
    **vars(math),
    "codes": lambda colors, length: Rules(length, colors).codes(),
    "partial_feedback": partial_feedback,
    "permutations": permutations,
    "product": product,
}
"""What the programs and the checks of a quiz may use."""


def printed(program):
    with redirect_stdout(StringIO()) as out:
        exec(textwrap.dedent(program), dict(KNOWN))
    return out.getvalue().split()


def quiz(name):
    """Read the questions of a quiz, and for each the answer and what the point is for."""
    questions, _, table = page("quiz", name).partition("## Answers\n")
    asked = re.split(r"^\d\. ", questions, flags=re.M)[1:]
    answers = re.findall(r"^\| (\d) \| (.+?) \| (.+?) \|$", table, re.M)
    assert [int(number) for number, *_ in answers] == list(range(1, len(asked) + 1))
    return [
        (text, answer, reason) for text, (_, answer, reason) in zip(asked, answers, strict=True)
    ]


@every
def test_a_quiz_has_eight_questions_and_right_answers(name):
    """A program prints its answer, and a check beside an answer gives a part of it."""
    items = quiz(name)
    assert len(items) == 8
    checked = 0
    for text, answer, _ in items:
        plain = re.sub(r"`|<!--.*?-->", "", answer)
        for check in re.findall(r"<!-- (.*?) -->", answer):
            assert str(eval(check, dict(KNOWN))) in plain, check
        programs = re.findall(r"```python\n(.*?)```", text, re.S)
        for program in programs:
            shown = " ".join(re.findall(r"`([^`]+)`", answer)).split()
            assert not printed(program) or printed(program) == shown
        checked += "<!--" in answer or any(map(printed, programs))
    assert checked >= 4


@pytest.mark.parametrize("column", ["Before", "After"])
def test_the_answers_of_the_quiz_for_the_whole_course_are_right(column):
    questions, _, table = page("quiz", "course").partition("## Answers")
    part = questions.partition(f"## {column}")[2].partition("## After")[0]
    rows = re.findall(r"^\| (\d) \| (.*?) \| (.*?) \|", table, re.M)
    answers = {int(number): {"Before": one, "After": two}[column] for number, one, two in rows}
    assert len(answers) == len(re.findall(r"^\d\. ", part, re.M)) == 6
    code, guess = re.search(r"The code is `(\w+)`, and the guess is `(\w+)`", part).groups()
    keys = feedback(code, guess)
    assert answers[1] == f"{keys.black} black, {keys.white} white"
    length, colors = map(int, re.search(r"(\d)-peg codes .* with (\d) colors", part).groups())
    assert answers[2] == f"{colors**length} and {math.perm(colors, length)}"
    [program] = re.findall(r"```\n(.*?)```", part, re.S)
    assert answers[3] == f"`{' '.join(printed(program))}`"
    guess = re.search(r"guess `(\w+)` has earned one black and two white", part)[1]
    possible = [code for code in Rules(3, "GR").codes() if feedback(code, guess) == (1, 2)]
    assert answers[4] == ", ".join(f"`{code}`" for code in possible)
