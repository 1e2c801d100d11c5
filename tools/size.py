"""How large the code is: ``python -m tools.size`` counts the parts that have a limit.

Lines are those of files that are written by hand. Lines of code are without docstrings,
comments and blank lines.
"""

import ast
import io
import tokenize
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from tools.course import ROOT

_NO_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING, tokenize.ENDMARKER),
    *(tokenize.INDENT, tokenize.DEDENT),
}
_STYLES = {".html", ".css", ".js", ".tpl", ".j2"}


class Size(NamedTuple):
    """Lines, lines of code and modules of Python, and lines of templates, styles and scripts."""

    lines: int
    code: int
    modules: int
    others: int


def size(files: Iterable[Path]) -> Size:
    """Measure files."""
    files = [path for path in files if "node_modules" not in path.parts]
    texts = [path.read_text() for path in files if path.suffix == ".py"]
    others = [path.read_text() for path in files if path.suffix in _STYLES]
    lines = (text.count("\n") for text in texts)
    return Size(sum(lines), sum(map(code, texts)), len(texts), sum(t.count("\n") for t in others))


def code(text: str) -> int:
    r"""Count the lines of code of a module.

    Examples
    --------
    >>> code("'Title.'\n\n# why\nn = 1  # one\n\n\ndef f():\n    'What.'\n    return '''a\nb'''\n")
    4
    """
    found = set[int]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NO_CODE:
            found |= {*range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(ast.Constant(str())):
                found -= {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len(found)


def parts() -> dict[str, Size]:
    """Measure each part of the repository that has a limit, and the tests."""
    grader = [*(ROOT / "grader" / "autograder").rglob("*.*")]
    extras = [path for path in grader if "extras" in path.relative_to(ROOT).parts]
    game = [path for room in ("mastermind", "editions") for path in (ROOT / room).rglob("*.*")]
    return {
        "grader, core": size(set(grader) - set(extras)),
        "grader, extras": size(extras),
        "mastermind, editions": size(game),
        "tools": size((ROOT / "tools").rglob("*.py")),
        "tests of the grader": size((ROOT / "grader" / "tests").rglob("*.py")),
        "tests of the course": size((ROOT / "tests").rglob("*.py")),
    }


def main() -> None:
    """Print the table."""
    table = Table("", "lines", "of these code", "modules", "other files", box=None)
    for name, found in parts().items():
        table.add_row(name, *(f"{number:,}" for number in found))
    Console().print(table)


if __name__ == "__main__":
    main()
