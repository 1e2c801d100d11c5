"""The processes in which cells run, and the walls around them.

- `forkserver`: the warm process that forks the others; `confinement`,
  `system_calls`: the walls;
- `student`, `examiner`: what each process does; `shell`: how a cell is run in either;
  `cell_loop`: the event loop on which it runs;
- `workdirs`: the folders that they work in; `shared_files`: the files that both see;
- `audit`: notices what has no place in a notebook.
"""
