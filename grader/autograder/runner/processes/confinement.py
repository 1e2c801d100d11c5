"""The confinement of a student's process: it can calculate, and write to one directory.

There are two independent walls on Linux: bubblewrap around the fork server (it sees nothing
of the course, no network, no other processes), and Landlock, seccomp and resource limits on
each fork. Where bubblewrap cannot be had, the second wall stands alone.
"""

import ctypes
import errno
import fcntl
import os
import resource
import shutil
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autograder.runner.processes.lent_modules import hidden
from autograder.runner.processes.system_calls import (
    ALLOWED,
    ASKED,
    FORBIDDEN,
    NETWORK,
    PROGRAMS_AND_PROCESSES,
    WITHOUT,
    WITHOUT_EFFECT,
)
from autograder.runner.wire.channel import LARGEST_MESSAGE

if TYPE_CHECKING:
    from pyseccomp import Arg, SyscallFilter

MEMORY = 2 << 30
FILE_SIZE = 16 << 20
DISK = 64 << 20
OPEN_FILES = 64
MOST_PROCESSES = 600
"""The kernel's limit where commands are allowed; above half of it a notebook is ended."""
MOST_TIMERS = 256
CPU_SECONDS = 300
PLACES = 32
"""The limit on the notebooks that one fork server runs at a time."""
PLACES_GIVEN = "AUTOGRADER_PLACES"

DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]
# Libraries, and data that they read: time zones, fonts, links to one of several versions.
SYSTEM = [
    *("/lib", "/lib64", "/lib32", "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib"),
    *("/usr/share/zoneinfo", "/usr/share/fonts", "/usr/local/share/fonts"),
    *("/usr/share/nltk_data", "/usr/local/share/nltk_data"),
    *("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/timezone"),
    *("/etc/services", "/etc/protocols", "/etc/mime.types", "/proc/meminfo"),
]
# Instead of the machine's own: one account, and as much memory as there may be, always the same.
_OF_NOBODY = Path(__file__).with_name("machine")
INSTEAD = {
    **{f"/etc/{name}": _OF_NOBODY / name for name in ("passwd", "group", "nsswitch.conf")},
    "/proc/meminfo": _OF_NOBODY / "meminfo",
}
PROGRAMS = ["/bin", "/sbin", "/usr/bin", "/usr/sbin"]

# From linux/prctl.h, seccomp.h and landlock.h; the same on all architectures.
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
_SECCOMP_MODE_FILTER, _SIZE_OF_INSTRUCTION = 2, 8
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8

_A_NUMBER = 0xFFFF_FFFF
"""The bits that the kernel reads of such an argument; the others may be anything."""
_AF_UNIX, _SOCK_STREAM, _KIND_OF_SOCKET = 1, 1, 0xF
_INTERNET = [2, 10]  # AF_INET, AF_INET6
_CLONE_THREAD, _CLONE_NAMESPACES = 0x10000, 0x7E02_0000
_CLONE_NEWUSER, _CLONE_NEWNET, _CLONE_NEWNS = 0x1000_0000, 0x4000_0000, 0x2_0000
_MS_BIND, _MS_REC, _MOUNT_SETATTR, _AT_RECURSIVE = 0x1000, 0x4000, 442, 0x8000
_TMP = Path("/tmp")
_SIOCSIFFLAGS, _IFF_UP = 0x8914, 1


class Allowed(NamedTuple):
    """What a process in which a notebook runs may have.

    Attributes
    ----------
    memory, message : int
        Bytes of memory, and of what may cross to another process at once.
    cpu_seconds : int
        After so much CPU time the kernel ends it.
    commands : bool
        Whether a student's process may start programs. They have the same walls and limits,
        and end with it.
    programs : sequence of str
        What an examiner's process may start, by name or path, likewise.
    loopback : bool
        Whether an examiner's process may open ports, in a network in which it is alone.
    modules, modules_of_tests : sequence of str
        The modules that the source imports, and those that only hidden tests do, which a run
        apart has in the examiner's process alone: they may be read wherever they are installed.
    variables : sequence of (str, str)
        Environment variables.
    readable, private : sequence of str
        More that may be read, and what never is, as absolute paths.
    lent : sequence of str
        The modules that come late to a student's process, which cannot read their files.
    """

    memory: int = MEMORY
    message: int = LARGEST_MESSAGE
    cpu_seconds: int = CPU_SECONDS
    commands: bool = False
    programs: Sequence[str] = ()
    loopback: bool = False
    modules: Sequence[str] = ()
    modules_of_tests: Sequence[str] = ()
    variables: Sequence[tuple[str, str]] = ()
    readable: Sequence[str] = ()
    private: Sequence[str] = ()
    lent: Sequence[str] = ()


