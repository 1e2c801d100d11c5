"""A bank of right and wrong answers to a course's exercises, and of their results.

A bank is a folder. For the exercise ``NAME``, which is the grade id of its
solution cell, it holds

- ``NAME.py``: answers, each a solution cell under a marker line
  (``# %% right: TITLE`` or ``# %% wrong: MISCONCEPTION | WHAT IT SHOWS``);
- ``probes/NAME.py``: helpers, then after the line ``# %% probes`` one small
  input a line, the smallest first, with its wording for students as a comment;
- ``behavior.json``: the results of the probes, written by ``learn``;
- ``causes.toml``: what wrong answers with the same results have in common, if there are any:
  for each exercise a table of lists of misconceptions. Results cannot tell these apart, so
  students are told what is true of all of them, or nothing if that is empty. The table
  ``words`` says which pattern the text of a program has where a cause has a certain word.
"""

import ast
import json
import re
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from autograder import Course, Probes

PROBES = "# %% probes"
_MARKER = re.compile(
    r"# %% (?:right: (?P<right>[^|]*[^|\s])|wrong: (?P<wrong>[^|]*[^|\s]) \| (?P<shows>\S.*))"
)


class Answer(NamedTuple):
    """One solution cell; `shows` is the smallest telling input of a wrong one, and its result."""

    exercise: str
    title: str
    """The method of a right answer, or the misconception behind a wrong one."""
    right: bool
    shows: str
    source: str


