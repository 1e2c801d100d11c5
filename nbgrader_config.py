"""The course's nbgrader settings. nbgrader reads this file when it is run in this folder."""

import warnings

from nbconvert.preprocessors import (
    ClearMetadataPreprocessor,
    CoalesceStreamsPreprocessor,
    TagRemovePreprocessor,
)
from nbgrader.converters import GenerateSolution
from sqlalchemy.exc import SAWarning

import autograder

c = get_config()  # noqa: F821  (nbgrader provides it)


def refuse_errors(notebook, resources):
    """Drop the tag by which a student's run goes on after an error: solutions have none."""
    for cell in notebook.cells:
        if "raises-exception" in cell.metadata.get("tags", []):
            cell.metadata.tags.remove("raises-exception")
    return notebook, resources


# nbgrader makes the rows of a new student in an order that SQLAlchemy warns of, without harm.
warnings.filterwarnings("ignore", "Object of type <Submitted", SAWarning)

c.CourseDirectory.course_id = "mastermind"
c.CourseDirectory.solution_directory = "notebooks"

c.ClearSolutions.code_stub = {
    "python": "# YOUR CODE HERE\n"
    'raise NotImplementedError("No answer yet: replace this line with your code.")'
}

# --- Grading: what was handed in is rebuilt from the source, students' code runs
# confined, and two juries run the tests; hidden tests stay hidden
# afterwards. The bank is what wrong answers are compared with. docs/grading.md says more.
autograder.configure(c, bank="bank")

# --- While a notebook is graded, no function of stand_ins is there before the tests of its own
# exercise are over. An answer that takes another part of the library goes to a person, but for
# what the notebook's own cells use.
c.Autograder.lends = {
    "mastermind.stand_ins": [
        "mastermind",
        "mastermind.checks.lend",
        "mastermind.my_functions.bring",
        "mastermind.pictures.marking",
    ]
}

# --- The same source gives the same bytes.
c.GenerateSolution.preprocessors = [
    refuse_errors,
    *GenerateSolution().preprocessors,
    CoalesceStreamsPreprocessor(enabled=True),
    # What differs at every run is not kept; nbval does not compare it either.
    TagRemovePreprocessor(enabled=True, remove_all_outputs_tags={"nbval-ignore-output"}),
    # The Python version of whoever runs this is not part of the solution.
    ClearMetadataPreprocessor(
        enabled=True,
        clear_cell_metadata=False,
        preserve_nb_metadata_mask={("language_info", "name"), ("kernelspec",)},
    ),
]

# --- What a wrong call is drawn with on the page that students get.
c.Page.picture = "mastermind.drawing.feedback_picture.compare"

# --- grades.csv without formulas, and without zeros for what was not graded.
c.ExportApp.plugin_class = "autograder.extras.lms.exporting.GradesExport"

# --- What Hand in of the browser edition makes, ada__03-feedback__20261123T203000Z.ipynb;
# Moodle puts a name and "_file_" in front of it.
c.FileNameCollectorPlugin.named_regexp = (
    r".*(?:[/\\]|_file_)(?P<student_id>[^/\\]+?)__"
    r"(?P<file_id>[^/\\]+?)__(?P<timestamp>\d{8}T\d{6}Z)"
)
