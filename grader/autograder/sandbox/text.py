"""Show on one line what others wrote."""

LONGEST_LINE = 300


def one_line(text: str, longest: int = LONGEST_LINE) -> str:
    r"""Make text harmless to print: nothing in it moves the cursor or begins a line.

    Parameters
    ----------
    text : str
        Whatever it is, such as the name of a file.
    longest : int
        How many characters are kept.

    Returns
    -------
    str
        The same with question marks for what cannot be printed.

    Examples
    --------
    >>> one_line("ada\n\x1b[2Jbob: graded \udce9")
    'ada??[2Jbob: graded ?'
    >>> one_line("abcdef", 5)
    'ab...'
    """
    shown = text if len(text) <= longest else f"{text[: longest - 3]}..."
    return "".join(sign if sign.isprintable() else "?" for sign in shown)
