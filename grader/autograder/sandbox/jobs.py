"""Jobs and outcomes: a notebook to run, and its outputs, as plain data that travels to workers."""

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
        Its index in the notebook; -1 for a cell of the source that only prepares the
        examiner's namespace.
    text : str
        The text of the cell.
    test : bool
        True if the examiner runs it.
    names : tuple of str
        The names that the examiner takes from the student's process.
    known : bool
        True if the text is the instructor's, so that many notebooks have the same.
    lends : tuple of (str, tuple of int)
        Names of the student's that the cell binds if they are missing, each with the places
        of the tests of its exercise. A name whose tests have failed is unbound before the
        cell is run: one mistake does not cost twice.
    together : bool
        True if a test is run where the student's cells have run, not in the examiner.
    whole : bool
        True if a test is run as in a notebook: after all cells before it, other tests too,
        in one process.
    modules : mapping of str to str
        The text of modules that lend functions, as far as it is open to a student's process.
    """

    place: int
    text: str
    test: bool = False
    names: tuple[str, ...] = ()
    known: bool = False
    lends: tuple[tuple[str, tuple[int, ...]], ...] = ()
    together: bool = False
    whole: bool = False
    modules: Mapping[str, str] = {}


class Question(NamedTuple):
    """A cell of probes for an exercise that loses points; see `diagnosis`.

    Attributes
    ----------
    exercise : str
        The exercise.
    places : tuple of int
        The places of its tests.
    step : Step
        The cell to run instead of the first of them.
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
        Files for the student's working directory.
    given : dict of str to bytes
        Files for the examiner's working directory.
    questions : sequence of Question
        For a diagnosis, if points are lost.
    abilities : Abilities
        The abilities of the source's objects, and so of proxies for a student's.
    shared : sequence of str
        Given files that the tests see as an answer has left them.
    tools : mapping of str to str
        Names that an answer of the source imports for its own use, and by which statements.
    allowed : Allowed
        What each of its processes may have.
    shown : sequence of str
        The modules that the release imports: the student's process may have them beforehand.
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
    shown: Sequence[str] = ()


class Outcome(NamedTuple):
    """The result of running a notebook.

    Attributes
    ----------
    outputs : dict of int to list
        The outputs of each cell, by its place.
    remarks : list of str
        Unusual events, for the instructor.
    seconds : dict of int to float
        The wall time of each cell, by its place.
    observed : dict of str to list of str
        The results of the questions, by exercise.
    by_hand : dict of int to str
        Why a test could not be judged, by its place.
    seen : list of (str, str)
        Names of classes, and of the attributes that tests asked their instances for, if noted.
    refused : list of str
        Given files that an answer wrote to; the tests have not seen those changes.
    """

    outputs: dict[int, list[Output]]
    remarks: list[str]
    seconds: dict[int, float]
    observed: dict[str, list[str]]
    by_hand: dict[int, str]
    seen: Sequence[tuple[str, str]] = ()
    refused: Sequence[str] = ()
