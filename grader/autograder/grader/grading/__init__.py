"""Grading of a class, and checks of its tests.

- `context`: the course and the gradebook of a run; `parallel`: many submissions at a time;
  `run_report`: summary of a run, and the next commands;
- `nbgrader_steps`: the steps of `nbgrader autograde`;
- `calibration`: judges the solution first; `stock`: nbgrader's own kernel.
"""