USUAL = Allowed()


class ConfinementError(Exception):
    """The error if students' code cannot be confined here."""


def bubblewrap(command: list[str], paths: Iterable[Path], lent: Iterable[str] = ()) -> list[str]:
    """Wrap a command in bubblewrap: isolated, without network, with small file systems to write to.

    The files of modules that are lent are not there.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise ConfinementError("bubblewrap is not installed")
    options = ["--unshare-all", "--new-session", "--uid", "1000", "--gid", "1000"]
    options += ["--cap-drop", "ALL", "--tmpfs", "/tmp", "--setenv", "TMPDIR", "/tmp"]
    # A notebook that fills its disk leaves the others theirs.
    places = [f"/tmp/{number}" for number in range(PLACES)]
    for place in places:
        options += ["--size", str(DISK), "--tmpfs", place]
    options += ["--setenv", PLACES_GIVEN, os.pathsep.join(places)]
    for path in paths:
        options += ["--ro-bind", str(path), str(path)]
    for place, instead in INSTEAD.items():
        options += ["--ro-bind", str(instead), place]
    for path in hidden(lent):
        if path.parent.name == "__pycache__" and path.parent.is_dir():  # any version of Python's
            options += ["--tmpfs", str(path.parent), "--remount-ro", str(path.parent)]
        elif path.exists():
            options += ["--ro-bind", os.devnull, str(path)]
    # Python finds its environment by the name under which it is started.
    options += ["--ro-bind", sys.executable, sys.executable]
    # Finding a library starts programs (`ctypes.util`), before students are confined.
    for folder in PROGRAMS:
        if not Path(folder).is_symlink():
            options += ["--ro-bind-try", folder, folder]
    # /lib and the like may be links; `readable` has resolved them.
    for link in (*SYSTEM, *PROGRAMS):
        if Path(link).is_symlink():
            options += ["--symlink", os.readlink(link), link]
    for device in DEVICES:
        options += ["--dev-bind", device, device]
    return [program, *options, "--remount-ro", "/", "--chdir", "/tmp", *command]


def protect_self() -> None:
    """Forbid other processes of the same user to inspect this one or its children."""
    _prctl(_PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Ask the kernel to end this process when its parent ends."""
    _prctl(_PR_SET_PDEATHSIG, 9)


