"""The confinement of a student's process: it can calculate, and write to one directory.

There are two independent walls on Linux: bubblewrap around the fork server (it sees nothing
of the course, no network, no other processes), and Landlock, seccomp and resource limits on
each fork, which are alone where bubblewrap cannot be had.
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
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autograder.runner.processes.lent_modules import hidden
from autograder.runner.wire.channel import LARGEST_MESSAGE

if TYPE_CHECKING:
    from pyseccomp import Arg

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
_OWN_NUMBER = 0x5E1F_5E1F  # stands for a process's own number in the filter
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


# What is in none of these lists is unknown to a process (ENOSYS), with what later versions of
# Linux will have. Allowed are, in this order:
# - files: Landlock says which may be opened, and limits what is written; only such a file can be
#   locked. Not fallocate, which fills a disk before anybody looks; the C library writes zeros;
# - names: Landlock refuses to change any but in the own folder, and to list others;
# - memory of this process alone, limited. Not mincore, which tells what others read;
# - threads of this process; of other processes these calls tell numbers at most;
# - signals that this process gets, and timers that send it some; a filter of its own lets it
#   send signals to itself only;
# - reading the clock, waiting, and pipes between threads, limited by the open files;
# - pairs of streams, connected from the beginning: without setsockopt they stay what they are;
# - what this process is: numbers and limits, which can only be lowered.
ALLOWED = """
    read write readv writev pread64 pwrite64 preadv pwritev lseek _llseek
    open openat openat2 creat close close_range dup dup2 dup3 sendfile sendfile64 copy_file_range
    splice tee ftruncate ftruncate64 truncate truncate64 fsync fdatasync readahead
    flock umask
    stat lstat fstat stat64 lstat64 fstat64 newfstatat fstatat64 statx access faccessat faccessat2
    readlink readlinkat getcwd chdir fchdir getdents getdents64 statfs fstatfs statfs64 fstatfs64
    mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2
    getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
    mmap mmap2 munmap mprotect mremap madvise brk msync munlock get_mempolicy mbind
    pkey_alloc pkey_free pkey_mprotect membarrier
    futex futex_time64 futex_waitv set_robust_list get_robust_list rseq set_tid_address gettid exit
    exit_group arch_prctl set_thread_area get_thread_area sched_yield sched_getaffinity
    sched_getparam sched_getscheduler sched_get_priority_max sched_get_priority_min
    sched_rr_get_interval getcpu restart_syscall
    rt_sigaction rt_sigprocmask rt_sigreturn sigreturn rt_sigpending rt_sigsuspend rt_sigtimedwait
    rt_sigtimedwait_time64 sigaltstack pause alarm setitimer getitimer timer_settime
    timer_gettime timer_getoverrun timer_delete signalfd signalfd4
    gettimeofday time times nanosleep timerfd_create timerfd_settime timerfd_gettime
    poll ppoll ppoll_time64 select _newselect pselect6 pselect6_time64 epoll_create epoll_create1
    epoll_ctl epoll_ctl_old epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2 pipe pipe2
    sendto recvfrom send recv sendmsg recvmsg sendmmsg recvmmsg shutdown getsockopt getsockname
    getpeername
    getpid getppid getuid geteuid getgid getegid getresuid getresgid getgroups getuid32 geteuid32
    getgid32 getegid32 getresuid32 getresgid32 getgroups32 getpgrp getpgid getsid uname sysinfo
    capget getrlimit ugetrlimit setrlimit getrusage getpriority ioprio_get getrandom wait4 waitid
""".split()
# These fail as not permitted, which Python and its libraries understand.
PROGRAMS_AND_PROCESSES = "fork vfork execve execveat".split()
NETWORK = "socket connect bind listen accept accept4 setsockopt".split()
FORBIDDEN = """
    chown fchown lchown fchownat link linkat symlink symlinkat mknod mknodat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
    setpriority sched_setaffinity setsid setpgid
