"""The two juries of a submission: all of its notebooks apart, then all of them in one process."""

from collections.abc import Mapping, Sequence

from autograder.sandbox.conductor import How, examine, examine_together
from autograder.sandbox.jobs import Job, Outcome, Together
from autograder.sandbox.verdicts import passed

Runs = list[dict[int, Together]]
"""A run in one process, and its repetition where it differs from the run apart."""


def run_apart(jobs: Mapping[str, Job], *how: *How) -> dict[str, Outcome]:
    """Run notebooks apart; `how` are the further arguments of `examine`."""
    return {name: examine(job, *how) for name, job in jobs.items()}


def run_together(
    jobs: Mapping[str, Job], passed_apart: Mapping[str, Sequence[int]], *how: *How
) -> dict[str, Runs]:
    """Run notebooks in one process, twice where a test fails that passed apart."""
    found = {}
    for name, job in jobs.items():
        runs = [examine_together(job, *how)]
        doubtful = {*passed_apart[name]} - {*job.alone}
        if any(runs[0][place].failed and not runs[0][place].refused for place in doubtful):
            runs.append(examine_together(job, *how))
        found[name] = runs
    return found


def run_both(jobs: Mapping[str, Job], *how: *How) -> tuple[dict[str, Outcome], dict[str, Runs]]:
    """Run notebooks apart, and then in one process."""
    outcomes = run_apart(jobs, *how)
    return outcomes, run_together(jobs, {n: passed(jobs[n], o) for n, o in outcomes.items()}, *how)
