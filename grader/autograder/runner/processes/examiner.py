"""The examiner's process: the instructor's cells, with proxies for the student's names."""

import importlib
import socket
import sys
import time
import traceback
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, TypeGuard

from autograder.runner import messages, recording  # noqa: F401 - for cells, once for all forks
from autograder.runner.names import Abilities, seeds_afresh
from autograder.runner.processes.confinement import USUAL, Allowed
from autograder.runner.processes.shared_files import WORK, Folder
from autograder.runner.processes.shell import LONGEST_PRINTED, Output, Shell, failure, quiet
from autograder.runner.proxies.arguments import Borrowed, Lent, NotHere
from autograder.runner.proxies.exports import Anything, stand_in
from autograder.runner.proxies.proxy import Proxies, Proxy, Reference
from autograder.runner.wire.channel import Channel, NotPlain, Sent, TooLarge
from autograder.runner.wire.errors import elsewhere, is_failure, message_of, pack, untold
from autograder.runner.wire.values import are_simple, decode, is_simple

LONGEST_REASON = 300
MOST_REFUSED = 5
_ITERATING = "__next__", "send", "throw"
_CONSTANT = (str, int, float, complex, bool, bytes, type(None))
_NOT_CROSSED = {NotPlain.__name__, TooLarge.__name__}


class Gone(Exception):
    """The error if the student's process ended, was stopped, or sent a malformed message."""


