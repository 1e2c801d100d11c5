"""What is to be run of a submission, and what came of it: plain data, which travels to workers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.sandbox.abilities import Abilities
from autograder.sandbox.processes.confinement import Allowed
from autograder.sandbox.processes.shell import Output


class Step(NamedTuple):
    """One cell to run.

    Attributes
    ----------
    place : int
        Where it stands in the notebook; -1 for a cell of the source that only
        prepares the examiner's names.
    text : str
        The text of the cell.
    test : bool
        Whether the examiner runs it.
    names : tuple of str
        The names that the examiner takes from the student's process.
    known : bool
        Whether the text is the instructor's, so that many notebooks have the same.
    lends : tuple of (str, tuple of int)
        Names of the student's that the cell gives another value if they are missing, and
        where the tests of the exercises stand that bind them. A name whose tests have
        failed is taken away before the cell is run: one mistake does not cost twice.
    together : bool
        Whether a test is run where the student's cells have run, instead of the examiner.
    whole : bool
        Whether a test is run as in a notebook: after all cells before it, also after other
        tests, in one process.
    """

    place: int
    text: str
    test: bool = False
    names: tuple[str, ...] = ()
    known: bool = False
    lends: tuple[tuple[str, tuple[int, ...]], ...] = ()
    together: bool = False
    whole: bool = False


class Question(NamedTuple):
    """What to find out about an exercise that loses points; see `diagnosis`.

    Attributes
    ----------
    exercise : str
        The exercise.
    places : tuple of int
        Where its tests stand.
    step : Step
        What to run in the place of the first of them.
    """

    exercise: str
    places: tuple[int, ...]
    step: Step


class Job(NamedTuple):
    """A notebook to run, as plain data.

    Attributes
    ----------
    steps : list of Step
        The cells, in the order in which they are run.
    modules : list of str
        The modules that the instructor's cells import, so that the examiner may.
    handed_in : dict of str to bytes
        Files in the student's working folder.
    given : dict of str to bytes
        Files in the examiner's working folder.
    questions : sequence of Question
        For a diagnosis, if points are lost.
    abilities : Abilities
        What the objects of the source can do, and so the proxies of a student's.
    shared : sequence of str
        Given files that the tests have as an answer left them.
    tools : mapping of str to str
        Names that an answer of the source imports for its own use, and by which statements.
    allowed : Allowed
        What each of its processes may have.
    """

    steps: list[Step]
    modules: list[str]
    handed_in: dict[str, bytes]
    given: dict[str, bytes]
    questions: Sequence[Question] = ()
    abilities: Abilities = Abilities()  # nobody changes it
    shared: Sequence[str] = ()
    tools: Mapping[str, str] = {}
    allowed: Allowed = Allowed()


class Outcome(NamedTuple):
    """What running a notebook gave.

    Attributes
    ----------
    outputs : dict of int to list
        The outputs of each cell, by its place.
    remarks : list of str
        What was unusual, for the instructor.
    seconds : dict of int to float
        How long each cell took, by its place.
    observed : dict of str to list of str
        What came of the questions, by exercise.
    by_hand : dict of int to str
        Why a test could not be judged, by its place.
    seen : list of (str, str)
        What tests have asked of objects, with the names of their classes, where that is noted.
    refused : list of str
        Given files that were written to, which the tests have not seen.
    """

    outputs: dict[int, list[Output]]
    remarks: list[str]
    seconds: dict[int, float]
    observed: dict[str, list[str]]
    by_hand: dict[int, str]
    seen: Sequence[tuple[str, str]] = ()
    refused: Sequence[str] = ()
