"""The file `autograder.toml`: decisions that only an instructor can make."""

import tomllib
from pathlib import Path

from msgspec import Struct, ValidationError, convert

NAME = "autograder.toml"
OLD = {"checked", "together", "whole", "differs", "shared", "seen", "examples"}
"""What version 0.1 noted there, and grading finds out by itself now."""


class DecisionsError(ValueError):
    """`autograder.toml` cannot be read; the message says why."""


class Decisions(Struct, forbid_unknown_fields=True):
    """The decisions about an assignment: tests that a person judges for everybody."""

    person: list[str] = []


def read(root: Path) -> tuple[dict[str, Decisions], list[str]]:
    """Read the decisions of a course, by assignment, and remarks on entries that are obsolete."""
    path = root / NAME
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        kept = {name: _kept(entries) for name, entries in found.items()}
        obsolete = sorted({e for entries in found.values() for e in entries} & OLD)
        remarks = [
            f"{NAME}: {', '.join(obsolete)} can be removed; grading finds that out by itself"
        ]
        return convert(kept, dict[str, Decisions]), remarks if obsolete else []
    except FileNotFoundError:
        return {}, []
    except (ValidationError, ValueError, AttributeError) as error:
        raise DecisionsError(
            f"{path}: {error}; an assignment's table may have: person = [GRADE_ID, ...]"
        ) from None


def _kept(entries: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in entries.items() if key not in OLD}
