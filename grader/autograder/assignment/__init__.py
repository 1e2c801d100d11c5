"""From a submission to a job, and back from its outcome.

- `pipeline`: the steps that every command goes through;
- `repair`: rebuilds a submission; `schedule`: which cell runs where;
- `learned`: what calibration has learned from the solution.
"""
