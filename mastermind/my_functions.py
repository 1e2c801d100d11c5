"""A student's own functions, carried from notebook to notebook in `my_mastermind.py`.

The last cell of a notebook saves the student's answers, as code that can be read and changed.
Later notebooks load these functions and borrow any that are missing. The file is next to the
notebooks, or in the folder above if each notebook has its own folder. Notebooks are graded
without the file, so everything is borrowed and nothing is saved. Therefore no notebook can
import the file, even at home, because its tests would pass there and fail during grading.
With a `main`, the file is a game, `python my_mastermind.py`, which runs without this library.

>>> from mastermind import my_functions
>>> get_feedback = my_functions.bring("get_feedback")
Borrowed: get_feedback.
>>> get_feedback("RBGG", "BGGG")
'bbw'
"""

import ast
import builtins
import hashlib
import linecache
import os
import re
import symtable
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from importlib.abc import MetaPathFinder
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

from mastermind import checks, stand_ins
from mastermind.checks.calls import cell_of

MODULE = "my_mastermind"
HEAD = '''"""My Mastermind: the functions that I wrote.

The last cell of each notebook saves them here, and later notebooks import them. You may
change them here, too. A function that you have changed is not overwritten.
"""
'''
EXAMPLES: dict[str, list[tuple[Any, ...]]] = {
    "valid_code": [("RGB", 3, "RGX"), ("RGB", 3, "XGR"), ("RGB", 3, "BBB"), ("RGB", 2, "RGB")],
    "get_feedback": [("RRG", "GRR"), ("RRGB", "BRRR"), ("GBBB", "RRRG"), ("RY", "GO")],
    "consistent_codes": [(["RR", "RG", "GR", "GG"], "RG", "bb"), (["RR", "GY"], "YG", "ww")],
    "partition_sizes": [("RG", ["RR", "RG", "GR"]), ("BB", ["RR", "GG"])],
}
"""Calls by which a saved function is tried out before a later notebook builds on it."""
STAYS = (
    f"{MODULE}.py stays on your computer, but your notebook is graded without it. "
    "The notebook's first cell loads your functions. If your code needs anything else, copy it "
    "into a cell"
)
MARKS = """# %% marks
try:
    import markposition
except ImportError:  # a computer without the course: the same marks, in short
    import sys
    from types import SimpleNamespace

    marks = set()
    sys.modules["markposition"] = SimpleNamespace(
        mark_as_counted=marks.add,
        check_if_counted=marks.__contains__,
        reset_all_to_not_counted=marks.clear,
    )


"""
PLAY = """# %% play
if __name__ == "__main__":
    try:
        main()
    except (EOFError, KeyboardInterrupt):
        print()  # Ctrl+D and Ctrl+C stop a game
    raise SystemExit  # what is below is not needed for the game


"""
_REFUSED = ", its visible tests refuse it"
_SECTION = re.compile(
    rf"^# %% (\w+) \((\w+)({_REFUSED})?\)\n(.*?)(?=^# %% |\Z)", re.MULTILINE | re.DOTALL
)