""".split()
# These do nothing, and say that all is well: Landlock does not know them, and copying a
# file, unpacking an archive and the like ends with them. With fadvise64 a run could empty the
# page cache of files, which the next run could see.
WITHOUT_EFFECT = """
    chmod fchmod fchmodat fchmodat2 utime utimes futimesat utimensat utimensat_time64
    fadvise64 fadvise64_64
""".split()
# Of calls that can do many things, what may be asked for. The numbers are the same on all
# architectures: of fcntl to copy a descriptor, its flags, locks, the size of a pipe; of
# ioctl whether it is a terminal and how large, what can be read, not to wait, to close on
# exec; of prctl names of threads and of memory, and what can only be read. Not whom a file
# sends signals (F_SETOWN, F_SETSIG, FIOSETOWN, SIOCSPGRP), leases, or being told of changes.
ASKED = {
    "fcntl": [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032],
    "ioctl": [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451],
    "prctl": [3, 7, 15, 16, 21, 23, 27, 29, 30, 39, 41, 42, 0x53564D41],
}
# What may be asked for without this bit of this argument. Not whether what is read is in the
# page cache (RWF_NOWAIT), which tells what others have read; not the clock of a process by its
# number, which tells how long others have run: such a number is negative.
WITHOUT = {
    **dict.fromkeys(["preadv2", "pwritev2"], (5, 8)),
    **dict.fromkeys(
        """
        clock_gettime clock_gettime64 clock_getres clock_getres_time64
        clock_nanosleep clock_nanosleep_time64 timer_create
        """.split(),
        (0, 0x8000_0000),
    ),
}
ASKED["fcntl64"] = [*ASKED["fcntl"], 12, 13, 14]


class Allowed(NamedTuple):
    """What a process in which a notebook runs may have."""

    memory: int = MEMORY
    message: int = LARGEST_MESSAGE  # bytes of what may cross to another process at once
    cpu_seconds: int = CPU_SECONDS  # then the kernel ends it
    commands: bool = False  # a student's process may start programs, which have the same walls
    programs: Sequence[str] = ()  # what an examiner's may start, by name or path, likewise
    loopback: bool = False  # an examiner's may open ports, in a network in which it is alone
    # What the source imports, and what only hidden tests do, which a run apart has in the
    # examiner's process alone: it may be read wherever it is installed.
    modules: Sequence[str] = ()
    modules_of_tests: Sequence[str] = ()
    variables: Sequence[tuple[str, str]] = ()
    readable: Sequence[str] = ()  # more absolute paths that may be read, and what never is
    private: Sequence[str] = ()
    lent: Sequence[str] = ()  # modules that come late, whose files a student's cannot read


USUAL = Allowed()


class ConfinementError(Exception):
    """The error if students' code cannot be confined here."""


def bubblewrap(command: list[str], paths: Iterable[Path], lent: Iterable[str] = ()) -> list[str]:
    """Wrap a command in bubblewrap: isolated, without network and lent modules, on small disks."""
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


def landlock_version() -> int:
    """Return the version of Landlock that the kernel has; 0 if none."""
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)))


