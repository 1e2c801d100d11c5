"""The commands behind the buttons, which run one at a time in the course's folder."""

import asyncio
import os
import re
import shlex
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from nbgrader.apps import NbGraderAPI

from autograder import Course, GradingError

Fields = Mapping[str, list[str]]
Command = list[str]
MOST_LINES = 2000
REASON = re.compile(r"(?:autograder: |\[[^\]]*(?:ERROR|CRITICAL)\] )(.*)")
COUNTED = re.compile(r"(\d+) of (\d+) done")
GRADED = re.compile(r"\d+ (?:already graded|failed|graded)\b.*")
EACH = {
    "collect": (re.compile("] (?:Collected:|Collecting submission|Updating submission)"), "new"),
    "release": (re.compile("] Feedback released"), "released"),
}
"""What a command prints for each submission or page, and the word for it."""


def _one(fields: Fields, name: str) -> str:
    return (fields.get(name) or [""])[0].strip()


def _by(fields: Fields) -> Command:
    """Return the option that names who decides, which only a hub knows."""
    return [f"--by={name}"] if (name := _one(fields, "by")) else []


def _due(assignment: str, fields: Fields) -> Command:
    when = _one(fields, "utc") or _one(fields, "when")
    if _one(fields, "clear") or not when:
        when = "none"
    students = [f"--student={one}" for one in fields.get("student", []) if one]
    return ["autograder", "due", assignment, when, *students]


def _group(assignment: str, fields: Fields) -> Command:
    made = ["autograder", "group", assignment, _one(fields, "exercise"), _one(fields, "group")]
    if _one(fields, "take_back"):
        return [*made, "--take-back"]
    given = {name: _one(fields, name) for name in ("points", "comment", "rubric")}
    if not any(given.values()):
        raise GradingError(
            "The form is empty. Enter points, a comment, or the name of a rubric item."
        )
    return [*made, *(f"--{name}={value}" for name, value in given.items() if value), *_by(fields)]


def _decide(assignment: str, fields: Fields) -> Command:
    how = _one(fields, "how")
    if how not in ("full", "none", "undo"):
        how = f"points={_one(fields, 'points')}"
    chosen = [assignment, _one(fields, "cell"), _one(fields, "key")]
    return ["autograder", "decide", *chosen, f"--{how}", *_by(fields)]


def _look(assignment: str, fields: Fields) -> Command:
    chosen = [assignment, _one(fields, "exercise"), _one(fields, "student")]
    return ["autograder", "look", *chosen, f"--answer={_one(fields, 'answer')}", *_by(fields)]


def _import(assignment: str, fields: Fields) -> Command:
    names = fields.get("files", [])
    archives = [name for name in names if name.lower().endswith(".zip")]
    if len(archives) != 1:
        raise GradingError(
            f"You chose {len(archives)} zip files. Choose only the zip file and the "
            "list of students from the platform."
        )
    tables = [("--roster", name) for name in names if name not in archives]
    return ["autograder", "import", archives[0], assignment, *chain(*tables)]


def _who(assignment: str, fields: Fields) -> Command:
    given = {name[4:]: _one(fields, name) for name in fields if name.startswith("who-")}
    pairs = [f"--who={number}={student}" for number, student in given.items() if student]
    if not pairs:
        raise GradingError("The form is empty. Enter at least one user name.")
    return ["autograder", "import", assignment, *pairs]


def _enroll(_: str, fields: Fields) -> Command:
    given = {name: _one(fields, name) for name in ("first-name", "last-name", "email")}
    about = [f"--{name}={value}" for name, value in given.items() if value]
    return ["nbgrader", "db", "student", "add", _one(fields, "student"), *about]


PRESSES: dict[str, Callable[[str, Fields], Command]] = {
    "prepare": lambda name, _: ["nbgrader", "generate_assignment", "--force", name],
    "hand_out": lambda name, _: ["nbgrader", "release_assignment", "--force", name],
    "import": _import,
    "who": _who,
    "enroll": _enroll,
    "remove": lambda _, fields: ["nbgrader", "db", "student", "remove", _one(fields, "student")],
    "collect": lambda name, _: ["nbgrader", "collect", name, "--update"],
    "grade": lambda name, _: ["autograder", "grade", name],
    "pages": lambda name, _: ["nbgrader", "generate_feedback", "--force", name],
    "release": lambda name, _: ["nbgrader", "release_feedback", name],
    "report": lambda name, _: ["autograder", "report", name],
    "export": lambda name, _: ["autograder", "export", name],
    "try": lambda name, _: ["autograder", "author", "try", name],
    "untry": lambda name, _: ["autograder", "author", "try", name, "--remove"],
    "due": _due,
    "group": _group,
    "decide": _decide,
    "look": _look,
}
"""What can be pressed, and the command that it runs: the package and its arguments."""


