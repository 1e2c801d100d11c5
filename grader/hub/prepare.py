"""Create a hub with demonstration accounts on this machine, and start it: `make hub`.

The command needs root to create the accounts, and Node.js with npm for the proxy. Everything
else is in a single folder. Accounts, grades, and submissions that already exist are kept.
``--remove`` deletes the accounts and the folder.
"""

import argparse
import grp
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COURSE, GRADER = "mastermind", "mm-grader"
PEOPLE = ("mm-ada", "mm-ben", "mm-grace", "mm-alan")
RELEASED = ("01-random-codes", "02-valid-guesses", "03-feedback")
PROXY = "configurable-http-proxy@5"


def main() -> None:
    """Make the hub, and become it."""
    parser = argparse.ArgumentParser(prog="grader/hub/prepare.py", description=__doc__)
    parser.add_argument(
        "folder",
        type=Path,
        help="folder for the hub, which students' accounts must be able to read",
    )
    parser.add_argument("--only-prepare", action="store_true", help="do not start the hub")
    parser.add_argument("--remove", action="store_true", help="remove the accounts and the folder")
    options = parser.parse_args()
    hub = options.folder.absolute()
    if os.geteuid():
        parser.exit(2, "make hub: run this command as root, because it creates accounts\n")
    if options.remove:
        remove(hub)
        return
    if not shutil.which("npm"):
        parser.exit(2, "make hub: install npm, which is needed to install JupyterHub's proxy\n")
    if not options.only_prepare and is_running():
        # JupyterHub would end the proxy of the one that runs, and then fail.
        parser.exit(
            2, "make hub: a hub is already running; stop it first, and then start it again\n"
        )
    check_reach(hub.parent, parser)
    warn_of(ROOT)
    prepare(hub)
    if not options.only_prepare:
        start(hub)


def port() -> int:
    """Return the hub's port; those after it are for its parts."""
    return int(os.environ.get("MASTERMIND_HUB_PORT", "8000"))


def is_running() -> bool:
    """Tell whether a hub answers on this machine; a proxy that it has left does not count."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port() + 1), timeout=5):
        return True
    return False


def check_reach(folder: Path, parser: argparse.ArgumentParser) -> None:
    """Refuse a folder that students' accounts cannot reach."""
    for place in closed(folder):
        parser.exit(2, f"make hub: students' accounts cannot enter {place}\n")


def warn_of(clone: Path) -> None:
    """Say if students' accounts can read the solutions where this hub is made from."""
    if not closed(clone / "source"):
        print(f"make hub: everyone can read {clone / 'source'}; run: chmod o-rwx {clone}")


def closed(path: Path) -> list[Path]:
    """List the folders of a path, itself included, that are closed to others."""
    places = (path, *path.parents)
    return [place for place in places if place.exists() and not place.stat().st_mode & 0o001]


def interpreter() -> str:
    """Return a Python that everybody may run: this one, or the system's if this is in a home."""
    own = Path(sys.base_prefix, "bin", "python3").resolve()
    for python in (own, Path("/usr/bin/python3").resolve()):
        if python.exists() and not closed(python):
            return str(python)
    sys.exit(f"make hub: students' accounts cannot run {own}, and there is no /usr/bin/python3")


def prepare(hub: Path) -> None:
    """Make the missing parts of the hub."""
    hub.mkdir(parents=True, exist_ok=True)
    hub.chmod(0o755)
    install(hub)
    for path in (ROOT / "grader" / "hub", ROOT / "editions" / "lab"):
        shutil.copytree(path, hub / path.name, dirs_exist_ok=True)
    page = hub / "lab" / "extensions" / "mastermind-course" / "static" / "play"
    run(str(hub / "venv" / "bin" / "python"), "editions/play/build.py", str(page), cwd=ROOT)
    for name in (GRADER, *PEOPLE):
        account(hub, name)
    (hub / "run").mkdir(mode=0o700, exist_ok=True)
    if not (hub / "run" / "password").exists():
        (hub / "run" / "password").write_text(secrets.token_urlsafe(9))
    for name in (COURSE, "watcher", "second-look", "monitor"):
        token = hub / "run" / f"token-{name}"
        if not token.exists():
            token.write_text(secrets.token_hex(32))
    for name in ("exchange", "ladder"):
        (hub / name).mkdir(exist_ok=True)
        (hub / name).chmod(0o1777)  # everybody may write there, and rename only what they own
    settings(hub)
    course(hub)


