"""Access to nbgrader's gradebook.

- `opening`: opens it, also for several graders at once; `tables`: the grader's own;
- `ledger`: writes grades; `finishing`: the steps that finish them, whichever way they came;
- `verdicts`: tests that a person decides;
- `splits`: hand-ins that pass apart and fail in one process, and feedback that waits;
- `dates`: due dates and extensions;
- `points`: what is graded, not graded yet, or of an earlier hand-in, and why again.
"""
