"""The two juries of a submission: all of its notebooks apart, then all of them in one process.

A test gets its points if both runs pass, and none if both fail, or only the run in one
process, twice. A person decides on all others.
"""

from collections.abc import Mapping, Sequence

from autograder.runner.conductor import How, examine, examine_together
from autograder.runner.jobs import Job, Outcome, Together, Verdict, credit
from autograder.runner.processes.shell import Output, Outputs, failure, has_failed

FAILS_TOGETHER = (
    "This test fails when all cells run in a single process, as in nbgrader itself. Restart "
    "the kernel, run all cells in order, and see whether the test passes."
)
_REFUSED = {
    "network": "network access was refused",
    "file": "access to a file outside the notebook's folder, or more disk space, was refused",
    "process": "the code was not allowed to start a program, a process, or a thread",
    "memory": "more memory was refused",
    "time": "the notebook ran out of time",
}
KINDS = {"", *_REFUSED}  # the kinds of refusals
Runs = list[dict[int, Together]]
"""A run in one process, and its repetition where it differs from the run apart."""


def run_apart(jobs: Mapping[str, Job], *how: *How) -> dict[str, Outcome]:
    """Run notebooks apart; `how` are the further arguments of `examine`."""
    return {name: examine(job, *how) for name, job in jobs.items()}


def run_together(
    jobs: Mapping[str, Job], passed_apart: Mapping[str, Sequence[int]], *how: *How
) -> dict[str, Runs]:
    """Run notebooks in one process, twice where a test fails that passed apart."""
    found = {name: [examine_together(job, *how)] for name, job in jobs.items()}
    for name, [first] in found.items():
        doubtful = [first[place] for place in {*passed_apart[name]} - {*jobs[name].alone}]
        if any(test.failed and not test.refused for test in doubtful):
            found[name] = [first, examine_together(jobs[name], *how)]
    return found


def passed(job: Job, outcome: Outcome) -> list[int]:
    """List the places of the tests that pass apart."""
    return [place for place in job.tests if not has_failed(outcome.outputs[place])]


def judged(job: Job, outcome: Outcome, runs: Sequence[Mapping[int, Together]]) -> Outcome:
    """Put the two runs of a notebook together."""
    outputs, verdicts = dict(outcome.outputs), {}
    for place in job.tests:
        first, second = runs[0][place], runs[-1][place]
        if place in job.alone:
            outputs[place] = _decided_alone(outputs[place], first)
            if first.failed and first.refused:
                verdicts[place] = _refused("undecided", first)
            continue
        found = _verdict(place, outcome, first, second)
        if found is not None:
            verdicts[place] = found
        # What the run apart says of a value that it cannot judge means nothing to a student.
        if not found.person if found else place in outcome.undecided:
            outputs[place] = failure("Different", FAILS_TOGETHER)
    return outcome._replace(outputs=outputs, verdicts=verdicts)


def _verdict(place: int, outcome: Outcome, first: Together, second: Together) -> Verdict | None:
    failed = has_failed(outcome.outputs[place])
    why = outcome.undecided.get(place, "") if failed else ""
    apart = "undecided" if why else "fail" if failed else "pass"
    if first.failed and first.refused:
        return _refused(apart, first)
    if not failed and first.failed:
        passes = "it passes in separate processes"
        if not second.failed:
            return Verdict(apart, "chance", f"{passes}, but only sometimes in a single process")
        return Verdict(apart, "fail", f"{passes} but fails in a single process", person=False)
    if failed and not first.failed:
        copies = "it fails in separate processes, where it receives copies of the results"
        return Verdict(apart, "pass", f"the test passes in a single process, but {why or copies}")
    if not failed and repr(credit(outcome.outputs[place])) != repr(first.credit):  # it may be NaN
        return Verdict(apart, "pass", "the two runs give different partial credit")
    return None


def _refused(apart: str, found: Together) -> Verdict:
    return Verdict(
        apart, "fail", f"the test fails because {_REFUSED[found.refused]}", found.refused
    )


def _decided_alone(shown: list[Output], found: Together) -> list[Output]:
    """Make the outputs of a test that the run in one process decides alone."""
    if found.failed:
        return shown if has_failed(shown) else shown + failure("Different", FAILS_TOGETHER)
    kept = Outputs()
    kept.items += [o for o in shown if o["output_type"] not in ("error", "execute_result")]
    if found.credit is not None:
        kept.result({"text/plain": repr(found.credit)}, None)
    return kept.items
