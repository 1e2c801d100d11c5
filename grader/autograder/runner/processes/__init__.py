"""The processes in which cells run, and the walls around them.

- `forkserver`: the warm process that forks the others; `forked`: both seen from outside, and
  what they use; `workdirs`: the folders that they work in;
- `confinement`, `system_calls`: the walls; `surroundings`: what may be found and read;
- `student`, `examiner`: what each process does; `shell`: how a cell is run in either;
  `cell_loop`, `semaphores`: the event loop and the locks that it finds;
- `shared_files`: the files that both see; `lent_modules`: the modules that come late;
- `audit`: notices what has no place in a notebook.
"""
