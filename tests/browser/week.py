"""An assignment of a class of thirty, as a teacher works through it on the teacher's page alone."""

import re
import time
from contextlib import contextmanager

from playwright.sync_api import expect

from tools.demo import ONE_WRONG, RIGHT, grader

CLASS = [*RIGHT, *ONE_WRONG[:15], "ivo", "jana", "kira", "liam", "mona", "nils"]
ABSENT, WRONG = "xenia", ONE_WRONG[0]
"""Who hands nothing in, and who makes a mistake."""


class Teacher:
    """Somebody at the page, whose clicks, fields and seconds are counted."""

    def __init__(self, page, course, prefix=""):
        self.page, self.course, self.prefix = page, course, prefix
        self.count, self.elsewhere = 0, 0.0

    def click(self, where):
        self.count += 1
        where.click()

    def press(self, name):
        """Press a button, and wait until its command has ended; it may name what needs attention."""
        self.click(self.page.get_by_role("button", name=name, exact=True))
        self.ends()

    def ends(self):
        expect(self.page.locator("#run [role=status]")).to_have_text(re.compile("^Done"))

    def fill(self, where, name, value):
        self.count += 1
        where.locator(f"input[name={name}]").fill(value)

    @contextmanager
    def away(self):
        """Leave out the time of what the teacher does not do."""
        began = time.monotonic()
        yield
        self.elsewhere += time.monotonic() - began

    def week(self, name, arrive, copy):
        """Take an assignment from the release to the export; print the clicks and the time."""
        page, began, before, away = self.page, time.monotonic(), self.count, self.elsewhere
        self.click(page.get_by_role("link", name=name, exact=True))
        for button in ("Make the release", "Hand out"):
            if page.get_by_role("button", name=button, exact=True).count():
                self.press(button)
        arrive(self, name)
        self._dates(name)
        with self.away():
            there = {path.parent.name for path in self.course.root.glob(f"submitted/*/{name}")}
            assert there >= {f"{self.prefix}{who}" for who in CLASS}
            expected = by_command(self.course, name, copy)
        self.press("Grade")
        expect(page.locator(".says")).to_contain_text(f"{len(there)} of ")
        assert table(self.course, name) == expected
        changed = self._mistake(name, expected)
        for button in ("Make feedback pages", "Release feedback", "Report", "Export"):
            if page.get_by_role("button", name=button, exact=True).count():
                self.press(button)
                assert table(self.course, name) == changed
        for link in page.locator("#run a[download]").all():
            with page.expect_download() as got:
                self.click(link)
            assert got.value.path().stat().st_size
        seconds = time.monotonic() - began - (self.elsewhere - away)
        print(f"{name}: {self.count - before} clicks and fields, {seconds:.0f} s")

    def _dates(self, name):
        """Set the due date, and an extension for the student who has handed nothing in."""
        form = self.page.locator("form:has([name=when])")
        for who, when in (("", "2030-01-01T12:00"), (ABSENT, "2030-01-08T12:00")):
            self.fill(form, "when", when)
            if who:
                self.count += 1
                form.locator("select").select_option(f"{self.prefix}{who}")
            self.press("Set due date")
        with self.course.gradebook() as gradebook:
            assert str(gradebook.find_assignment(name).duedate) == "2030-01-01 12:00:00"

    def _mistake(self, name, before):
        """Give points for a mistake to all who made it; the rows afterwards."""
        page = self.page
        row = page.locator("#class tr", has_text=f"{self.prefix}{WRONG}")
        self.click(row.locator(".plate:not(.full)").first)
        mistake = page.locator("article.chosen")
        self.fill(mistake, "points", "1")
        self.fill(mistake, "comment", "Look at repeated colors.")
        self.click(mistake.get_by_role("button", name="Give to"))
        self.ends()
        self.click(page.get_by_role("link", name=name, exact=True))
        after = table(self.course, name)
        changed = {place for place in before if before[place] != after[place]}
        assert changed and all(before[place][0] == after[place][0] for place in changed)
        return after


def table(course, name):
    """The rows of a gradebook: each cell's automatic and manual points."""
    with course.gradebook() as gradebook:
        return {
            (submission.student.id, grade.name): (grade.auto_score, grade.manual_score)
            for submission in gradebook.assignment_submissions(name)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


def by_command(course, name, folder):
    """The rows that `grade` writes into a copy of the course."""
    copy = course.copy(folder)
    grader(copy, "grade", name)
    return table(copy, name)
