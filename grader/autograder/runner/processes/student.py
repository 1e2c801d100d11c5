"""The student's process: it runs the student's cells, and answers calls."""

import random
import socket
import sys
from contextlib import suppress
from itertools import repeat
from pathlib import Path
from threading import RLock
from traceback import walk_stack
from types import ModuleType
from typing import Any

from autograder.runner import messages
from autograder.runner.processes.confinement import Allowed
from autograder.runner.processes.lent_modules import LateModules
from autograder.runner.processes.shared_files import Changes, Folder
from autograder.runner.processes.shell import Collecting, Shell, failure
from autograder.runner.proxies.arguments import NOTHING, Borrowed, Lent
from autograder.runner.proxies.exports import OPERATIONS, PLAIN, Kept, stand_in
from autograder.runner.refusals import Refusal
from autograder.runner.wire.channel import Channel, NotPlain, Sent, size_of
from autograder.runner.wire.classes import LONGEST_TEXT
from autograder.runner.wire.errors import OF_CELLS, in_cells, message_of, pack
from autograder.runner.wire.values import are_simple, decode_class, encode


class Student:
    """A server of requests over a channel: to run a cell, to look up names, to call."""

    def __init__(
        self, shell: Shell, confined: bool, late: LateModules, sock: socket.socket, allowed: Allowed
    ) -> None:
        self._late_modules = late
        self._shell = shell
        self._confined = confined
        self._changed = False  # whether a cell has changed permissions or times
        shell.commands = allowed.commands
        if not allowed.commands:
            shell.refuse_programs()
        self._channel = Channel(sock, messages.TO_STUDENT, allowed.message)
        self._narrow = Channel(sock, messages.TO_STUDENT, messages.LARGEST_RAN)
        self._names = shell.user_ns
        self._folder = Folder(Path.cwd().parent)
        self._kept = Kept()
        self._asking = RLock()  # threads of an answer may call a test's function, one by one
        self._calls = 0
        self._operations = OPERATIONS | {"describe": self._kept.describe}

    def serve(self) -> None:
        """Answer requests until the other end is closed."""
        if self._confined:
            sys.addaudithook(self._hear)
        self._folder.watch()
        while True:
            try:
                request = self._channel.receive()
            except EOFError:
                return
            self._answer(request)

    def _answer(self, request: messages.ToStudent) -> None:
        answer: messages.Answer
        channel = self._channel
        match request:
            case messages.Do():
                self._folder.take(request.files)
                with self._asking:
                    self._calls += 1
                answer = self._call(request)
                with self._asking:  # what is asked meanwhile is answered first
                    self._calls -= 1
                answer.files = self._written()
            case messages.Look():
                self._folder.take(request.files)
                answer = self._look(request)
                answer.files = self._written(anything=True)
            case messages.RunCell():
                answer = self._run(request)  # for the conductor, not for the examiner
                channel = self._narrow
            case messages.CollectFiles():
                answer = messages.Ran(outputs=[], files=self._folder.own())
                channel = self._narrow
            case _:
                return None  # nobody has been called back
        while True:
            try:
                return channel.send(answer)
            except NotPlain as error:
                answer = _less(answer, error)

    def _written(self, anything: bool = False) -> Changes:
        try:
            return self._folder.look() if anything else self._folder.changes()
        except NotPlain:
            return {}

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """Notice changes by the student's code that have no effect behind the walls."""
        if event in ("os.chmod", "os.utime"):
            files = (frame.f_code.co_filename for frame, _ in walk_stack(None))
            cell = next((file for file in files if file.startswith(OF_CELLS)), None)
            self._changed |= cell not in {None, *self._shell.given}

    def _run(self, request: messages.RunCell) -> messages.Ran:
        for name in request.without:
            self._names.pop(name, None)
        try:
            self._late_modules.fill(request.modules)
        except Exception as error:  # as where an import fails
            return messages.Ran(outputs=failure("ImportError", message_of(error)[:LONGEST_TEXT]))
        self._changed = False
        outputs = self._shell.run(request.code, request.number)
        refused = outputs.refused
        if self._changed and not refused.kind:
            refused = Refusal("file")
        return messages.Ran(outputs=outputs.items, refused=refused)

    def _look(self, request: messages.Look) -> messages.Found:
        if request.afresh:
            random.seed()  # the test seeds its own process, and in a notebook that is this one
        self._shell.loop.catch_up()
        found = [name for name in request.names if name in self._names]
        return messages.Found(names={name: self._describe(self._names[name]) for name in found})

    def _describe(self, value: object) -> messages.Thing:
        try:
            if isinstance(value, ModuleType):
                return messages.Module(name=value.__name__)
            is_of_cells = type(value).__module__ == "__main__"
            if callable(value) and not isinstance(value, type) and not is_of_cells:
                return self._kept.describe_function(value)
            return messages.Value(value=encode(value, self._kept.send))
        except Exception as error:  # NotPlain, or an error of the value's own methods
            return messages.Absent(why=message_of(error)[:LONGEST_TEXT])

    def _call(self, request: messages.Do) -> messages.Returned:
        if self._calls > 1:  # a test's function that is called back has called one
            return self._heard(request)
        with self._shell.loop:
            return self._shell.context.run(self._heard, request)

    def _heard(self, request: messages.Do) -> messages.Returned:
        with Collecting(self._shell) as outputs, self._shell.builtin_trap:
            answer = self._outcome(request)
        if outputs.items:
            answer.printed, answer.warned = (
                "".join(item["text"] for item in outputs.items if item.get("name") == name)
                for name in ("stdout", "stderr")
            )
        return answer

    def _outcome(self, request: messages.Do) -> messages.Returned:
        arguments, named, borrowed = request.arguments, request.named, NOTHING
        try:
            if named or not are_simple(arguments):
                borrowed = Borrowed(self._theirs)
                arguments, named = borrowed.receive(arguments, named)
            if request.of is not None:
                arguments = [self._kept.find(request.of), *arguments]
            if request.function == PLAIN:
                return messages.Returned(value=encode(arguments[0]))
            value = self._operations[request.function](*arguments, **named)
            sent = borrowed.send(value, self._kept.send)
            return messages.Returned(value=sent, changes=borrowed.changes(self._kept.send))
        except BaseException as error:
            packed = pack(error, in_cells(error, self._shell.given), self._kept.send)
            raised = messages.Returned(value=None, error=packed)
        with suppress(NotPlain):
            raised.changes = borrowed.changes(self._kept.send)
        return raised

    def _theirs(self, tag: str, content: Any) -> object:
        """Decode a tag: of an object of the student's, or a test's function or iterator."""
        if tag == "mine":
            return self._kept.find(content)
        if tag == "stream":
            return map(self._call_back, repeat(content))  # each item when it is asked for
        if tag != "yours":
            return decode_class(tag, content)

        def callback(*arguments: object, **named: object) -> object:
            return self._call_back(content, *arguments, **named)

        callback.__name__ = callback.__qualname__ = stand_in(content)
        return callback

    def _call_back(self, number: int, /, *arguments: object, **named: object) -> object:
        lent = Lent(self._kept.send)
        sent, by_name = lent.send(arguments, named)
        value, error = lent.take_back(self._ask(number, sent, by_name))
        if error is not None:
            raise error
        return value

    def _ask(self, number: int, sent: list[Sent], named: dict[str, Sent]) -> messages.Returned:
        with self._asking:
            if not self._calls:
                raise RuntimeError("the test that this function belongs to has ended")
            files = self._written()
            self._channel.send(
                messages.CallBack(number=number, arguments=sent, named=named, files=files)
            )
            answer = self._channel.receive()
            while not isinstance(answer, messages.Returned):
                self._answer(answer)  # the examiner, while it answers, calls a function of ours
                answer = self._channel.receive()
            self._folder.take(answer.files)
            return answer


def _less(answer: messages.Answer, why: NotPlain) -> messages.Answer:
    """Replace a reply that is too large by a note; of several values the largest one."""
    less: messages.Answer
    if isinstance(answer, messages.Ran):
        less = messages.Ran(outputs=failure("TooLarge", f"the output of this cell is {why}"))
    elif isinstance(answer, messages.Found):
        largest = max(answer.names, key=lambda name: size_of(answer.names[name]))
        less = messages.Found(names=answer.names | {largest: messages.Absent(why=str(why))})
    else:
        less = messages.Returned(value=None, error=pack(why))
        less.printed, less.warned = answer.printed, answer.warned
    less.files = answer.files
    return less
