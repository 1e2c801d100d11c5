"""Safe and fair grading for nbgrader: ``autograder.configure(c)`` in `nbgrader_config.py`.

The rooms stand along a submission's path, and import downward only:

- `__main__`, `commands`: the command line;
- `exchange`: takes hand-ins from nbgrader's exchange, and gives feedback back;
- `pages`: the student's feedback page and the class report;
- `grading`: `python -m autograder grade`, nbgrader's own steps, `check` and `learn`;
- `gradebook`: nbgrader's gradebook, the ledger that writes grades, exports;
- `assignment`: rebuilds a submission from the source, and schedules what runs where;
- `course`: `configure`, settings, folders, sources and submissions;
- `diagnosis`: names the mistake in an answer, by comparing it with known wrong ones;
- `workers`: the pools of processes, here or in a Dask cluster, that run notebooks;
- `sandbox`: runs one notebook, confined; it knows no nbgrader.
"""

from autograder.course.configuring import configure

__all__ = ["configure"]
