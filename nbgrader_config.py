"""The course's nbgrader settings. nbgrader reads this file when it is run in this folder."""

from nbconvert.preprocessors import (
    ClearMetadataPreprocessor,
    CoalesceStreamsPreprocessor,
    TagRemovePreprocessor,
)
from nbgrader.converters import GenerateFeedback, GenerateSolution
from nbgrader.preprocessors import IgnorePattern, LimitOutput

c = get_config()  # noqa: F821  (nbgrader provides it)

c.CourseDirectory.course_id = "mastermind"
c.CourseDirectory.solution_directory = "notebooks"

c.ClearSolutions.code_stub = {
    "python": "# YOUR CODE HERE\n"
    'raise NotImplementedError("No answer yet: replace this line by your code.")'
}

# --- Grading: what was handed in is rebuilt from the source, students' code runs
# confined, and the tests run where it cannot reach them. docs/grading.md says more.
c.Autograde.exporter_class = "autograder.plugins.Exporter"
c.Autograde.sanitize_preprocessors = ["autograder.plugins.Repair"]
c.Autograde.autograde_preprocessors = [
    "autograder.plugins.ExecuteApart",
    IgnorePattern,
    LimitOutput,
    "autograder.plugins.Record",
]
# What students' wrong answers are compared with; empty: no diagnoses.
c.Autograder.bank = "bank"

# --- The same source gives the same bytes.
c.Execute.record_timing = False
c.Execute.store_widget_state = False
c.GenerateSolution.preprocessors = [
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

# --- Hidden tests stay hidden after grading, too, and nothing of a student's is active.
c.GenerateFeedback.preprocessors = [
    *GenerateFeedback().preprocessors,
    "autograder.plugins.HideHiddenTests",
    "autograder.plugins.Quiet",
]

# --- The page that students get: a summary on top, their notebook folded below it.
c.GenerateFeedback.exporter_class = "autograder.feedback.Page"
c.Page.picture = "mastermind.pictures.compare"