@dataclass
class BankProbes(Probes):
    """The probes of an exercise, with the results of its wrong answers."""

    wrong: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each misconception the probes with another result, and that result."""
    causes: dict[str, str] = field(default_factory=dict)
    """For some misconceptions what all with the same results have in common."""
    signs: dict[str, str] = field(default_factory=dict)
    """For some words of causes a regular expression that is in the text of such programs."""
    alike = True

    def cause(self, misconception: str) -> str:
        """Return what is true of all answers with the results of a misconception."""
        return self.causes.get(misconception, misconception)

    def likely(self, differs: dict[str, str]) -> list[str]:
        """Name the causes of wrong answers that have the same results.

        Examples
        --------
        >>> wrong = {"the rest is lost": {"half(3)": "1"}}
        >>> known = BankProbes("", ["half(2)", "half(3)"], ["", ""], ["1", "1.5"], wrong)
        >>> known.likely({"half(3)": "1"}), known.likely({"half(3)": "2"})
        (['the rest is lost'], [])
        """
        same = [title for title, behavior in self.wrong.items() if behavior == differs]
        return list(dict.fromkeys(map(self.cause, same)))

    def patterns(self, cause: str) -> list[str]:
        """List the patterns that belong to the words of a cause."""
        return [pattern for word, pattern in self.signs.items() if word in cause]

    def confirms(self, cause: str, program: str) -> bool:
        r"""Tell whether many more calls were compared, and the program has what a cause names.

        Examples
        --------
        >>> calls, signs = ["half(2)", "digest(half, [(7,)])"], {"printed": r"print\("}
        >>> known = BankProbes("", calls, ["", ""], signs=signs)
        >>> known.confirms("it is printed", "print(2)"), known.confirms("it is printed", "pass")
        (True, False)
        """
        told = bool(cause and self.digests)
        return told and all(re.search(pattern, program) for pattern in self.patterns(cause))


def parse(exercise: str, text: str) -> list[Answer]:
    """Parse the text of a bank file into answers.

    Examples
    --------
    >>> bank = '''\"\"\"Two answers.\"\"\"
    ...
    ... # %% right: six times seven
    ... answer = 6 * 7
    ...
    ... # %% wrong: adds instead | answer is 13
    ... answer = 6 + 7
    ... '''
    >>> for answer in parse("answer", bank):
    ...     print(answer.title, answer.right, repr(answer.shows), answer.source, sep="; ")
    six times seven; True; ''; answer = 6 * 7
    adds instead; False; 'answer is 13'; answer = 6 + 7
    >>> parse("answer", bank.replace("| answer is 13", ""))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    ValueError: answer, line 6: '# %% wrong: adds instead ' is neither '# %% right: TITLE' nor ...
    """
    before, *rest = re.split(r"^([ \t]*# %%.*)\n?", text, flags=re.MULTILINE)
    if not re.fullmatch(r'"""[^\n]+"""', before.strip()):
        raise ValueError(
            f"{exercise}: the file must begin with a one-line docstring, followed by the answers"
        )
    found = []
    for line, cell in zip(rest[::2], rest[1::2], strict=True):
        marker, source = _MARKER.fullmatch(line), cell.strip("\n")
        if marker is None:
            number = text.partition(line)[0].count("\n") + 1
            raise ValueError(
                f"{exercise}, line {number}: {line!r} is neither '# %% right: TITLE' "
                "nor '# %% wrong: TITLE | WHAT HAPPENS'"
            )
        title = marker["right"] or marker["wrong"]
        if not source.strip():
            raise ValueError(f"{exercise}: the cell {title!r} is empty")
        right = marker["right"] is not None
        found.append(Answer(exercise, title, right, marker["shows"] or "", source))
    return found


def parse_probes(exercise: str, text: str) -> Probes:
    r"""Parse the probes of an exercise.

    Examples
    --------
    >>> text = "two = 2\n# %% probes\ndouble(two)  # twice two\ndouble('#')\n"
    >>> found = parse_probes("double", text)
    >>> found.helpers, found.calls, found.words
    ('two = 2\n', ['double(two)', "double('#')"], ['twice two', ''])
    >>> parse_probes("double", "# %% probes\ntwo = 2\n")
    Traceback (most recent call last):
        ...
    ValueError: double: the probe 'two = 2' does not end in an expression
    """
    helpers, mark, rest = text.partition(f"{PROBES}\n")
    if not mark:
        raise ValueError(f"{exercise}: the line {PROBES!r} is missing")
    pairs = [_call_and_words(exercise, line) for line in rest.splitlines() if line.strip()]
    return Probes(helpers, [call for call, _ in pairs], [words for _, words in pairs])


def _call_and_words(exercise: str, line: str) -> tuple[str, str]:
    call, _, words = line.partition("  # ")
    try:
        ends = ast.parse(call).body[-1:]
    except SyntaxError:
        ends = []
    if not ends or not isinstance(ends[0], ast.Expr):
        raise ValueError(f"{exercise}: the probe {line!r} does not end in an expression")
    return call.strip(), words.strip()


def read_answers(folder: Path, exercise: str) -> list[Answer]:
    """Read the answers to an exercise; see `parse`."""
    return parse(exercise, (folder / f"{exercise}.py").read_text(encoding="utf-8"))


def read_probes(folder: Path) -> dict[str, Probes]:
    """Read the probes of all exercises that have some; see `parse_probes`."""
    return {
        path.stem: parse_probes(path.stem, path.read_text(encoding="utf-8"))
        for path in sorted((folder / "probes").glob("*.py"))
    }


def read_bank(folder: Path) -> dict[str, BankProbes]:
    """Read the known results of each exercise."""
    learned = json.loads((folder / "behavior.json").read_text(encoding="utf-8"))
    causes, signs = read_causes(folder), _tables(folder).get("words", {})
    return {
        exercise: BankProbes(
            probes.helpers,
            probes.calls,
            probes.words,
            [*learned[exercise]["right"].values()],
            learned[exercise]["wrong"],
            causes.get(exercise, {}),
            signs,
        )
        for exercise, probes in read_probes(folder).items()
        if exercise in learned and list(learned[exercise]["right"]) == probes.calls
    }


def read_causes(folder: Path) -> dict[str, dict[str, str]]:
    """Read what wrong answers with the same results have in common, by exercise and title."""
    return {
        exercise: {title: cause for cause, titles in table.items() for title in titles}
        for exercise, table in _tables(folder).items()
        if exercise != "words"
    }


def _tables(folder: Path) -> dict[str, Any]:
    path = folder / "causes.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def probes_of(course: Course) -> dict[str, BankProbes]:
    """Read the bank of a course, if it has one; any error leaves students without diagnoses."""
    if not course.settings.bank:
        return {}
    folder = course.root / course.settings.bank
    return _read_once(folder, *(path.stat().st_mtime_ns for path in _files(folder)))


@lru_cache(maxsize=1)  # nbgrader asks for every notebook
def _read_once(folder: Path, *_times: int) -> dict[str, BankProbes]:
    return read_bank(folder)


def _files(folder: Path) -> list[Path]:
    """List the files on which results depend: they may change meanwhile."""
    found = [*folder.glob("behavior.json"), *folder.glob("causes.toml")]
    return [*found, *sorted((folder / "probes").glob("*.py"))]
