"""Jobs and outcomes: a notebook to run, and what became of it, as plain data for workers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.runner.names import Abilities
from autograder.runner.processes.confinement import Allowed
from autograder.runner.processes.shell import Output


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
        True if the text is the instructor's, and therefore the same in many notebooks.
    lends : tuple of (str, tuple of int)
        Names of the student's that the cell binds if they are missing, each with the places
        of the tests of its exercise. A name whose tests have failed is unbound before the
        cell is run: one mistake does not cost twice.
    modules : mapping of str to str
        The text of modules that lend functions, as far as it is open to a student's process.

    Examples
    --------
    >>> Step(1, "assert double(3) == 6", test=True, names=("double",)).test
    True
    """

    place: int
    text: str
    test: bool = False
    names: tuple[str, ...] = ()
    known: bool = False
    lends: tuple[tuple[str, tuple[int, ...]], ...] = ()
    modules: Mapping[str, str] = {}


class Question(NamedTuple):
    """A cell of probes for an exercise that loses points, to run instead of its first test.

    With the right results of the probes, wrong ones are tried again, each in a new process.
    """

    exercise: str
    places: tuple[int, ...]
    step: Step
    helpers: str = ""
    calls: tuple[str, ...] = ()
    right: tuple[str, ...] = ()


class Job(NamedTuple):
    """A notebook to run, as plain data.

    Attributes
    ----------
    steps : list of Step
        The cells, in the order in which they are run.
    modules : list of str
        The modules that the instructor's cells import, which the examiner may import as well.
    handed_in : dict of str to bytes
        Files for the student's working directory.
    given : dict of str to bytes
        Files for the examiner's working directory.
    questions : sequence of Question
        Questions for a diagnosis, if points are lost.
    abilities : Abilities
        The abilities of the source's objects, and so of proxies for a student's.
    tools : mapping of str to str
        Names that an answer in the source imports for its own use, with the statements.
    allowed : Allowed
        What each of its processes is allowed to use.
    shown : sequence of str
        The modules that the release imports: the student's process may have them beforehand.
    constants : sequence of str
        Names of values that students fill in; the examiner takes plain constants only.
    alone : mapping of int to str
        Places of tests that cannot be graded in isolation, so that the run in one process decides
        alone, and what students see of these tests.
    name : str
        The name of the assignment. Its isolated and single-process runs never overlap.

    Examples
    --------
    >>> Job([Step(0, "n = 1"), Step(1, "assert n", True, ("n",))], [], {}, {}).tests
    [1]
    """

    steps: list[Step]
    modules: list[str]
    handed_in: dict[str, bytes]
    given: dict[str, bytes]
    questions: Sequence[Question] = ()
    abilities: Abilities = Abilities()  # nobody changes it
    tools: Mapping[str, str] = {}
    allowed: Allowed = Allowed()
    shown: Sequence[str] = ()
    constants: Sequence[str] = ()
    alone: Mapping[int, str] = {}
    name: str = ""

    @property
    def tests(self) -> list[int]:
        """The places of its tests."""
        return [step.place for step in self.steps if step.test and step.place >= 0]


class Together(NamedTuple):
    """What leaves the run in one process of a test."""

    failed: bool
    credit: float | None = None  # the part of the points that its last line gives, if a number
    refused: str = ""  # the kind of a refusal


class Verdict(NamedTuple):
    """A test that the two runs judge differently, or that a wall made fail."""

    apart: str  # "pass", "fail" or "undecided"
    together: str  # "pass", "fail" or "chance"
    why: str
    refused: str = ""
    person: bool = True  # decides; else the test has failed


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
    undecided : dict of int to str
        The reasons why the isolated run could not grade a test, by its place.
    seen : sequence of (str, str)
        Names of classes, and of the attributes that tests asked their instances for, if noted.
    verdicts : dict of int to Verdict
        The tests on which the two runs disagree, by place.
    files : mapping of str to bytes
        Files that the student's process wrote in the isolated run, by relative path.
    alone : mapping of str to dict of str to str
        The results of the first wrong probes, by exercise and call, in new processes.

    Examples
    --------
    >>> Outcome({0: []}, [], {0: 0.1}, {}, {}).by_hand
    {}
    """

    outputs: dict[int, list[Output]]
    remarks: list[str]
    seconds: dict[int, float]
    observed: dict[str, list[str]]
    undecided: dict[int, str]
    seen: Sequence[tuple[str, str]] = ()
    verdicts: Mapping[int, Verdict] = {}
    files: Mapping[str, bytes] = {}
    alone: Mapping[str, dict[str, str]] = {}

    @property
    def by_hand(self) -> dict[int, str]:
        """The reasons why tests need manual grading, by place."""
        return {place: found.why for place, found in self.verdicts.items() if found.person}


def credit(outputs: list[Output]) -> float | None:
    """Read a test's partial credit from its outputs, as nbgrader does; None if it gives none."""
    results = [o["data"] for o in outputs if o["output_type"] == "execute_result"]
    try:
        return float(results[0].get("text/plain", "")) if results else None
    except ValueError:
        return None  # nbgrader takes a text for all points
