"""What a zygote does before it forks anything: what forks will do most, a few times over.

Python replaces the instructions of code that runs often by quicker ones. Forks share what
was replaced before; each would else do so again, and copy the memory in which it lies.
"""

import socket
import tempfile
from collections.abc import Callable
from contextlib import chdir

from autograder.sandbox.examiner import Examiner
from autograder.sandbox.messages import (
    FROM_EXAMINER,
    FROM_STUDENT,
    TO_STUDENT,
    Do,
    Found,
    FromStudent,
    Function,
    Look,
    Meet,
    Returned,
    Run,
    Test,
    Tested,
    ToStudent,
)
from autograder.sandbox.objects import CALL
from autograder.sandbox.student import Student
from autograder.sandbox.wire import Channel

TIMES = 40
"""How often; Python changes code that has run eight times, and some of it in several steps."""
_CELL = "def copy(text, times):\n    return text * times"
_TEST = f"for _ in range({TIMES}):\n    copy('R', 2)"


def rehearse(serve: Callable[[socket.socket], Student | Examiner]) -> None:
    """Serve requests that nobody makes.

    Parameters
    ----------
    serve : callable
        What makes a server of a socket, as for a fork.
    """
    ours, theirs = socket.socketpair()
    student, students = socket.socketpair()
    with tempfile.TemporaryDirectory() as folder, chdir(folder), ours, theirs, student, students:
        server = serve(theirs)
        if isinstance(server, Student):
            _ask_student(Channel(ours, FROM_STUDENT))
        else:
            _ask_examiner(Channel(ours, FROM_EXAMINER), students)
            _answer_examiner(Channel(student, TO_STUDENT))
        ours.shutdown(socket.SHUT_WR)
        server.answer_all()


def _ask_student(channel: Channel[FromStudent]) -> None:
    call = Do(function=CALL, of=0, arguments=["R", 2], named={})
    for request in (Run(_CELL), Look(names=["copy"], afresh=False), *[call] * TIMES):
        channel.send(request)


def _ask_examiner(channel: Channel[Tested], students: socket.socket) -> None:
    channel.send(Meet())
    channel.lend(students)
    channel.send(Test(code=_TEST, names=["copy"], modules=[], classes=[]))


def _answer_examiner(channel: Channel[ToStudent]) -> None:
    channel.send(Found(names={"copy": Function(name="copy", text="", parameters=[], number=0)}))
    for _ in range(TIMES):
        channel.send(Returned(value="RR"))