class Examiner:
    """A server of requests over a channel: to meet a student's process, to run a test."""

    def __init__(self, shell: Shell, sock: socket.socket, allowed: Allowed = USUAL) -> None:
        self._shell = shell
        self._largest = allowed.message
        self._shell.explain = _explain
        self._shell.refuse_programs()
        self._channel = Channel(sock, messages.TO_EXAMINER, borrows=True)
        self._narrow = Channel(sock, messages.TO_EXAMINER, messages.LARGEST_RAN)
        self._student: Channel[messages.FromStudent] | None = None
        self._objects = Proxies(_Way(self, None), Abilities())
        self._old: list[Proxies] = []  # garbage collection would close their generators
        # What a student has kept may be called in a later test. Of numbers that a process gave
        # which is no more, none is given again.
        self._numbers = count(time.monotonic_ns())
        self._callbacks: dict[int, Anything] = {}
        self.lent: dict[object, Anything] = {}  # functions by the names that a student sees
        self._raised: list[BaseException] = []
        self._missed = ""
        self._ends = False
        self._folder = Folder(Path.cwd().parent, keeps=True)
        self._tools: dict[str, str] = {}
        self._constants: set[str] = set()
        self._asking = RLock()  # threads of a test may call a student's function, one by one

    def serve(self) -> None:
        """Answer requests until the other end is closed."""
        self._folder.watch()
        while True:
            try:
                request = self._channel.receive()
            except EOFError:
                return
            if isinstance(request, messages.Meet):
                self._lose()
                sock = self._channel.borrow()
                self._student = Channel(sock, messages.FROM_STUDENT, self._largest)
                self._old.append(self._objects)
                self._objects = Proxies(_Way(self, self._student), request.abilities)
                self._tools, self._constants = request.tools, {*request.constants}
            else:
                self._answer(request)

    def _lose(self) -> None:
        if self._student:
            self._student.close()
        self._student = None

    def _answer(self, request: messages.Test) -> None:
        self._raised.clear()
        self._missed = ""
        self._ends = "StopIteration" in request.code
        outputs = self._run(request)
        refused = sorted(name.removeprefix(f"{WORK}/") for name in self._folder.refused)
        answer = messages.Tested(
            outputs,
            self._student is None,
            self._missed,
            refused[:MOST_REFUSED],
            sorted(self._objects.seen),
        )
        try:
            self._narrow.send(answer)
        except TooLarge as error:
            answer.outputs = failure("TooLarge", f"the output of this test is {error}")
            self._narrow.send(answer)

    def _run(self, test: messages.Test) -> list[Output]:
        try:
            self._folder.name(test.code)
            self._bind(test.names, test.modules, seeds_afresh(test.code))
        except NotPlain as error:
            return failure("Gone", str(self._nonsense(str(error))))
        except Gone as error:
            return failure("Gone", str(error))
        return quiet(self._shell.run(test.code).items)

    def _bind(self, names: list[str], modules: list[str], afresh: bool) -> None:
        found = self._ask(messages.Look(names=names, afresh=afresh))
        if not isinstance(found, messages.Found):
            raise self._nonsense("the names are missing")
        for name, thing in found.names.items():
            match thing:
                case messages.Value(value={"class": int(number)}):
                    self._objects.call(number, name)
        for name in names:
            self._shell.user_ns.pop(name, None)
            if name in found.names and name in self._tools:
                exec(self._tools[name], self._shell.user_ns)  # not the student's of that name
            elif name in found.names:
                self._bind_one(name, found.names[name], modules)

    def _bind_one(self, name: str, thing: messages.Thing, modules: list[str]) -> None:
        names = self._shell.user_ns
        try:
            if isinstance(thing, messages.Value):
                self._objects.giver = frozenset({name})
                value = decode(thing.value, self._objects.find)
                if type(value) is FunctionType:
                    raise self._nonsense(f"the value of {name} is a function")
                self._objects.bound(value, name)
                if name in self._constants and type(value) not in _CONSTANT:
                    value = NotHere("this must be a number or a string", self._miss)
                names[name] = value.called(name) if type(value) is NotHere else value
            elif isinstance(thing, messages.Function) and name not in self._constants:
                names[name] = self._objects.bind(thing, name)
            elif isinstance(thing, messages.Absent):
                why = f"{name} cannot be tested in separate processes: {thing.why[:200]}"
                names[name] = NotHere(why, self._miss)
            elif thing.name in modules:
                names[name] = importlib.import_module(thing.name)
        except (ImportError, LookupError, TypeError, ValueError) as error:
            raise self._nonsense(str(error)) from None
        finally:
            self._objects.giver = frozenset()

    def do(self, operation: str, thing: object, /, *arguments: object, **named: object) -> object:
        """Perform an operation on an object in the student's process."""
        with self._asking:
            before, asked = self._objects.giver, arguments[0] if arguments else ""
            self._objects.giver = self._objects.giver_of(operation, thing, asked)
            try:
                if type(thing) is Reference:
                    return self._do(operation, thing.number, [*arguments], named)
                return self._do(operation, None, [thing, *arguments], named)
            except StopIteration as end:
                if self._ends or (operation in ("method", "special") and asked in _ITERATING):
                    raise
                # It would silently end the test's own loop, such as `all(map(f, codes))`.
                raise RuntimeError("the function raised StopIteration") from end
            finally:
                self._objects.giver = before

    def _do(
        self, operation: str, of: int | None, arguments: list[object], named: dict[str, object]
    ) -> object:
        lent, sent, by_name = None, arguments, named
        if named or not are_simple(arguments):
            lent = self._lent()
            try:
                told = {name: untold(value) for name, value in named.items()}
                sent, by_name = lent.send(map(untold, arguments), told)
            except NotPlain as why:
                self._miss(str(why))
                raise
        reply = self._ask(messages.Do(function=operation, of=of, arguments=sent, named=by_name))
        if lent is None and not self._raised and _is_simple(reply):
            return reply.value
        return self._take_back(reply, lent or self._lent())

    def _lent(self) -> Lent:
        return Lent(partial(self._lend, streams=True), self._objects.find)

    def _take_back(self, reply: messages.FromStudent, lent: Lent) -> object:
        while isinstance(reply, messages.CallBack):
            reply = self._answer_callback(reply)
        if not isinstance(reply, messages.Returned):
            raise self._nonsense("the result of a call is missing")
        try:
            value, error = lent.take_back(reply)
        except NotPlain as why:
            raise self._nonsense(str(why)) from None
        for stream, text in (sys.stdout, reply.printed), (sys.stderr, reply.warned):
            if text:
                stream.write(text[:LONGEST_PRINTED])
        for raised in self._raised:  # a failure of the test's, even if the student caught it
            if is_failure(raised):
                raise raised
        if error is None:
            return value
        if type(error).__name__ in _NOT_CROSSED:
            self._miss(str(error))
        for raised in self._raised:  # what a callback raised has come back
            if type(raised).__name__ == type(error).__name__ and str(raised) == str(error):
                raise raised
        raise error

    def _miss(self, why: str) -> None:
        """Note that a value was used that could not cross."""
        self._missed = self._missed or why[:LONGEST_REASON]

    def _lend(self, value: object, streams: bool = False) -> Sent:
        """Encode a proxy as its object, or a function or an iterator of the test's by number."""
        mine = self._objects.mine(value)
        if mine is not None:
            return mine
        if issubclass(type(value), Proxy):
            raise Gone("The student's process that had this object has ended.")
        if streams and hasattr(type(value), "__next__"):
            return {"stream": self._keep(partial(next, value))}
        if callable(value):
            number = self._keep(value)
            self.lent[stand_in(number)] = value
            return {"yours": number}
        raise NotPlain(f"a {type(value).__name__} cannot be passed to a student's function")

    def _keep(self, function: Anything) -> int:
        number = next(self._numbers)
        self._callbacks[number] = function
        return number

    def _answer_callback(self, request: messages.CallBack) -> messages.FromStudent:
        borrowed = Borrowed(self._objects.find)
        function = self._callbacks.get(request.number)
        if function is None:
            raise self._nonsense(f"there is no object with the number {request.number}")
        try:
            arguments, named = borrowed.receive(request.arguments, request.named)
        except NotPlain as error:
            raise self._nonsense(str(error)) from None
        try:
            call = partial(function, *arguments, **named)
            return self._ask(self._outcome(call, borrowed))
        except NotPlain as error:  # the message was too large, or a change cannot cross
            self._miss(str(error))
            return self._ask(messages.Returned(value=None, error=pack(error)))

    def _outcome(self, call: Callable[[], object], borrowed: Borrowed) -> messages.Returned:
        answer = messages.Returned(value=None)
        try:
            answer.value = borrowed.send(call(), self._lend)
        except Gone:
            raise
        except StopIteration as end:
            answer.error = pack(end)
        except Exception as error:
            if isinstance(error, NotPlain):
                self._miss(str(error))  # a thread may keep it for itself
            self._raised.append(error)
            # The message of a failed assertion may tell the answer; so may that of its cause.
            told: Any = untold(error)
            answer.error = pack(told, causes=0)
        answer.changes = borrowed.changes(self._lend)
        return answer

    def _ask(self, request: messages.Request | messages.Reply) -> messages.FromStudent:
        if self._student is None:
            raise Gone("The student's process has ended.")
        request.files = self._folder.changes()
        try:
            self._student.send(request)
            reply = self._student.receive()
        except TooLarge as why:
            self._miss(str(why))
            raise
        except (EOFError, OSError):
            self._lose()
            raise Gone("The call made Python exit, or did not return in time.") from None
        try:
            self._folder.take(reply.files)
        except NotPlain as error:
            raise self._nonsense(str(error)) from None
        return reply

    def _nonsense(self, why: str) -> Gone:
        self._lose()
        return Gone(f"The student's process sent an invalid answer: {why}"[:500])


