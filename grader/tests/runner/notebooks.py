"""Small notebooks for tests of the runner: an answer, and a test of it."""

from autograder.runner.allowed_attributes import GIVES, Abilities, abilities
from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Outcome, Step
from autograder.runner.names import imported, used


def judge(answer: str, *tests: str, source: str = "", after: str = "", **how: object) -> Outcome:
    """Run an answer, then tests of it, then another cell of the student's.

    What a student can be asked follows from `source`, the instructor's own answer; if the answer
    is the same, from what the tests ask, too. The answer has place 0, tests follow, and the last
    cell.
    """
    own = tuple(sorted({*used("\n".join(tests))} | {"f"}))
    steps = [Step(0, answer)]
    steps += [Step(n, test, True, own, known=True) for n, test in enumerate(tests, 1)]
    steps.append(Step(len(steps), after or "pass"))
    modules = sorted(set().union(*map(imported, tests)))
    can = learned(source, steps) if source == answer else abilities([source])
    filled = {"modules": modules, "handed_in": {}, "given": {}, "abilities": can}
    limits = {name: how.pop(name) for name in [*how] if name.endswith("_seconds")}
    return examine(Job(steps, **(filled | how)), **limits)


def learned(source: str, steps: list[Step]) -> Abilities:
    """What calibration learns from a run of the solution."""
    can = Abilities(abilities([source]).classes, learning=True)
    seen: dict[str, list[str]] = {}
    for kind, what in examine(Job(steps, ["numpy"], {}, {}, abilities=can), cell_seconds=20).seen:
        seen.setdefault(kind, []).append(what)
    made = abilities([source], seen)
    made.givers = seen.get(GIVES, [])
    return made


def error(outcome: Outcome, place: int = 1) -> str:
    """The error of a cell as "name: message"; empty if there is none."""
    outputs = outcome.outputs[place]
    return "".join(f"{o['ename']}: {o['evalue']}" for o in outputs if o["output_type"] == "error")


def text(outcome: Outcome, place: int = 1) -> str:
    """All that a cell has printed."""
    return "".join(o.get("text", "") for o in outcome.outputs[place])


def is_left(outcome: Outcome, place: int = 1) -> bool:
    """Whether a test failed, and is left to a person."""
    return bool(error(outcome, place)) and place in outcome.undecided
