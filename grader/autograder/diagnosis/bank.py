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
import tokenize
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import StringIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

PROBES = "# %% probes"
_Files: TypeAlias = tuple[tuple[Path, int, int], ...]
_MARKER = re.compile(
    r"# %% (?:right: (?P<right>[^|]*[^|\s])|wrong: (?P<wrong>[^|]*[^|\s]) \| (?P<shows>\S.*))"
)


class BankError(Exception):
    """The error if a bank cannot be used; the message says why."""


class Answer(NamedTuple):
    """One solution cell; `shows` is the smallest telling input of a wrong one, and its result."""

    exercise: str
    title: str
    """The method of a right answer, or the misconception behind a wrong one."""
    right: bool
    shows: str
    source: str


class Probes(NamedTuple):
    """The inputs on which answers to an exercise are compared."""

    helpers: str
    """Python that defines the names that the probes use, apart from the student's."""
    calls: list[str]
    words: list[str]
    """The wording of each for students; empty where the call is clear enough."""


class Known(NamedTuple):
    """The known results of right and wrong answers to an exercise."""

    probes: Probes
    right: list[str]
    """The result of each probe with a right answer."""
    wrong: dict[str, dict[str, str]]
    """For each misconception the probes with another result, and that result."""
    causes: Mapping[str, str] = MappingProxyType({})
    """For some misconceptions what all with the same results have in common."""
    words: Mapping[str, str] = MappingProxyType({})
    """For some words of causes a regular expression that is in the text of such programs."""

    def cause(self, misconception: str) -> str:
        """Say what is true of all answers with the results of one.

        Examples
        --------
        >>> known = Known(Probes("", [], []), [], {}, {"it is printed": "nothing is returned"})
        >>> known.cause("it is printed"), known.cause("the last line is forgotten")
        ('nothing is returned', 'the last line is forgotten')
        """
        return self.causes.get(misconception, misconception)

    def patterns(self, cause: str) -> list[str]:
        """List the patterns that belong to the words of a cause."""
        return [pattern for word, pattern in self.words.items() if word in cause]

    def confirms(self, cause: str, program: str) -> bool:
        r"""Tell whether the text of a program has what the words of a cause say.

        Examples
        --------
        >>> known = Known(Probes("", [], []), [], {}, words={"printed": r"print\("})
        >>> known.confirms("it is printed", "print(2)"), known.confirms("it is printed", "pass")
        (True, False)
        """
        return bool(cause) and all(re.search(one, program) for one in self.patterns(cause))


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
    before: list[str] = []
    cells: list[tuple[re.Match[str], list[str]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("# %%"):
            marker = _MARKER.fullmatch(line)
            if marker is None:
                raise ValueError(
                    f"{exercise}, line {number}: {line!r} is neither '# %% right: TITLE' "
                    "nor '# %% wrong: TITLE | WHAT HAPPENS'"
                )
            cells.append((marker, []))
        elif cells:
            cells[-1][1].append(line)
        else:
            before.append(line)

    if not re.fullmatch(r'"""[^\n]+"""', "\n".join(before).strip()):
        raise ValueError(f"{exercise}: a docstring of one line comes first, and nothing else")
    found = []
    for marker, lines in cells:
        title = marker["right"] or marker["wrong"]
        source = "\n".join(lines).strip("\n")
        if not source.strip():
            raise ValueError(f"{exercise}: the cell {title!r} is empty")
        found.append(
            Answer(exercise, title, marker["right"] is not None, marker["shows"] or "", source)
        )
    return found


def parse_probes(exercise: str, text: str) -> Probes:
    r"""Parse the probes of an exercise.

    Examples
    --------
    >>> parse_probes("double", "two = 2\n# %% probes\ndouble(two)  # twice two\ndouble('#')\n")
    Probes(helpers='two = 2\n', calls=['double(two)', "double('#')"], words=['twice two', ''])
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
    try:
        tokens = list(tokenize.generate_tokens(StringIO(line).readline))
        ends = ast.parse(line).body[-1:]
    except (SyntaxError, tokenize.TokenError):
        ends = []
    if not ends or not isinstance(ends[0], ast.Expr):
        raise ValueError(f"{exercise}: the probe {line!r} does not end in an expression")
    comments = [token for token in tokens if token.type == tokenize.COMMENT]
    if not comments:
        return line.strip(), ""
    return line[: comments[0].start[1]].strip(), comments[0].string.lstrip("# ")


def read_answers(folder: Path, exercise: str) -> list[Answer]:
    """Read the answers to an exercise; see `parse`."""
    return parse(exercise, (folder / f"{exercise}.py").read_text(encoding="utf-8"))


def read_probes(folder: Path) -> dict[str, Probes]:
    """Read the probes of all exercises that have some; see `parse_probes`."""
    return {
        path.stem: parse_probes(path.stem, path.read_text(encoding="utf-8"))
        for path in sorted((folder / "probes").glob("*.py"))
    }


def read_bank(folder: Path) -> dict[str, Known]:
    """Read the known results of each exercise."""
    try:
        learned = json.loads((folder / "behavior.json").read_text(encoding="utf-8"))
        causes = read_causes(folder)
        words = _tables(folder).get("words", {})
        return {
            exercise: Known(
                probes,
                [*learned[exercise]["right"].values()],
                learned[exercise]["wrong"],
                causes.get(exercise, {}),
                words,
            )
            for exercise, probes in read_probes(folder).items()
            if exercise in learned and list(learned[exercise]["right"]) == probes.calls
        }
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BankError(
            f"the bank {folder} cannot be used: {type(error).__name__}: {error}"
        ) from None


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


def open_bank(folder: str, root: str, warn: Callable[[str], object]) -> dict[str, Known]:
    """Read the bank of a course, with a cache; warn and return {} if it cannot be used."""
    if not folder:
        return {}
    bank = Path(root).absolute() / folder
    try:
        return _known(bank, _files(bank))
    except BankError as error:
        warn(f"Students get no diagnoses: {error}")
        return {}


@lru_cache(maxsize=1)  # nbgrader opens the bank for every notebook
def _known(folder: Path, _: _Files) -> dict[str, Known]:
    return read_bank(folder)


def _files(folder: Path) -> _Files:
    """Return the state of a bank's files, as a key of the cache: they may change meanwhile."""
    paths = [*folder.glob("behavior.json"), *folder.glob("causes.toml")]
    paths += sorted((folder / "probes").glob("*.py"))
    return tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in paths)