def _is_simple(reply: messages.FromStudent) -> TypeGuard[messages.Returned]:
    """Tell whether a reply is only a value that needs no decoding, as most are."""
    if type(reply) is not messages.Returned or reply.error or reply.changes:
        return False
    return not (reply.printed or reply.warned) and is_simple(reply.value)


def _explain(error: BaseException) -> tuple[str, list[str]]:
    """Return an error's message and its traceback in the student's code, without test code.

    An exception of the tests may have its own `_render_traceback_`, as in a notebook.
    """
    message = message_of(error)
    if render := getattr(error, "_render_traceback_", None):
        return message, [str(line) for line in render()]
    if isinstance(error, AssertionError) and not message:
        frames = traceback.extract_tb(error.__traceback__)
        message = frames[-1].line or "" if frames else ""
    where = elsewhere(error)
    place = ["Where it stopped:", where] if where else []
    return message, [*place, f"{type(error).__name__}: {message}"]


class _Way:
    """The connection to one student's process, as proxies use it."""

    def __init__(self, examiner: Examiner, channel: Channel[messages.FromStudent] | None) -> None:
        self._examiner, self._channel = examiner, channel
        self.miss = examiner._miss

    def do(self, operation: str, /, *arguments: object, **named: object) -> Any:
        """Perform an operation on objects there."""
        self._check()
        return self._examiner.do(operation, *arguments, **named)

    def describe(self, number: int, name: str = "") -> object:
        """Ask for the description of a class or a function there."""
        self._check()
        request = messages.Do(function="describe", of=number, arguments=[name], named={})
        reply = self._examiner._ask(request)
        if not isinstance(reply, messages.Returned) or reply.error:
            raise NotPlain("the description of an object is missing")
        about = decode(reply.value)
        if isinstance(about, dict) and (lent := self._examiner.lent.get(about.get("name"))):
            # `functools.wraps`: it has the name that stands there for a test's function.
            about["name"], about["text"] = getattr(lent, "__name__", ""), lent.__doc__ or ""
        return about

    def _check(self) -> None:
        if self._channel is None or self._channel is not self._examiner._student:
            raise Gone("The student's process that had this object has ended.")
