"""Small faults at limits, points and names, each of which the quick tests of its room notice.

``python -m benchmarks.mutants [WORD ...]`` puts one fault at a time into a copy of the grader and
runs the quick tests that are named beside it, until one fails. It prints the faults that none
has noticed, and returns 1 if there are any. Words choose the faults whose place has one of them.
"""

import multiprocessing
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterable
from pathlib import Path

import hypothesis  # noqa: F401  (loaded once for all forks, as the next one)
import nbgrader.apps  # noqa: F401
import pytest

ROOT = Path(__file__).parents[1]
QUICK = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow and not nightly"]
MUTANTS = {
    "grader/gradebook/finishing.py": [
        ("min(max(penalty, 0), row.score)", "max(penalty, 0)", "finishing between"),
        ("min(max(penalty, 0), row.score)", "min(penalty, row.score)", "finishing between"),
        ("if late > 0:", "if late >= 0:", "lateness"),
        ("in reversed(graded.proposed", "in iter(graded.proposed", "proposes"),
        ("if now != [given.get(key) for key in keys]:", "if False:", "proposes"),
        ("timedelta(seconds=waiting)", "timedelta()", "extensions more_time"),
    ],
    "grader/gradebook/dates.py": [
        ("extension <= timedelta()", "extension < timedelta()", "extension_ends"),
        ("extension <= timedelta()", "extension <= timedelta(seconds=1)", "extension_ends"),
        ("hour=23, minute=59", "hour=0, minute=0", "midnight"),
        (
            "due and due + self.extensions.get((assignment, student), timedelta())",
            "due",
            "extensions more_time",
        ),
    ],
    "grader/gradebook/points.py": [
        ("max(total.got - total.penalty, 0.0)", "total.got - total.penalty", "never_costs"),
        ("max(total.got - total.penalty, 0.0)", "total.got", "never_costs"),
        ("return None if self.waiting else self.got", "return self.got", "final"),
        ("is None and grade.auto_score is None", "is None or grade.auto_score is None", "table"),
        ('["from an earlier submission"] * self.earlier', "[]", "table"),
        ("FAILED.c.why).filter_by(assignment=assignment)", "FAILED.c.why)", "what_failed"),
        (
            "select(REGRADED).filter_by(assignment=assignment, student=student)",
            "select(REGRADED).filter_by(assignment=assignment)",
            "what_failed",
        ),
    ],
    "grader/gradebook/ledger.py": [
        ("if late > 0 else digest", "if False else digest", "lateness"),
        ("known == self._mark_of(student, digest)", "known == digest", "lateness"),
        ("return 0.0\n    score", "return None\n    score", "not_handed_in"),
        ("None if name in by_hand else _score(cell)", "_score(cell)", "verdicts settles"),
    ],
    "grader/gradebook/splits.py": [
        ("WAITS_FROM = 3", "WAITS_FROM = 4", "released"),
        (
            "update(SPLITS).filter_by(assignment=assignment, student=student)",
            "update(SPLITS)",
            "released",
        ),
        (".items() if one.waits}", ".items()}", "released"),
    ],
    "classroom/release.py": [
        ("return not handed_in.is_file() or not", "return True or not", "edges"),
        ("if not graded.is_file():", "if False:", "edges"),
        ("if not is_whole(page):", "if False:", "edges"),
        ("{*found} - excluded", "{*found}", "grader/gradebook/splits leaves_out"),
        ("ours = not check_owner or ", "ours = True or ", "edges"),
    ],
    "classroom/queues.py": [
        ("LONGEST_PAUSE = 10.0", "LONGEST_PAUSE = 1000.0", "edges"),
        ("(self._served[o.student], _when(o))", "_when(o)", "queues queues"),
        ("SHORT_CELL, SHORT_NOTEBOOK = 3.0", "SHORT_CELL, SHORT_NOTEBOOK = 30.0", "queues queues"),
        ("_served[found.student] += 1", "_served[found.student] = 1", "queues queues"),
    ],
    "grader/course/submission.py": [
        ("LARGEST_NOTEBOOK = 10_000_000", "LARGEST_NOTEBOOK = 100_000_000", "edges"),
        ("size > LARGEST_NOTEBOOK", "size >= LARGEST_NOTEBOOK", "edges"),
        ("MOST_CELLS = 2000", "MOST_CELLS = 20_000", "edges"),
        ("LONGEST_TEXT = 1_000_000", "LONGEST_TEXT = 10_000_000", "edges"),
        ("LARGEST_FILES = 40_000_000", "LARGEST_FILES = 400_000_000", "edges"),
        ("room -= size", "pass", "edges"),
        ("LARGEST_FOLDER = 500_000_000", "LARGEST_FOLDER = 5_000_000_000", "edges"),
        ("MOST_FILES = 1000", "MOST_FILES = 10_000", "edges"),
        ("DEEPEST = 30", "DEEPEST = 300", "edges"),
        ("if entry.is_symlink():", "if False:", "alone silently"),
    ],
    "runner/examination.py": [
        ("MOST_RESTARTS = 10", "MOST_RESTARTS = 1000", "edges"),
        ("LARGEST_NOTEBOOK = 20_000_000", "LARGEST_NOTEBOOK = 200_000_000", "edges"),
    ],
    "runner/processes/shell.py": [
        ("MOST_OUTPUTS = 200", "MOST_OUTPUTS = 2000", "edges"),
        ("MOST_ERRORS = 10", "MOST_ERRORS = 100", "edges"),
        ("LARGEST_SHOWN = 1_000_000", "LARGEST_SHOWN = 2_000_000", "edges"),
    ],
    "runner/jobs.py": [
        (
            'results[0].get("text/plain", "")',
            'results[0].get("text/plain", "").removeprefix("np.float64(").rstrip(")")',
            "edges",
        ),
    ],
    "runner/juries.py": [
        (
            "if first.failed and first.refused:\n        return",
            "if False:\n        return",
            "edges",
        ),
        ("if not second.failed:", "if False:", "edges"),
        ("repr(credit(outcome.outputs[place])) != repr(first.credit)", "False", "edges"),
    ],
    "runner/processes/confinement.py": [
        (
            "    _drop_capabilities()\n    if landlock_version():",
            "    if landlock_version():",
            "confinement forbid",
        ),
        ('allow("prlimit64", when(0, _A_NUMBER, 0))', 'allow("prlimit64")', "confinement limit"),
        ("FILE_SIZE = 16 << 20", "FILE_SIZE = 64 << 20", "confinement large"),
    ],
    "grader/pages/class_report.py": [
        (
            "{student: given[student].got for",
            "{student: given[student].raw for",
            "grader/gradebook/edges never_costs",
        ),
        ("sum(got >= self.points for", "sum(got > self.points for", "edges"),
        ("sum(got <= 0 for", "sum(got < 0 for", "edges"),
        ("if student not in self.to_come]", "]", "edges"),
        ("self._assignment and not self._key:", "self._assignment:", "edges"),
    ],
    "extras/lms/exporting.py": [
        ("if one and not one.waiting:", "if one:", "grader/gradebook/edges table"),
    ],
    "extras/lms/platforms.py": [
        (
            'startswith(("=", "+", "-", "@"))',
            'startswith(("+", "-", "@"))',
            "grader/gradebook/edges table",
        ),
    ],
    "extras/groups/rubric.py": [
        (
            "not 0 <= points <= most",
            "not 0 <= points < most",
            "grader/gradebook/edges group_is_given",
        ),
        (
            "not 0 <= points <= most",
            "points > most",
            "grader/gradebook/edges group_is_given",
        ),
        ("points -= share", "pass", "grader/gradebook/edges group_is_given"),
    ],
}
"""For each module: a text, what replaces it, and a word of the test that notices it."""


