"""nbgrader's gradebook.

- `opening`: opens it, also for several graders at once; `ledger`: writes grades;
- `dates`: when work is due, and for whom later;
- `attempts`: what became of every hand-in; `export`: tables of grades.
"""
