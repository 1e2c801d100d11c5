"""The messages between the processes, validated when they arrive: `decode` reads what is `Sent`."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.json import Decoder

from autograder.runner.names import Abilities
from autograder.runner.processes.confinement import USUAL, Allowed
from autograder.runner.processes.shared_files import Changes
from autograder.runner.processes.shell import Output
from autograder.runner.refusals import NONE, Refusal
from autograder.runner.wire.channel import Sent
from autograder.runner.wire.errors import Packed

LARGEST_RAN = 8_000_000
"""The limit on the bytes of a cell's reply: the process that grades reads them."""


class Message(Struct, tag=True, omit_defaults=True):
    """A message; its tag is the name of its class."""


class RunCell(Message):
    """To the student's process: unbind names, if they are bound, and run the text of a cell."""

    code: str
    without: list[str] = []
    number: int = 0  # for ``Out[number]``
    modules: dict[str, str] = {}  # the text, as far as it is open by now, of those that come late


class CollectFiles(Message):
    """To the student's process: return the files that it has written, at the end of a run."""


class Request(Message):
    """To the student's process, with the changes that a test made to its files."""

    files: Changes = {}


class Look(Request, kw_only=True):
    """To the student's process: look up names; seed the random generators afresh before, maybe."""

    names: list[str]
    afresh: bool


class Do(Request, kw_only=True):
    """To the student's process: do something with objects, which may call back meanwhile."""

    function: str  # one of `OPERATIONS`
    of: int | None = None  # the object with this number is the first argument
    arguments: list[Sent]
    named: dict[str, Sent]


class Value(Message):
    """A value that is plain data."""

    value: Sent


class Absent(Message):
    """A value that cannot cross, and why."""

    why: str


class Module(Message):
    """A module."""

    name: str


class Parameter(Struct, omit_defaults=True):
    """A parameter; its annotation and its default are each a list, empty if there is none.

    Before the text of one that cannot cross there is None.
    """

    name: str
    kind: str
    annotation: list[Sent] = []
    default: list[Sent] = []


class Function(Message):
    """A callable, with its number, its signature, and the names of its own attributes."""

    name: str
    text: str
    parameters: list[Parameter]
    returns: list[Sent] = []
    number: int = -1
    attributes: list[str] = []


Thing: TypeAlias = Value | Absent | Module | Function


class Reply(Message):
    """A reply, with the changes to files."""

    files: Changes = {}


class Ran(Reply, kw_only=True):
    """The outputs of a cell, and the refusal that ended it."""

    outputs: list[Output]
    refused: Refusal = NONE


class Found(Reply, kw_only=True):
    """The values of names; a name that is not bound is left out."""

    names: dict[str, Thing]


class CallBack(Reply, kw_only=True):
    """Call a function that was an argument, by its number."""

    number: int
    arguments: list[Sent]
    named: dict[str, Sent]


class Returned(Reply, kw_only=True):
    """A call in either direction has ended: its value, or None and its error.

    The changed arguments come with it, by number, and what it has put out.
    """

    value: Sent
    error: Packed | None = None
    changes: list[tuple[int, Sent]] = []
    printed: str = ""
    warned: str = ""


class Meet(Message):
    """To the examiner's process: a socket to the student's process comes next."""

    abilities: Abilities
    tools: dict[str, str] = {}  # the import statements of names that the source uses itself
    constants: list[str] = []  # names of which only plain constants are taken


class Test(Message):
    """To the examiner's process: run the text of a cell, which uses names of the student's."""

    code: str
    names: list[str]
    modules: list[str]


class Tested(Message):
    """From the examiner's process: the result of a test."""

    outputs: list[Output]
    lost: bool  # the student's process
    missed: str = ""  # a value that was used and could not cross
    refused: list[str] = []  # given files whose changes were not accepted
    seen: list[tuple[str, str]] = []  # attributes that objects were asked for, if noted


class Fork(Message):
    """To the fork server: fork a process; a socket for it comes next. See `ForkServer.fork`."""

    modules: Sequence[str] = ()
    cells: Sequence[str] = ()
    allowed: Allowed = USUAL
    lent: Mapping[str, str] = {}
    cores: list[int] = []  # filled in when it is sent


class Begin(Message):
    """To a forked process, over its own socket: the files of its working directory."""

    files: dict[str, bytes]


class End(Message):
    """To the fork server: end a process."""

    pid: int


class ForkServerDone(Message):
    """From the fork server: it is ready, has forked a process, or ended one (which was full)."""

    pid: int = 0
    full: bool = False


class Ready(Message):
    """From a forked process, before it runs anything: what is missing here of what it may have."""

    missing: str = ""


ToStudent: TypeAlias = RunCell | CollectFiles | Look | Do | Returned
Answer: TypeAlias = Ran | Found | Returned
FromStudent: TypeAlias = Answer | CallBack
TO_STUDENT: Decoder[ToStudent] = Decoder(ToStudent)
FROM_STUDENT: Decoder[FromStudent] = Decoder(FromStudent)
TO_EXAMINER: Decoder[Meet | Test] = Decoder(Meet | Test)
FROM_EXAMINER = Decoder(Tested)
RAN = Decoder(Ran)
TO_FORK, FROM_FORK = Decoder(Begin), Decoder(Ready)
TO_FORK_SERVER: Decoder[Fork | End] = Decoder(Fork | End)
FROM_FORK_SERVER = Decoder(ForkServerDone)
