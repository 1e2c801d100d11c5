"""A course's options of nbgrader are obeyed, or named; nbgrader's own classes say which there are."""

import pytest
from nbgrader.converters import Autograde
from nbgrader.preprocessors import (
    ClearOutput,
    Execute,
    IgnorePattern,
    NbGraderPreprocessor,
    OverwriteCells,
    SaveAutoGrades,
)
from traitlets.config import Config
from traitlets.config.loader import KVArgParseConfigLoader

from autograder.grader.course.configuring import EXECUTE, RECORD, REPAIR, WHY, configure, ignored
from autograder.grader.course.settings import Autograder, Course, GradingError
from autograder.grader.gradebook.ledger import Ledger


class Mine(NbGraderPreprocessor):
    pass


class MyExecute(Execute):
    pass


def configured(**sections):
    """Three lines after what a course has set."""
    c = Config(sections)
    configure(c)
    return c


@pytest.mark.parametrize("part", [part for part in WHY if part.__name__ != "HTMLExporter"])
def test_each_option_of_a_replaced_part_is_named_where_it_is_not_obeyed(part):
    """Whatever option the installed nbgrader has: this test reads them from it."""
    for name in part.class_traits(config=True):
        c = configured(**{part.__name__: {name: "no value that anybody agrees with"}})
        [said] = ignored(c)
        assert said.startswith(f"{part.__name__}.{name} = 'no value"), said


def test_no_option_is_named_that_nobody_has_set_or_that_is_obeyed():
    obeyed = {"timeout": 60, "kernel_name": "", "store_widget_state": True, "enabled": True}
    assert ignored(configured()) == ignored(configured(Execute=obeyed)) == []
    assert ignored(configured(LimitOutput={"max_lines": 7}, CourseDirectory={"root": "/x"})) == []


def test_options_of_the_command_line_and_of_a_parent_class_are_named():
    c = configured(NotebookClient={"startup_timeout": 7})
    c.merge(KVArgParseConfigLoader(["--Execute.kernel_name=ir"]).load_config())
    assert [said.split(" = ")[0] for said in ignored(c)] == [
        "Execute.kernel_name",
        "Execute.startup_timeout",
    ]


def test_no_execute_is_named_with_the_reason():
    c = configured(Execute={"enabled": False}, ClearOutput={"enabled": False})  # as the flag does
    said = ignored(c)
    assert "because students can forge the outputs in a submission (--no-execute)" in said[0]
    assert len(said) == 2


def test_penalties_that_are_switched_off_are_not_given(monkeypatch):
    monkeypatch.setattr(Ledger, "_read", lambda self: ("", {}))
    c = configured(LateSubmissionPlugin={"penalty_method": "zero"})
    assert Ledger(None, "ps1", c)._plugin is not None and ignored(c) == []
    c.AssignLatePenalties.enabled = False
    assert Ledger(None, "ps1", c)._plugin is None and ignored(c) == []


def test_options_of_nbgraders_own_command_are_named_by_ours_alone():
    c = configured(BaseConverter={"force": False}, Autograde={"pre_convert_hook": "x.y"})
    [said] = ignored(c, own_command=True)
    assert said.startswith("Autograde.pre_convert_hook = 'x.y'") and ignored(c) == []


@pytest.mark.parametrize(
    "nbgraders, ours, how",
    [
        ({}, {}, (30, 300, 0)),
        ({"timeout": 600}, {}, (600, 6000, 1200)),
        ({"timeout": 2}, {}, (2, 300, 4)),
        ({"timeout": 600}, {"timeout": 20}, (20, 300, 0)),
        ({"timeout": 600}, {"notebook_timeout": 900, "wall_timeout": 5}, (600, 900, 5)),
        ({"timeout": None}, {}, (30, 300, 0)),
        ({"timeout": -1}, {}, (30, 300, 0)),
    ],
)
def test_nbgraders_limit_of_a_cell_holds_unless_the_grader_has_its_own(nbgraders, ours, how):
    c = configured(Execute=nbgraders)
    c.Autograder.update(ours)
    assert Autograder(config=c).how == (False, *how)
    unlimited = nbgraders.get("timeout", 1) in (None, -1)
    assert ["cells always have a time limit" in said for said in ignored(c)] == [True] * unlimited


