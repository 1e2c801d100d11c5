"""Run one notebook, confined, and return what its cells put out; knows no nbgrader.

- `conductor`: runs a `Job` in two processes and returns an `Outcome` (`jobs` has both);
  `examination`: asks the two processes, keeps limits, starts them anew;
- `messages`: what the processes say to each other;
- `wire`: plain data on the way between them; `proxies`: what stays in the student's process,
  and what stands for it in the examiner's;
- `processes`: the fork server, the walls, and what each process does;
- `inquiry`, `probing`: try out on small inputs what lost points;
- `names`: what a cell's text binds and uses; `text`: long text, cut.
"""
