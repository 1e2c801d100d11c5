"""Compile the instructor's cells once, before the processes are forked that run them."""

import ast
from types import CodeType

from IPython.core.compilerop import CachingCompiler


class Compiler(CachingCompiler):
    """IPython's compiler, which remembers what it compiled in `prepare`.

    Examples
    --------
    >>> compiler = Compiler()
    >>> compiler.prepare("n = 1\\nn + 1")
    >>> tree = compiler.ast_parse("n = 1\\nn + 1")
    >>> tree is compiler.ast_parse("n = 1\\nn + 1"), tree is compiler.ast_parse("n + 1")
    (True, False)
    """

    def __init__(self) -> None:
        super().__init__()
        self._trees: dict[tuple[str, int], ast.Module] = {}
        self._codes: dict[tuple[int, str, str, int], CodeType] = {}

    def prepare(self, cell: str) -> None:
        """Compile a cell as `InteractiveShell.run_ast_nodes` does, statement by statement.

        Parameters
        ----------
        cell : str
            Plain Python, without future statements: they change how later cells are compiled.

        Raises
        ------
        SyntaxError
            If it is none.
        """
        tree = self.ast_parse(cell)
        name = self.get_code_name(cell, cell, 0)
        with self.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
            for node in tree.body:
                shown = node is tree.body[-1] and isinstance(node, ast.Expr)
                whole = ast.Interactive([node]) if shown else ast.Module([node], [])
                mode = "single" if shown else "exec"
                # The tree is kept, so that no other node gets the same number.
                self._codes[id(node), name, mode, self.flags] = self(whole, name, mode)
        self._trees[cell, self.flags] = tree

    def get_code_name(self, raw_code: str, transformed_code: str, number: int) -> str:
        """Name a cell by its text alone: when it will be run is not known beforehand."""
        return super().get_code_name(raw_code, transformed_code, 0)

    def ast_parse(self, source: str, filename: str = "<unknown>", symbol: str = "exec") -> ast.AST:
        """Parse a cell, or find the tree of one that was prepared."""
        known = self._trees.get((source, self.flags))
        return known or super().ast_parse(source, filename, symbol)

    def __call__(
        self, source: str | ast.AST, filename: str, symbol: str, **options: bool
    ) -> CodeType:
        """Compile a statement, or find the code of one that was prepared."""
        body = getattr(source, "body", None)
        node = body[0] if isinstance(body, list) and body else None
        known = self._codes.get((id(node), filename, symbol, self.flags))
        return known or super().__call__(source, filename, symbol, **options)
