"""What the student's process and the examiner's cannot do, tried out inside them."""

import os
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest

from autograder.runner import messages
from autograder.runner.conductor import forget, warm
from autograder.runner.messages import FROM_EXAMINER, FROM_STUDENT, Meet, RunCell
from autograder.runner.names import Abilities
from autograder.runner.processes import surroundings
from autograder.runner.processes.confinement import (
    ConfinementError,
    bubblewrap,
    landlock_version,
)
from autograder.runner.processes.forked import ForkServer
from autograder.runner.processes.surroundings import Location, readable
from autograder.runner.wire.channel import Channel
from tests.landlock import with_oldest_landlock

ROOT = Path(__file__).parents[2]

CALL = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
NUMBERS = dict(clock_nanosleep=230, fcntl=72, ioctl=16, inotify_init1=294, mincore=27, prctl=157, process_vm_readv=310, sync=162, timer_create=222)
def call(name, *arguments):
    return libc.syscall(ctypes.c_long(NUMBERS[name]), *[
        ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments])
import platform
assert platform.machine() == "x86_64", "elsewhere the numbers are others"
"""
REFUSED = {
    "start a process": "import os; os.fork()",
    "run a program": "import subprocess; subprocess.run(['/bin/true'])",
    "run a program by posix_spawn": "import os; os.posix_spawn('/bin/true', ['true'], {})",
    "use a pool of processes": "import multiprocessing as m; m.get_context('fork').Process(target=print).start()",
    "open a network connection": "import socket; socket.create_connection(('127.0.0.1', 80), 1)",
    "listen": "import socket; socket.socket().listen()",
    "open a local socket": "import socket; socket.socket(socket.AF_UNIX)",
    "kill the parent": "import os; os.kill(os.getppid(), 9)",
    "kill everything": "import os; os.kill(-1, 9)",
    "read the repository": f"open({str(ROOT / 'pyproject.toml')!r})",
    "list the tests": f"import os; os.listdir({str(ROOT / 'tests')!r})",
    "read another user's secrets": "open('/etc/shadow')",
    "read the environment of a process": "import os; open(f'/proc/{os.getppid()}/environ')",
    "write into the library": "import autograder; open(autograder.__file__, 'a')",
    "remove the library": "import os, autograder; os.remove(autograder.__file__)",
    "write into /var/tmp": "open('/var/tmp/left-behind', 'w')",
    "write beside the own folder": "import os; own = os.path.commonpath([os.getcwd(), os.environ['HOME']]);"
    " open(f'{own}/../left-behind', 'w')",
    "read a program": "open('/usr/bin/env')",
    "send to whoever listens": "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "send what keeps its bounds": "import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)",
    "have a file send signals": "import fcntl, os; fcntl.fcntl(os.pipe()[0], 8, os.getppid())",
    "have a file send signals to another": f"{CALL}assert call('fcntl', 0, (1 << 32) | 8, 1) == 0",
    "choose a signal": "import fcntl, os; fcntl.fcntl(os.pipe()[0], 10, 9)",
    "choose who gets a signal": "import fcntl, os; fcntl.fcntl(os.pipe()[0], 15, bytes(8))",
    "choose it by ioctl": "import fcntl, os; fcntl.ioctl(os.pipe()[0], 0x8901, bytes(4))",
    "choose it by an odd number": f"{CALL}assert call('ioctl', 0, (1 << 32) | 0x8901, bytes(4)) == 0",
    "be told of a folder": "import fcntl, os; fcntl.fcntl(os.open('/usr/lib', 0), 1026, 1)",
    "lease a file": "import fcntl, os; fcntl.fcntl(os.open('/usr/lib/os-release', 0), 1024, 0)",
    "be told of files": f"{CALL}assert call('inotify_init1', 0) >= 0",
    "see what others read": f"{CALL}assert call('mincore', 0, 4096, bytes(8)) == 0",
    "outlive the parent by an odd number": f"{CALL}assert call('prctl', (1 << 32) | 1, 0, 0, 0, 0) == 0",
    "read another's memory": f"{CALL}assert call('process_vm_readv', 1, 0, 0, 0, 0, 0) == 0",
    "make a group": "import os; os.setsid()",
    "keep the disks busy": f"{CALL}assert call('sync') == 0",
    "make a link": "import os; os.symlink('/etc', 'etc')",
    "make a large file": "open('large', 'w').write('x' * (32 << 20))",
    "raise a limit": "import resource; resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "limit the parent": "import os, resource; resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))",
    "open many files": "files = [open('/dev/null') for i in range(100)]",
    "eat memory": "data = bytearray(4 << 30)",
    "outlive the parent": "import ctypes; assert ctypes.CDLL(None).prctl(1, 0, 0, 0, 0) == 0",
    "look into the parent": "import ctypes, os; assert ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0) == 0",
    "mount": "import ctypes; assert ctypes.CDLL(None).mount(b'/', b'/mnt', b'', 4096, None) == 0",
    "make a namespace": "import ctypes; assert ctypes.CDLL(None).unshare(0x10000000) == 0",
    "keep memory outside the limits": "import os; os.memfd_create('x')",
    "see what is in the page cache": "import os; f = os.open(os.__file__, 0); os.preadv(f, [bytearray(9)], 0, os.RWF_NOWAIT)",
    "see how long others have run": "import os, time; time.clock_gettime((~os.getppid() << 3) | 2)",
    "wait until others have run": f"{CALL}import os\nassert call('clock_nanosleep', (~os.getppid() << 3 | 2) & 0xffffffff, 0, bytes(16), 0) == 0",
    "keep a clock of others": f"{CALL}import os\nassert call('timer_create', (~os.getppid() << 3 | 2) & 0xffffffff, 0, bytes(8)) == 0",
    "open what its permissions forbid": "import os; os.close(os.open('none', os.O_CREAT | os.O_WRONLY, 0)); open('none')",
    "take all timers of the account": f"{CALL}assert all(call('timer_create', 1, 0, bytes(8)) == 0 for _ in range(1000))",
}
ALLOWED = {
    "files in the own folder": "open('a', 'w').write('b'); assert open('a').read() == 'b'",
    "temporary files": "import tempfile; tempfile.NamedTemporaryFile().write(b'x')",
    "a file at home": "import pathlib; p = pathlib.Path.home() / 'x'; p.write_text('y'); assert p.read_text() == 'y'",
    "threads": "import threading; t = threading.Thread(target=print); t.start(); t.join()",
    "asyncio": "import asyncio; await asyncio.sleep(0)",
    "installed modules": "import mistune, autograder.extras.lms.platforms",
    "packages": "import numpy; numpy.ones((9, 9)) @ numpy.ones((9, 9)); import ipywidgets",
    "chance": "import random, secrets; random.SystemRandom().random(); secrets.token_hex()",
    "copies with times and permissions": "import shutil; open('a', 'w'); shutil.copy('a', 'b'); shutil.copy2('a', 'c')",
    "a folder copied and packed": "import os, shutil; os.mkdir('d'); open('d/a', 'w'); shutil.copytree('d', 'e');"
    " shutil.make_archive('z', 'zip', 'e'); shutil.make_archive('t', 'tar', 'e'); shutil.unpack_archive('t.tar', 'f')",
    "who somebody is": "import getpass, pathlib; assert getpass.getuser() and pathlib.Path.home()",
    "a pair of sockets": "import socket; a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'",
    "databases": "import sqlite3; c = sqlite3.connect('d.db'); c.execute('create table t (a)'); c.commit()",
    "pools of threads": "from concurrent.futures import ThreadPoolExecutor as T; list(T(4).map(str, range(9)))",
    "plots": "import decimal, json, csv, zoneinfo; zoneinfo.ZoneInfo('UTC')",
    "memory maps": "import mmap; open('m', 'w').write('x' * 9); f = open('m', 'r+'); mmap.mmap(f.fileno(), 9)",
    "timers": "import signal; signal.signal(14, lambda *a: None); signal.setitimer(0, .01); signal.pause()",
    "own clocks": "import time; time.process_time(), time.thread_time(), time.perf_counter(), time.sleep(.001)",
    "room on the disk": "import os; f = open('a', 'wb'); os.posix_fallocate(f.fileno(), 0, 9000); assert os.stat('a').st_size == 9000",
    "own signals": "import os, signal; signal.signal(10, lambda *a: None); os.kill(os.getpid(), 10)",
}


WALLS = {
    "bubblewrap": partial(bubblewrap, paths=readable()),
    "landlock": list,
    "landlock, version 3": with_oldest_landlock,
}


def started(role, wall):
    if wall != "bubblewrap" and landlock_version() < 3:
        pytest.skip("Landlock is missing or too old here")
    try:
        return ForkServer(role, WALLS[wall], confined=True)
    except ConfinementError as error:
        pytest.skip(f"not on this machine: {error}")


@pytest.fixture(scope="module", params=WALLS)
def fork_server(request):
    fork_server = started("student", request.param)
    yield fork_server
    fork_server.close()


@pytest.fixture(scope="module", params=WALLS)
def both(request):
    """For each role what runs a cell in it: the examiner's asks a student's process for names."""
    roles = "student", "examiner"
    servers = {role: started(role, request.param) for role in roles}
    yield {"student": partial(outputs, servers["student"]), "examiner": partial(examined, servers)}
    for server in servers.values():
        server.close()


def outputs(fork_server, code):
    pid, sock = fork_server.fork({})
    channel = Channel(sock, FROM_STUDENT)
    channel.send(RunCell(code))
    answer = channel.receive().outputs
    fork_server.end(pid)
    channel.close()
    return answer


def examined(servers, code):
    (student, theirs), (examiner, ours) = (
        servers[role].fork({}) for role in ("student", "examiner")
    )
    channel = Channel(ours, FROM_EXAMINER)
    channel.send(Meet(Abilities()))
    channel.lend(theirs)
    channel.send(messages.Test(code, [], []))
    answer = channel.receive().outputs
    servers["student"].end(student)
    servers["examiner"].end(examiner)
    theirs.close()
    channel.close()
    return answer


@pytest.mark.parametrize("role", ["student", "examiner"])
@pytest.mark.parametrize("what", REFUSED)
def test_refused(both, role, what):
    [output] = [o for o in both[role](REFUSED[what]) if o["output_type"] == "error"]
    assert output["ename"] in {
        "PermissionError", "FileNotFoundError", "OSError", "ValueError", "MemoryError", "AssertionError",
    }, output  # fmt: skip


@pytest.mark.parametrize("role", ["student", "examiner"])
@pytest.mark.parametrize("what", ALLOWED)
def test_allowed(both, role, what):
    assert not [o for o in both[role](ALLOWED[what]) if o["output_type"] == "error"]


@pytest.mark.parametrize("code", ["os.chmod(path, 0)", "os.utime(path, (0, 0))"])
def test_permissions_and_times_of_files_are_not_changed(fork_server, tmp_path, code):
    path = tmp_path / "course.txt"
    path.write_text("x")
    before = path.stat()
    outputs(fork_server, f"import os; path = {str(path)!r}; {code}")
    after = path.stat()
    assert (after.st_mode, after.st_mtime_ns) == (before.st_mode, before.st_mtime_ns)


def test_what_one_notebook_fills_another_has_not_less_of(fork_server):
    fill = "for n in range(40): open(str(n), 'wb').write(bytes(4 << 20))"
    pids, channels = [], []
    for _ in range(2):
        pid, sock = fork_server.fork({})
        pids.append(pid)
        channels.append(Channel(sock, FROM_STUDENT))
    channels[0].send(RunCell(fill))
    with suppress(EOFError):  # under Landlock alone it is ended
        channels[0].receive()
    channels[1].send(RunCell("open('mine', 'wb').write(bytes(12 << 20))"))
    assert not [o for o in channels[1].receive().outputs if o["output_type"] == "error"]
    for pid, channel in zip(pids, channels, strict=True):
        fork_server.end(pid)
        channel.close()


def test_what_one_notebook_has_in_tmp_no_other_sees(fork_server):
    """Neither one that runs at the same time nor the next; where it cannot be had it is refused."""
    write = "import os\nopen('/tmp/mine', 'w').write('x')\nprint(os.getcwd(), os.listdir('/tmp'))"
    look = "import os\ntry: print([name for name in os.listdir('/tmp') if name != 'home'])\nexcept OSError: pass"
    pid, sock = fork_server.fork({})
    channel = Channel(sock, FROM_STUDENT)
    channel.send(RunCell(write))
    [output] = channel.receive().outputs
    if output["output_type"] == "error":
        assert output["evalue"] in {
            "[Errno 13] Permission denied: '/tmp/mine'",
            "[Errno 30] Read-only file system: '/tmp/mine'",
        }
        pytest.skip("this machine gives a process no file system of its own")
    assert output["text"].startswith("/tmp/work ") and "mine" in output["text"]
    assert outputs(fork_server, look)[0]["text"] == "['work']\n"
    fork_server.end(pid)
    channel.close()
    assert outputs(fork_server, look)[0]["text"] == "['work']\n"
    assert not Path("/tmp/mine").exists()


HOLDING = {
    "mapped": "libc.mmap(None, 4096, 1, 1, file.fileno(), 0); file.close()",
    "open": "kept.append(file)",
    "on their way": "socket.send_fds(a, [b'x'], [file.fileno()]); file.close()",
}
"""Ways to have files that have no name any more."""


@pytest.mark.parametrize("how", HOLDING)
def test_removed_files_count_as_long_as_a_notebook_holds_them(fork_server, how):
    """Under Landlock alone all share a disk."""
    code = f"""
