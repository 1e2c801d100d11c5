"""With pseudonyms no page for instructors says who anybody is, and all say the same names."""

import re

import pytest

from autograder.__main__ import main
from tests.small import A, gradebook, work

PEOPLE = {"quixote77": ("Alonso", "Quijano"), "dulcinea8": ("Aldonza", "Lorenzo")}


def hand_in(course, student, answer):
    path = course / "submitted" / student / A / f"{A}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_bytes(work(answer) if answer else b"no notebook")


@pytest.fixture
def pages(course):
    """The pages of a class that is graded, by their names."""
    settings = course / "nbgrader_config.py"
    hidden = settings.read_text().replace("configure(c)", "configure(c, pseudonyms=True)")
    settings.write_text(hidden)
    answers = ["return x", "return x"]
    with gradebook() as book:
        for (student, (first, last)), answer in zip(PEOPLE.items(), answers, strict=True):
            book.add_student(student, first_name=first, last_name=last, email=f"{student}@x.org")
            hand_in(course, student, answer)
        book.add_student("rocinante", first_name="Ro", last_name="Cinante")
    hand_in(course, "rocinante", None)  # cannot be read: it is told, too
    assert main(["grade", A, "--unconfined", "--jobs", "1"]) == 1
    for command in (["report"], ["report", A], ["group", A]):
        assert main(command) == 0
    return {path.name: path.read_text() for path in (course / "class_report").glob("*.html")}


def test_nobody_is_named_on_any_page(pages):
    assert len(pages) == 3
    for student, names in {**PEOPLE, "rocinante": ("Cinante",)}.items():
        for page, text in pages.items():
            for word in (student, *names):
                assert word not in text, (word, page)
    shown = {page: {*re.findall(r"student-[0-9a-f]{6}", text)} for page, text in pages.items()}
    assert len(set().union(*shown.values())) == 3 + 4  # with those who handed nothing in
    assert sum(len(names) >= 2 for names in shown.values()) >= 3
