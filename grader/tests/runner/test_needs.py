"""What a course's own tests need besides, a program or a port, is a setting of the instructor's."""

import pytest

from autograder.runner.conductor import forget
from autograder.runner.processes import confinement
from autograder.runner.processes.confinement import Allowed, ConfinementError

from .notebooks import error, judge

SORT = (
    "import subprocess\nassert subprocess.check_output(['sort'], input=b'b\\na\\n') == b'a\\nb\\n'"
)
SERVE = """
import socket
with socket.create_server(('127.0.0.1', 0)) as server, socket.create_connection(server.getsockname()) as client:
    client.sendall(b'x')
    assert server.accept()[0].recv(1) == b'x'
"""
LEFT = "import subprocess\nsubprocess.Popen(['sleep', '98765'])"
OUTSIDE = {
    "another program": "import subprocess; subprocess.run(['ls'])",
    "a shell": "import os; assert os.system('id') == 0",
    "a program of one's own": "import shutil, subprocess; shutil.copy('/usr/bin/env', 'x'); subprocess.run(['./x'])",
    "the program writes outside": "import subprocess; subprocess.run(['sort', '-o', '/var/tmp/left'], input=b'', check=True)",
    "the program reads others": "import subprocess; subprocess.run(['sort', '/etc/shadow'], check=True)",
    "the world": "import socket; socket.create_connection(('192.0.2.1', 80), 2)",
    "a name": "import socket; socket.getaddrinfo('example.org', 80)",
    "a datagram": "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'', ('127.0.0.1', 9))",
    "a local socket": "import socket; socket.socket(socket.AF_UNIX)",
    "a namespace": "import ctypes; assert ctypes.CDLL(None).unshare(0x10000000) == 0",
    "the parent's end": "import os; os.kill(os.getppid(), 9)",
    "a session": "import os; os.setsid()",
}  # fmt: skip
pytestmark = pytest.mark.slow
BOTH = Allowed(programs=("sort", "sleep"), loopback=True)


@pytest.fixture(scope="module", params=["bubblewrap", "Landlock"], autouse=True)
def wall(request):
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "Landlock":

            def missing(command, **how):
                raise ConfinementError("left out")

            patch.setattr(confinement, "bubblewrap", missing)
        forget()
        yield
    forget()


@pytest.mark.parametrize("test", [SORT, SERVE])
def test_without_the_setting_it_is_refused(test):
    assert "Operation not permitted" in error(judge("x = 1", test))


@pytest.mark.parametrize("test", [SORT, SERVE])
def test_with_the_setting_the_tests_have_it(test):
    assert error(judge("x = 1", test, allowed=BOTH)) == ""


@pytest.mark.parametrize("test", [SORT, SERVE])
def test_and_students_have_it_not(test):
    judged = judge(test, "assert 1 == 1", allowed=BOTH)
    assert "Operation not permitted" in error(judged, 0) and error(judged) == ""


@pytest.mark.parametrize("what", OUTSIDE)
def test_nor_anything_besides(what):
    assert error(judge("x = 1", OUTSIDE[what], allowed=BOTH))


def test_a_program_does_not_outlive_its_notebook():
    assert error(judge("x = 1", LEFT, allowed=BOTH)) == ""
    assert not _running("98765")


def test_what_is_not_there_is_nobodys_failure():
    with pytest.raises(ConfinementError, match="programs names nonesuch"):
        judge("x = 1", "pass", allowed=Allowed(programs=("nonesuch",)))


def _running(argument):
    import psutil

    return [p for p in psutil.process_iter(["cmdline"]) if argument in (p.info["cmdline"] or ())]
