"""The runner of one notebook, confined: it returns the cells' outputs, and knows no nbgrader.

- `conductor`: runs a `Job` in two processes and returns an `Outcome` (`jobs` has both);
  `examination`: asks the two processes, keeps limits, restarts them;
- `messages`: the messages between the processes;
- `wire`: serializes plain data on its way between them; `proxies`: objects that stay in the
  student's process, and the proxies for them in the examiner's;
- `processes`: the fork server, the confinement, and the code of each process;
- `probe_plan`, `probing`: try out exercises that lost points on small inputs;
- `names`: the names that a cell's text binds and uses; `text`: makes text safe to print.
"""
