"""Right and wrong answers to every graded exercise, as students write them.

Each exercise has one file in the percent format. A cell holds what stands in
the student's solution cell, and its marker line says what to think of it::

    # %% right: TITLE
    # %% wrong: MISCONCEPTION | SMALLEST TELLING INPUT AND WHAT HAPPENS

The files are read as text and never imported: two cells of one file define
the same name.

>>> mine = answers("get_code")
>>> sum(answer.right for answer in mine) >= 8
True
>>> next(answer.title for answer in mine if not answer.right)
'the last color never comes up'
"""

import re
from pathlib import Path
from typing import NamedTuple

EXERCISES: dict[str, tuple[str, ...]] = {
    "01-random-codes": ("get_code", "get_distinct_code", "count_codes"),
    "02-valid-guesses": ("valid_code", "valid_distinct_code", "clean_guess"),
    "03-feedback": ("import_markposition", "mark_positions", "get_feedback", "examples"),
    "04-elimination": ("consistent_codes", "solve_by_elimination", "summarize"),
    "05-strategies": ("partition_sizes", "minimax_guess", "most_parts_guess", "entropy_guess"),
    "06-gladiators": ("solve_distinct", "clear_level"),
    "07-peg-game": ("new_game", "status", "submit_guess", "peg_html", "connect"),
}
"""The graded exercises of each assignment, in the order of the notebook."""

_MARKER = re.compile(
    r"# %% (?:right: (?P<right>[^|]*[^|\s])|wrong: (?P<wrong>[^|]*[^|\s]) \| (?P<shows>\S.*))"
)


class Answer(NamedTuple):
    """One solution cell.

    Attributes
    ----------
    exercise : str
        The exercise that it answers.
    title : str
        How a right answer is built, or the misconception behind a wrong one.
    right : bool
        Whether it deserves full points.
    shows : str
        For a wrong answer the smallest telling input and what happens; empty
        for a right one.
    source : str
        The whole text of the cell, without blank lines around it.
    """

    exercise: str
    title: str
    right: bool
    shows: str
    source: str


def answers(exercise: str) -> list[Answer]:
    """Read the answers to an exercise.

    Parameters
    ----------
    exercise : str
        The name of the exercise, which is also the name of its file.

    Returns
    -------
    list of Answer
        In the order of the file.

    Raises
    ------
    ValueError
        If there is no such exercise, or its file is malformed.

    Examples
    --------
    >>> answers("valid_code")[0].title
    'return in the loop'
    >>> answers("peg_color")
    Traceback (most recent call last):
        ...
    ValueError: no exercise is called 'peg_color'
    """
    if not any(exercise in names for names in EXERCISES.values()):
        raise ValueError(f"no exercise is called {exercise!r}")
    path = Path(__file__).with_name(f"{exercise}.py")
    return parse(exercise, path.read_text(encoding="utf-8"))


def parse(exercise: str, text: str) -> list[Answer]:
    """Cut the text of a bank file into answers.

    Parameters
    ----------
    exercise : str
        The exercise that the answers belong to.
    text : str
        A docstring of one line, then cells with their marker lines.

    Returns
    -------
    list of Answer
        In the order of the text.

    Raises
    ------
    ValueError
        If a marker line is malformed, something other than a one-line
        docstring comes before the first one, or a cell is empty.

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
    >>> parse("answer", bank.replace("| answer is 13", ""))
    Traceback (most recent call last):
        ...
    ValueError: answer, line 6: '# %% wrong: adds instead ' is neither '# %% right: TITLE' nor '# %% wrong: TITLE | WHAT HAPPENS'
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
        found.append(Answer(exercise, title, marker["right"] is not None, marker["shows"] or "", source))
    return found
