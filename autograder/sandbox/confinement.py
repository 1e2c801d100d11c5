"""Keep what a student's process can do to calculating in one folder of its own.

Two independent walls on Linux: bubblewrap around the process from which the
students' processes are forked (nothing of the course to see, no network, no other
processes), and Landlock, seccomp and resource limits on each of them. Where
bubblewrap cannot be had, the second wall stands alone.
"""

import ctypes
import errno
import json
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import distributions
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyseccomp import SyscallFilter

MEMORY = 2 << 30
FILE_SIZE = 16 << 20
DISK = 64 << 20
OPEN_FILES = 64
PLACES = 32
"""How many notebooks may be run at a time by one warm process."""
PLACES_GIVEN = "AUTOGRADER_PLACES"
SECONDS_FOR_VERSION = 60

DEVICES = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"]
SYSTEM = ["/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc/ld.so.cache"]

# From linux/prctl.h and linux/landlock.h; the same on all architectures.
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_MM, _PR_SET_NO_NEW_PRIVS = 1, 4, 35, 38
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_CLONE_THREAD = 0x10000

# Starting programs and processes, other processes, the network, permissions and
# times of files (Landlock does not know them), memory outside the limits, and
# everything that changes the system.
_FORBIDDEN = """
    fork vfork execve execveat ptrace process_vm_readv process_vm_writev kcmp
    pidfd_open pidfd_getfd pidfd_send_signal tkill rt_sigqueueinfo rt_tgsigqueueinfo
    setpriority ioprio_set sched_setaffinity sched_setscheduler sched_setparam sched_setattr
    process_madvise process_mrelease migrate_pages move_pages
    socket connect bind listen accept accept4
    chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
    setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat
    utime utimes futimesat utimensat
    memfd_create memfd_secret shmget shmat shmctl semget semop semtimedop semctl
    msgget msgsnd msgrcv msgctl mq_open mq_unlink
    unshare setns mount umount2 pivot_root chroot move_mount open_tree fsopen fspick
    fsconfig fsmount mount_setattr bpf perf_event_open userfaultfd fanotify_init
    keyctl add_key request_key io_uring_setup io_uring_enter io_uring_register io_setup
    init_module finit_module delete_module kexec_load kexec_file_load reboot
    swapon swapoff sethostname setdomainname settimeofday clock_settime adjtimex
    clock_adjtime acct quotactl quotactl_fd syslog personality seccomp
    open_by_handle_at name_to_handle_at vhangup iopl ioperm
    setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset
""".split()


class ConfinementError(Exception):
    """Students' code cannot be confined here."""


def readable() -> list[Path]:
    """List what a student's process must read: the system, Python and its packages.

    Of packages installed in editable form only the packages themselves are listed,
    not the folder around them, which may be the course.
    """
    found = {Path(path).resolve() for path in (*SYSTEM, sys.prefix, sys.base_prefix)}
    found |= {Path(sys.executable).resolve().parent}
    found |= set(_editable_packages())
    return sorted(path for path in found if path.exists())


