"""Run one notebook, confined, and give back what came of it; knows no nbgrader.

- `conductor`: runs a `Sheet` in two processes and returns a `Judged` (`sheets` has both);
- `zygote`: the warm process that forks them; `confinement`: the walls around a student's;
- `student`, `examiner`: what each process does; `shell`: how a cell is run in either;
- `messages`: what they say to each other; `wire`: plain data, `arrays`, `frames`, `classes`
  among them, `errors`: exceptions, `lending`: arguments that a call may change;
- `objects`, `functions`: what stays in the student's process; `stand_ins`: what stands for it;
- `watching`: notices what has no place in a notebook;
- `inquiry`, `probing`: try out on small inputs what lost points.
"""
