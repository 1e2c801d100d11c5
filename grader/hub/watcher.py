"""A JupyterHub service that runs the watcher, with a page for instructors.

The hub starts it in the course's folder, and admits users with the scope
``access:services!service=watcher``. It runs ``python -m autograder watch`` and shows its
events: the queue, the last grades, and the failures. **Stop** and **Go** end it and start it
again; nothing is lost by either. **Retry refused submissions** starts it with ``--retry``.
Any user may ask for their own due dates.
"""

import asyncio
import ctypes
import json
import os
import secrets
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from html import escape
from urllib.parse import urlparse

from jupyterhub.services.auth import HubAuth, HubOAuthCallbackHandler, HubOAuthenticated
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    generate_latest,
)
from tornado.web import Application, HTTPError, RequestHandler, authenticated

from autograder.grader.course.settings import Course
from autograder.grader.gradebook.dates import Dates
from autograder.grader.gradebook.opening import open_gradebook

PR_SET_PDEATHSIG = 1
SECONDS_TO_TRUST = 60
"""Seconds after which a restarted watcher counts as running."""
SECONDS_TO_KEEP_DATES = 30
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one event; a longer line would end this service."""
SECONDS_TO_REST = 5
"""Seconds before a watcher that has ended is restarted."""
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
<p><strong>{state}</strong> Submissions waiting: {waiting}{since}. Feedback pages to generate:
{owed}. Submissions graded since the start: {graded}.</p>
<form method="post">{xsrf}<button name="act" value="{act}">{button}</button>
<button name="act" value="retry">Retry refused submissions</button></form>
<h2>What went wrong</h2>
{failures}
<h2>Latest grades</h2>
{grades}
</main>
</body>
</html>
"""


class Figures:
    """The watcher's metrics for Prometheus."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        gauge, counter = self._gauge, self._counter
        self.up = gauge(
            "up", "1 while the watcher is running, 0 while it is stopped or keeps ending"
        )
        self.ended = gauge(
            "ended", "How many times the watcher has ended on its own since it last ran for a while"
        )
        self.waiting = gauge("waiting", "Submissions that are waiting")
        self.oldest = gauge("oldest_seconds", "How long the oldest submission has been waiting")
        self.owed = gauge("pages_owed", "Feedback pages that have not been generated yet")
        self.graded = counter("graded", "Submissions that were graded")
        self.refused = gauge("refused", "Folders in the exchange that were refused", ["owner"])
        self.troubles = counter("troubles", "Problems, counted once for each cause")

    def _gauge(self, name: str, says: str, labels: Sequence[str] = ()) -> Gauge:
        return Gauge(f"autograder_watch_{name}", says, labels, registry=self.registry)

    def _counter(self, name: str, says: str) -> Counter:
        return Counter(f"autograder_watch_{name}", says, registry=self.registry)

    def hear(self, event: dict) -> None:
        """Count an event."""
        if event["kind"] == "standing":
            self.refused.clear()
            for owner, count in event["refused"].items():
                self.refused.labels(owner).set(count)
        elif event["kind"] == "graded":
            self.graded.inc()
        elif event["kind"] == "trouble":
            self.troubles.inc()

    def show(self, now: "Watching") -> bytes:
        """Return all metrics in the format of Prometheus."""
        self.up.set(now.go and not now.ended)
        self.ended.set(now.ended)
        self.waiting.set(now.waiting)
        self.oldest.set(now.age)
        self.owed.set(now.owed)
        return generate_latest(self.registry)


class Watching:
    """The watcher's process, and its last events."""

    def __init__(self) -> None:
        self.go, self.retry = True, False
        self.waiting = self.graded = self.owed = self.ended = 0
        self.oldest = 0.0
        self.figures = Figures()
        self.state = "The watcher is starting."
        self.grades: deque[dict] = deque(maxlen=30)
        self.failures: deque[dict] = deque(maxlen=30)
        self._process: asyncio.subprocess.Process | None = None
        self._began = 0.0

    async def run(self) -> None:
        """Keep the watcher running, unless it is stopped."""
        while True:
            if self.go:
                await self._run_once()
            await asyncio.sleep(SECONDS_TO_REST if self.go else 0.5)

    async def _run_once(self) -> None:
        again, self.retry = ["--retry"] * self.retry, False
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "autograder", "watch", "--json", *again),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=LONGEST_LINE,
            preexec_fn=end_with_parent,
        )
        self._began = time.monotonic()
        if not self.ended:
            self.state = "The watcher is running."
        last = ""
        async for line in process.stdout:
            last = line.decode(errors="replace").strip()
            self._hear(last)
        await process.wait()
        self.waiting = self.owed = 0
        self.oldest = 0.0
        self.ended = self.ended + 1 if self.go and not self.retry else 0
        times = f"The watcher has ended {self.ended} times and is being restarted: {last}"
        self.state = times if self.go else "The watcher is stopped."

    def _hear(self, line: str) -> None:
        try:
            event = json.loads(line)
        except ValueError:
            return
        self.figures.hear(event)
        if event["kind"] == "standing":
            self.waiting, self.owed = event["waiting"], event["owed"]
            when = event["oldest"]
            self.oldest = datetime.fromisoformat(when).timestamp() if when else 0.0
            return
        self.graded += event["kind"] == "graded"
        fine = event["kind"] in ("graded", "feedback")
        (self.grades if fine else self.failures).appendleft(event)

    def settle(self) -> None:
        """Set the state to running once the process has lasted for a while."""
        runs = self._process and self._process.returncode is None
        if self.go and runs and time.monotonic() - self._began > SECONDS_TO_TRUST:
            self.ended, self.state = 0, "The watcher is running."

    @property
    def age(self) -> float:
        """The seconds that the oldest hand-in has waited."""
        return time.time() - self.oldest if self.oldest else 0.0

    def metrics(self) -> bytes:
        """Return the metrics in the format of Prometheus."""
        self.settle()
        return self.figures.show(self)

    def stop(self) -> None:
        """End the watcher."""
        self.go = False
        if self._process and self._process.returncode is None:
            self._process.terminate()


