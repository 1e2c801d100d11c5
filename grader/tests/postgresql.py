"""A PostgreSQL server on this machine, with a gradebook's database, for as long as a block."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Self

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
"""Where Debian has the server's programs; None if there is none."""
OWNER = "owner"
ROLES = ("grader", "locked", "guest")
"""Without special rights: who owns the database, who needs a password, who may not read it."""


class Server:
    """A server that listens on a socket only, with the database `course` of the role `grader`."""

    def __enter__(self) -> Self:
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path is short
        if os.getuid() == 0:  # the server refuses to run as root
            shutil.chown(self._folder, "postgres")
        try:
            self._make()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(check=False)
        shutil.rmtree(self._folder)

    @property
    def url(self) -> str:
        """The address of the database."""
        return self.address("grader@/course")

    def address(self, who_and_what: str) -> str:
        """Another address on this server: ``ROLE:PASSWORD@/DATABASE``."""
        return f"postgresql+psycopg://{who_and_what}?host={self._folder}"

    def start(self) -> None:
        """Start the server, also one that was stopped."""
        self._run("pg_ctl", "-D", self._data, "-l", self._folder / "log", "-w", "start")

    def stop(self, check: bool = True) -> None:
        """Stop the server at once: all connections are lost."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop", check=check)

    def make_database(self, name: str) -> str:
        """Make one more empty database of the role `grader`; return its address."""
        self._run("createdb", "-h", self._folder, "-U", OWNER, "-O", "grader", name)
        return self.address(f"grader@/{name}")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _make(self) -> None:
        self._run("initdb", "-D", self._data, "-U", OWNER, "--auth=trust", "--no-sync")
        rules = self._data / "pg_hba.conf"
        rules.write_text(f"local all locked scram-sha-256\n{rules.read_text()}")
        settings = [
            f"unix_socket_directories = '{self._folder}'",
            "listen_addresses = ''",
            "fsync = off",
        ]
        (self._data / "postgresql.auto.conf").write_text("\n".join(settings))
        self.start()
        for role in ROLES:
            self._run("createuser", "-h", self._folder, "-U", OWNER, role)
        self.make_database("course")

    def _run(self, program: str, *arguments: str | Path, check: bool = True) -> None:
        assert PROGRAMS
        who: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []}
        subprocess.run(
            [PROGRAMS / program, *arguments],
            check=check,
            stdout=subprocess.DEVNULL,
            stderr=None if check else subprocess.DEVNULL,
            cwd="/",
            **(who if os.getuid() == 0 else {}),
        )
