"""The watcher as a service of JupyterHub, with a page for instructors.

The hub starts it in the course's folder, and lets in whoever has the scope
``access:services!service=watcher``. It runs ``python -m autograder watch`` and shows what
that says: what waits, the last grades, and what went wrong. **Stop** and **Go** end it and
start it again; nothing is lost by either.
"""

import asyncio
import ctypes
import json
import os
import secrets
import signal
import sys
from collections import deque
from html import escape
from urllib.parse import urlparse

from jupyterhub.services.auth import HubOAuthCallbackHandler, HubOAuthenticated
from tornado.web import Application, RequestHandler, authenticated

PR_SET_PDEATHSIG = 1
SECONDS_TO_REST = 5
"""Before a watcher that has ended is started again."""
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Watcher</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
td, th {{ text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top;
  overflow-wrap: anywhere; border-bottom: 1px solid #8888; }}
button {{ font: inherit; padding: .4rem 1.5rem; }}
</style>
</head>
<body>
<main>
<h1>Watcher</h1>
<p><strong>{state}</strong> {waiting} waiting for their turn, {graded} graded since it began.</p>
<form method="post">{xsrf}<button name="act" value="{act}">{button}</button></form>
<h2>What went wrong</h2>
{failures}
<h2>The last grades</h2>
{grades}
</main>
</body>
</html>
"""


class Watching:
    """The command, and what it has said."""

    def __init__(self) -> None:
        self.go = True
        self.waiting = self.graded = 0
        self.state = "It is starting."
        self.grades: deque[dict] = deque(maxlen=30)
        self.failures: deque[dict] = deque(maxlen=30)
        self._process: asyncio.subprocess.Process | None = None

    async def run(self) -> None:
        """Keep it running, unless it is stopped."""
        while True:
            if self.go:
                await self._run_once()
            await asyncio.sleep(SECONDS_TO_REST if self.go else 0.5)

    async def _run_once(self) -> None:
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "autograder", "watch", "--json"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=end_with_parent,
        )
        self.state = "It runs."
        last = ""
        async for line in process.stdout:
            last = line.decode(errors="replace").strip()
            self._hear(last)
        await process.wait()
        self.waiting = 0
        self.state = f"It has ended, and is started again: {last}" if self.go else "It is stopped."

    def _hear(self, line: str) -> None:
        try:
            event = json.loads(line)
        except ValueError:
            return
        self.waiting = event["waiting"]
        self.graded += event["kind"] == "graded"
        fine = event["kind"] in ("graded", "feedback")
        (self.grades if fine else self.failures).appendleft(event)

    def stop(self) -> None:
        """End it."""
        self.go = False
        if self._process and self._process.returncode is None:
            self._process.terminate()


def end_with_parent() -> None:
    """Have Linux end this process when the one that started it has ended, however it did."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def table(events: deque[dict]) -> str:
    """What happened, the last first, as HTML."""
    if not events:
        return "<p>Nothing.</p>"
    head = "<tr><th>assignment<th>who<th>what<th>points<th>seconds<th>remarks</tr>"
    return f"<table>{head}{''.join(map(row, events))}</table>"


def row(event: dict) -> str:
    """One event as HTML."""
    points = f"{event['score']:g} of {event['of']:g}" if event["score"] is not None else ""
    seconds = f"{event['seconds']:.1f}" if event["seconds"] else ""
    cells = [event["assignment"], event["student"], event["kind"], points, seconds]
    shown = [*map(escape, cells), "<br>".join(map(escape, event["remarks"]))]
    return f"<tr><td>{'<td>'.join(shown)}</tr>"


class Page(HubOAuthenticated, RequestHandler):
    """The page."""

    def initialize(self, watching: Watching) -> None:
        """Know what to show."""
        self.watching = watching

    @authenticated
    def get(self) -> None:
        """Show it."""
        now = self.watching
        self.finish(
            PAGE.format(
                state=escape(now.state),
                waiting=now.waiting,
                graded=now.graded,
                xsrf=self.xsrf_form_html(),
                act="stop" if now.go else "go",
                button="Stop" if now.go else "Go",
                failures=table(now.failures),
                grades=table(now.grades),
            )
        )

    @authenticated
    def post(self) -> None:
        """Stop it, or let it go on."""
        if self.get_argument("act") == "go":
            self.watching.go = True
        else:
            self.watching.stop()
        self.redirect(self.request.path)


async def main() -> None:
    """Serve the page, and watch."""
    watching = Watching()
    prefix = os.environ["JUPYTERHUB_SERVICE_PREFIX"]
    where = urlparse(os.environ["JUPYTERHUB_SERVICE_URL"])
    application = Application(
        [
            (prefix, Page, {"watching": watching}),
            (f"{prefix}oauth_callback", HubOAuthCallbackHandler),
        ],
        cookie_secret=secrets.token_bytes(32),
        xsrf_cookies=True,
        xsrf_cookie_kwargs={"path": prefix},
    )
    application.listen(where.port, where.hostname)
    asyncio.get_running_loop().add_signal_handler(
        signal.SIGTERM, lambda: (watching.stop(), sys.exit(0))
    )
    await watching.run()


if __name__ == "__main__":
    asyncio.run(main())
