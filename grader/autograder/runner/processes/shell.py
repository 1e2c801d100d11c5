"""A shell that runs a cell as a notebook would, and collects its outputs."""

import ast
import asyncio
import base64
import builtins
import fnmatch
import getpass
import io
import shutil
import subprocess
import sys
import types
import warnings
from collections.abc import Iterable, Mapping, Sized
from contextlib import suppress
from contextvars import Context, copy_context
from functools import cached_property, partial
from typing import Any, ClassVar, Literal, Required, TypeAlias, TypedDict

import ipykernel_launcher  # type: ignore[import-untyped]
from ipykernel.zmqshell import ZMQInteractiveShell
from IPython.core.compilerop import CachingCompiler
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.error import StdinNotImplementedError
from IPython.core.interactiveshell import ExecutionResult
from IPython.utils.text import SList
from traitlets import Type

from autograder.runner.pictures import MOST_PIXELS, drop_large
from autograder.runner.refusals import NONE, Refusal, refusal
from autograder.runner.text import one_line
from autograder.runner.wire.errors import in_cells, message_of

LONGEST_OUTPUT = 100_000
LARGEST_SHOWN = 1_000_000
LARGEST_TOGETHER = 4_000_000
MOST_ERRORS = 10
MOST_OUTPUTS = 200
"""The limit on the outputs of a cell, besides errors and its result."""
LONGEST_PRINTED = 10_000
SECONDS_BETWEEN_CELLS = 0.005
"""The time for tasks that still wait for something when the next cell begins."""
# The types of a display that are kept: none is executable, and pages sanitize the HTML, too.
SHOWN = ("text/plain", "text/html", "image/png", "image/jpeg")
StreamName: TypeAlias = Literal["stdout", "stderr"]
# Magics that start programs.
_PROGRAMS = [
    *("pip", "conda", "mamba", "micromamba", "uv", "system", "sx", "!", "script", "bash", "sh"),
    *("perl", "ruby", "pypy", "python", "python2", "python3"),
]


class Output(TypedDict, total=False):
    """An output of a cell, as in the notebook format; its keys depend on its type."""

    output_type: Required[Literal["stream", "display_data", "execute_result", "error"]]
    name: StreamName
    text: str
    data: dict[str, str]
    metadata: dict[str, object]
    execution_count: int | None
    ename: str
    evalue: str
    traceback: list[str]


class Outputs:
    """The outputs of one cell, in order, cut if they get too long."""

    def __init__(self) -> None:
        self.items: list[Output] = []
        self._room = LONGEST_OUTPUT
        self._room_to_show = LARGEST_TOGETHER
        self._pixels = MOST_PIXELS
        self._errors = self._results = 0
        self.refused = NONE  # what ended the cell

    def write(self, name: StreamName, text: str) -> None:
        """Add text to a stream; streams of one name in a row are one output."""
        if self._room <= 0:
            return
        kept = text[: self._room]
        self._room -= len(text)
        cut = f"\n[cut: more than {LONGEST_OUTPUT:,} characters]\n"
        text = kept if self._room > 0 else f"{kept}{cut}"
        if text and self.items and self.items[-1].get("name") == name:
            self.items[-1]["text"] += text
        elif text and self._has_room():
            self.items.append({"output_type": "stream", "name": name, "text": text})

    def show(self, data: Mapping[str, object]) -> None:
        """Add a display; one that is too large is replaced by a remark."""
        if self._has_room():
            self.items.append(self._shown(data))

    def result(self, data: Mapping[str, object], execution_count: int | None) -> None:
        """Add the value of the cell's last line: nbgrader reads credit from it."""
        self._results += 1
        if self._results <= MOST_ERRORS:
            number: Output = {"output_type": "execute_result", "execution_count": execution_count}
            self.items.append(self._shown(data) | number)

    def _shown(self, data: Mapping[str, object]) -> Output:
        texts = {mime: _text(content) for mime, content in data.items() if mime in SHOWN}
        size = sum(map(len, texts.values()))
        self._room_to_show -= size
        if size > LARGEST_SHOWN or self._room_to_show < 0:
            self._room_to_show += size
            texts = {"text/plain": f"[{size:,} characters are too many to show]"}
        self._pixels = drop_large(texts, self._pixels)
        return {"output_type": "display_data", "data": texts, "metadata": {}}

    def error(self, name: str, message: str, lines: list[str]) -> None:
        """Add an error, unless there are many already."""
        self._errors += 1
        if self._errors <= MOST_ERRORS:
            room, kept = LONGEST_OUTPUT, list[str]()
            for line in lines[:100]:
                kept.append(line[: min(room, 20_000)])
                room -= len(kept[-1])
            shown: Output = {"output_type": "error", "ename": name[:200]}
            self.items.append(shown | {"evalue": message[:10_000], "traceback": kept})

    def _has_room(self) -> bool:
        """Tell whether one more may be added; add the remark that the others are cut."""
        if len(self.items) == MOST_OUTPUTS - 1:
            cut = f"\n[cut: more than {MOST_OUTPUTS} outputs]\n"
            self.items.append({"output_type": "stream", "name": "stdout", "text": cut})
        return len(self.items) < MOST_OUTPUTS


