"""The runner of one notebook, confined: it returns the cells' outputs, and knows no nbgrader.

- `conductor`: runs a `Job` apart, in two processes, or in one (`jobs` has the data), and keeps
  the two kinds of runs from overlapping; `verdicts`: puts them together;
- `examination`: asks the processes of a run, keeps limits, restarts them; `refusals`: errors
  that the walls have caused;
- `messages`: the messages between the processes;
- `wire`: serializes plain data on its way between them; `proxies`: objects that stay in the
  student's process, and the proxies for them in the examiner's;
- `processes`: the fork server, the confinement, and the code of each process;
- `probe_plan`, `probing`: try out exercises that lost points on small inputs;
- `names`: the names that a cell's text binds and uses; `text`: makes text safe to print;
  `pictures`: counts the pixels of pictures.
"""
