"""Packages that an assignment needs, and that the environment in which it is graded lacks."""

import ast
import sys

from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from autograder.assignment.pipeline import Assignment
from autograder.assignment.repair import is_test
from autograder.course.settings import How
from autograder.sandbox import names
from autograder.sandbox.conductor import examine
from autograder.sandbox.jobs import Step
from autograder.sandbox.processes.confinement import ConfinementError


def lacking(assignment: Assignment, how: How) -> str:
    """Say which package is missing where students' code runs; "" if none is.

    The process that runs students' code is asked itself: it sees neither the course's folder
    nor `PYTHONPATH`. The solution runs only if an import fails alone, since one of its
    cells may write that module.

    Parameters
    ----------
    assignment : Assignment
        The assignment.
    how : tuple
        How its notebooks are run, as `examine` takes it.
    """
    for notebook, source in assignment.sources.items():
        wanted = sorted(needed(source) - sys.stdlib_module_names)
        if not wanted:
            continue
        job = assignment.job(notebook, assignment.rebuild(notebook, source)[0], {})
        imports = [Step(place, f"import {name}") for place, name in enumerate(wanted)]
        for steps in (imports, job.steps):
            try:
                found = examine(job._replace(steps=steps, questions=()), *how).outputs.values()
            except ConfinementError:  # a cluster grades, and nothing runs on this machine
                return ""
            said = {output.get("evalue", "") for outputs in found for output in outputs}
            wanted = [name for name in wanted if f"No module named '{name}'" in said]
            if not wanted:
                break
        else:
            which = " and ".join(wanted)
            return (
                f"{notebook} imports {which}, which {sys.executable} cannot import: "
                "every answer would lose points for that; install what is missing there"
            )
    return ""


def needed(source: NotebookNode) -> set[str]:
    r"""Find the packages without which tests or answers cannot run.

    An import counts in a test, in an answer that tests judge, and in a cell that binds from there
    on what these use; not within `try`, `if` or a function, where the notebook may do without.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> marks = {"grade_id": "test-f", "grade": True, "points": 1}
    >>> given = new_code_cell("import numpy as np\nfrom google.colab import drive\ndrive.mount()")
    >>> tests = new_code_cell("assert f(np.e) == 1", metadata={"nbgrader": marks})
    >>> needed(new_notebook(cells=[given, tests]))
    {'numpy'}
    """
    code = [cell for cell in source.cells if cell.cell_type == "code"]
    judged = [cell for cell in code if is_test(cell) or (is_solution(cell) and not is_grade(cell))]
    used = set().union(*(names.used(cell.source) for cell in judged))
    found = set()
    for cell in code:
        try:
            statements = ast.parse(names.python(cell.source)).body
        except SyntaxError:
            continue
        for place, statement in enumerate(statements):
            rest = names.bound("\n".join(map(ast.unparse, statements[place:])))
            everything = isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
            if cell in judged or everything or used & rest:
                found |= _packages(statement)
    return found


def _packages(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.Import):
        return {alias.name.partition(".")[0] for alias in statement.names}
    if isinstance(statement, ast.ImportFrom) and not statement.level:
        return {str(statement.module).partition(".")[0]}
    return set()
