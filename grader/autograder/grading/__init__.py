"""Grading of a class, and checks of its tests.

- `context`: the course and the gradebook of a run; `parallel`: many submissions at a time;
  `run_report`: summary of a run, and the next commands;
- `nbgrader_steps`: the steps of `nbgrader autograde`; `changes`: a dry run of grading again;
- `checking`: compares with nbgrader alone, which `stock` runs; `check_report`: its report;
  `hollow`: tests that pass for empty answers; `calls`: the calls of tests; `mistakes`: mutation
  testing; `both_ways`: grades submissions here and with stock nbgrader;
- `learning`: records the behavior of wrong answers.
"""