class _StaysAtHome(MetaPathFinder):
    """A finder that refuses to import the file."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        """Explain why a notebook cannot import the file."""
        if name == MODULE:
            raise ModuleNotFoundError(STAYS, name=name)


sys.meta_path.insert(0, _StaysAtHome())


def folder() -> Path:
    """Find the folder of the file: that of the notebooks, or the one above their folders."""
    here = Path.cwd()
    return here.parent if re.match(r"\d\d-", here.name) else here


def save(names: Mapping[str, Any], *functions: str) -> None:
    """Save functions of a notebook to `my_mastermind.py`.

    What is not answered or borrowed is left out. What the functions need is saved with them:
    imports, helpers, and plain values. What its visible tests refuse is marked: later notebooks
    borrow it, and only the last one brings it, where a mistake does not cost again.

    Parameters
    ----------
    names : mapping
        The notebook's `globals()`.
    *functions : str
        The names of the functions.

    Examples
    --------
    >>> save({"partition_sizes": stand_ins.partition_sizes}, "partition_sizes")
    Not saved: partition_sizes is borrowed.
    """
    path = folder() / f"{MODULE}.py"
    before = _text() or HEAD
    names = {**names, **{each: checks.own(each, names) for each in functions if each in names}}
    good = {*sections(before)} - refused(before)
    bad = {name for name in functions if checks.refuses(name, names.get(name))}
    texts: dict[str, str] = {}
    for name in functions:
        try:
            if name in good & bad:
                raise ValueError(f"{name} no longer passes its visible tests")
            texts[name] = text_of(name, names, {*sections(before), *texts})
        except ValueError as error:
            print(f"Not saved: {error}.")
    for name, helper, other in _clashes({**sections(before), **texts}):
        if texts.pop(name, None):
            print(
                f"Not saved: {name} and {other} use different versions of {helper}. Rename one of "
                "the two versions, because the file can hold only one."
            )
    if re.search(r"^from mastermind", texts.get("main", ""), re.MULTILINE):
        del texts["main"]
        print("Not saved: main uses functions that you have borrowed.")
    if not texts or _is_graded() or _is_course(path.parent):
        return
    text, kept = merged(before, texts, bad)
    text = with_game(text)
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)  # all of it or nothing
    saved = [name for name in texts if name not in kept]
    if saved:
        print(f"Saved to {path.name}: {', '.join(saved)}.")
    if "main" in saved:
        print(f"Play it anywhere: python {path.name}")
    for name in sorted(bad.intersection(saved)):
        print(f"{name} does not pass its visible tests yet, so the next notebooks borrow it.")
    for name in kept:
        print(
            f"You have changed {name} in {path.name}, so that version was not overwritten. "
            "To replace it, delete it from that file, and then run this cell again."
        )


def bring(*functions: str) -> Any:
    """Load functions from `my_mastermind.py`, and borrow any that are missing.

    Parameters
    ----------
    *functions : str
        Their names, which are also their names in `stand_ins`.

    Returns
    -------
    callable, or tuple of callable
        The function, or all of them in this order.

    Examples
    --------
    >>> valid_code, get_code = bring("valid_code", "get_code")
    Borrowed: valid_code, get_code.
    """
    found = yours(*functions)
    borrowed = [name for name in functions if name not in found]
    told = [f"Your functions from {MODULE}.py: {', '.join(found)}."] if found else []
    told += [f"Borrowed: {', '.join(borrowed)}."] if borrowed else []
    print(*told)
    result = tuple(found.get(name) or getattr(stand_ins, name) for name in functions)
    return result if len(result) > 1 else result[0]


def yours(*functions: str) -> dict[str, Callable[..., Any]]:
    """Find the functions in `my_mastermind.py` that work, by name.

    Parameters
    ----------
    *functions : str
        Their names.

    Returns
    -------
    dict of str to callable
        Empty while a notebook is graded.

    Examples
    --------
    >>> yours("valid_code")
    {}
    """
    module = None if _is_graded() else _read_module()
    bad = refused(_text()) if module else set()
    found = {name: _own(module, name) for name in functions if name not in bad}
    return {name: own for name, own in found.items() if own}


def load(*functions: str) -> str:
    """Replace the cell that calls this with the code of saved functions.

    Parameters
    ----------
    *functions : str
        Their names.

    Returns
    -------
    str
        The text, with what it needs, and without what was not there.
    """
    path = folder() / f"{MODULE}.py"
    found = {} if _is_graded() else sections(_text())
    for name in [name for name, body in found.items() if _tree(body) is None]:
        print(
            f"Python cannot read {name} in {path.name}. Correct it there, and run this cell again."
        )
        del found[name]
    missing = [name for name in functions if name not in found]
    if missing:
        print(
            f"Not in {path.name}: {', '.join(missing)}. "
            "Copy each missing function from its notebook."
        )
    wanted = _with_needs(functions, found)
    text = "\n\n\n".join(body.strip() for name, body in found.items() if name in wanted)
    shell = getattr(builtins, "get_ipython", lambda: None)()
    if text and shell is not None:
        shell.set_next_input(text, replace=True)
    return text


def sections(text: str) -> dict[str, str]:
    r"""Cut the text of the file into functions."""
    return {name: body for name, _, _, body in _SECTION.findall(text)}


def refused(text: str) -> set[str]:
    r"""Find the functions in the text of the file that their visible tests refused.

    One that was changed since is none of them.
    """
    return {
        name for name, mark, said, body in _SECTION.findall(text) if said and _digest(body) == mark
    }


def merged(
    before: str, texts: Mapping[str, str], bad: Container[str] = ()
) -> tuple[str, list[str]]:
    """Put functions into the text of the file, but not over what was changed there.

    The second result names the functions that stay. Visible tests refuse those in `bad`.
    """
    marks = {name: rest for name, *rest in _SECTION.findall(before)}
    kept = []
    for name, text in texts.items():
        says = _REFUSED if name in bad else ""
        section = f"# %% {name} ({_digest(text)}{says})\n{text.strip()}\n\n\n"
        if name not in marks:
            before = f"{before.rstrip()}\n\n\n{section}"
            continue
        mark, said, body = marks[name]
        if _digest(body) == mark:
            before = before.replace(f"# %% {name} ({mark}{said})\n{body}", section)
        elif _digest(body) != _digest(text):
            kept.append(name)
    return f"{before.rstrip()}\n", kept


def with_game(text: str) -> str:
    r"""Arrange the text of the file as a program, if it has a `main`.

    What `main` needs comes first, then the call of `main`, then all the rest.

    Examples
    --------
    >>> extra, main = "# %% extra (1)\nimport numpy\n", "# %% main (2)\ndef main(): print(3)\n"
    >>> [part.split("\n")[0] for part in with_game(extra + main).split("# %% ")[1:]]
    ['main (2)', 'play', 'extra (1)']
    """
    found = sections(text)
    if "main" not in found:
        return text
    needed = _with_needs(["main"], found)
    head, *parts = re.split(r"(?=^# %% )", f"{text.rstrip()}\n\n\n", flags=re.MULTILINE)
    named = {part.split()[2]: part for part in parts}
    game = "".join(named[name] for name in found if name in needed)
    rest = "".join(named[name] for name in found if name not in needed)
    marks = MARKS if "markposition" in game else ""
    return f"{head}{marks}{game}{PLAY}{rest}".rstrip() + "\n"


def _with_needs(names: Iterable[str], found: Mapping[str, str]) -> list[str]:
    """List those of some functions that were found, and all that they need."""
    wanted = [name for name in names if name in found]
    for name in wanted:  # grows while it is read
        wanted += [each for each in needs(found[name]) if each in found and each not in wanted]
    return wanted


def is_from_file(value: Any) -> bool:
    """Tell whether a function comes from the file, so that its text is not in the notebook."""
    place = getattr(getattr(value, "__code__", None), "co_filename", "")
    return getattr(value, "__module__", "") == MODULE or Path(place).name == f"{MODULE}.py"


def text_of(name: str, names: Mapping[str, Any], there: Container[str] = ()) -> str:
    """Write out a function of a notebook, after all that it needs and that is not `there`."""
    value = names.get(name)
    if not callable(value):
        raise ValueError(f"there is no {name} yet")
    if value is getattr(stand_ins, name, None):
        raise ValueError(f"{name} is borrowed")
    imports: dict[str, None] = {}
    pieces: dict[str, str] = {}
    _collect(name, names, there, imports, pieces)
    if name not in pieces:
        raise ValueError(f"the code of {name} was not found")
    short = len(pieces[name].splitlines()) <= 4
    if "raise NotImplementedError" in pieces[name] and (short or checks.refuses(name, value)):
        raise ValueError(f"{name} has no answer yet")
    return "\n\n\n".join(filter(None, ["\n".join(imports), *pieces.values()]))


def needs(text: str) -> set[str]:
    r"""Find the names that a text takes from elsewhere."""
    if _tree(text) is None:
        return set()
    tables = [symtable.symtable(text, "<cell>", "exec")]
    found = set()
    for table in tables:  # grows while it is read
        tables.extend(table.get_children())
        for symbol in table.get_symbols():
            outside = (
                symbol.is_global() if table.get_type() == "function" else not symbol.is_local()
            )
            if symbol.is_referenced() and outside:
                found.add(symbol.get_name())
    return found - {symbol.get_name() for symbol in tables[0].get_symbols() if symbol.is_local()}


def _collect(
    name: str,
    names: Mapping[str, Any],
    there: Container[str],
    imports: dict[str, None],
    pieces: dict[str, str],
) -> None:
    """Add what defines a name, and before it what that needs."""
    value = names[name]
    if is_from_file(value):
        return
    line = _import_of(name, value)
    if line:
        imports[line] = None
        return
    text = _statement(name, value, names.get("In", []))
    if text is None or name in pieces:
        return
    pieces[name] = ""  # it may need itself
    for each in sorted(needs(text)):
        if each in names and each not in pieces and each not in there:
            _collect(each, names, there, imports, pieces)
    pieces[name] = pieces.pop(name) or text  # after all that it needs


def _clashes(texts: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Find helpers of one name and several texts: in the file only the last one would count."""
    first: dict[str, tuple[str, str]] = {}
    for name, text in texts.items():
        for node in getattr(_tree(text), "body", []):
            for helper in _bound(node):
                other, said = first.setdefault(helper, (name, ast.unparse(node)))
                if said != ast.unparse(node):
                    yield name, helper, other