def isolate(folder: Path, paths: Iterable[Path], allowed: Allowed) -> Path:
    """Give this process namespaces of its own, in which a folder is its /tmp, where that works.

    Return the path of the folder. What must be readable in /tmp is in the folder, too.
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
    if not all(os.statvfs(path).f_flag & os.ST_RDONLY for path in inside):
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


def _bind(path: Path, at: Path) -> int:
    """Show a folder, with what is mounted in it, at another place as well; return 0 if it works."""
    flags = ctypes.c_ulong(_MS_BIND | _MS_REC)
    return int(_libc().mount(bytes(path), bytes(at), None, flags, None))


def confine(
    folder: Path, paths: Iterable[Path], allowed: Allowed, without: Sequence[Path] = ()
) -> None:
    """Confine this process for good, and all that it starts: Landlock, limits, seccomp."""
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
    _refuse_system_calls(system_call_filter(starts, allowed.loopback))


def keep_to(paths: Iterable[Path]) -> None:
    """Confine this process, but threads from before, with Landlock: it reads these paths only."""
    if sys.platform != "linux" or landlock_version() < 3:
        raise ConfinementError("Landlock is missing or too old in this kernel")
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _landlock(None, paths)
    _drop_capabilities()


def _find_program(name: str) -> Path:
    found = shutil.which(name)
    if found is None:
        raise ConfinementError(f"c.Autograder.programs names {name}, which cannot be found")
    return Path(found).resolve()


def _unshare(namespaces: int) -> int:
    """Leave namespaces for new ones; return what the system call returns."""
    result = int(_libc().unshare(ctypes.c_int(namespaces)))
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
    arguments = map(ctypes.c_ulong, (value, 0, 0, 0))
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
    whole = [str(path) for path in paths if path not in without]
    apart = [(str(file.parent), file.name) for file in without]
    rules = [
        (path, _READ_DIR if listed else _EXECUTE | _READ_FILE | _READ_DIR)
        for path, listed in _parts_of(whole, apart)
    ]
    rules += [(device, _READ_FILE | _WRITE_FILE) for device in DEVICES]
    if folder:  # files and folders, but no devices, sockets, pipes or links
        rules += [(str(folder), everything & ~(0b111_1111 << 6) | 1 << 7 | 1 << 8)]
    for path, rights in dict.fromkeys(rules):
        if not os.path.isdir(path):
            rights &= _EXECUTE | _READ_FILE | _WRITE_FILE
        with suppress(FileNotFoundError):  # it has gone since its folder was listed
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rule = struct.pack("=Qi", rights, descriptor)
            _check(libc.syscall(_ADD_RULE, ruleset, 1, rule, 0), f"Landlock for {path}")
            os.close(descriptor)
    _check(libc.syscall(_RESTRICT_SELF, ruleset, 0), "Landlock")
    os.close(ruleset)


def _parts_of(
    paths: Iterable[str], without: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, bool]]:
    """Split paths around some files: yield each part, and whether it is a folder to be listed only.

    A file is a folder and a name, which may be a pattern.
    """
    for path in paths:
        inside = any(folder == path or folder.startswith(f"{path}/") for folder, _ in without)
        yield path, inside
        names = [name for folder, name in without if folder == path]
        for entry in os.scandir(path) if inside else ():
            # A link would open what it leads to; that is a part of its own, if it may be read.
            if not (entry.is_symlink() or any(fnmatchcase(entry.name, name) for name in names)):
                yield from _parts_of([entry.path], without)


def _drop_capabilities() -> None:
    header = struct.pack("=Ii", 0x20080522, 0)
    _check(_libc().capset(header, bytes(24)), "dropping capabilities")


@cache
def system_call_filter(commands: bool, loopback: bool) -> bytes:
    """Make the program by which the kernel refuses system calls, which takes a millisecond."""
    try:
        import pyseccomp as seccomp
    except (ImportError, RuntimeError, OSError) as error:
        # Finding the library needs a process. If there is no room, this raises BlockingIOError.
        if not (pid := os.fork()):
            os._exit(0)
        os.waitpid(pid, 0)
        raise ConfinementError(f"seccomp cannot be used: {error}") from None
    rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))
    refused, nothing = seccomp.ERRNO(errno.EPERM), seccomp.ERRNO(0)
    for names, action in [
        (ALLOWED, seccomp.ALLOW),
        (FORBIDDEN, refused),
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
    for name in ("kill", "tgkill"):  # a process may send signals to itself only
        allow(name, seccomp.Arg(0, seccomp.EQ, _OWN_NUMBER))
        rules.add_rule(refused, name, seccomp.Arg(0, seccomp.NE, _OWN_NUMBER))
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
    program = program.replace(struct.pack("=I", _OWN_NUMBER), struct.pack("=I", os.getpid()))
    instructions = ctypes.create_string_buffer(program, len(program))
    length = len(program) // _SIZE_OF_INSTRUCTION
    found = struct.pack("HP", length, ctypes.addressof(instructions))
    mode = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    _check(_libc().prctl(_PR_SET_SECCOMP, mode, found, 0, 0), "seccomp")


def _is_known(name: str) -> bool:
    import pyseccomp as seccomp

    return bool(seccomp.resolve_syscall(seccomp.system_arch(), name) != -1)
