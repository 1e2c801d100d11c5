"""Commands in cells are not run: a note is in their place."""

from autograder.runner.conductor import examine, run_together
from autograder.runner.jobs import Job, Step


def said(*cells):
    """What each cell puts out, and the errors that it ends with."""
    steps = [Step(n, cell, cell.startswith("#test")) for n, cell in enumerate(cells)]
    outputs = examine(Job(steps, [], {}, {})).outputs
    return [
        "".join(o.get("text", "") or o.get("evalue", "") for o in outputs[n])
        for n in range(len(cells))
    ]


def test_they_are_not_run():
    told = said("!ls", "x = !ls\nprint(x)", "%%bash\nls", "print(_exit_code)")
    refused = "[not run while a notebook is being graded: {}]\n".format
    assert told == [refused("ls"), refused("ls") + "[]\n", refused("%%bash "), "127\n"]


def test_a_command_that_was_not_run_may_be_why_a_cell_fails():
    cells = "x = !echo 1\nf = int(x[0])", "#test\nassert f == 1"
    steps = [Step(place, text, place == 1) for place, text in enumerate(cells)]
    assert run_together(Job(steps, [], {}, {}))[1] == {0: "process"}


def test_a_test_starts_no_programs():
    test = "#test\nimport subprocess\nsubprocess.run(['true'])"
    assert "not permitted" in said("1", test)[1]