def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except SyntaxError:  # somebody has changed the file by hand
        return None


def _import_of(name: str, value: object) -> str:
    """Write the import of a name, if it comes from a module."""
    if isinstance(value, ModuleType):
        own = value.__name__
        return f"import {own}" if own == name else f"import {own} as {name}"
    module, own = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if (
        not module
        or module == "__main__"
        or getattr(sys.modules.get(module), own, ...) is not value
    ):
        return ""
    return f"from {module} import {own}" + ("" if own == name else f" as {name}")


def _statement(name: str, value: object, cells: Sequence[str]) -> str | None:
    """Write the statement that binds a name, or find it in the cells that were run.

    The cell of a function or class is known; for another value it is the last one that
    binds the name, as for an object that is called like a function.
    """
    lines = linecache.getlines(cell_of(value))
    literal = None if lines else _as_literal(name, value)
    for cell in ["".join(lines)] if lines else [] if literal else reversed(cells):
        for node in _statements(_tree(cell)):
            if name in _bound(node):
                first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])
                return _written(node, "\n".join(cell.splitlines()[first - 1 : node.end_lineno]))
    return literal


def _written(node: ast.stmt, text: str) -> str:
    """Take a statement's text to the margin; anew if that changed a string of several lines."""
    text = dedent(text).rstrip()
    tree = _tree(text)
    return text if tree and ast.dump(tree.body[0]) == ast.dump(node) else ast.unparse(node)