def limit_memory(memory: int) -> None:
    """Let this process have no more memory than that, also where it is not confined."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def landlock_version() -> int:
    """Return the version of Landlock that the kernel has; 0 if none."""
    version: int = _libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    return max(version, 0)


def isolate(folder: Path, paths: Iterable[Path], allowed: Allowed) -> Path:
    """Give this process namespaces of its own, in which a folder is its /tmp, where that works.

    Return the path of the folder: the old one if the system does not allow that. What must be
    readable in /tmp is in the folder, too. A network of its own is there if it may use one.
    """
    network = _CLONE_NEWNET if allowed.loopback else 0
    alone = _unshare(_CLONE_NEWUSER | _CLONE_NEWNS | network)
    if network:
        _check(alone, "a network of its own for c.Autograder.loopback")
        with socket.socket() as any_socket:
            fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", _IFF_UP))
    if alone < 0:
        return folder
    if allowed.commands or allowed.programs:
        # In a namespace of its own only its processes are counted (from Linux 5.14 on, and never
        # for root): a bomb of them stays small until it is seen and ended.
        resource.setrlimit(resource.RLIMIT_NPROC, (MOST_PROCESSES, MOST_PROCESSES))
    inside = sorted(path for path in paths if path.is_relative_to(_TMP) and path.exists())
    if not all(map(_is_read_only, inside)):
        return folder
    for path in inside:
        there = folder / path.relative_to(_TMP)
        if there.exists():  # within one of those before
            continue
        (there if path.is_dir() else there.parent).mkdir(parents=True, exist_ok=True)
        there.touch()
        _bind(path, there)
    if _bind(folder, _TMP):
        return folder
    # Reading a file leaves its time behind, unless nothing can be written there.
    for at, all_below, change in [(b"/", _AT_RECURSIVE, (1, 0)), (bytes(_TMP), 0, (0, 1))]:
        attributes = struct.pack("=QQQQ", *change, 0, 0)
        _libc().syscall(_MOUNT_SETATTR, -100, at, all_below, attributes, ctypes.c_size_t(32))
    return _TMP


def _is_read_only(path: Path) -> bool:
    return bool(os.statvfs(path).f_flag & os.ST_RDONLY)


def _bind(path: Path, at: Path) -> int:
    """Show a folder, with what is mounted in it, at another place as well; return 0 if it works."""
    flags = ctypes.c_ulong(_MS_BIND | _MS_REC)
    result: int = _libc().mount(bytes(path), bytes(at), None, flags, None)
    return result


def confine(
    folder: Path, paths: Iterable[Path], allowed: Allowed, without: Sequence[Path] = ()
) -> None:
    """Confine this process for good, and all that it starts: Landlock, limits, seccomp."""
    signals = _refused_signals()  # its library must be loaded before Landlock applies
    programs = [path for name in PROGRAMS if (path := Path(name)).is_dir()]
    if not allowed.commands:
        programs = [_find_program(name) for name in allowed.programs]
    starts = allowed.commands or bool(allowed.programs)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if landlock_version():
        _landlock(folder, [*paths, *programs], without)
    for limit, value in [
        (resource.RLIMIT_AS, allowed.memory),
        (resource.RLIMIT_CPU, allowed.cpu_seconds),
        (resource.RLIMIT_FSIZE, FILE_SIZE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_SIGPENDING, MOST_TIMERS),
    ]:
        most = resource.getrlimit(limit)[1]  # the account may have less: so has its kernel
        least = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(limit, (least, least))
    _drop_capabilities()
    if landlock_version():
        # Landlock lets nobody inside look at others; who grades has to see removed files.
        _prctl(_PR_SET_DUMPABLE, 1)
    signals.load()
    _refuse_system_calls(system_call_filter(starts, allowed.loopback))


def keep_to(paths: Iterable[Path]) -> None:
    """Confine this process with Landlock: it can read these paths only, and change no file.

    It may still use the network. Threads that it has started before are not confined.
    """
    if sys.platform != "linux" or landlock_version() < 3:
        raise ConfinementError("Landlock is missing or too old in this kernel")
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _landlock(None, paths)
    _drop_capabilities()


def _find_program(name: str) -> Path:
    found = shutil.which(name)
    if found is None:
        raise ConfinementError(f"{name}, a program of c.Autograder.programs, is not there")
    return Path(found).resolve()


def _unshare(namespaces: int) -> int:
    """Leave namespaces for new ones; return what the system call returns."""
    result: int = _libc().unshare(ctypes.c_int(namespaces))
    die_with_parent()  # a change of rights may take that back
    return result


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> int:
    if result < 0:
        raise ConfinementError(f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


def _prctl(option: int, value: int) -> None:
    arguments = [ctypes.c_ulong(number) for number in (value, 0, 0, 0)]
    _check(_libc().prctl(option, *arguments), f"prctl {option}")


def _landlock(folder: Path | None, paths: Iterable[Path], without: Sequence[Path] = ()) -> None:
    version = landlock_version()
    # All rights that the kernel knows: 13 at first, then one for linking, truncating, devices.
    known = 13 + (version >= 2) + (version >= 3) + (version >= 5)
    everything = (1 << known) - 1
    handled = struct.pack("=QQQ", everything, 0, 3 if version >= 6 else 0)
    size = {1: 8, 2: 8, 3: 8, 4: 16, 5: 16}.get(version, 24)
    libc = _libc()
    ruleset = libc.syscall(_CREATE_RULESET, handled, ctypes.c_size_t(size), 0)
    _check(ruleset, "Landlock")
    rules = [
        (path, _READ_DIR if listed else _EXECUTE | _READ_FILE | _READ_DIR)
        for path, listed in parts_of(paths, without)
    ]
    rules += [(device, _READ_FILE | _WRITE_FILE) for device in DEVICES]
    if folder:  # files and folders, but no devices, sockets, pipes or links
        rules += [(str(folder), everything & ~(0b111_1111 << 6) | 1 << 7 | 1 << 8)]
    for path, rights in dict.fromkeys(rules):
        _allow(libc, ruleset, path, rights)
    _check(libc.syscall(_RESTRICT_SELF, ruleset, 0), "Landlock")
    os.close(ruleset)


def parts_of(paths: Iterable[Path], without: Sequence[Path]) -> Iterator[tuple[str, bool]]:
    """Split paths around some files: yield each part, and whether it is a folder to be listed only.

    Examples
    --------
    >>> [*parts_of([Path("/usr/lib"), Path("/bin")], [Path("/bin")])]
    [('/usr/lib', False)]
    """
    apart = [(str(file.parent), file.name) for file in without]
    for path in paths:
        if path not in without:
            yield from _parts_of(str(path), apart)


def _parts_of(path: str, without: Sequence[tuple[str, str]]) -> Iterator[tuple[str, bool]]:
    if not any(folder == path or folder.startswith(f"{path}/") for folder, _ in without):
        yield path, False
        return
    yield path, True
    here = [name for folder, name in without if folder == path]
    with os.scandir(path) as inside:
        for entry in inside:
            # A link would open what it leads to; that is a part of its own, if it may be read.
            if not (entry.is_symlink() or any(fnmatchcase(entry.name, name) for name in here)):
                yield from _parts_of(entry.path, without)


def _allow(libc: ctypes.CDLL, ruleset: int, path: str, rights: int) -> None:
    if not os.path.isdir(path):
        rights &= _EXECUTE | _READ_FILE | _WRITE_FILE
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:  # it has gone since its folder was listed
        return
    rule = struct.pack("=Qi", rights, descriptor)
    _check(libc.syscall(_ADD_RULE, ruleset, 1, rule, 0), f"Landlock for {path}")
    os.close(descriptor)


def _drop_capabilities() -> None:
    header = struct.pack("=Ii", 0x20080522, 0)
    _check(_libc().capset(header, bytes(24)), "dropping capabilities")


@cache
def system_call_filter(commands: bool, loopback: bool) -> bytes:
    """Make the program by which the kernel refuses system calls.

    The fork server compiles it once for all forks: it would take a millisecond for each.
    """
    try:
        import pyseccomp as seccomp
    except (ImportError, RuntimeError, OSError) as error:
        raise ConfinementError(f"seccomp cannot be used: {error}") from None
    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    refused, nothing = seccomp.ERRNO(errno.EPERM), seccomp.ERRNO(0)
    for names, action in [
        (ALLOWED, seccomp.ALLOW),
        ([name for name in FORBIDDEN if name not in NETWORK], refused),
        (PROGRAMS_AND_PROCESSES, seccomp.ALLOW if commands else refused),
        (NETWORK[1:], seccomp.ALLOW if loopback else refused),
        (WITHOUT_EFFECT, nothing),
    ]:
        for name in filter(_is_known, names):
            rules.add_rule(action, name)

    def allow(name: str, *arguments: "Arg") -> None:
        if _is_known(name):
            rules.add_rule(seccomp.ALLOW, name, *arguments)

    def when(place: int, mask: int, value: int) -> "Arg":
        return seccomp.Arg(place, seccomp.MASKED_EQ, mask, value)

    for name, numbers in ASKED.items():
        for number in numbers:
            allow(name, when(1 - (name == "prctl"), _A_NUMBER, number))
    for name, (place, bit) in WITHOUT.items():
        if _is_known(name):
            allow(name, when(place, bit, 0))
            rules.add_rule(refused, name, when(place, bit, bit))
    rules.add_rule(seccomp.ERRNO(errno.EOPNOTSUPP), "fallocate")
    allow("socketpair", when(0, _A_NUMBER, _AF_UNIX), when(1, _KIND_OF_SOCKET, _SOCK_STREAM))
    allow("prlimit64", when(0, _A_NUMBER, 0))
    if loopback:
        for family in _INTERNET:
            allow("socket", when(0, _A_NUMBER, family), when(1, _KIND_OF_SOCKET, _SOCK_STREAM))
    else:
        rules.add_rule(refused, "socket")
    # Threads, but no processes; clone3 hides its flags, and without it clone is used.
    allow("clone", when(0, _CLONE_THREAD | _CLONE_NAMESPACES, _CLONE_THREAD))
    if commands:
        allow("clone", when(0, _CLONE_THREAD | _CLONE_NAMESPACES, 0))
    else:
        rules.add_rule(refused, "clone", when(0, _CLONE_THREAD, 0))
    with open(os.memfd_create("rules"), "r+b") as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _refuse_system_calls(program: bytes) -> None:
    instructions = ctypes.create_string_buffer(program, len(program))
    length = len(program) // _SIZE_OF_INSTRUCTION
    found = struct.pack("HP", length, ctypes.addressof(instructions))
    mode = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    _check(_libc().prctl(_PR_SET_SECCOMP, mode, found, 0, 0), "seccomp")


def _is_known(name: str) -> bool:
    import pyseccomp as seccomp

    return bool(seccomp.resolve_syscall(seccomp.system_arch(), name) != -1)


def _refused_signals() -> "SyscallFilter":
    """Make a seccomp filter that lets this process send signals only to itself."""
    import pyseccomp as seccomp

    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in ["kill", "tgkill"]:
        rules.add_rule(seccomp.ERRNO(errno.EPERM), name, seccomp.Arg(0, seccomp.NE, os.getpid()))
    return rules