def size_of(output: Output) -> int:
    """Count the characters of an output."""
    shown = sum(map(len, output.get("data", {}).values()))
    said = [output.get("text", ""), output.get("evalue", ""), *output.get("traceback", [])]
    return shown + sum(map(len, said))


def beginning(output: Output, length: int) -> Output:
    """Cut an error, or a result, to its first characters."""
    if output["output_type"] == "error":
        last = [line[:length] for line in output["traceback"][-1:]]
        return output | {"evalue": output["evalue"][:length], "traceback": last}
    return output | {"data": {"text/plain": output["data"].get("text/plain", "")[:length]}}


def failure(name: str, message: str) -> list[Output]:
    """Make the outputs of a cell that was not run, or not to its end."""
    outputs = Outputs()
    outputs.error(name, message, [f"{name}: {message}"])
    return outputs.items


def has_failed(outputs: Iterable[Output]) -> bool:
    """Tell whether a cell ended with an error."""
    return any(output["output_type"] == "error" for output in outputs)


def quiet(outputs: list[Output]) -> list[Output]:
    """Turn a test's stderr into stdout: for nbgrader any text on stderr is a failure."""
    for output in outputs:
        if output.get("name") == "stderr":
            output["name"] = "stdout"
    return outputs


class _Stream(io.TextIOBase):
    encoding = "UTF-8"

    def __init__(self, shell: "Shell", name: StreamName) -> None:
        self._shell = shell
        self.name = name

    def fileno(self) -> int:
        return 1 + (self.name == "stderr")

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text)}")
        self._shell.outputs.write(self.name, text)
        return len(text)


class Collecting:
    """Has outputs collected, by the streams that the cell before has left; nobody can be asked.

    It is used for every call, and `contextmanager` would be three times slower.
    """

    def __init__(self, shell: "Shell") -> None:
        self._shell = shell

    def __enter__(self) -> Outputs:
        self._before = self._shell.outputs, sys.stdout, sys.stderr
        self._asked = builtins.input, getpass.getpass
        self._shell.outputs = outputs = Outputs()
        sys.stdout, sys.stderr = self._shell.streams
        builtins.input = getpass.getpass = no_input
        return outputs

    def __exit__(self, *error: object) -> None:
        self._shell.streams = sys.stdout, sys.stderr
        self._shell.outputs, sys.stdout, sys.stderr = self._before
        builtins.input, getpass.getpass = self._asked


class _Result(DisplayHook):
    def quiet(self) -> bool:
        # A fast path: IPython tokenizes the whole cell to see whether a semicolon ends it.
        history = Shell.instance().history_manager  # a cell may have bound `In`
        return (not history or ";" in history.input_hist_parsed[-1]) and bool(super().quiet())

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(
        self, format_dict: dict[str, object], md_dict: object | None = None
    ) -> None:
        Shell.instance().outputs.result(format_dict, self.prompt_count)


class _Forgetful(dict[int, list[object]]):
    """A dict that stays empty: IPython would keep everything that a cell prints."""

    def __missing__(self, number: int) -> list[object]:
        return []


class _Display(DisplayPublisher):
    def publish(self, data: Mapping[str, object], *more: object, **others: object) -> None:
        Shell.instance().outputs.show(data)

    def clear_output(self, wait: bool = False) -> None:
        Shell.instance().outputs.items.clear()


class Compiler(CachingCompiler):
    """IPython's compiler, with the trees of cells that were prepared."""

    trees: ClassVar[dict[tuple[str, int], ast.AST]] = {}

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        """Name a cell by its text alone: its number is not known beforehand."""
        return super().get_code_name(raw_code, transformed_code, 0)

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> ast.AST:
        """Parse a cell, or return the tree of one that was prepared."""
        known = self.trees.get((source, self.flags))
        return known or super().ast_parse(source, filename, symbol)


