"""What the processes say to each other.

Every message is checked when it arrives: one that lacks something, or where something is
of another kind than stands here, is nonsense. What is `Sent` is read by `decode`.
"""

from typing import TypeAlias

from msgspec import Struct
from msgspec.json import Decoder

from autograder.sandbox.abilities import Abilities
from autograder.sandbox.processes.confinement import Allowed
from autograder.sandbox.processes.shared_files import Changes
from autograder.sandbox.processes.shell import Output
from autograder.sandbox.wire.errors import Packed
from autograder.sandbox.wire.plain import Sent

LARGEST_RAN = 8_000_000
"""How many bytes may come of a cell: the process that grades reads them."""


class Message(Struct, tag=True, omit_defaults=True):
    """Its tag is the name of its class."""


class Run(Message):
    """To the student's process: unbind names, if they are bound, and run the text of a cell."""

    code: str
    without: list[str] = []


class Request(Message):
    """To the student's process, with what a test has written into its folder."""

    files: Changes = {}


class Look(Request, kw_only=True):
    """To the student's process: tell what names are bound to; before, maybe, draw chance afresh."""

    names: list[str]
    afresh: bool


class Do(Request, kw_only=True):
    """To the student's process: do something with objects; `function` is one of `OPERATIONS`.

    Its first argument is the one with the number `of`, if there is one. While a function of
    the student's runs it may call back.
    """

    function: str
    of: int | None = None
    arguments: list[Sent]
    named: dict[str, Sent]


class Value(Message):
    """Something that is plain data."""

    value: Sent


class Absent(Message):
    """Something that cannot cross."""

    why: str


class Module(Message):
    """A module."""

    name: str


class Parameter(Struct, omit_defaults=True):
    """A parameter of a function.

    What it is annotated with and its default, each in a list if there is one: a default
    that cannot cross has only a look.
    """

    name: str
    kind: str
    annotation: list[Sent] = []
    default: list[Sent] = []
    shown: str | None = None


class Function(Message):
    """Something that can be called, with its number, and what it takes and returns.

    `methods` are names of functions that are its attributes; `live` says that it has
    others, which may change, and `methods` then has the special ones.
    """

    name: str
    text: str
    parameters: list[Parameter]
    returns: list[Sent] = []
    number: int = -1
    methods: list[str] = []
    live: bool = False


Thing: TypeAlias = Value | Absent | Module | Function


class Reply(Message):
    """With what was tried that has no place in a notebook, and what was written into the folder."""

    tried: list[str] = []
    files: Changes = {}


class Ran(Reply, kw_only=True):
    """What a cell has put out."""

    outputs: list[Output]


class Found(Reply, kw_only=True):
    """What names are bound to; one that is bound to nothing is left out."""

    names: dict[str, Thing]


class CallBack(Reply, kw_only=True):
    """Call a function that was an argument, by its number."""

    number: int
    arguments: list[Sent]
    named: dict[str, Sent]


class Returned(Reply, kw_only=True):
    """What a call in either direction gave, printed, and changed of its arguments, by number."""

    value: Sent
    changes: list[tuple[int, Sent]] = []
    printed: str = ""


class Raised(Reply, kw_only=True):
    """How a call in either direction failed; else as `Returned`."""

    error: Packed
    changes: list[tuple[int, Sent]] = []
    printed: str = ""


class Meet(Message):
    """To the examiner's process: a socket to the student's process comes next.

    `abilities` say what proxies may do, `shared` which given files may be changed by what
    that process tells, `tools` by which statements names come that the source imports.
    """

    abilities: Abilities
    shared: list[str] = []
    tools: dict[str, str] = {}


class Test(Message):
    """To the examiner's process: run the text of a cell, which uses names of the student's."""

    code: str
    names: list[str]
    modules: list[str]


class Tested(Message):
    """From the examiner's process: what came of a test.

    `lost` says whether the student's process is; `missed`, what could not cross and was
    wanted; `refused`, which given files the student's process has told changes of;
    `seen`, what was asked of objects, where that is noted.
    """

    outputs: list[Output]
    lost: bool
    tried: list[str]
    missed: str = ""
    refused: list[str] = []
    seen: list[tuple[str, str]] = []


class Fork(Message):
    """To the fork server: fork a process; a socket for it comes next. See `ForkServer.fork`."""

    cores: list[int]
    modules: list[str]
    cells: list[str]
    allowed: Allowed


class Begin(Message):
    """To a forked process, before anything else: what its working folder holds.

    It comes over the process's own socket: the fork server never holds anything of a student's.
    """

    files: dict[str, bytes]


class End(Message):
    """To the fork server: end a process."""

    pid: int


class Done(Message):
    """From the fork server: it is ready, has forked a process, or ended one (which was full).

    What is missing here of what a process was to be allowed keeps it from being forked.
    """

    pid: int = 0
    full: bool = False
    missing: str = ""


ToStudent: TypeAlias = Run | Look | Do | Returned | Raised
FromStudent: TypeAlias = Ran | Found | CallBack | Returned | Raised
TO_STUDENT: Decoder[ToStudent] = Decoder(ToStudent)
FROM_STUDENT: Decoder[FromStudent] = Decoder(FromStudent)
TO_EXAMINER: Decoder[Meet | Test] = Decoder(Meet | Test)
FROM_EXAMINER = Decoder(Tested)
RAN = Decoder(Ran)
TO_FORK = Decoder(Begin)
TO_FORK_SERVER: Decoder[Fork | End] = Decoder(Fork | End)
FROM_FORK_SERVER = Decoder(Done)
