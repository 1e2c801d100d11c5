"""The student's process: it runs the student's cells, and answers calls."""

import inspect
import random
import socket
from functools import cache
from types import FunctionType

from autograder.sandbox.errors import in_cells, pack, unpack
from autograder.sandbox.shell import Outputs, Shell
from autograder.sandbox.watching import Watch
from autograder.sandbox.wire import Channel, NotPlain, decode, encode

LONGEST_PRINTED = 10_000
_CHANGEABLE = (list, dict, set)


class Student:
    """Serve the requests that come over a channel.

    A request is a dict with a key ``do``:

    - ``run``: run the text of a cell, give back its outputs;
    - ``look``: tell for each name what it is: a function, a value, something else;
    - ``call``: call a function by its name. While it runs it may call back.

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
        self._channel = Channel(sock)
        self._names = shell.user_ns
        self._answers = {"run": self._run, "look": self._look, "call": self._call}

    def serve(self) -> None:
        """Answer requests until the other end is closed."""
        self._watch.start()
        while True:
            try:
                request = self._channel.receive()
            except EOFError:
                return
            self._answer(request)

    def _answer(self, request: dict[str, object]) -> None:
        answer = self._answers[request["do"]](request)
        if tried := self._watch.take():
            answer["tried"] = tried
        self._channel.send(answer)

    def _run(self, request: dict[str, object]) -> dict[str, object]:
        self._watch.read(request["code"])
        return {"outputs": self._shell.run(request["code"]).items}

    def _look(self, request: dict[str, object]) -> dict[str, object]:
        if request["afresh"]:
            random.seed()  # the test does the same, and in one process means both
        self._watch.look_around()
        found = [name for name in request["names"] if name in self._names]
        return {"names": {name: _describe(self._names[name]) for name in found}}

    def _call(self, request: dict[str, object]) -> dict[str, object]:
        with self._shell.collecting() as outputs:
            try:
                function = self._names[request["name"]]
                arguments = decode(request["arguments"], self._borrowed)
                named = decode(request["named"], self._borrowed) if "named" in request else {}
                before = _mutable(arguments)
                value = function(*arguments, **named)
                self._watch.weigh(value)
                answer = {"value": encode(value)}
                if before and before != (after := _mutable(arguments)):
                    answer["changed"] = after
            except BaseException as error:
                answer = {"error": pack(error, in_cells(error))}
        if outputs.items:
            answer["printed"] = _printed(outputs)
        return answer

    def _borrowed(self, tag: str, content: object) -> object:
        """Find what a tag stands for that is not plain: a function."""
        if tag == "mine":
            return self._names[content]
        if tag == "yours":

            def callback(*arguments: object, **named: object) -> object:
                return self._call_back(content, arguments, named)

            return callback
        raise NotPlain(f"unknown tag {tag!r}")

    def _call_back(self, number: object, arguments: tuple, named: dict) -> object:
        self._channel.send({"back": number, "arguments": encode(arguments), "named": encode(named)})
        while True:
            message = self._channel.receive()
            if "do" in message:  # the examiner, while it answers, calls a function of ours
                self._answer(message)
            elif "error" in message:
                raise unpack(message["error"])
            else:
                return decode(message["value"])


def _describe(value: object) -> dict[str, object]:
    if inspect.ismodule(value):
        return {"module": value.__name__}
    if callable(value):
        return {
            "function": str(getattr(value, "__name__", "")),
            "text": str(getattr(value, "__doc__", None) or ""),
            "parameters": _parameters(value),
        }
    try:
        return {"value": encode(value)}
    except NotPlain as error:
        return {"other": str(error)}


# Every test asks; classes of the student's might have something to say on what equals what.
_signature_of_function = cache(inspect.signature)


def _parameters(function: object) -> list[list[object]]:
    signature = _signature_of_function if type(function) is FunctionType else inspect.signature
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        return [["arguments", "VAR_POSITIONAL", False], ["named", "VAR_KEYWORD", False]]
    return [[p.name, p.kind.name, p.default is not p.empty] for p in parameters]


def _mutable(arguments: list[object]) -> list[object]:
    """What the arguments hold that a function can change; nothing if there are none of these."""
    for argument in arguments:
        if isinstance(argument, _CHANGEABLE):
            return [_contents(argument) for argument in arguments]
    return []


def _contents(argument: object) -> object:
    if isinstance(argument, _CHANGEABLE):
        try:
            return encode(argument)
        except NotPlain:
            return None
    return None


def _printed(outputs: Outputs) -> str:
    text = "".join(str(item.get("text", "")) for item in outputs.items)
    return text[:LONGEST_PRINTED]