import ctypes, os, socket, time
libc, kept, (a, b) = ctypes.CDLL(None), [], socket.socketpair()
for number in range(7):
    file = open('f', 'w+b')
    file.write(bytes(12 << 20))
    os.remove('f')
    {HOLDING[how]}
time.sleep(60)
"""
    pid, sock = fork_server.fork({})
    channel = Channel(sock, FROM_STUDENT)
    channel.send(RunCell(code))
    if fork_server._process.args[0].endswith("bwrap"):
        answer = channel.receive().outputs  # its own small disk is full
        assert [output["evalue"] for output in answer] == ["[Errno 28] No space left on device"]
        assert fork_server.end(pid) == ""
    else:
        with pytest.raises(EOFError):
            channel.receive()
        assert fork_server.end(pid) == "disk"
    channel.close()


def test_a_few_removed_files_end_nothing(fork_server):
    code = """
import mmap, tempfile, time
kept = []
for number in range(20):
    file = tempfile.TemporaryFile()
    file.write(bytes(1 << 20))
    file.flush()
    kept.append(mmap.mmap(file.fileno(), 0))
    file.close()
time.sleep(1)
print(sum(map(len, kept)))
"""
    [output] = outputs(fork_server, code)
    assert output["text"] == f"{20 << 20}\n"


def test_nothing_of_a_students_is_in_the_memory_of_the_next(fork_server):
    secret = "a secret of the first student"
    pid, sock = fork_server.fork({"mine.txt": secret.encode() * 1000})
    fork_server.end(pid)
    sock.close()
    # Every readable address is tried by writing from it into a pipe.
    code = f"""
