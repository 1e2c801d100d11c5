"""What a course's library lends: when each function comes, and which answers take it instead."""

import ast
import re
import symtable
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from autograder.grader.assignment.repair import grade_id, is_test
from autograder.grader.course.settings import GradingError
from autograder.grader.diagnosis.questions import tests_for
from autograder.runner import names
from autograder.runner.jobs import Step
from autograder.runner.processes.lent_modules import file_of

_DOTTED = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_CHAIN = re.compile(rf"(?<![\w.]){_DOTTED}")
_IMPORT = re.compile(
    rf"(?:^|[;:])[ \t]*(?:from[ \t]+({_DOTTED})[ \t]+import[ \t]*(\([^()]*\)|[^\n;]*)"
    r"|import[ \t]+([^\n;]*))",
    re.MULTILINE,
)
_STRING_OR_COMMENT = re.compile(
    r'"""(?:\\.|[^\\])*?"""|' r"'''(?:\\.|[^\\])*?'''|"
    r'"(?:\\.|[^"\\\n])*"|' r"'(?:\\.|[^'\\\n])*'|#[^\n]*",
    re.DOTALL,
)  # fmt: skip
_WORD = re.compile(r"[^\W\d]\w*")
_DEFINED = re.compile(r"^(?:async )?(?:def|class)[ \t]+([^\W\d]\w*)", re.MULTILINE)
_GOES_ON = re.compile(r"[ \t)\]}]|(?:else|elif|except|finally)\b")
LONGEST_LINE = 120  # the characters of a student's line that a reason shows


class Lends(NamedTuple):
    """What a course lends: the texts of modules, and names in libraries that are answers, too."""

    texts: Mapping[str, str] = {}
    answers: Sequence[str] = ()

    @classmethod
    def read(cls, declared: Mapping[str, Sequence[str]]) -> "Lends":
        """Read the modules that ``c.Autograder.lends`` names."""
        texts = {}
        for module in declared:
            file = file_of(module)
            try:
                if file is None or file.name == "__init__.py":
                    raise ValueError(module)
                texts[module] = file.read_text(encoding="utf-8")
                names.parsed(texts[module])
            except (OSError, ValueError, SyntaxError):
                raise GradingError(
                    f"c.Autograder.lends names {module}, which is not an installed module with a "
                    ".py file of its own; correct the name in nbgrader_config.py"
                ) from None
        return cls(texts, [*declared, *chain(*declared.values())])


class _LentExercise(NamedTuple):
    cell: str
    bound: set[str]  # by its answer first
    tests: tuple[str, ...]