def shown(command: Command) -> str:
    """Write a command as a person would type it."""
    start = ["nbgrader"] if command[0] == "nbgrader" else ["python", "-m", command[0]]
    return shlex.join([*start, *command[1:]])


@dataclass
class CommandRun:
    """A command that runs, or has run; `status` is None until it ends."""

    press: str
    assignment: str
    command: Command
    lines: list[str] = field(default_factory=list)
    status: int | None = None
    since: float = field(default_factory=time.time)

    @property
    def text(self) -> str:
        """What the command has printed."""
        return "\n".join(self.lines)

    @property
    def typed(self) -> str:
        """The command as a person would type it."""
        return shown(self.command)

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many are done of how many, as far as the command has told."""
        found = COUNTED.findall(self.text)
        return (int(found[-1][0]), int(found[-1][1])) if found else None

    @property
    def result(self) -> str:
        """What came of it, in a sentence."""
        if self.status is None:
            return "Running."
        if self.status == 0:
            return f"Done. {self._came}".rstrip()
        if self.status in (1, 3) and self.command[0] == "autograder":
            return f"Done, but some items need your attention. See below. {self._came}".rstrip()
        told = [found[1] for line in self.lines if (found := REASON.match(line))]
        why = told[-1 if self.command[0] == "autograder" else 0] if told else ""
        if self.status < 0 or self.status == 130:
            return "Stopped. Press the same button to continue."
        return f"Not done: {why or f'the command ended with status {self.status}'}"

    @property
    def _came(self) -> str:
        """What the command has counted, or what is counted of it."""
        if self.press in EACH:
            pattern, word = EACH[self.press]
            return f"{sum(bool(pattern.search(line)) for line in self.lines)} {word}."
        return next((f"{line}." for line in self.lines if GRADED.fullmatch(line)), "")


class Desk:
    """The presses on one course; the last run stays to be read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.run: CommandRun | None = None
        self._process: asyncio.subprocess.Process | None = None

    @cached_property
    def has_exchange(self) -> bool:
        """Whether there is an exchange, from which to collect and by which to release."""
        return not NbGraderAPI(config=Course().config).exchange_missing

    @property
    def busy(self) -> bool:
        """Whether a command runs."""
        return self.run is not None and self.run.status is None

    @property
    def stamp(self) -> str:
        """A text that changes when there is something new to see."""
        run = self.run and [self.run.since, len(self.run.lines), self.run.status]
        book = self.root / "gradebook.db"
        changed = book.stat().st_mtime if book.exists() else time.time() // 5
        handed_in = self.root / "submitted"
        return f"{run} {changed} {handed_in.stat().st_mtime if handed_in.exists() else 0}"

    def begin(
        self, press: str, assignment: str, fields: Fields, files: Mapping[str, bytes]
    ) -> None:
        """Start the command of a press; raise GradingError if another one runs."""
        if self.busy:
            raise GradingError(
                f"{self.run and self.run.typed} is still running. Wait for it to finish."
            )
        self.run = CommandRun(press, assignment, PRESSES[press](assignment, fields))
        self._task = asyncio.create_task(self._follow(self.run, files))

    async def _follow(self, run: CommandRun, files: Mapping[str, bytes]) -> None:
        """Run a command with a folder of the files that were given with the press."""
        paths, status = [str(Path(sys.executable).parent), os.environ.get("PATH", "")], 2
        environment = {
            **os.environ,
            "PATH": os.pathsep.join(paths),
            "PYTHONUNBUFFERED": "1",
            "PYTHONIOENCODING": "utf-8:backslashreplace",
        }
        with TemporaryDirectory(prefix="given-", ignore_cleanup_errors=True) as folder:
            given = {name: Path(folder, name) for name in files}
            try:
                for name, data in files.items():
                    given[name].write_bytes(data)
                process = self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", *(str(given.get(one, one)) for one in run.command)),
                    cwd=self.root,
                    env=environment,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.STDOUT,
                    limit=2**20,
                )
                assert process.stdout
                async for line in process.stdout:
                    if len(run.lines) < MOST_LINES:
                        run.lines.append(line.decode(errors="replace").rstrip())
                status = await process.wait()
            except (OSError, ValueError) as error:
                run.lines.append(f"autograder: {error}")
        run.status = status

    def stop(self) -> None:
        """Stop the command that runs, as Ctrl+C does."""
        if self.busy and self._process:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)
