"""Access to nbgrader's gradebook.

- `opening`: opens it, also for several graders at once; `ledger`: writes grades;
- `dates`: due dates and extensions; `regrading`: the reasons of regrading;
- `attempts`: the watcher's hand-ins; `group_marks`: a rubric for groups of answers;
- `export`: tables of grades; `backup`: backups; `migration`: changed cells of a source.
"""
