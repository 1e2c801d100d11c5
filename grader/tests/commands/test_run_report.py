"""What `grade` says at its end."""

from autograder.grader.grading.parallel import Result, _why_it_failed
from autograder.grader.grading.run_report import changes, next_steps, summary, waiting, walls

ADA = Result("ada", "graded", 9, 10, waits=True, confinement="Landlock")


def test_a_summary_has_the_mean_and_each_remark_once():
    refused = Result("ben", "failed", remarks=["the submission contains no notebook"])
    assert summary([refused, ADA]).splitlines() == [
        "1 failed, 1 graded; on average 9.0 of 10 points so far; 1 submission needs manual grading",
        "ben: failed",
        "  the submission contains no notebook",
    ]
    plots = [Result(f"s{n}", "graded", 1, 2, ["a plot is left"]) for n in range(9)]
    assert summary(plots).splitlines()[1:] == [
        "9 submissions (s0, s1, s2, s3, s4, and 4 more):",
        "  a plot is left",
    ]


def test_the_other_lines():
    graded = Result("ada", "graded", 9, 10, change=(8, 9.5))
    assert changes([graded, Result("ben", "graded")]) == [
        "ada: 8 -> 9.5",
        "1 of 2 students are listed; no scores were saved",
    ]
    assert waiting({"test-plot": "why"}) == [
        "These tests need manual grading for all students:",
        "  test-plot: why",
    ]
    assert walls([ADA]) == ["Confined by Landlock (1 submission)."]
    assert next_steps([graded], "trees") == [
        "nbgrader generate_feedback trees --force  # a feedback page for each student",
        "python -m autograder report trees         # the class report",
        "nbgrader export                           # grades.csv",
    ]


def test_of_nbgraders_log_the_line_that_names_the_error_is_shown():
    said = "  open(x)\nValueError: no header\n[ERROR] Please see the above"
    assert _why_it_failed(said) == "ValueError: no header"
