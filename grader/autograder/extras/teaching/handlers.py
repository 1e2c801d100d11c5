"""The addresses of the teacher's page. Whoever may use Formgrader on this server may use them."""

import asyncio
import contextlib
import re
import secrets
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from bs4 import BeautifulSoup
from jinja2 import Environment, PackageLoader, StrictUndefined
from jupyter_server.auth.decorator import authorized
from jupyter_server.base.handlers import AuthenticatedFileHandler, JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web

from autograder import Classroom, Course, GradingError
from autograder.extras.groups.page import Alike, find_groups
from autograder.extras.lms.origins import ANSWERS, downloads
from autograder.extras.lms.people import read_answers
from autograder.extras.second_look import second_looks
from autograder.extras.teaching.people import ClassRows, current_pages, look, notebooks_of
from autograder.extras.teaching.presses import PRESSES, CommandRun, Desk, shown

FOLDERS = ("class_report", "upload")
"""The folders of the course whose files the page offers."""
TEMPLATES = Environment(
    loader=PackageLoader("autograder.extras.teaching"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
CONFINED = "frame-ancestors 'self'; default-src 'none'; style-src 'unsafe-inline'"
CONFINED += "; img-src data:; font-src data:"
CONFINED += "; sandbox allow-same-origin allow-popups"  # their links are followed, with cookies
"""The policy of pages that hold what students wrote: nothing runs there."""


def known(course: Course, assignment: str) -> None:
    """Raise GradingError if a course has no such assignment."""
    if assignment not in course.assignments():
        raise GradingError(f"There is no assignment {assignment}.")


class TeacherPage(JupyterHandler):
    """A page of the course in the folder in which the server was started."""

    auth_resource = "contents"

    def initialize(self, desk: Desk) -> None:
        """Keep what the presses share."""
        self.desk = desk

    @property
    def content_security_policy(self) -> str:
        """Run only the page's own script."""
        own = f"script-src 'nonce-{self.nonce}'; object-src 'none'; base-uri 'none'"
        return f"{super().content_security_policy}; {own}; form-action 'self'"

    @cached_property
    def nonce(self) -> str:
        """A word that names the page's own script."""
        return secrets.token_urlsafe()

    @property
    def assignment(self) -> str:
        """The assignment that the address or the form names; "" without one."""
        return str(self.get_argument("assignment", ""))

    def address(self, page: str = "", **query: str) -> str:
        """Return the address of a page."""
        found = url_path_join(self.base_url, "teach", page)
        return f"{found}?{urlencode(query)}" if query else found


class View(TeacherPage):
    """A page made of a template and the values that `_look` finds."""

    template = ""

    def _look(self) -> dict[str, Any]:
        raise NotImplementedError

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Show the page, or the reason why there is none."""
        template, said = self.template, ""
        stamp = self.desk.stamp  # of before: what changes meanwhile is asked for again
        try:
            values = await asyncio.to_thread(self._look)
        except GradingError as error:
            template, values, said = "refused.html", {}, str(error)
            self.set_status(404)
        values |= {
            "said": said or self.get_argument("said", ""),
            "run": self.desk.run,
            "files": made_by(self.desk) if self.desk.run else [],
            "stamp": stamp,
            "nonce": self.nonce,
            "assignment": self.assignment or values.get("assignment", ""),
            "address": self.address,
            "base_url": self.base_url,
            "xsrf": self.xsrf_form_html(),
            "token": self.xsrf_token.decode(),
            "hub": getattr(getattr(self.identity_provider, "hub_auth", None), "hub_prefix", ""),
            "here": re.sub(r"(?<=[?&])(?:token|said)=[^&]*&?", "", str(self.request.uri)).rstrip(
                "?&"
            ),
            "command": lambda press, **fields: shown(
                PRESSES[press](values.get("assignment") or self.assignment, fields)
            ),
        }
        self.finish(TEMPLATES.get_template(template).render(values))


class ClassPage(View):
    """The people and the steps of an assignment."""

    template = "class.html"

    def _look(self) -> dict[str, Any]:
        course = Course()
        names = course.assignments()
        name = self.assignment or self._current(course, names)
        known(course, name)
        try:
            with Classroom(course) as room:
                made = look(room, name)
        except GradingError:
            if (course.root / "gradebook.db").exists():
                raise
            made = ClassRows(name)
        report = course.root / "class_report" / f"{name}.html"
        run, people = self.desk.run, {}
        if run and run.assignment == name and run.press in ("import", "who") and run.status == 1:
            people = read_answers(downloads(course) / ANSWERS)
        return {
            "names": names,
            "assignment": name,
            "of": made,
            "exchange": self.desk.has_exchange,
            "report": report.name if report.exists() else "",
            "unknown": {number: who for (_, number), (who, known) in people.items() if not known},
        }

    @staticmethod
    def _current(course: Course, names: list[str]) -> str:
        """Choose the last assignment that anybody has handed in."""
        for name in reversed(names):
            with contextlib.suppress(GradingError):
                if course.handed_in(name):
                    return name
        return names[0]


class ExercisePage(View):
    """An exercise: each mistake once, that of the chosen student first."""

    template = "exercise.html"

    def _look(self) -> dict[str, Any]:
        exercise, student = self.get_argument("exercise"), self.get_argument("student", "")
        with Classroom() as room:
            known(room.course, self.assignment)
            points = room.exercises(self.assignment)
            if exercise not in points:
                raise GradingError(f"{self.assignment} has no exercise {exercise}.")
            groups = find_groups(room, self.assignment, exercise)
            groups.sort(key=lambda group: student not in group.answers)
            return {
                "exercise": exercise,
                "title": room.titles(self.assignment).get(exercise, exercise),
                "most": points[exercise],
                "groups": groups,
                "student": student,
                "chosen": any(student in group.answers for group in groups),
                "lines": sorted({group.line.name for group in groups if group.line}),
                "pictures": {g.id: self._drawn(room, g, student) for g in groups},
                "notebooks": notebooks_of(room, self.assignment),
            }

    def _drawn(self, room: Classroom, group: Alike, student: str) -> str:
        """Take the drawn mistake from a student's feedback page; "" if there is none."""
        chosen = student if student in group.answers else next(iter(group.answers))
        folder = room.course.folder("feedback", chosen, self.assignment)
        pages = sorted(folder.glob("*.html"))
        if not pages and chosen == student:
            pages = room.feedback(self.assignment, chosen)
        for page in pages:
            text = page.read_text(encoding="utf-8", errors="replace")
            own = text.partition(f'<article id="lost-{group.exercise}">')[2]
            article = BeautifulSoup(own.partition("</article>")[0], "html.parser")
            if figure := article.find("figure"):
                return str(figure).replace(">yours<", ">theirs<")
        return ""


class DecisionsPage(View):
    """Verdicts that are left to a person, and students' requests for a second look."""

    template = "decisions.html"

    def _look(self) -> dict[str, Any]:
        with Classroom() as room:
            known(room.course, self.assignment)
            cases, most = room.cases(self.assignment), {}
            for case, _ in cases:
                cell = room.gradebook.find_graded_cell(case.cell, case.notebook, self.assignment)
                most[case.cell] = float(cell.max_score)
            titles = room.titles(self.assignment)
            requests = second_looks(room.gradebook, assignment=self.assignment)
            notebooks = notebooks_of(room, self.assignment)
        waiting = [(case, answer) for case, answer in cases if case.points is None]
        decided = [(case, answer) for case, answer in cases if case.points is not None]
        return {
            "waiting": waiting,
            "decided": decided,
            "most": most,
            "titles": titles,
            "requests": sorted(requests, key=lambda one: bool(one.answer)),
            "notebooks": notebooks,
        }


class FeedbackPage(TeacherPage):
    """A student's feedback page, with what the gradebook holds now."""

    content_security_policy = CONFINED

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Send the page."""
        try:
            page = await asyncio.to_thread(self._make)
        except GradingError as error:
            raise web.HTTPError(404, str(error)) from None
        self.finish(page)

    def _make(self) -> bytes:
        student = self.get_argument("student")
        with Classroom() as room:
            known(room.course, self.assignment)
            if student not in {one.id for one in room.gradebook.students}:
                raise GradingError(f"There is no student named {student}.")
            pages = current_pages(room, self.assignment, student)
            pages = pages or room.feedback(self.assignment, student)
        if not pages:
            raise GradingError(f"There is no feedback page for {student} yet.")
        return b"\n".join(page.read_bytes() for page in pages)


class FileOfCourse(AuthenticatedFileHandler):
    """A report or an export, which nothing runs in."""

    content_security_policy = CONFINED


class State(TeacherPage):
    """A stamp that changes when there is something new."""

    @web.authenticated
    @authorized
    async def get(self) -> None:
        """Send the stamp."""
        self.finish({"stamp": self.desk.stamp, "busy": self.desk.busy})


class Press(TeacherPage):
    """A press of a button."""

    @web.authenticated
    @authorized
    async def post(self) -> None:
        """Start its command, and go back to the page."""
        back = self.get_argument("back", "") or self.address()
        if not back.startswith(self.address()):
            back = self.address()
        name = self.get_argument("press")
        fields = {key: [one.decode() for one in all] for key, all in self.request.arguments.items()}
        on_hub = getattr(self.current_user, "hub_user", {})  # elsewhere a user has no real name
        fields["by"] = [on_hub.get("name", "")]
        given = {
            Path(one["filename"].replace("\\", "/")).name: one["body"]
            for one in self.request.files.get("files", [])
        }
        fields["files"] = [*given]
        try:
            if name == "stop":
                self.desk.stop()
            elif name not in PRESSES:
                raise GradingError(f"There is no button {name}.")
            else:
                known(Course(), self.assignment)
                self.desk.begin(name, self.assignment, fields, given)
        except GradingError as error:
            bare = re.sub(r"[?&]said=[^&#]*", "", back)
            back = f"{bare}{'&' if '?' in bare else '?'}said={quote(str(error))}"
        self.redirect(back, status=303)


def made_by(desk: Desk) -> list[str]:
    """List the files that the last run has made for its reader."""
    run: CommandRun | None = desk.run
    if run is None or run.status is None:
        return []
    every = [path for name in FOLDERS for path in (desk.root / name).rglob("*")]
    new = [path for path in every if path.is_file() and path.stat().st_mtime >= run.since - 1]
    return sorted(path.relative_to(desk.root).as_posix() for path in new)


def addresses(base_url: str) -> list[tuple[str, Any, dict[str, Any]]]:
    """Return the addresses and their handlers, for a server in the course's folder."""
    desk = Desk(Path.cwd())
    own: dict[str, type[TeacherPage]] = {
        "/teach/?": ClassPage,
        "/teach/exercise": ExercisePage,
        "/teach/decisions": DecisionsPage,
        "/teach/feedback": FeedbackPage,
        "/teach/state": State,
        "/teach/press": Press,
    }
    found: list[tuple[str, Any, dict[str, Any]]] = [
        (url_path_join(base_url, path), handler, {"desk": desk}) for path, handler in own.items()
    ]
    for folder in (*FOLDERS, "feedback"):  # to which reports link
        path = url_path_join(base_url, "teach/files", folder, "(.*)")
        found.append((path, FileOfCourse, {"path": str(desk.root / folder)}))
    static = url_path_join(base_url, r"teach/static/(page\.(?:css|js))")
    found.append(
        (static, AuthenticatedFileHandler, {"path": str(Path(__file__).parent / "static")})
    )
    return found