class Lending:
    """The lending of a notebook: no function before the last test of its own exercise."""

    def __init__(self, source: NotebookNode, lends: Lends) -> None:
        self._lends = lends
        self._exercises = [*_exercises(source)]
        self._statements = {name: _statements(text) for name, text in lends.texts.items()}
        self._functions = {
            f"{name}.{function}": function
            for name, text in lends.texts.items()
            for function in names.functions(text)
        }
        code = [cell for cell in source.cells if cell.cell_type == "code" and not is_test(cell)]
        self._given = {cell.source for cell in code if not is_solution(cell)}
        self._meant = dict(pair for cell in code for pair in _meant(cell.source).items())
        self._imported = {name for cell in code for _, name in _imported(cell.source)}
        self._used = {name for cell in code for _, name in _reached(cell.source, self._meant)}

    def accompany(self, steps: list[Step], tested: Mapping[str, int]) -> list[Step]:
        """Give each step the text of the modules that is open when it is run."""

        @cache
        def opened(withheld: frozenset[str]) -> dict[str, str]:
            texts = self._lends.texts
            return {name: _open(texts[name], s, withheld) for name, s in self._statements.items()}

        found, place = [], 0
        for step in steps:
            place = max(place, step.place)
            found.append(step._replace(modules=opened(self._withheld(place, tested))))
        return found

    def taken(self, rebuilt: NotebookNode) -> dict[str, str]:
        """Find the tests whose answers take what the library has, each with the line.

        A student's text is not parsed, which may take minutes or end Python.
        """
        places = {grade_id(c): place for place, c in enumerate(rebuilt.cells) if is_test(c)}
        left: dict[str, str] = {}
        lines: dict[str, str] = {}  # by the name that such a line binds
        meant = dict(self._meant)
        for place, cell in enumerate(rebuilt.cells):
            if cell.cell_type != "code" or is_test(cell) or cell.source in self._given:
                over = (e.bound for e in self._exercises if _last(e.tests, places) == place)
                for name in chain(*over):
                    lines.pop(name, None)
                continue
            meant |= _meant(cell.source)
            own = next((e for e in self._exercises if e.cell == grade_id(cell)), None)
            withheld = self._withheld(place, places)
            for name, line in self._taking(cell.source, meant, lines, withheld).items():
                lines.setdefault(name, line)
                if own and name not in own.bound:
                    lines.setdefault(f"{own.cell}.", line)
            for exercise in self._exercises:
                by = [lines[n] for n in (f"{exercise.cell}.", *exercise.bound) if n in lines]
                for test in exercise.tests if by else ():
                    if places.get(test, -1) > place:
                        left.setdefault(
                            test, f"the answer uses the library's own function: {by[0]}"
                        )
        return left

    def _taking(
        self, text: str, meant: dict[str, str], lines: dict[str, str], withheld: frozenset[str]
    ) -> dict[str, str]:
        """Find the names that a cell binds with the library's answers, each with the line."""
        own = _own_names(text)
        meant = {name: dotted for name, dotted in meant.items() if name not in own}
        shown = text.split("\n")
        found: dict[str, str] = {}
        for first, block in _blocks(text):
            both = (_imported(block), self._imported), (_reached(block, meant), self._used)
            taken = sorted(
                at
                for found_here, used in both
                for at, name in found_here
                if self._is_answer(name, used, withheld)
            )
            words = _WORD.findall(_without_imports(block))
            by = [found[word] for word in words if word in found]
            by += [lines[word] for word in words if word in lines and word not in own]
            by += [shown[first + at].strip()[:LONGEST_LINE] for at in taken]
            if by:
                found |= dict.fromkeys(_bound_by(block) or {"_"}, by[0])
        return found

    def _is_answer(self, name: str, meant: Iterable[str], withheld: frozenset[str]) -> bool:
        """Tell whether a name is declared as an answer, and not more closely meant for use."""
        if name in self._functions:
            return self._functions[name] in withheld
        declared = _longest(name, self._lends.answers)
        # Through `__globals__` and the like all of a module is reached.
        return bool(declared) and (declared >= _longest(name, meant) or ".__" in name)

    def _withheld(self, place: int, tested: Mapping[str, int]) -> frozenset[str]:
        """Find the names of exercises whose tests are not over."""
        waiting = (e.bound for e in self._exercises if _last(e.tests, tested) >= place)
        return frozenset[str]().union(*waiting)


def _exercises(source: NotebookNode) -> Iterator[_LentExercise]:
    """Find the exercises of a notebook; a name that is bound before by a given cell is given."""
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    tests = [grade_id(cell) for cell in code if is_test(cell)]
    named = {grade_id(cell) for cell in code if is_solution(cell)}
    known = set[str]()
    for place, cell in enumerate(code):
        bound = _defined(cell.source)
        if is_solution(cell):
            own = [test for test in tests_for(grade_id(cell)) if test in tests]
            if not own:  # other names: the tests below, before the next answer
                for below in code[place + 1 :]:
                    if is_solution(below):
                        break
                    own += [grade_id(below)] if is_test(below) else []
            mine = bound - known - (named - {grade_id(cell)})
            yield _LentExercise(grade_id(cell), mine, tuple(own))
        if not is_test(cell):
            known |= bound


def _defined(text: str) -> set[str]:
    """Find the global names that an instructor's cell binds, not those it only changes."""
    try:
        symbols = symtable.symtable(names.python(text), "cell", "exec").get_symbols()
    except SyntaxError:
        return set()
    return {s.get_name() for s in symbols if s.is_assigned() or s.is_imported()}


def _last(tests: Iterable[str], places: Mapping[str, int]) -> int:
    return max((places.get(test, -1) for test in tests), default=-1)


class _Statement(NamedTuple):
    first: int
    end: int  # the line after the last
    needs: frozenset[str]


