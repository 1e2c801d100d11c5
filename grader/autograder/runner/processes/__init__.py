"""The processes in which cells run, and the walls around them.

- `forkserver`: the warm process that forks the others, and their folders; `forked`: both seen
  from outside, and what they use;
- `confinement`: the walls; `surroundings`: what may be found and read;
- `student`, `examiner`: what each process does; `shell`: how a cell is run in either;
- `shared_files`: the files that both see; `lent_modules`: the modules that come late.
"""