import ctypes, os, re
secret = {secret.encode()[::-1]!r}[::-1]
libc, found = ctypes.CDLL(None, use_errno=True), 0
out, into = os.pipe()
start = id(object()) & ~0xfff
for address in range(start - (64 << 20), start + (64 << 20), 4096):
    if libc.write(into, ctypes.c_void_p(address), 4096) == 4096:
        found += os.read(out, 4096).count(secret[:12] + secret[12:])
print(found)
"""
    [output] = outputs(fork_server, code)
    assert int(output["text"]) <= 2  # of this cell's own


def test_nothing_of_the_environment_is_seen(fork_server):
    [output] = outputs(fork_server, "import os; print(sorted(os.environ))")
    known = {"HOME", "TMPDIR", "IPYTHONDIR", "LANG", "PATH", "PYTHONHASHSEED", "PWD"}
    known |= {
        "LOGNAME",
        "USER",
        "OPENBLAS_NUM_THREADS",
        "OMP_NUM_THREADS",
        "LC_CTYPE",
        "NBGRADER_EXECUTION",
        "JOBLIB_MULTIPROCESSING",
        *(f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")),
        *(f"GIT_CONFIG_{part}" for part in ("COUNT", "KEY_0", "VALUE_0")),
        # As in every kernel.
        *("TERM", "CLICOLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "PAGER", "GIT_PAGER", "MPLBACKEND"),
    }
    assert set(eval(output["text"])) <= known


@pytest.mark.slow
def test_what_runs_dies_with_the_fork_server():
    """kill -9 of the process that grades leaves nothing running."""
    program = (
        "from autograder.runner.processes.forked import ForkServer\n"
        "from autograder.runner.messages import FROM_STUDENT, RunCell\n"
        "from autograder.runner.wire.channel import Channel\n"
        "import os, signal\n"
        "fork_server = ForkServer('student', confined=True)\n"
        "pid, sock = fork_server.fork({})\n"
        "Channel(sock, FROM_STUDENT).send(RunCell('while True: pass'))\n"
        "print(fork_server._process.pid, pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=600
    )
    processes = [int(number) for number in done.stdout.split()]
    assert len(processes) == 2
    for _ in range(6000):
        if not any(map(_running, processes)):
            return
        time.sleep(0.1)
    raise AssertionError(f"of the processes {processes} one still runs")


def test_without_bubblewrap_the_reason_is_said(monkeypatch):
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(ConfinementError, match="bubblewrap is not installed"):
        bubblewrap(["true"], [])


BROKEN = {
    "prints nothing": "#!/bin/sh",
    "is old": "#!/bin/sh\necho 'bwrap: Unknown option --size' >&2; exit 1",
    "prints what is no text": "#!/bin/sh\nprintf '\\377' >&2",
    "is killed": "#!/bin/sh\nkill -9 $$",
    "is no program": "bubblewrap 0.8.0",
    "needs what is not there": "#!/no/such/interpreter",
    "hangs": "#!/bin/sh\nexec sleep 1000",
}


@pytest.fixture
def bwrap(tmp_path, monkeypatch):
    """Put a program in the place of bubblewrap."""

    def put(text):
        (tmp_path / "bwrap").write_text(f"{text}\n")
        (tmp_path / "bwrap").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    return put


@pytest.mark.parametrize("what", BROKEN)
def test_students_are_not_confined_by_a_bubblewrap_that(what, bwrap, monkeypatch):
    bwrap(BROKEN[what])
    if what == "hangs":
        monkeypatch.setattr("autograder.runner.processes.forked.SECONDS_TO_START", 0.5)
    with pytest.raises(ConfinementError):
        ForkServer("student", partial(bubblewrap, paths=readable()), confined=True)


@pytest.mark.slow
@pytest.mark.parametrize("what", ["prints nothing", "is no program", "is old"])
def test_landlock_stands_alone_where_bubblewrap(what, bwrap):
    if landlock_version() < 3:
        pytest.skip("Landlock is missing or too old here")
    bwrap(BROKEN[what])
    forget()
    try:
        assert warm().wall == "Landlock and seccomp"
    finally:
        forget()


@pytest.mark.parametrize(
    "program, sentence",
    [
        ("sys.exit('no such program')", "no such program"),
        ("os.write(int(sys.argv[-2]), bytes(9)); time.sleep(1000)", "did not start"),
        ("sys.exit()", "did not start"),
    ],
)
def test_a_fork_server_that_does_not_come_up_says_why(program, sentence):
    instead = [sys.executable, "-c", f"import os, sys, time; {program}"]
    with pytest.raises(ConfinementError, match=sentence):
        ForkServer("student", lambda command: instead + command)


def _running(pid):
    try:
        return open(f"/proc/{pid}/stat").read().split(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_a_fork_server_comes_up_while_others_remove_their_folders(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folders, enough = [tmp_path / f"autograder-{number}" for number in range(2000)], Event()
    thread = Thread(target=_make_and_remove, args=(folders, enough))
    thread.start()
    try:
        ForkServer("examiner").close()
    finally:
        enough.set()
        thread.join()


def _make_and_remove(folders: list[Path], enough: Event) -> None:
    while not enough.is_set():
        for folder in folders:
            folder.mkdir(exist_ok=True)
        for folder in folders:
            with suppress(FileNotFoundError):
                folder.rmdir()


@pytest.mark.parametrize("blank", ["", " "])
def test_a_package_installed_in_editable_form_is_known_whoever_wrote_it_down(monkeypatch, blank):
    class Installed:
        def read_text(self, name):
            if name == "direct_url.json":
                return f'{{"url":{blank}"file:///x", "dir_info":{blank}{{"editable":{blank}true}}}}'
            return "autograder"

    monkeypatch.setattr(surroundings, "distributions", lambda: [Installed()])
    assert [*surroundings.editable_packages()] == ["autograder"]
    assert ROOT / "autograder" in readable()


def test_another_clones_grader_is_not_run_in_place_of_this_one(monkeypatch, tmp_path):
    found = surroundings.found_by_python()
    other = Location(str(tmp_path / "__init__.py"), (str(tmp_path),))
    found = found._replace(modules={**found.modules, "autograder": other})
    monkeypatch.setattr(surroundings, "found_by_python", lambda: found)
    with pytest.raises(ConfinementError, match=f"imports another one from {tmp_path}; activate"):
        readable()
