"""Show on one line what others wrote, write commands to copy, and names with their articles."""

import hashlib
import os
import shlex

IN_A_CONTAINER = (
    "Run `docker compose up --build` in the course's folder to grade in a container "
    "(docs/without-make.md)"
)
LONGEST_LINE = 300
LONGEST_STORED = 255  # characters of a name in a database


def one_line(text: str, longest: int = LONGEST_LINE) -> str:
    r"""Make text safe to print, so that it cannot move the cursor or start a new line.

    Parameters
    ----------
    text : str
        Text that a student or another machine has written.
    longest : int
        The maximum number of characters.

    Returns
    -------
    str
        The text on one line.

    Examples
    --------
    >>> one_line("ada\n\x1b[2Jbob: graded \udce9")
    'ada??[2Jbob: graded ?'
    >>> one_line("abcdef", 5)
    'ab...'
    """
    shown = text if len(text) <= longest else f"{text[: longest - 3]}..."
    return "".join(sign if sign.isprintable() else "?" for sign in shown)


def plain_lines(text: str) -> str:
    """Make text of several lines safe to print: only its first line begins one of the log."""
    return "\n    ".join(one_line(line, len(line)) for line in text.split("\n"))


def command(*words: object) -> str:
    """Write a command that can be copied into a shell."""
    return shlex.join(map(str, words))


def grader(*words: object) -> str:
    """Write a command of this package that can be copied into a shell."""
    return command("python", "-m", "autograder", *words)


def with_article(name: str) -> str:
    """Write the name of a class with "a" or "an".

    Examples
    --------
    >>> with_article("KeyError"), with_article("error"), with_article("HTML")
    ('a KeyError', 'an error', 'an HTML')
    >>> with_article("UnboundLocalError"), with_article("UnicodeError"), with_article("uint8")
    ('an UnboundLocalError', 'a UnicodeError', 'a uint8')
    """
    spelled = name[:2].isupper() and name[0] in "AEFHILMNORSX"
    vowel = name[:1] in ("A", "E", "I", "O", "a", "e", "i", "o") or name.startswith("Unb")
    return f"{'an' if spelled or vowel else 'a'} {name}"


def storable(name: str, longest: int = LONGEST_STORED) -> str:
    """Escape a name for databases and terminals; different names stay different."""
    if len(name) <= longest and name.isprintable() and "\\" not in name and " #" not in name:
        return name
    raw = os.fsencode(name)
    signs = raw.decode("utf-8", "backslashreplace")
    shown = "".join(s if s.isprintable() else s.encode("unicode_escape").decode() for s in signs)
    digest = f" #{hashlib.sha256(raw).hexdigest()[:12]}"
    return shown[: longest - len(digest)] + digest