class CellLoop(asyncio.SelectorEventLoop):
    """The event loop on which cells run, as in a kernel; between cells it stands still."""

    _ready: Sized  # what asyncio is going to call at once, and later
    _scheduled: Sized

    def __enter__(self) -> None:
        """Be the running loop during a call, which is part of a test that runs elsewhere."""
        asyncio._set_running_loop(self)

    def __exit__(self, *error: object) -> None:
        asyncio._set_running_loop(None)

    def catch_up(self) -> None:
        """Let tasks go on, as a kernel does before the next cell comes."""
        if not (self._ready or self._scheduled):  # a cell may have broken what asyncio needs
            return
        tasks, limit = asyncio.all_tasks(self), SECONDS_BETWEEN_CELLS
        with suppress(BaseException):  # a task may raise SystemExit
            waiting = asyncio.wait(tasks, timeout=limit) if tasks else asyncio.sleep(0)
            self.run_until_complete(waiting)


class _Store(dict[str, object]):
    """What `%store` and `%bookmark` keep, in memory."""

    def keys(self, pattern: str = "*") -> list[str]:  # type: ignore[override]  # as IPython's
        return fnmatch.filter(super().keys(), pattern)


class Shell(ZMQInteractiveShell):
    """A kernel's shell without a kernel: everything goes into `outputs`."""

    displayhook_class = Type(_Result)  # type: ignore[assignment]  # nothing is sent to anybody
    display_pub_class = Type(_Display)  # type: ignore[assignment]
    compiler_class = Type(Compiler)
    outputs = Outputs()
    compile: Compiler
    commands = False  # whether cells may start programs

    def __init__(self, **options: object) -> None:
        self.explain = explain
        self.streams: tuple[Any, Any] = _Stream(self, "stdout"), _Stream(self, "stderr")
        self.given = set[str]()  # the names of the cells that are prepared: those of the course
        self._prepared: dict[str, str] = {}
        super().__init__(**options)

    @cached_property
    def loop(self) -> CellLoop:
        """The loop on which the cells of this process run."""
        return CellLoop()

    @cached_property
    def context(self) -> Context:
        """The context of all cells and calls of this process."""
        return copy_context()

    def init_history(self) -> None:
        """Keep the history in memory, not in a file of the user's, and without outputs."""
        self.config.HistoryManager.hist_file = ":memory:"
        super().init_history()
        if self.history_manager:  # IPython allows for none
            self.history_manager.outputs = _Forgetful()

    def run(self, code: str, number: int = 0) -> Outputs:
        """Run a cell."""
        self.loop.catch_up()
        if self.history_manager and number > self.execution_count:
            history = self.history_manager
            for texts in (history.input_hist_parsed, history.input_hist_raw):
                texts.extend([""] * (number - self.execution_count))
            self.execution_count = number
        with Collecting(self) as outputs:
            error = self._error_of(code)
            if error is not None and (found := refusal(error)).kind:
                outputs.refused = found  # otherwise a command that was not run may be the cause
            if error is not None and not has_failed(outputs.items):
                self._showtraceback(type(error), error, [])
        if self.payload_manager:
            self.payload_manager.clear_payload()
        return outputs

    def _error_of(self, code: str) -> BaseException | None:
        """Run a cell in a task, and return the error that ended it."""
        task = self.loop.create_task(self._run(code), context=self.context)
        # Not `run_until_complete`, which never ends if a cell has replaced `isinstance`.
        task.add_done_callback(lambda _: self.loop.stop())
        try:
            self.loop.run_forever()
            result = task.result()
        except BaseException as error:  # such as an interrupt while the cell awaits something
            task.cancel()
            return error
        return result.error_in_exec or result.error_before_exec

    async def _run(self, code: str) -> ExecutionResult:
        """Run a cell as ipykernel does, which gives those that await something a task."""
        cell, problem = code, None
        if _may_await(code):
            try:
                cell = self.transform_cell(code)
            except Exception:
                problem = sys.exc_info()
        if not self.should_run_async(code, transformed_cell=cell, preprocessing_exc_tuple=problem):
            done: ExecutionResult = self.run_cell(code, store_history=True)
            return done
        result = None
        try:
            awaiting = self.run_cell_async(code, store_history=True, transformed_cell=cell)
            result = await asyncio.ensure_future(awaiting)
        finally:
            self.events.trigger("post_execute")
            self.events.trigger("post_run_cell", result)
        return result

    def prepare(self, code: str) -> None:
        """Translate and parse a cell that is going to be run in forks of this process."""
        with suppress(Exception):
            cell = self.transform_cell(code)
            self.given.add(self.compile.get_code_name(cell, cell, 0))
            if len(code.splitlines()) > 1 and "__future__" not in code:
                self.compile.trees[cell, self.compile.flags] = self.compile.ast_parse(cell)
                self._prepared[code] = cell

    def transform_cell(self, raw_cell: str) -> str:
        """Translate magics, unless this was done beforehand."""
        changed = self.input_transformers_post or self.ast_transformers
        known = None if changed else self._prepared.get(raw_cell)
        return known or super().transform_cell(raw_cell)

    def should_run_async(self, raw_cell: str, **how: Any) -> bool:
        """Tell whether a cell uses `await` at its top level, which IPython compiles it for."""
        return _may_await(raw_cell) and super().should_run_async(raw_cell, **how)

    def ask_exit(self) -> None:
        """Refuse to end Python: `exit` and `quit` call this in a cell."""
        raise SystemExit("exit and quit do nothing while a notebook is being graded")

    def enable_gui(self, gui: object = None) -> None:
        """Start no event loop: there is no screen. ``%matplotlib inline`` asks for it."""

    def refuse_programs(self) -> None:
        """Have magics that start programs say that these are not run."""
        for name in _PROGRAMS:
            magic = partial(_not_run, self, name)
            self.magics_manager.register_function(magic, "line_cell", name)

    def system(self, command: str) -> None:
        """Run a command and print what it says: ``!command`` in a cell."""
        print(self.getoutput(command, split=False, depth=1), end="")

    def getoutput(self, command: str, split: bool = True, depth: int = 0) -> SList | str:
        """Run a command as a kernel does, where that is allowed: ``x = !command`` in a cell."""
        if not self.commands:
            self.outputs.refused = Refusal("process")
            print(f"[not run while a notebook is being graded: {one_line(str(command))}]")
            self.user_ns["_exit_code"] = 127  # what a system says that does not know the command
            return SList([]) if split else ""
        command = self.var_expand(command, depth=depth + 1)
        if command.rstrip().endswith("&"):
            raise OSError("Background processes not supported.")  # IPython's words
        done = subprocess.run(
            command,
            shell=True,
            executable=shutil.which("bash"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # errors come with the rest of what it says
            text=True,
            errors="replace",
        )
        self.user_ns["_exit_code"] = done.returncode
        return SList(done.stdout.splitlines()) if split else done.stdout

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        message, lines = self.explain(evalue)
        self.outputs.error(etype.__name__, message, lines)


# Code asks by this name whether it runs in a notebook.
Shell.__name__, Shell.__module__ = ZMQInteractiveShell.__name__, ZMQInteractiveShell.__module__


def warm_shell() -> Shell:
    """Make the process's shell, and run a cell once so that the next one is fast."""
    # Tracebacks are our own; IPython's would cost time.
    shell = Shell.instance(colors="nocolor", xmode="Minimal")
    made = vars(types.ModuleType("__main__", shell.user_module.__doc__))  # a reset removes these
    shell.db = _Store()
    if shell.extension_manager:
        shell.extension_manager.load_extension("storemagic")
    for code in ["1 + 1", "1 / 0", "help(len)"]:
        shell.run(code)
    if history := shell.history_manager:
        history.db_input_cache.clear()
        history.output_hist_reprs.clear()
        history._i00 = history._i = history._ii = ""
    shell.reset(new_session=True)
    shell.user_ns |= made | dict.fromkeys(("_", "__", "___"), "")
    for name in [name for name in vars(sys) if name.startswith("last_")]:
        delattr(sys, name)  # of `1 / 0`, into which `%debug` would look
    shell.loop.close()
    del shell.loop  # each fork makes its own
    del shell.context
    warnings.filterwarnings("ignore", "To exit: use")  # IPython's advice on SystemExit
    # As in a kernel that nbclient starts, with a debugger to which nobody is attached.
    options = "-f", "kernel.json", "--HistoryManager.hist_file=:memory:"
    sys.argv = [ipykernel_launcher.__file__, *options]
    sys.breakpointhook = lambda *arguments, **named: None
    return shell


def _may_await(code: str) -> bool:
    return "await" in code or "async" in code


def _not_run(shell: Shell, name: str, line: str, cell: str | None = None) -> SList:
    shell.system(f"%{name} {line}" if cell is None else f"%%{name} {line}")
    return SList([])


def explain(error: BaseException) -> tuple[str, list[str]]:
    """Return the message of an error in a cell, and the lines of its traceback to show."""
    message = message_of(error)
    return message, [*in_cells(error), f"{type(error).__name__}: {message}"]


def no_input(prompt: object = "", stream: object = None) -> str:
    """Raise a kernel's error, since nobody can answer: this replaces `input` in a cell."""
    raise StdinNotImplementedError("input() does not work while a notebook is being graded")


def _text(content: object) -> str:
    return base64.b64encode(content).decode() if isinstance(content, bytes) else str(content)
