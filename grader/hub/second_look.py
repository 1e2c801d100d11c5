"""A JupyterHub service where students ask for a second look at an exercise.

The hub starts it in the course's folder, and admits users with the scope
``access:services!service=second-look``. The hub identifies the student, so that all students see
and ask about their own work only. It is a process of its own, apart from the watcher, because
only instructors may open the watcher's page.
"""

import asyncio
import os
import secrets
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from jinja2 import Environment
from jupyterhub.services.auth import HubOAuthCallbackHandler, HubOAuthenticated
from tornado.web import Application, HTTPError, RequestHandler, authenticated

from autograder import Classroom, GradingError
from autograder.extras.second_look import LONGEST, ask, released, second_looks

STYLE = files("autograder.extras.teaching") / "static" / "page.css"
PAGE = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
    Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
)
POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'"
POLICY += "; frame-ancestors 'none'"
MOST_BYTES = 100_000  # of a form
ONE_AT_A_TIME = asyncio.Lock()
"""Students can press as often as they like, and the watcher needs the gradebook, too."""


class SecondLookPage(HubOAuthenticated, RequestHandler):
    """The page of a student."""

    def set_default_headers(self) -> None:
        """Run nothing, and show the page nowhere else."""
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("Cache-Control", "no-store")

    @property
    def student(self) -> str:
        """The student, whom the hub has identified."""
        if self.current_user.get("kind") != "user":
            raise HTTPError(403)
        return str(self.current_user["name"])

    @authenticated
    async def get(self) -> None:
        """Show the page."""
        await self._show()

    @authenticated
    async def post(self) -> None:
        """Store a request, and go back to the page."""
        names = ("assignment", "exercise", "request")
        asked = {name: self.get_body_argument(name, "") for name in names}
        try:
            async with ONE_AT_A_TIME:
                await asyncio.to_thread(store, self.student, asked)
        except GradingError as error:
            self.set_status(400)
            await self._show(str(error), asked)
        else:
            self.redirect(self.request.path, status=303)

    async def _show(self, said: str = "", typed: dict[str, str] | None = None) -> None:
        assignments: dict[str, list[dict[str, Any]]] = {}
        try:
            async with ONE_AT_A_TIME:
                assignments = await asyncio.to_thread(find, self.student)
        except GradingError:
            self.set_status(503)
            said = "The gradebook cannot be read now. Try again in a few minutes."
        shown = {"assignments": assignments, "said": said, "typed": typed or {}}
        style = STYLE.read_text(encoding="utf-8")
        form = {"longest": LONGEST, "xsrf": self.xsrf_form_html(), "style": style}
        self.finish(PAGE.render(student=self.student, **shown, **form))


def store(student: str, asked: dict[str, str]) -> None:
    """Store a student's request, or raise GradingError."""
    with Classroom() as room:
        ask(room, student=student, **asked)


def find(student: str) -> dict[str, list[dict[str, Any]]]:
    """Find the exercises about which a student can ask, by assignment, and all requests."""
    made: dict[str, list[dict[str, Any]]] = {}
    with Classroom() as room:
        requests = second_looks(room.gradebook, student=student)
        asked = {(one.assignment, one.exercise): one for one in requests}
        pages = released(room, student)
        known = {one.name for one in room.gradebook.assignments} & {*room.course.assignments()}
        for assignment in sorted(known & (pages | {name for name, _ in asked})):
            titles = room.titles(assignment)
            for name in room.exercises(assignment):
                request = asked.get((assignment, name))
                if request or assignment in pages:
                    about = {"name": name, "title": titles.get(name, name), "request": request}
                    made.setdefault(assignment, []).append(about)
    return made


def application(prefix: str) -> Application:
    """Make the addresses of the service."""
    return Application(
        [(prefix, SecondLookPage), (f"{prefix}oauth_callback", HubOAuthCallbackHandler)],
        cookie_secret=secrets.token_bytes(32),
        xsrf_cookies=True,
        xsrf_cookie_kwargs={"path": prefix},
    )


async def main() -> None:
    """Serve the page."""
    where = urlparse(os.environ["JUPYTERHUB_SERVICE_URL"])
    server = application(os.environ["JUPYTERHUB_SERVICE_PREFIX"])
    server.listen(where.port, where.hostname, max_body_size=MOST_BYTES)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
