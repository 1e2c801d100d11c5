"""The student's process: it runs the student's cells, and answers calls."""

import inspect
import random
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType

from autograder.sandbox.errors import LONGEST_NAME, LONGEST_TEXT, in_cells, message_of, pack
from autograder.sandbox.folder import Changes, Folder
from autograder.sandbox.lending import Borrowed, Lent
from autograder.sandbox.messages import (
    TO_STUDENT,
    Absent,
    Call,
    CallBack,
    Found,
    Function,
    Look,
    Module,
    Parameter,
    Raised,
    Ran,
    Returned,
    Run,
    Thing,
    ToStudent,
    Value,
)
from autograder.sandbox.shell import LONGEST_PRINTED, Outputs, Shell, failure
from autograder.sandbox.watching import Watch
from autograder.sandbox.wire import Channel, NotPlain, Sent, encode, size_of, unknown

LARGEST_RAN = 8_000_000
"""How many bytes may come of a cell: the process that grades reads them."""


class Student:
    """Serve the requests that come over a channel: to run a cell, to look up names, to call.

    Parameters
    ----------
    shell : Shell
        Where the cells run.
    watch : Watch
        What notices what has no place in a notebook.
    sock : socket.socket
        Where the requests come from.
    """

    def __init__(self, shell: Shell, watch: Watch, sock: socket.socket) -> None:
        self._shell = shell
        self._watch = watch
        self._channel = Channel(sock, TO_STUDENT)
        self._narrow = Channel(sock, TO_STUDENT, LARGEST_RAN)
        self._names = shell.user_ns
        self._folder = Folder(Path.cwd())

    def serve(self) -> None:
        """Answer requests until the other end is closed."""
        self._watch.start()
        self._folder.watch()
        while True:
            try:
                request = self._channel.receive()
            except EOFError:
                return
            self._answer(request)

    def _answer(self, request: ToStudent) -> None:
        answer: Ran | Found | Returned | Raised
        match request:
            case Call():
                self._folder.take(request.files)
                answer = self._call(request)
            case Look():
                self._folder.take(request.files)
                answer = self._look(request)
            case Run():
                answer = self._run(request)
            case _:
                return  # nobody has been called back
        if not isinstance(answer, Ran):  # which goes to the conductor, not to the examiner
            answer.files = self._written(anything=isinstance(answer, Found))
        answer.tried = self._watch.take()
        channel = self._narrow if isinstance(answer, Ran) else self._channel
        while True:
            try:
                channel.send(answer)
                break
            except NotPlain as error:
                answer = _less(answer, error)

    def _written(self, anything: bool = False) -> Changes:
        try:
            return self._folder.look() if anything else self._folder.changes()
        except NotPlain as error:
            self._watch.add(f"wrote more than a test can see ({error})")
            return {}

    def _run(self, request: Run) -> Ran:
        self._watch.read(request.code)
        return Ran(outputs=self._shell.run(request.code).items)

    def _look(self, request: Look) -> Found:
        if request.afresh:
            random.seed()  # the test does the same, and in one process means both
        self._watch.look_around()
        found = [name for name in request.names if name in self._names]
        return Found(names={name: _describe(self._names[name]) for name in found})

    def _call(self, request: Call) -> Returned | Raised:
        with self._shell.collecting() as outputs:
            answer = self._outcome(request)
        if outputs.items:
            answer.printed = _printed(outputs)
        return answer

    def _outcome(self, request: Call) -> Returned | Raised:
        borrowed = Borrowed(self._function)
        try:
            function = self._names[request.function]
            arguments, named = borrowed.receive(request.arguments, request.named)
            value = function(*arguments, **named)
            self._watch.weigh(value)
            return Returned(value=borrowed.send(value), changes=borrowed.changes())
        except BaseException as error:
            raised = Raised(error=pack(error, in_cells(error)))
        with suppress(NotPlain):
            raised.changes = borrowed.changes()
        return raised

    def _function(self, tag: str, content: Sent) -> object:
        """Find what a tag stands for that is not plain: a function."""
        if tag == "mine":
            return self._names[content]
        if tag != "yours" or not isinstance(content, int):
            return unknown(tag, content)

        def callback(*arguments: object, **named: object) -> object:
            return self._call_back(content, arguments, named)

        return callback

    def _call_back(
        self, number: int, arguments: tuple[object, ...], named: dict[str, object]
    ) -> object:
        lent = Lent()
        sent, by_name = lent.send(arguments, named)
        files = self._written()
        self._channel.send(CallBack(number=number, arguments=sent, named=by_name, files=files))
        answer = self._channel.receive()
        while not isinstance(answer, Returned | Raised):
            self._answer(answer)  # the examiner, while it answers, calls a function of ours
            answer = self._channel.receive()
        self._folder.take(answer.files)
        value, error = lent.take_back(answer)
        if error is not None:
            raise error
        return value


def _less(
    answer: Ran | Found | Returned | Raised, why: NotPlain
) -> Ran | Found | Returned | Raised:
    """Say that something is too large instead of it; of what names are bound to the largest."""
    less: Ran | Found | Raised
    if isinstance(answer, Ran):
        less = Ran(outputs=failure("TooLarge", f"what this cell puts out is {why}"))
    elif isinstance(answer, Found):
        largest = max(answer.names, key=lambda name: size_of(answer.names[name]))
        less = Found(names=answer.names | {largest: Absent(why=str(why))})
    else:
        less = Raised(error=pack(why), printed=answer.printed)
    less.tried, less.files = answer.tried, answer.files
    return less


def _describe(value: object) -> Thing:
    try:
        if isinstance(value, ModuleType):
            return Module(name=value.__name__)
        if isinstance(value, type):
            with suppress(NotPlain):
                return Value(value=encode(value))
        if callable(value):
            name, text = getattr(value, "__name__", ""), getattr(value, "__doc__", None) or ""
            return Function(
                name=str(name)[:LONGEST_NAME],
                text=str(text)[:LONGEST_TEXT],
                parameters=_parameters(value),
            )
        return Value(value=encode(value))
    except Exception as error:  # NotPlain, or what the value itself raises
        return Absent(why=message_of(error)[:LONGEST_TEXT])


def _parameters(function: Callable[..., object]) -> list[Parameter]:
    try:
        # Classes of the student's might have something to say on what equals what.
        read = _of_function if type(function) is FunctionType else _read
        return read(function)
    except (TypeError, ValueError):
        anything = ("arguments", "VAR_POSITIONAL"), ("named", "VAR_KEYWORD")
        return [Parameter(name=name, kind=kind) for name, kind in anything]


def _read(function: Callable[..., object]) -> list[Parameter]:
    return [
        Parameter(
            name=parameter.name,
            kind=parameter.kind.name,
            default=None if parameter.default is parameter.empty else _shown(parameter.default),
        )
        for parameter in inspect.signature(function).parameters.values()
    ]


_of_function = cache(_read)  # every test asks


def _shown(default: object) -> str:
    try:
        text = repr(default)
    except Exception:
        text = f"<a {type(default).__name__}>"
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_NAME]} ..."


def _printed(outputs: Outputs) -> str:
    return "".join(item.get("text", "") for item in outputs.items)[:LONGEST_PRINTED]
