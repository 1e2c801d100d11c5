"""The settings and folders of the nbgrader course in the current folder."""

import logging
import os
import traceback
from collections.abc import Iterable, Iterator
from copy import deepcopy
from datetime import datetime
from glob import glob
from pathlib import Path
from traceback import walk_tb
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.apps.baseapp import NbGrader
from nbgrader.converters import Autograde, GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearHiddenTests, NbGraderPreprocessor
from sqlalchemy import make_url
from traitlets import Bool, Dict, Integer, List, TraitError, Unicode
from traitlets.config import Config, LoggingConfigurable
from traitlets.utils.importstring import import_item

from autograder.grader.course import configuring
from autograder.runner import names
from autograder.runner.conductor import CELL_SECONDS, NOTEBOOK_SECONDS, How
from autograder.runner.differences import PYTHON3, variables_for
from autograder.runner.processes import surroundings
from autograder.runner.processes.confinement import CPU_SECONDS, MEMORY, Allowed
from autograder.runner.text import one_line
from autograder.runner.wire.channel import LARGEST_MESSAGE

LIMITS = (  # settings on which the results of a notebook depend
    *("timeout", "wall_timeout", "notebook_timeout", "memory", "message"),
    *("commands", "programs", "loopback", "variables", "readable"),
)


class GradingError(Exception):
    """An error that the instructor can correct.

    Commands print its message without a traceback.

    Parameters
    ----------
    why : str
        A sentence that describes the error and how to correct it.

    Examples
    --------
    >>> raise GradingError("there is no assignment ps9")
    Traceback (most recent call last):
        ...
    autograder.grader.course.settings.GradingError: there is no assignment ps9
    """


