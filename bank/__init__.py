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

from pathlib import Path

from autograder.extras.mistakes.bank import Answer, parse, read_answers

EXERCISES: dict[str, tuple[str, ...]] = {
    "01-random-codes": ("get_code", "get_distinct_code", "count_examples", "count_codes"),
    "02-valid-guesses": (
        "gate_examples",
        "valid_code",
        "valid_distinct_code",
        "counterexample",
        "clean_guess",
    ),
    "03-feedback": ("import_markposition", "mark_positions", "get_feedback", "examples"),
    "04-elimination": (
        "survivor_examples",
        "consistent_codes",
        "solve_by_elimination",
        "openings",
    ),
    "05-strategies": ("partition_sizes", "choice_examples", "minimax_guess", "most_parts_guess"),
    "06-information": ("entropy_guess", "total_guesses", "better"),
    "07-tunes": ("naive_examples", "naive_tries", "knuth_step", "breadth_tries"),
    "08-permutations": ("set_examples", "sets_left", "orders_left", "solve_distinct"),
    "09-gladiators": ("reply_examples", "translate", "play_round", "clear_level"),
    "10-peg-game": (
        "status_examples",
        "status",
        "submit_guess",
        "peg_html",
        "my_functions",
    ),
}
"""The graded exercises of each assignment, in the order of the notebook."""

FOLDER = Path(__file__).parent


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
    return read_answers(FOLDER, exercise)
