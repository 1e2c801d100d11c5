"""The runner of one notebook, confined: it returns the cells' outputs, and knows no nbgrader.

- `juries`: runs a `Job` apart, in two processes, and then in one (`jobs` has the data), and puts
  both runs together; `refusals`: errors that the walls have caused;
- `conductor`: one run, and keeping the two kinds from overlapping; `examination`: asks its
  processes, keeps limits, restarts them;
- `messages`: the messages between the processes;
- `wire`: serializes plain data on its way between them; `proxies`: objects that stay in the
  student's process, and the proxies for them in the examiner's;
- `processes`: the fork server, the confinement, and the code of each process;
- `inquiry`: tries out exercises that lost points on small inputs, the probes of `probing`;
- `pools`: the processes of this machine, which take each a `tasks.Task`;
- `names`: the names that a cell's text binds and uses; `text`: makes text safe to print;
  `pictures`: counts the pixels of pictures.
"""
