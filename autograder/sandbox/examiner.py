"""The examiner's process: it runs the instructor's cells, with stand-ins for the student's names."""

import importlib
import inspect
import socket
import sys
import traceback
import types
from collections.abc import Callable

from autograder.names import seeds_afresh
from autograder.sandbox import probing  # noqa: F401 - for cells, once for all forks
from autograder.sandbox.errors import message_of, pack, unpack
from autograder.sandbox.shell import Output, Outputs, Shell
from autograder.sandbox.watching import MOST_NOTED
from autograder.sandbox.wire import Channel, NotPlain, decode, encode

LONGEST_PRINTED = 10_000


class Gone(Exception):
    """The student's process ended, was stopped, or sent nonsense."""


class Examiner:
    """Serve the requests that come over a channel.

    A request is a dict with a key ``do``:

    - ``meet``: a socket to the student's process comes next;
    - ``run``: run the text of a cell, after `names` have been looked up in the
      student's process; give back its outputs, and whether the student is gone.

    Parameters
    ----------
    shell : Shell
        Where the cells run.
    sock : socket.socket
        Where the requests come from.
    """

    def __init__(self, shell: Shell, sock: socket.socket) -> None:
        self._shell = shell
        self._channel = Channel(sock, borrows=True)
        self._student: Channel | None = None
        self._stand_ins: dict[str, tuple[dict[str, object], Callable]] = {}
        self._callbacks: list[Callable] = []
        self._raised: list[BaseException] = []
        self._tried: list[object] = []
        self._lost = False

    def serve(self) -> None:
        """Answer requests until the other end is closed."""
        self._shell._showtraceback = self._failed
        while True:
            try:
                request = self._channel.receive()
            except EOFError:
                return
            if request["do"] == "meet":
                self._meet(Channel(self._channel.borrow()))
            else:
                outputs = self._run(request["code"], request["names"], request["modules"])
                reply = {"outputs": outputs, "lost": self._lost, "tried": self._tried}
                self._channel.send(reply)

    def _meet(self, student: Channel) -> None:
        if self._student:
            self._student.close()
        self._student, self._lost = student, False

    def _run(self, code: str, names: list[str], modules: list[str]) -> list[Output]:
        self._callbacks.clear()
        self._raised.clear()
        self._tried = []
        try:
            self._bind(names, modules, seeds_afresh(code))
        except Gone as error:
            outputs = Outputs()
            outputs.error("Gone", str(error), [str(error)])
            return outputs.items
        outputs = self._shell.run(code).items
        for output in outputs:
            # For nbgrader any text on stderr is a failure; a warning is none.
            if output.get("name") == "stderr":
                output["name"] = "stdout"
        return outputs

    def _bind(self, names: list[str], modules: list[str], afresh: bool) -> None:
        found = self._ask({"do": "look", "names": names, "afresh": afresh}).get("names")
        if not isinstance(found, dict):
            raise self._nonsense("no names")
        for name in names:
            self._shell.user_ns.pop(name, None)
            if name in found:
                self._bind_one(name, found[name], modules)

    def _bind_one(self, name: str, about: object, modules: list[str]) -> None:
        try:
            if "value" in about:
                self._shell.user_ns[name] = decode(about["value"])
            elif "function" in about:
                self._shell.user_ns[name] = self._stand_in(name, about)
            elif about.get("module") in modules:
                self._shell.user_ns[name] = importlib.import_module(about["module"])
            elif "other" in about:
                self._shell.user_ns[name] = _NotHere(name, str(about["other"])[:200])
        except (AttributeError, ImportError, KeyError, TypeError, ValueError) as error:
            raise self._nonsense(str(error)) from None

    def _stand_in(self, name: str, about: dict[str, object]) -> Callable:
        if name in self._stand_ins and self._stand_ins[name][0] == about:
            return self._stand_ins[name][1]

        def stand_in(*arguments: object, **named: object) -> object:
            return self._call(name, arguments, named)

        stand_in.__name__ = stand_in.__qualname__ = str(about["function"]) or name
        stand_in.__doc__ = str(about["text"]) or None
        stand_in.__signature__ = _signature(about["parameters"])
        stand_in.__autograder_name__ = name
        self._stand_ins[name] = about, stand_in
        return stand_in

    def _call(self, name: str, arguments: tuple, named: dict) -> object:
        request = {"do": "call", "name": name, "arguments": encode(list(arguments), self._lend)}
        if named:
            request["named"] = encode(named, self._lend)
        reply = self._ask(request)
        while "back" in reply:
            reply = self._ask(self._answer_callback(reply))
        try:
            error = unpack(reply["error"]) if "error" in reply else None
            value = decode(reply["value"]) if error is None else None
            if "changed" in reply:
                self._copy_back(arguments, decode(reply["changed"]))
        except (NotPlain, KeyError) as why:
            raise self._nonsense(str(why)) from None
        if "printed" in reply:
            sys.stdout.write(str(reply["printed"])[:LONGEST_PRINTED])
        self._insist()
        if error is not None:
            raise self._original(error)
        return value

    def _lend(self, value: object) -> object:
        """Send a function as a name of the student's, or as a callback."""
        if isinstance(value, types.FunctionType) and hasattr(value, "__autograder_name__"):
            return {"mine": value.__autograder_name__}
        if callable(value):
            self._callbacks.append(value)
            return {"yours": len(self._callbacks) - 1}
        raise NotPlain(f"a {type(value).__name__} cannot be given to a student's function")

    def _answer_callback(self, request: dict[str, object]) -> dict[str, object]:
        try:
            function = self._callbacks[request["back"]]
            arguments, named = decode(request["arguments"]), decode(request["named"])
        except (NotPlain, LookupError, TypeError) as error:
            raise self._nonsense(str(error)) from None
        try:
            return {"value": encode(function(*arguments, **named))}
        except Gone:
            raise
        except Exception as error:
            self._raised.append(error)
            return {"error": pack(error, [])}

    def _original(self, error: BaseException) -> BaseException:
        """Find the exception that a callback raised and that has come back."""
        for raised in self._raised:
            if type(raised).__name__ == type(error).__name__ and str(raised) == str(error):
                return raised
        return error

    def _insist(self) -> None:
        """A test that failed in a callback has failed, even if the student caught it."""
        for raised in self._raised:
            if isinstance(raised, AssertionError):
                raise raised

    def _copy_back(self, arguments: tuple, changed: object) -> None:
        if not isinstance(changed, list):
            raise NotPlain("changed arguments that are not a list")
        for argument, new in zip(arguments, changed):
            if type(argument) is not type(new):
                continue
            if isinstance(argument, list):
                argument[:] = new
            elif isinstance(argument, (dict, set)):
                argument.clear()
                argument.update(new)

    def _ask(self, request: dict[str, object]) -> dict[str, object]:
        if self._lost:
            raise Gone("The student's process is gone.")
        try:
            self._student.send(request)
            reply = self._student.receive()
            if "tried" in reply:
                self._tried = [*self._tried, reply["tried"]][:MOST_NOTED]
            return reply
        except (EOFError, OSError):
            self._lost = True
            raise Gone("The call ended Python, or did not come back in time.") from None

    def _nonsense(self, why: str) -> Gone:
        self._lost = True
        return Gone(f"What the student's process sent is not an answer: {why}"[:500])

    def _failed(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        """Show what went wrong: the message, and where in the student's code; no test code."""
        name, message = etype.__name__, message_of(evalue)
        if isinstance(evalue, AssertionError) and not message:
            message = _line_of(evalue)
        where = getattr(evalue, "elsewhere", "")
        lines = ["In your code:", where] if where else []
        self._shell.outputs.error(name, message, [*lines, f"{name}: {message}"])


class _NotHere:
    """What stands for a value that cannot be fetched; it says so when it is used."""

    def __init__(self, name: str, why: str) -> None:
        self._message = f"{name} cannot be tested here: {why}"

    def __getattr__(self, name: str) -> object:
        raise TypeError(self._message)

    def __call__(self, *arguments: object, **named: object) -> object:
        raise TypeError(self._message)

    def __eq__(self, other: object) -> bool:
        raise TypeError(self._message)

    __hash__ = None
    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __call__


def _signature(parameters: object) -> inspect.Signature:
    kinds = {kind.name: kind for kind in inspect._ParameterKind}
    return inspect.Signature(
        [
            inspect.Parameter(str(name), kinds[kind], default=... if optional else inspect._empty)
            for name, kind, optional in parameters
        ]
    )


def _line_of(error: BaseException) -> str:
    """The line of the test that failed, for an assert without a message."""
    frames = traceback.extract_tb(error.__traceback__)
    return frames[-1].line or "" if frames else ""