def run(copy: Path, arguments: Iterable[str]) -> int:
    """Run quick tests of a copy of the grader in a fork, until one fails; return the status."""
    fork = multiprocessing.get_context("fork").Process(target=_run, args=(copy, [*arguments]))
    fork.start()
    fork.join()
    return fork.exitcode or 0


def _run(copy: Path, arguments: list[str]) -> None:
    os.chdir(copy)
    os.environ |= {"PYTHONPATH": str(copy), "TMPDIR": str(copy / "temporary")}
    sys.path.insert(0, str(copy))
    with (copy / "output").open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        os._exit(pytest.main([*QUICK, *arguments]))


def place(module: str, tests: str) -> tuple[str, str]:
    """Return the file of the tests, and a word that chooses among them.

    Examples
    --------
    >>> place("grader/gradebook/points.py", "final")
    ('tests/grader/gradebook/test_edges.py', 'final')
    >>> place("grader/gradebook/ledger.py", "grader/gradebook/verdicts settles")
    ('tests/grader/gradebook/test_verdicts.py', 'settles')
    """
    file, _, word = tests.rpartition(" ")
    room, _, name = (file or "edges").rpartition("/")
    own = re.findall(r"grader/\w+|\w+", module)
    return f"tests/{room or own[0]}/test_{name}.py", word


def is_noticed(path: Path, old: str, new: str, tests: tuple[str, str], copy: Path) -> bool:
    """Tell whether the tests fail on a copy of the grader with a fault."""
    text = path.read_text()
    if old not in text:
        sys.exit(f"{path.name} has no {old!r} any more: mend the list of mutants")
    path.write_text(text.replace(old, new, 1))
    status = run(copy, [tests[0], "-k", tests[1]])
    path.write_text(text)
    if status > 1:
        sys.exit((copy / "output").read_text())
    return status == 1


def main(words: Collection[str]) -> int:
    """Try the faults, once the tests have passed without any; return 1 if one is unnoticed."""
    chosen = [
        (module, old, new, place(module, tests))
        for module, faults in MUTANTS.items()
        for old, new, tests in faults
        if not words or any(word in module for word in words)
    ]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "grader")
        os.chmod(folder, 0o755)  # others' processes run in it
        for name in ("autograder", "tests", "docs"):
            shutil.copytree(ROOT / name, copy / name)
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / "temporary").mkdir()
        files, names = ({tests[i] for *_, tests in chosen} for i in (0, 1))
        if run(copy, [*sorted(files), "-k", " or ".join(sorted(names))]):
            sys.exit((copy / "output").read_text())
        unnoticed = 0
        for number, (module, old, new, tests) in enumerate(chosen, 1):
            found = is_noticed(copy / "autograder" / module, old, new, tests, copy)
            unnoticed += not found
            how = "noticed" if found else "NOT NOTICED"
            print(f"{number}/{len(chosen)} {how}: {module}: {old!r} -> {new!r}", flush=True)
    return bool(unnoticed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