def bubblewrap(command: list[str], paths: Iterable[Path]) -> list[str]:
    """Wrap a command: alone, without network, nothing to write to but small file systems.

    Raises
    ------
    ConfinementError
        If there is no bubblewrap 0.8 or newer that runs.
    """
    program = shutil.which("bwrap")
    if program is None:
        raise ConfinementError("bubblewrap is not installed")
    try:
        command_line = [program, "--version"]
        done = subprocess.run(
            command_line, capture_output=True, text=True, timeout=SECONDS_FOR_VERSION, check=True
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise ConfinementError(f"bubblewrap cannot be used: {error}") from None
    version = re.fullmatch(r"bubblewrap (\d+)\.(\d+)\D.*", done.stdout, re.DOTALL)
    if not version or (int(version[1]), int(version[2])) < (0, 8):
        said = done.stdout.strip()[:100]
        raise ConfinementError(f"bubblewrap 0.8 or newer is needed, this is {said!r}")
    options = ["--unshare-all", "--new-session", "--uid", "1000", "--gid", "1000"]
    options += ["--cap-drop", "ALL", "--tmpfs", "/tmp", "--setenv", "TMPDIR", "/tmp"]
    # What one notebook fills, another has not less of.
    places = [f"/tmp/{number}" for number in range(PLACES)]
    for place in places:
        options += ["--size", str(DISK), "--tmpfs", place]
    options += ["--setenv", PLACES_GIVEN, os.pathsep.join(places)]
    for path in paths:
        options += ["--ro-bind", str(path), str(path)]
    # /lib and the like may be links; `readable` has resolved them.
    for link in SYSTEM:
        if Path(link).is_symlink():
            options += ["--symlink", os.readlink(link), link]
    for device in DEVICES:
        options += ["--dev-bind", device, device]
    return [program, *options, "--remount-ro", "/", "--chdir", "/tmp", *command]


def protect_self() -> None:
    """Let no process of the same user look into this one or its children."""
    _prctl(_PR_SET_DUMPABLE, 0)


def die_with_parent() -> None:
    """Ask the kernel to end this process when its parent ends."""
    _prctl(_PR_SET_PDEATHSIG, 9)


def limit_memory() -> None:
    """Let this process, and what it forks, have no more memory than a student's."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def landlock_version() -> int:
    """Tell which version of Landlock the kernel has; 0 if none."""
    version: int = _libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    return max(version, 0)


def confine(folder: Path, paths: Iterable[Path], cpu_seconds: int) -> None:
    """Confine this process for good: Landlock, limits, no capabilities, seccomp.

    Parameters
    ----------
    folder : Path
        The only place where files may be made and changed.
    paths : iterable of Path
        What may be read besides.
    cpu_seconds : int
        After so much CPU time the kernel ends the process.

    Raises
    ------
    ConfinementError
        If a part of it does not work.
    """
    refuse = system_call_filter()  # its library must be loaded before Landlock applies
    _refuse_signals(refuse)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if landlock_version():
        _landlock(folder, paths)
    for limit, value in [
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, cpu_seconds),
        (resource.RLIMIT_FSIZE, FILE_SIZE),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
    ]:
        resource.setrlimit(limit, (value, value))
    _drop_capabilities()
    refuse.load()


def _editable_packages() -> Iterable[Path]:
    for distribution in distributions():
        # pip and uv write the same JSON with other blanks.
        origin_of = json.loads(distribution.read_text("direct_url.json") or "{}")
        if origin_of.get("dir_info", {}).get("editable"):
            for name in (distribution.read_text("top_level.txt") or "").split():
                spec = find_spec(name)
                if spec and spec.origin:
                    origin = Path(spec.origin).resolve()
                    yield origin.parent if origin.name == "__init__.py" else origin


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


def _landlock(folder: Path, paths: Iterable[Path]) -> None:
    version = landlock_version()
    # All rights that the kernel knows: 13 at first, then one for linking, truncating, devices.
    known = 13 + (version >= 2) + (version >= 3) + (version >= 5)
    everything = (1 << known) - 1
    handled = struct.pack("=QQQ", everything, 0, 3 if version >= 6 else 0)
    size = {1: 8, 2: 8, 3: 8, 4: 16, 5: 16}.get(version, 24)
    libc = _libc()
    ruleset = libc.syscall(_CREATE_RULESET, handled, ctypes.c_size_t(size), 0)
    _check(ruleset, "Landlock")
    rules = [(path, _EXECUTE | _READ_FILE | _READ_DIR) for path in paths]
    rules += [(Path(device), _READ_FILE | _WRITE_FILE) for device in DEVICES]
    # Files and folders, but no devices, sockets, pipes or links.
    rules += [(folder, everything & ~(0b111_1111 << 6) | 1 << 7 | 1 << 8)]
    for path, rights in rules:
        _allow(libc, ruleset, path, rights)
    _check(libc.syscall(_RESTRICT_SELF, ruleset, 0), "Landlock")
    os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path, rights: int) -> None:
    if not path.is_dir():
        rights &= _EXECUTE | _READ_FILE | _WRITE_FILE
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    rule = struct.pack("=Qi", rights, descriptor)
    _check(libc.syscall(_ADD_RULE, ruleset, 1, rule, 0), f"Landlock for {path}")
    os.close(descriptor)


def _drop_capabilities() -> None:
    header = struct.pack("=Ii", 0x20080522, 0)
    _check(_libc().capset(header, bytes(24)), "dropping capabilities")


@cache
def system_call_filter() -> "SyscallFilter":
    """Make the list of refused system calls; a process that forks others makes it for them.

    Raises
    ------
    ConfinementError
        If libseccomp cannot be used.
    """
    try:
        import pyseccomp as seccomp
    except (ImportError, RuntimeError, OSError) as error:
        raise ConfinementError(f"seccomp cannot be used: {error}") from None
    refused = seccomp.ERRNO(errno.EPERM)
    rules = seccomp.SyscallFilter(seccomp.ALLOW)
    for name in _FORBIDDEN:
        if seccomp.resolve_syscall(seccomp.system_arch(), name) != -1:
            rules.add_rule(refused, name)
    # Threads, but no processes; clone3 hides its flags, and without it clone is used.
    rules.add_rule(refused, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, _CLONE_THREAD, 0))
    rules.add_rule(seccomp.ERRNO(errno.ENOSYS), "clone3")
    rules.add_rule(refused, "prlimit64", seccomp.Arg(0, seccomp.NE, 0))
    for option in [_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_MM]:
        rules.add_rule(refused, "prctl", seccomp.Arg(0, seccomp.EQ, option))
    return rules


def _refuse_signals(rules: "SyscallFilter") -> None:
    """Let this process send signals to nobody but itself."""
    import pyseccomp as seccomp

    for name in ["kill", "tgkill"]:
        rules.add_rule(seccomp.ERRNO(errno.EPERM), name, seccomp.Arg(0, seccomp.NE, os.getpid()))