def test_steps_set_before_keep_their_places_and_ours_take_those_of_nbgrader():
    kept = Mine()
    c = Config()
    c.Autograde.autograde_preprocessors = [
        *(Mine, "nbgrader.preprocessors.Execute", kept, IgnorePattern, SaveAutoGrades),
        *("nbgrader.preprocessors.AssignLatePenalties", "no.such.Step"),
    ]
    c.Autograde.sanitize_preprocessors = [ClearOutput, kept, OverwriteCells, Mine]
    configure(c)
    grading = [Mine, EXECUTE, kept, IgnorePattern, RECORD, "no.such.Step"]
    assert c.Autograde.autograde_preprocessors == grading
    assert c.Autograde.sanitize_preprocessors == [kept, REPAIR, Mine]
    assert ignored(c) == []


def test_what_is_added_to_the_defaults_is_kept():
    plain, c = configured(), Config()
    c.Autograde.autograde_preprocessors.insert(0, Mine)
    c.Autograde.sanitize_preprocessors.append(Mine)
    c.GenerateFeedback.preprocessors.append(Mine)
    c.HTMLExporter.preprocessors.append(Mine)
    c.HTMLExporter.filters.update({"mine": str.upper})
    configure(c)
    for section, name in [
        *(("Autograde", "autograde_preprocessors"), ("Autograde", "sanitize_preprocessors")),
        *(("GenerateFeedback", "preprocessors"), ("HTMLExporter", "preprocessors")),
    ]:
        steps = c[section][name]
        assert (
            Mine in steps and [step for step in steps if step is not Mine] == plain[section][name]
        )
    assert c.GenerateFeedback.preprocessors.index(Mine) == 2  # hidden tests are removed after it
    assert c.HTMLExporter.filters == {"mine": str.upper, **plain.HTMLExporter.filters}
    assert (c.Page.filters, c.Page.preprocessors) == ({"mine": str.upper}, [Mine])
    assert ignored(c) == []


def test_the_lines_may_be_there_twice():
    c = Config()
    c.Autograde.autograde_preprocessors.insert(0, MyExecute)
    configure(c)
    once = {name: dict(c[name]) for name in c}
    configure(c)
    assert {name: dict(c[name]) for name in c} == once and len(ignored(c)) == 1


def test_what_cannot_be_kept_is_named():
    c = configured(
        Autograde={
            "exporter_class": "x.Y",
            "autograde_preprocessors": [MyExecute, *Autograde().autograde_preprocessors],
        },
        GenerateFeedback={"preprocessors": [MyExecute]},
        HTMLExporter={
            "filters": {"clean_html": str},
            "sanitize_html": False,
            "template_name": "mine",
        },
    )
    said = "\n".join(ignored(c))
    assert MyExecute not in [
        *c.Autograde.autograde_preprocessors,
        *c.GenerateFeedback.preprocessors,
    ]
    for part in [
        "c.Autograde.exporter_class = 'x.Y'",
        "MyExecute in c.Autograde.autograde_preprocessors",
        "MyExecute in c.GenerateFeedback.preprocessors",
        "c.HTMLExporter.filters['clean_html']",
        "c.HTMLExporter.sanitize_html",
        "HTMLExporter.template_name = 'mine'",
    ]:
        assert said.count(part) == 1, (part, said)
    assert len(ignored(c)) == 6


@pytest.mark.parametrize("odd", [None, 3, "nbgrader.preprocessors.Execute", {"a": 1}])
def test_the_grader_is_switched_on_whatever_was_set_before(odd):
    names = ("autograde_preprocessors", "sanitize_preprocessors")
    c = configured(
        Autograde=dict.fromkeys(names, odd),
        HTMLExporter={"filters": odd, "preprocessors": odd},
        GenerateFeedback={"preprocessors": odd},
    )
    for name in names:
        assert c.Autograde[name] == configured().Autograde[name]


def test_a_kernel_that_is_added_afterwards_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    c = configured()
    c.Autograde.autograde_preprocessors.append(MyExecute)
    with pytest.raises(GradingError, match="do not use the grader"):
        Course(c)
