"""The report of `check`, as lines and as a page."""

from collections import Counter
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from autograder.grading.checking import APART, PERSON, TOGETHER, WHOLE, Checked, said_points
from autograder.grading.mistakes import Tried

DECEIVED = "run together with the student's code, which can deceive it, as in nbgrader alone"
_HOW = {
    TOGETHER: DECEIVED,
    WHOLE: "run with the whole notebook in one process, as in nbgrader alone: a student's code "
    "can deceive it",
    PERSON: "left to a person for everybody",
}


def told(checked: Checked) -> list[str]:
    """Format the findings in a notebook, as lines.

    Examples
    --------
    >>> ways = {"test-a": "apart", "test-b": "apart"}
    >>> for line in told(Checked("ps1", 2, unsolved={"test-b": "KeyError: 3"}, ways=ways)):
    ...     print(line)
    ps1: 2 test cells, all judged as nbgrader alone judges them
      test-b: the solution itself does not pass: KeyError: 3
    """
    if checked.problem:
        return [f"{checked.name}: not checked: {checked.problem}"]
    tests = "1 test cell" if checked.tests == 1 else f"{checked.tests} test cells"
    how_many = f"{len(checked.different)} not" if checked.different else "all"
    lines = [f"{checked.name}: {tests}, {how_many} judged as nbgrader alone judges them"]
    for found in checked.differences:
        alone, here = (said_points(points, found.of) for points in (found.alone, found.here))
        lines.append(f"  {found.cell}, {found.edition}: {alone} from nbgrader alone, {here} here")
        lines += [f"    first: {found.cause}"] if found.cause else []
        lines += [f"    here: {found.here.says}"] if found.here.says else []
        lines += [f"    alone: {found.alone.says}"] if found.alone.says else []
        lines += [f"    the student's cell: {found.answer}"] if found.answer else []
        lines += [f"    remedy: {found.remedy}"] if found.remedy else []
    lines += [f"  {cell}: {said}" for cell, said in remarks(checked)]
    for finding in checked.findings:
        lines.append(f"  {finding.cell}, line {finding.line}: {finding.message}")
    return lines + [f"  {said}" for said in _weak(checked.mistakes)]


def _weak(tried: Tried | None) -> list[str]:
    """List the small mistakes in the solution that no test notices."""
    if not tried or not tried.tried:
        return []
    missed = f"{len(tried.shown)} of them no test notices, as an input shows"
    lines = [f"{tried.tried} of {tried.made} small mistakes tried in the solution: {missed}"]
    for mistake in tried.shown:
        lines.append(f"  {mistake.cell}, {mistake.change}: {mistake.example}")
    lines += [f"  {cell}: no test notices any mistake in it" for cell in tried.unseen]
    more = len(tried.unnoticed) - len(tried.shown)
    return lines + ([f"  {more} more may change nothing: no input was found"] if more else [])


def remarks(checked: Checked) -> list[tuple[str, str]]:
    """List remarks on single test cells, by grade id."""
    found = [(cell, _HOW[way]) for cell, way in checked.ways.items() if way != APART]
    for cell, why in checked.unsolved.items():
        said = (
            f"the solution itself does not pass: {why}"
            if why
            else "the solution itself does not pass"
        )
        found.append((cell, said))
    for cell, says in checked.stderr.items():
        why = f"since the cell writes to stderr ({says}); here it passes"
        found.append((cell, f"nbgrader alone gives no points, {why}"))
    found += [
        (cell, f"passes for {', '.join(kinds)}; have the test ask for more, such as a length")
        for cell, kinds in checked.hollow.items()
    ]
    found += [
        (cell, "comes out now so, now otherwise: it is a matter of chance; give it a seed")
        for cell in checked.chance
    ]
    return found


def summary(all_checked: list[Checked]) -> str:
    r"""Summarize in one line how the test cells of a course are judged.

    Examples
    --------
    >>> ways = {"a": "apart", "b": "together", "c": "left to a person"}
    >>> one = Checked("ps1", 3, ways=ways, chance=["a"])
    >>> print(summary([one, Checked("ps2", problem="no such kernel")]).replace("; ", ";\n"))
    3 test cells: 1 apart, 1 together, 1 left to a person;
    1 a matter of chance;
    1 notebook not checked
    """
    ways = Counter(way for checked in all_checked for way in checked.ways.values())
    counted = ", ".join(f"{ways[way]} {way}" for way in (APART, *_HOW) if ways[way])
    cells = "1 test cell" if ways.total() == 1 else f"{ways.total()} test cells"
    parts = [f"{cells}: {counted}" if counted else "no test cells"]
    to_mend = sum(
        cell not in checked.judged(PERSON) for checked in all_checked for cell in checked.different
    )
    gaps = sum(len(checked.mistakes.shown) for checked in all_checked if checked.mistakes)
    unsolved = sum(len(checked.unsolved) for checked in all_checked)
    chance = sum(len(checked.chance) for checked in all_checked)
    missing = sum(bool(checked.problem) for checked in all_checked)
    parts += [f"{to_mend} to mend"] if to_mend else []
    parts += [f"{gaps} small mistake{'s' * (gaps > 1)} that no test notices"] if gaps else []
    parts += [f"the solution does not pass {unsolved}"] if unsolved else []
    parts += [f"{chance} a matter of chance"] if chance else []
    parts += [f"{missing} notebook{'s' * (missing > 1)} not checked"] if missing else []
    return "; ".join(parts)


def write_page(path: Path, found: dict[str, list[Checked]]) -> None:
    """Write a page with all findings and the texts of the tests.

    Parameters
    ----------
    path : Path
        The file.
    found : dict of str to list of Checked
        The findings, by assignment.
    """
    environment = Environment(
        loader=PackageLoader("autograder", "pages/templates"),
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["by_cell"] = _by_cell
    everything = [checked for one in found.values() for checked in one]
    page = environment.get_template("check.html").render(
        found=found, summary=summary(everything), points=said_points
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")


def _by_cell(checked: Checked) -> dict[str, list[str]]:
    """Return the remarks and findings of each test cell of a notebook."""
    said: dict[str, list[str]] = {cell: [] for cell in checked.ways}
    for cell, what in remarks(checked):
        said[cell].append(what)
    for finding in checked.findings:
        said[finding.cell].append(f"line {finding.line}: {finding.message}")
    return said