def install(hub: Path) -> None:
    """Install the environment and the proxy."""
    ready = hub / "venv" / "ready"
    if not ready.exists() or ready.stat().st_mtime < newest():
        if not ready.exists():
            run(interpreter(), "-m", "venv", str(hub / "venv"))
        python = str(hub / "venv" / "bin" / "python")
        packages = "grader/hub/requirements.txt"
        run(python, "-m", "pip", "install", "--quiet", "-r", packages, cwd=ROOT)
        ready.touch()
    if not (hub / "proxy" / "node_modules").exists():
        run("npm", "install", "--no-audit", "--no-fund", "--prefix", str(hub / "proxy"), PROXY)


def newest() -> float:
    """Return when the code was last changed, so that it is installed again after a `git pull`."""
    folders = (ROOT / "grader", ROOT / "mastermind", ROOT / "markposition")
    files = [path for folder in folders for path in folder.rglob("*.py")]
    files += [ROOT / "pyproject.toml", ROOT / "constraints.txt"]
    return max(path.stat().st_mtime for path in files if path.exists())


def account(hub: Path, name: str) -> None:
    """Make an account with a home that is closed to others."""
    home = hub / "home" / name
    home.parent.mkdir(exist_ok=True)
    if not has_account(name, home):
        where = ["--create-home", "--home-dir", str(home)]
        run("useradd", *where, "--shell", "/bin/bash", name)
    home.chmod(0o700)


def has_account(name: str, home: Path) -> bool:
    """Tell whether an account exists; one of a hub whose folder is gone is removed first."""
    try:
        known = Path(pwd.getpwnam(name).pw_dir)
    except KeyError:
        return False
    if not known.exists():
        run("userdel", "--force", name)
        return False
    if known != home:
        sys.exit(f"make hub: the account {name} belongs to another hub; its home is {known}")
    return True


def settings(hub: Path) -> None:
    """Write nbgrader's settings for everybody: the course's id, and the exchange."""
    lines = [
        "c = get_config()",
        f"c.CourseDirectory.course_id = {COURSE!r}",
        f"c.Exchange.root = {str(hub / 'exchange')!r}",
        "",
    ]
    file = hub / "venv" / "etc" / "jupyter" / "nbgrader_config.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines))


def course(hub: Path) -> None:
    """Make the grader's folder, and release the first notebooks."""
    folder = hub / "course"
    if folder.exists():
        return
    folder.mkdir(mode=0o700)
    for name in ("source", "bank"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    run("chown", "-R", f"{GRADER}:{grp.getgrgid(pwd.getpwnam(GRADER).pw_gid).gr_name}", str(folder))
    nbgrader = str(hub / "venv" / "bin" / "nbgrader")
    path = f"PATH={hub / 'venv' / 'bin'}:{os.environ['PATH']}"
    for command in ("generate_assignment", "release_assignment"):
        for name in RELEASED:
            run("runuser", "-u", GRADER, "--", "env", path, nbgrader, command, name, cwd=folder)


def start(hub: Path) -> None:
    """Print how to log in, and become the hub."""
    password = (hub / "run" / "password").read_text()
    people = ", ".join(PEOPLE)
    print(f"http://127.0.0.1:{port()}  as {people}; password: {password}", flush=True)
    path = os.pathsep.join([str(hub / "venv" / "bin"), os.environ["PATH"]])
    os.chdir(hub / "run")
    jupyterhub = str(hub / "venv" / "bin" / "jupyterhub")
    config = str(hub / "hub" / "jupyterhub_config.py")
    environment = {**os.environ, "MASTERMIND_HUB": str(hub), "PATH": path}
    os.execve(jupyterhub, [jupyterhub, "-f", config], environment)


def remove(hub: Path) -> None:
    """Remove the accounts, their processes, and the folder."""
    # A student's server outlives the hub, and so does a proxy if the hub is killed.
    programs = [bytes(hub / part) for part in ("venv", "proxy")]
    end_processes(lambda process: any(p in (process / "cmdline").read_bytes() for p in programs))
    for name in (GRADER, *PEOPLE):
        with suppress(KeyError):
            user = pwd.getpwnam(name).pw_uid
            end_processes(lambda process, user=user: process.stat().st_uid == user)
        # --force: the system may not have noticed yet that the last process has ended.
        subprocess.run(["userdel", "--force", name], check=False)
    shutil.rmtree(hub)


def end_processes(chosen: Callable[[Path], bool]) -> None:
    """Kill the processes that are chosen by their folders in /proc."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if chosen(process):
                os.kill(int(process.name), signal.SIGKILL)


def run(*command: str, cwd: Path | None = None) -> None:
    """Run a command; exit with its status if it fails."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=cwd)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