def _statements(block: ast.AST | None) -> Iterator[ast.stmt]:
    """Read a text's statements, those inside an `if`, `try` or `with` as well."""
    for part in ("body", "orelse", "handlers", "finalbody"):
        for node in getattr(block, part, []):
            if isinstance(node, ast.stmt):
                yield node
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from _statements(node)


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign | ast.AnnAssign):
        names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
        return {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return set()


def _as_literal(name: str, value: object) -> str | None:
    try:
        if ast.literal_eval(repr(value)) == value:
            return f"{name} = {value!r}"
    except (ValueError, SyntaxError, TypeError):
        pass
    return None


def _own(module: ModuleType | None, name: str) -> Callable[..., Any] | None:
    """Take a function from the module, if it gives what it should for some examples."""
    own: Callable[..., Any] | None = getattr(module, name, None)
    if not callable(own) or own is getattr(stand_ins, name, None):
        return None
    for arguments in EXAMPLES.get(name, []):
        wanted = getattr(stand_ins, name)(*deepcopy(arguments))
        try:
            got = own(*deepcopy(arguments))
        except Exception as error:
            got = error
        if got != wanted:
            call = f"{name}({', '.join(map(repr, arguments))})"
            gives = (
                f"stops with {type(got).__name__}"
                if isinstance(got, Exception)
                else f"returns {got!r}"
            )
            print(f"In {MODULE}.py, {call} should return {wanted!r}, but it {gives}.")
            return None
    return own


def _text() -> str:
    path = folder() / f"{MODULE}.py"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _read_module() -> ModuleType | None:
    path = folder() / f"{MODULE}.py"
    if not path.exists():
        return None
    module = ModuleType(MODULE)
    module.__file__ = str(path)
    sys.modules[MODULE] = module  # a dataclass looks for its module
    try:
        exec(compile(_text(), path.name, "exec"), vars(module))
    except Exception as error:  # it is the student's: whatever is wrong is told
        print(f"{path.name} cannot be imported: {type(error).__name__}: {error}.")
        return None
    finally:
        del sys.modules[MODULE]
    return module


def _digest(text: str) -> str:
    return hashlib.sha256(text.strip().encode()).hexdigest()[:8]


def _is_graded() -> bool:
    return "NBGRADER_EXECUTION" in os.environ


def _is_course(here: Path) -> bool:
    """Tell whether these are the course's own notebooks, which are nobody's answers."""
    editions = {"source", "release", "notebooks"}
    return here.name in editions and (here.parent / "nbgrader_config.py").exists()
