"""The settings of a course: three lines switch the grader on, and nothing is graded without it."""

import logging

import pytest

import autograder.__main__
from autograder.grader.course.settings import Course, GradingError
from autograder.runner.processes.confinement import Allowed

WHOLE = "c = get_config()\nimport autograder\nautograder.configure(c)\n"


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Write the settings of the folder that is worked in."""
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    monkeypatch.chdir(tmp_path)
    return (tmp_path / "nbgrader_config.py").write_text


def test_three_lines_are_enough(settings):
    settings(WHOLE)
    course = Course()
    assert course.settings.timeout == 30 and not course.settings.unconfined
    assert course.settings.bank == ""


def test_options_are_given_by_name_and_other_settings_stay(settings, tmp_path):
    (tmp_path / "mine").mkdir()
    ours = "autograder.configure(c, bank='mine', timeout=7)\nc.Autograde.create_student = False"
    settings(f"{WHOLE}{ours}")
    course = Course()
    assert course.settings.timeout == 7 and course.settings.bank == "mine"
    assert not course.converter.create_student


def test_limits_are_those_of_the_settings(settings):
    settings(f"{WHOLE}c.Autograder.timeout = 7")
    usual = Course().settings
    assert usual.how == (False, 7, 300, 0) and usual.allowed == Allowed()
    ours = {"memory": 5_000_000_000, "notebook_timeout": 900, "commands": True}
    settings(f"{WHOLE}c.Autograder.timeout = 7\nc.Autograder.update({ours!r})")
    other = Course().settings
    other.unconfined = True  # as an option of a command does
    assert other.how == (True, 7, 900, 0)
    assert other.allowed == Allowed(memory=5_000_000_000, cpu_seconds=900, commands=True)


def test_steps_of_an_instructor_may_be_added(settings):
    settings(
        f"{WHOLE}c.Autograde.autograde_preprocessors.append('nbgrader.preprocessors.ClearOutput')\n"
        "import autograder.grader.grading.nbgrader_steps\n"
        "c.Autograde.sanitize_preprocessors = [autograder.grader.grading.nbgrader_steps.Repair]\n"
    )
    assert len(Course().converter.autograde_preprocessors) == 5


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "do not use the grader"),
        ("c = get_config()", "do not use the grader"),
        (f"{WHOLE}del c['Autograde']", "do not use the grader"),
        (
            f"{WHOLE}c.Autograde.exporter_class = 'nbconvert.exporters.HTMLExporter'",
            "do not use the grader",
        ),
        (f"{WHOLE}c.Autograde.sanitize_preprocessors = []", "do not use the grader"),
        (
            f"{WHOLE}c.Autograde.autograde_preprocessors = ['nbgrader.preprocessors.Execute']",
            "do not use the grader",
        ),
        (f"{WHOLE}c.GenerateFeedback.preprocessors = []", "do not use the grader"),
        (
            f"{WHOLE}c.Autograde.autograde_preprocessors += c.GenerateFeedback.preprocessors\n"
            "c.GenerateFeedback.preprocessors = []",
            "do not use the grader",
        ),
        (
            f"{WHOLE}c.Autograder.assignments = {{'ps1': {{'memory': 6_000_000_000}}}}",
            "'assignments' is not a setting of the grader",
        ),
        (f"{WHOLE}c.Autograder.memory = 'x'", "expected an int"),
        (f"{WHOLE}IgnorePattern", r"nbgrader_config.py, line 4: NameError: name 'IgnorePattern'"),
        (f"{WHOLE}if:", r"nbgrader_config.py, line 4: SyntaxError"),
        (f"{WHOLE}import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        (
            f"{WHOLE}autograder.configure(c, bnak='bank')",
            "'bnak' is not a setting of the grader; its settings are bank, ",
        ),
        (f"{WHOLE}autograder.configure(c, timeout='soon')", "'timeout' trait of an Autograder"),
        (
            f"{WHOLE}autograder.configure(c, bank='nowhere')",
            "the bank folder .*nowhere does not exist",
        ),
        (f"{WHOLE}c.Autograde.permissions = 'all'", "'permissions' trait"),
    ],
)
def test_nothing_is_graded_with_settings_that_are_wrong(settings, tmp_path, capsys, text, says):
    settings(text)
    with pytest.raises(GradingError, match=says):
        Course()
    assert autograder.__main__.main(["report", "ps1"]) == 2
    assert capsys.readouterr().err.startswith("autograder: ")
    assert [path.name for path in tmp_path.iterdir()] == ["nbgrader_config.py"]


def test_other_settings_that_cannot_be_read_are_named(settings, tmp_path):
    settings(WHOLE)
    (tmp_path / "nbgrader_config.json").write_text('{"Autograder": {')
    with pytest.raises(
        GradingError, match=r"nbgrader_config\.json: json\.decoder\.JSONDecodeError"
    ):
        Course()


def test_a_folder_that_nbgrader_takes_for_a_pattern_is_refused(settings, tmp_path, monkeypatch):
    (tmp_path / "c[1]").mkdir()
    (tmp_path / "c1").mkdir()  # matches the pattern
    monkeypatch.chdir(tmp_path / "c[1]")
    (tmp_path / "c[1]" / "nbgrader_config.py").write_text(WHOLE)
    with pytest.raises(GradingError, match=r"special characters in this path .* rename the folder"):
        Course()


def test_a_folder_without_settings_is_refused(settings):
    with pytest.raises(GradingError, match="do not use the grader"):
        Course()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [["autograder", "grade"], ["nbgrader", "autograde"]], ids=lambda c: c[0]
)
def test_a_wrong_option_ends_both_commands_before_anything_is_written(course, command):
    course.hand_in("ada", "02-spelling", {})
    course.configure("c.Autograder.timeuot = 3")
    before = sorted(course.root.rglob("*"))
    done = course.start("python", "-m", *command, "02-spelling")
    said = "".join(done.communicate())
    assert done.returncode == (2 if command[0] == "autograder" else 1), said
    assert "'timeuot' is not a setting of the grader" in said
    assert sorted(course.root.rglob("*")) == before


def test_no_name_forges_a_line_of_a_log(settings, capfd):
    """nbgrader's own log has names of files that students choose."""
    settings(f"{WHOLE}")
    Course()
    log = logging.Logger("AutogradeApp")
    log.addHandler(logging.StreamHandler())
    log.info("Copying {}".format("a\x1b[2Jb\nan honest one: failed\r.txt"))
    log.warning("Copying %s and %d", "\x9b2J\u202e", 3)
    try:
        raise OSError("\x1b[2J\nan honest one: failed")
    except OSError:
        log.exception("Two lines,\nboth ours:")
    lines = capfd.readouterr().err.splitlines()
    assert lines[:3] == ["Copying a?[2Jb", "    an honest one: failed?.txt", "Copying ?2J? and 3"]
    assert "    an honest one: failed" in lines and "an honest one: failed" not in lines
    assert "\x1b" not in "".join(lines)