def end_with_parent() -> None:
    """Have Linux end this process when its parent ends, for whatever reason."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def table(events: deque[dict]) -> str:
    """Return events as an HTML table, in their order."""
    if not events:
        return "<p>None.</p>"
    head = "<tr><th>assignment<th>who<th>what<th>points<th>seconds<th>remarks</tr>"
    return f"<table>{head}{''.join(map(row, events))}</table>"


def row(event: dict) -> str:
    """Return an event as a row of HTML."""
    points = f"{event['score']:g} of {event['of']:g}" if event["score"] is not None else ""
    seconds = f"{event['seconds']:.1f}" if event["seconds"] else ""
    cells = [event["assignment"], event["student"], event["kind"], points, seconds]
    shown = [*map(escape, cells), "<br>".join(map(escape, event["remarks"]))]
    return f"<tr><td>{'<td>'.join(shown)}</tr>"


class Page(HubOAuthenticated, RequestHandler):
    """The page for instructors."""

    def initialize(self, watching: Watching) -> None:
        """Keep the watcher to show."""
        self.watching = watching

    @authenticated
    def get(self) -> None:
        """Show the page."""
        now = self.watching
        now.settle()
        self.finish(
            PAGE.format(
                state=escape(now.state),
                waiting=now.waiting,
                since=f" (the oldest for {now.age:.0f} seconds)" if now.oldest else "",
                owed=now.owed,
                graded=now.graded,
                xsrf=self.xsrf_form_html(),
                act="stop" if now.go else "go",
                button="Stop" if now.go else "Start",
                failures=table(now.failures),
                grades=table(now.grades),
            )
        )

    @authenticated
    def post(self) -> None:
        """Stop the watcher, or start it again."""
        act = self.get_argument("act")
        if act != "go":
            self.watching.stop()
        if act != "stop":
            self.watching.go, self.watching.retry = True, act == "retry"
        self.redirect(self.request.path)


class Metrics(Page):
    """The metrics, for a monitor that has a token with the service's scope."""

    @authenticated
    def get(self) -> None:
        """Return the metrics."""
        self.set_header("Content-Type", CONTENT_TYPE_LATEST)
        self.finish(self.watching.metrics())


class Due(RequestHandler):
    """The due dates of the user who asks, with any token of theirs."""

    hub = HubAuth()
    kept: tuple[float, Dates] | None = None

    async def get(self) -> None:
        """Return the due dates as JSON."""
        kind, _, token = self.request.headers.get("Authorization", "").partition(" ")
        user = await self.hub.user_for_token(token, sync=False) if kind == "token" else None
        if not user or user["kind"] != "user":
            raise HTTPError(403)
        dates, who = await self._dates(), user["name"]
        self.finish(
            {
                name: {
                    "due": f"{when:%Y-%m-%dT%H:%M:%SZ}",
                    "own": bool(dates.extensions.get((name, who))),
                }
                for name in dates.due
                if (when := dates.of(name, who))
            }
        )

    @classmethod
    async def _dates(cls) -> Dates:
        """Return all due dates, cached for a while, since a class asks at the same moment."""
        if cls.kept is None or time.monotonic() - cls.kept[0] > SECONDS_TO_KEEP_DATES:
            cls.kept = time.monotonic(), await asyncio.to_thread(read_dates)
        return cls.kept[1]


def read_dates() -> Dates:
    """Read all due dates of the course."""
    with open_gradebook(Course().directory) as gradebook:
        return Dates(gradebook)


async def main() -> None:
    """Serve the page, and run the watcher."""
    watching = Watching()
    prefix = os.environ["JUPYTERHUB_SERVICE_PREFIX"]
    where = urlparse(os.environ["JUPYTERHUB_SERVICE_URL"])
    application = Application(
        [
            (prefix, Page, {"watching": watching}),
            (f"{prefix}metrics", Metrics, {"watching": watching}),
            (f"{prefix}due", Due),
            (f"{prefix}oauth_callback", HubOAuthCallbackHandler),
        ],
        cookie_secret=secrets.token_bytes(32),
        xsrf_cookies=True,
        xsrf_cookie_kwargs={"path": prefix},
    )
    application.listen(where.port, where.hostname)
    # No handler of SIGTERM: one that ended properly would wait for a thread that waits for the
    # gradebook, and hold this port. The watcher's process ends with this one.
    await watching.run()


if __name__ == "__main__":
    asyncio.run(main())
