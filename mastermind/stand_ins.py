"""What steps in where a student's function is missing: the same names, the same arguments.

The notebooks and the game are played on `get_code`, `valid_code` and
`get_feedback`, which students write in notebooks 1 to 3. Whoever has not
finished one of them borrows it here.
"""

import random

from mastermind import feedback as scorer


def get_code(colors: str, code_length: int) -> str:
    """Draw a random code in which colors may repeat.

    Parameters
    ----------
    colors : str
        One character for each color, at least one.
    code_length : int
        Number of pegs, 0 or more.

    Returns
    -------
    str
        `code_length` characters, each one of `colors`.

    Raises
    ------
    ValueError
        If there is no color to draw from, or the length is negative.

    Examples
    --------
    >>> get_code("R", 3)
    'RRR'
    """
    if not colors:
        raise ValueError("colors must name at least one color")
    if code_length < 0:
        raise ValueError(f"code_length must be 0 or more, not {code_length}")
    return "".join(random.choices(colors, k=code_length))


def valid_code(colors: str, code_length: int, guess: str) -> bool:
    """Tell whether a guess has the right length and only pegs of these colors.

    Parameters
    ----------
    colors : str
        One character for each color.
    code_length : int
        Number of pegs in a code.
    guess : str
        What was typed.

    Returns
    -------
    bool
        True if `guess` could be a code.

    Examples
    --------
    >>> valid_code("RBG", 2, "RR"), valid_code("RBG", 2, "RP")
    (True, False)
    """
    return len(guess) == code_length and set(guess) <= set(colors)


def get_feedback(code: str, guess: str) -> str:
    """Write the feedback for a guess as a string.

    Parameters
    ----------
    code, guess : str
        One character for each peg, both of the same length.

    Returns
    -------
    str
        One ``b`` for each black key peg, then one ``w`` for each white one.

    Raises
    ------
    ValueError
        If the lengths differ.

    Examples
    --------
    >>> get_feedback("RBGG", "BGGG")
    'bbw'
    """
    black, white = scorer.feedback(code, guess)
    return "b" * black + "w" * white