class Autograder(LoggingConfigurable):
    """The grader's settings: ``c.Autograder`` in ``nbgrader_config.py``."""

    timeout = Integer(
        CELL_SECONDS,
        help="Seconds of CPU time for a cell. The default is nbgrader's Execute.timeout, if set.",
    )
    wall_timeout = Integer(
        0, help="Seconds of wall-clock time for a cell. 0 means four times the CPU time."
    )
    notebook_timeout = Integer(NOTEBOOK_SECONDS, help="Seconds of CPU time allowed per notebook.")
    memory = Integer(MEMORY, help="Bytes of memory for each process of a notebook.")
    message = Integer(
        LARGEST_MESSAGE,
        help="Bytes that a single message between an answer and a test may contain.",
    )
    commands = Bool(
        False,
        help="Let students' cells start programs (`!ls`, `%%bash`), with the same confinement.",
    )
    programs = List(Unicode(), help="Programs that confined tests may start, by name or path.")
    loopback = Bool(False, help="Let tests open ports, in a separate network for each notebook.")
    variables = Dict(
        Unicode(), help="Environment variables for notebooks, in addition to their kernel.json."
    )
    readable = List(Unicode(), help="Additional files and folders that notebooks may read.")
    gradebook_timeout = Integer(
        120, help="Seconds to wait if the gradebook is locked or its server is unavailable."
    )
    unconfined = Bool(
        False, help="Run students' code unconfined, with all of the grading account's permissions."
    )
    pseudonyms = Bool(False, help="Replace names with pseudonyms on the pages for instructors.")
    lends = Dict(
        value_trait=List(Unicode()),
        help="Installed modules whose functions the provided cells lend to students. For each "
        "module, list other names of the library that would give away an answer. See "
        "docs/grading.md.",
    )
    bank = Unicode(
        "", help="Folder of right and wrong answers, used to name likely causes of mistakes."
    )

    def __init__(self, **options: Any) -> None:
        """Take the limit of a cell from nbgrader's own option, if only that is set."""
        super().__init__(**options)
        given = {*self.config.get("Autograder", {}), *options}
        if "timeout" not in given and (limit := configuring.limit_of_nbgrader(self.config)):
            # nbgrader's limit is by the clock, which is doubled: hand-ins run at the same time.
            notebook = max(NOTEBOOK_SECONDS, NOTEBOOK_SECONDS // CELL_SECONDS * limit)
            taken = {"timeout": limit, "wall_timeout": 2 * limit, "notebook_timeout": notebook}
            for name in taken.keys() - given:
                setattr(self, name, taken[name])

    @property
    def how(self) -> How:
        """How notebooks are run, as `examine` takes it."""
        return self.unconfined, self.timeout, self.notebook_timeout, self.wall_timeout

    @property
    def limits(self) -> dict[str, Any]:
        """The limits and permissions of notebooks that are not the default ones, by name."""
        default = Autograder()
        wanted = {name: getattr(self, name) for name in LIMITS}
        return {name: value for name, value in wanted.items() if value != getattr(default, name)}

    @property
    def allowed(self) -> Allowed:
        """What each process of a notebook is allowed to use."""
        cpu_seconds = max(CPU_SECONDS, self.notebook_timeout)
        tests = tuple(self.programs), self.loopback
        return Allowed(self.memory, self.message, cpu_seconds, self.commands, *tests)


for _trait in Autograder.class_own_traits().values():
    _trait.tag(config=True)


class _Directory(CourseDirectory):
    def get_existing_timestamp(self, dest_path: str) -> datetime | None:
        """Read when work was handed in; nbgrader's own raises an error without file or student."""
        try:
            return super().get_existing_timestamp(dest_path)
        except (AttributeError, OverflowError, ValueError):
            path = Path(dest_path, "timestamp.txt")
            raise GradingError(
                f"{path} contains {one_line(path.read_text(errors='replace'), 80)!r}, which is not "
                'a time; write the time of submission, such as "2026-11-30 23:59:00 UTC"'
            ) from None


class Course:
    """A course, with its settings and folders.

    Parameters
    ----------
    config : Config, optional
        The configuration. By default, it is read from the current folder, as in nbgrader.

    Attributes
    ----------
    config : Config
        The configuration.
    directory : CourseDirectory
        nbgrader's settings for the folders of the course.
    converter : Autograde
        nbgrader's settings for grading.
    settings : Autograder
        The settings of this grader.

    Raises
    ------
    GradingError
        If the configuration is invalid or does not use this grader.

    Examples
    --------
    >>> from traitlets.config import Config
    >>> from autograder import Course, configure
    >>> c = Config()
    >>> configure(c)
    >>> Course(c).folder("submitted", "ada", "ps1").parts[-3:]
    ('submitted', 'ada', 'ps1')
    """

    def __init__(self, config: Config | None = None) -> None:
        self.config = configuration() if config is None else config
        try:
            self.directory = _Directory(config=self.config)
            self.converter = Autograde(coursedir=self.directory, config=self.config)
            self.settings = Autograder(config=self.config)
            self._insist_on_the_grader()
        except TraitError as error:
            raise GradingError(f"nbgrader_config.py: {error}") from None

    def _insist_on_the_grader(self) -> None:
        """Refuse settings that would run students' code unconfined, or show hidden tests."""
        converter, feedback = self.converter, GenerateFeedback(config=self.config).preprocessors
        sanitizing, grading = converter.sanitize_preprocessors, converter.autograde_preprocessors
        needed: list[tuple[str, list[Any]]] = [
            (configuring.REPAIR, sanitizing),
            (configuring.EXECUTE, grading),
            (configuring.RECORD, grading),
            *((name, feedback) for name in configuring.FEEDBACK),
        ]
        if (
            converter.exporter_class is not import_item(configuring.EXPORTER)
            or not all(_has(used, name) for name, used in needed)
            or configuring.runs_code([*sanitizing, *grading, *feedback])
        ):
            raise GradingError(
                "the settings in this folder do not use the grader; add these lines to the end of "
                'nbgrader_config.py: "import autograder" and "autograder.configure(c)"'
            )
        traits = Autograder.class_trait_names(config=True)
        for unknown in sorted({*self.config.get("Autograder", {})}.difference(traits)):
            allowed = ", ".join(sorted(Autograder.class_own_traits(config=True)))
            raise GradingError(
                f"nbgrader_config.py: {unknown!r} is not a setting of the grader; its "
                f"settings are {allowed}"
            )
        if str(self.root) not in glob(str(self.root)):
            raise GradingError(
                f"nbgrader finds no files in {self.root}, because it takes the special characters "
                "in this path for a pattern; rename the folder"
            )
        bank = self.root / self.settings.bank
        if not bank.is_dir():
            raise GradingError(f"nbgrader_config.py: the bank folder {bank} does not exist")

    def folder(self, step: str, student: str, assignment: str) -> Path:
        """Return the folder of a student's work at a step such as ``submitted``."""
        name = getattr(self.directory, f"{step}_directory")
        return Path(self.directory.format_path(name, student, assignment))

    def source(self, assignment: str) -> Path:
        """Return the folder of an assignment's source."""
        folder = self.folder("source", ".", assignment)
        if not folder.is_dir():
            raise GradingError(f"there is no assignment {assignment}: {folder} is missing")
        return folder

    def assignments(self) -> list[str]:
        """List the names of the assignments that have a source."""
        pattern = self.folder("source", ".", "*")
        root = Path(pattern.anchor)
        found = root.glob(f"{pattern.relative_to(root)}/*.ipynb")
        place = pattern.parts.index("*")
        names = {path.parts[place] for path in found} - {".ipynb_checkpoints"}
        if not names:
            raise GradingError(f"there are no assignments, because {pattern} contains no notebook")
        return sorted(names)

    @property
    def root(self) -> Path:
        """The course's folder."""
        return Path(self.directory.root).absolute()

    def handed_in(self, assignment: str) -> list[str]:
        """List the students who have submitted an assignment."""
        self.source(assignment)
        pattern = self.folder("submitted", "*", assignment)
        place = pattern.parts.index("*")
        folder, below = Path(*pattern.parts[:place]), pattern.parts[place + 1 :]
        try:
            names = [path.name for path in folder.iterdir()] if folder.exists() else []
        except OSError as error:
            raise GradingError(f"{folder} cannot be read: {error.strerror}") from None
        names = sorted({*names}.difference(self.directory.student_id_exclude.split(",")))
        students = [name for name in names if _is_folder(folder.joinpath(name, *below))]
        if not students:
            raise GradingError(f"there is no submission for {assignment} in {folder}")
        return students

    def allowed(self, assignment: str, sources: Iterable[NotebookNode]) -> Allowed:
        """Collect what the processes of an assignment's notebooks may use and read."""
        modules, tested, variables = set[str](), set[str](), dict[str, str]()
        for source in sources:
            tested |= imported(source)
            shown = cleared(source, assignment, self.config, ClearHiddenTests)
            modules |= imported(shown)
            variables |= variables_for(code_of(shown), kernel_of(source))
        return self.settings.allowed._replace(
            modules=sorted(modules),
            modules_of_tests=sorted(tested - modules),
            variables=sorted((variables | self.settings.variables).items()),
            readable=[str(self.root / path) for path in self.settings.readable],
            private=[str(path.absolute()) for path in self.private()],
        )

    def exposed(self) -> Iterator[str]:
        """Yield a sentence about each private path that students' code could read."""
        for path, around in surroundings.exposed(self.private()).items():
            yield (
                f"students' code could read {path}, because it is in {around}; "
                "move the course or the Python environment"
            )

    def private(self) -> list[Path]:
        """List the paths that no student may read: sources, submissions, grades, the bank."""
        steps = ["source", "submitted", "autograded", "feedback"]
        found = [*(self.folder(step, ".", ".") for step in steps), self.root / "attempts"]
        for step in steps:  # in any directory_structure
            pattern = os.path.relpath(self.folder(step, "*", "*"), self.root)
            found += self.root.glob(pattern.rstrip("/*"))
        database = make_url(self.directory.db_url)
        if database.drivername.startswith("sqlite") and database.database:
            found.append(Path(database.database).absolute())
        if self.settings.bank:
            found.append(Path(self.directory.root, self.settings.bank))
        return list(dict.fromkeys(found))


def cleared(
    source: NotebookNode, name: str, config: Config, *steps: type[NbGraderPreprocessor]
) -> NotebookNode:
    """Copy a source without what some steps of a release clear."""
    release, resources = deepcopy(source), ResourcesDict(unique_key=name)
    try:
        for step in steps:
            release, resources = step(config=config).preprocess(release, resources)
    except RuntimeError as error:  # nbgrader's error for a source that cannot be released
        raise GradingError(f"the source of {name} cannot be released: {error}") from None
    return release


def code_of(notebook: NotebookNode) -> list[str]:
    """List the texts of a notebook's code cells."""
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def imported(notebook: NotebookNode) -> set[str]:
    """Find the modules that the cells of a notebook import."""
    return set[str]().union(*map(names.imported, code_of(notebook)))


def kernel_of(notebook: NotebookNode) -> str:
    """Return the name of the kernel that a notebook wants."""
    return str(notebook.metadata.get("kernelspec", {}).get("name") or PYTHON3)


def configuration() -> Config:
    """Read nbgrader's configuration as nbgrader does in the current folder."""
    app = NbGrader()
    app.log.setLevel(logging.ERROR)
    app.raise_config_file_errors = True
    try:
        app.load_config_file()
    except SystemExit:  # traitlets has said which setting it refuses
        raise GradingError("the settings cannot be read; the line above shows the reason") from None
    except Exception as error:
        raise GradingError(f"the settings cannot be read: {_told(error)}") from None
    return app.config


def _has(preprocessors: list[Any], name: str) -> bool:
    """Tell whether a list of preprocessors (names, classes or instances) has one of a class."""
    made = [import_item(one) if isinstance(one, str) else one for one in preprocessors]
    kind = import_item(name)
    return any(issubclass(one if isinstance(one, type) else type(one), kind) for one in made)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except PermissionError:
        return True  # so that none is missed


def _told(error: Exception) -> str:
    """Describe the error that a settings file raised, with the line."""
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    frames = traceback.extract_tb(error.__traceback__)
    places = [(f.filename, f.lineno) for f in frames if f.filename.endswith("_config.py")]
    if isinstance(error, SyntaxError):
        places.append((str(error.filename), error.lineno))
    if places:
        return f"{places[-1][0]}, line {places[-1][1]}: {said}"
    reading = [
        f.f_locals["loader"] for f, _ in walk_tb(error.__traceback__) if "loader" in f.f_locals
    ]
    return f"{reading[-1].full_filename}: {said}" if reading else said
