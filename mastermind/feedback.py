"""The reference scorer: slow, short and obviously right."""


def feedback(code: str, guess: str) -> tuple[int, int]:
    """Count the key pegs that `guess` earns against `code`.

    A peg of the right color in the right place earns a black key peg; a peg of
    the right color in another place earns a white one. Each peg of the code
    earns at most one.

    Parameters
    ----------
    code, guess : str
        One character for each peg, both of the same length.

    Returns
    -------
    (black, white) : tuple of int
        ``0 <= black <= black + white <= len(code)``.

    Raises
    ------
    ValueError
        If the lengths differ.

    Notes
    -----
    Symmetric: ``feedback(a, b) == feedback(b, a)``. That the pegs in common can
    be counted color by color, without pairing them off, is the formula of
    Knuth, "The computer as Master Mind" (1977).

    Examples
    --------
    >>> feedback("RBGG", "BGGG")
    (2, 1)
    """
    if len(code) != len(guess):
        raise ValueError(f"the guess {guess!r} has {len(guess)} pegs, but the code has {len(code)}")
    return partial_feedback(code, guess)


def partial_feedback(code: str, guess: str) -> tuple[int, int]:
    """Count gears and tumblers: the feedback for a guess that may be too short.

    Parameters
    ----------
    code, guess : str
        One character for each peg; the guess is at most as long as the code.

    Returns
    -------
    (gears, tumblers) : tuple of int
        Pegs in the right place, and pegs of a right color in another place.

    Raises
    ------
    ValueError
        If the guess is longer than the code.

    Notes
    -----
    These are the rules of the castle's drawbridge in NetHack, where the code is
    a tune of five notes and a guess may be any shorter tune.

    Examples
    --------
    >>> partial_feedback("FFAAB", "AFAFB"), partial_feedback("FFAAB", "CA")
    ((3, 2), (0, 1))
    """
    if len(guess) > len(code):
        raise ValueError(
            f"the guess {guess!r} has {len(guess)} pegs, more than the {len(code)} of the code"
        )
    black = sum(peg == other for peg, other in zip(code, guess))
    in_common = sum(min(code.count(color), guess.count(color)) for color in set(guess))
    return black, in_common - black
