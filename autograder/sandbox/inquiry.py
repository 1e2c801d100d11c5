"""Plan how to try out the exercises of a notebook that lost points.

They are tried out on the probes of the bank, after the notebook has been run: the
student's cells in a new process, where the tests have left no traces. No grade depends
on this.
"""

import ast

from autograder import names
from autograder.sandbox.sheets import Question, Sheet, Step
from autograder.sandbox.shell import Output

PROBE_SECONDS = 8
ALL_PROBES_SECONDS = 30


def asked(sheet: Sheet, outputs: dict[int, list[Output]]) -> list[Question]:
    """Choose the questions about exercises that lost points, by the outputs of the notebook."""
    return [q for q in sheet.questions if any(lost(outputs.get(place, [])) for place in q.places)]


def plan(sheet: Sheet, asked: list[Question], outputs: dict[int, list[Output]]) -> Sheet:
    """Leave of a notebook what questions need.

    Parameters
    ----------
    sheet : Sheet
        The notebook.
    asked : list of Question
        What to find out.
    outputs : dict of int to list of Output
        What the cells of the notebook put out, by place; what had to be stopped is left out.

    Returns
    -------
    Sheet
        The student's cells that matter, and the questions in the places of the tests.
    """
    instead = {question.places[0]: question.step for question in asked}
    steps: list[Step] = []
    wanted: set[str] = set()
    for step in reversed(sheet.steps):
        if step.place in instead:
            steps.append(instead[step.place])
            wanted |= set(instead[step.place].names)
        elif step.test or _stopped(outputs.get(step.place, [])):
            continue
        elif names.at_a_glance(step.text) & wanted or names.binds_unseen(step.text):
            steps.append(step)
            wanted |= names.words(step.text)
    return sheet._replace(steps=steps[::-1], questions=())


def observed(asked: list[Question], outputs: dict[int, list[Output]]) -> dict[str, list[str]]:
    """Read what came of the questions, by exercise, from the outputs of a plan's cells."""
    found = {question.exercise: _read(outputs.get(question.places[0], [])) for question in asked}
    return {exercise: seen for exercise, seen in found.items() if seen}


def lost(outputs: list[Output]) -> bool:
    """Tell from the outputs of a test cell whether it may have lost points."""
    return any(output["output_type"] in ("error", "execute_result") for output in outputs)


def _read(outputs: list[Output]) -> list[str]:
    for output in outputs:
        if output["output_type"] == "execute_result":
            return [*map(str, ast.literal_eval(output["data"]["text/plain"]))]
    return []  # slow or endless: that says nothing about what it would have given


def _stopped(outputs: list[Output]) -> bool:
    return any(output.get("ename") == "Stopped" for output in outputs)