def _statements(text: str) -> list[_Statement]:
    """Split a module into statements, with the names that must be open before each."""
    found: list[_Statement] = []
    for node in names.parsed(text).body:
        written = ast.unparse(node)
        needs = names.bound(written)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            needs |= names.used(written)
        first = min(each.lineno for each in [node, *getattr(node, "decorator_list", [])]) - 1
        if found and first < found[-1].end:  # on one line with another
            before = found.pop()
            first, needs = before.first, needs | before.needs
        found.append(_Statement(first, node.end_lineno or node.lineno, needs))
    return found


def _open(text: str, statements: Iterable[_Statement], withheld: frozenset[str]) -> str:
    lines = text.split("\n")
    kept = [""] * len(lines)
    for first, end, needs in statements:
        if not needs & withheld:
            kept[first:end] = lines[first:end]
    return "\n".join(kept)


class _Import(NamedTuple):
    line: int
    name: str  # the one that is bound
    meant: str
    whole: str  # what is named, with its module


def _imports(text: str) -> Iterator[_Import]:
    code = _without_strings(text)
    for found in _IMPORT.finditer(code):
        line = code.count("\n", 0, found.start(1 if found[1] else 3))
        for part in (found[2] or found[3]).strip("() \t\n").split(","):
            words = part.split()
            if len(words) not in (1, 3):
                continue
            whole = f"{found[1]}.{words[0]}" if found[1] else words[0]
            alike = found[1] or len(words) == 3
            meant = whole if alike else whole.partition(".")[0]  # `import a.b` binds a
            yield _Import(line, words[-1] if alike else meant, meant, whole)


def _meant(text: str) -> dict[str, str]:
    return {found.name: found.meant for found in _imports(text)}


def _imported(text: str) -> Iterator[tuple[int, str]]:
    """Yield what a text imports from modules, with the number of the line."""
    return ((found.line, found.whole) for found in _imports(text) if "." in found.whole)


def _reached(text: str, meant: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield what a text reaches in libraries, or names in strings, with the number of the line."""
    code = _without_imports(text)
    found = [
        (code.count("\n", 0, chain.start()), f"{meant[first]}{dot}{rest}")
        for chain in _CHAIN.finditer(code)
        for first, dot, rest in [chain[0].partition(".")]
        if first in meant
    ]
    imports = re.search("import|modules", code) is not None
    for string in _STRING_OR_COMMENT.finditer(text):
        inside = string[0][1:-1]
        if string[0][0] != "#" and not inside.startswith(('""', "''")):
            number = text.count("\n", 0, string.start())
            several = [name for name in _CHAIN.findall(inside) if "." in name]
            whole = [inside] if imports and inside.isidentifier() else []
            found += [(number, name) for name in whole + several]
    yield from sorted(found)


def _own_names(text: str) -> set[str]:
    """Find the names that a cell binds itself, parameters included, other than by imports."""
    code = _without_imports(text)
    parameters = re.findall(r"\b(?:def|lambda)\b[^\n:]*", code)
    return names.at_a_glance(code).union(*map(_CHAIN.findall, parameters))


def _bound_by(text: str) -> set[str]:
    """Find the names that a statement at the left margin binds, not those of a function's own."""
    code = _without_imports(text)
    return {*_DEFINED.findall(code)} or names.at_a_glance(code) | {*_meant(text)}


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Split a cell into statements at the left margin, each with its first line's number."""
    lines, code = text.split("\n"), _without_strings(text).split("\n")
    first = depth = 0
    for number, line in enumerate(code):
        decorated = number > 0 and code[number - 1].startswith("@")
        if number and line and not (_GOES_ON.match(line) or decorated or depth > 0):
            yield first, "\n".join(lines[first:number])
            first = number
        depth += sum(map(line.count, "([{")) - sum(map(line.count, ")]}"))
    yield first, "\n".join(lines[first:])


def _without_strings(text: str) -> str:
    """Blank out strings and comments; each line keeps its number."""
    plain = _STRING_OR_COMMENT.sub(lambda found: "''" + "\n" * found[0].count("\n"), text)
    return plain.replace("\\\n", " \n")


def _without_imports(text: str) -> str:
    return _IMPORT.sub(lambda found: "\n" * found[0].count("\n"), _without_strings(text))


def _longest(name: str, prefixes: Iterable[str]) -> int:
    """Return the length of the longest of some dotted names that this one begins with."""
    return max((len(p) for p in prefixes if f"{name}.".startswith(f"{p}.")), default=0)
