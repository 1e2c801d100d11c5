"""From a submission to a job, and back from its outcome.

- `pipeline`: the steps that every command goes through;
- `repair`: rebuilds a submission; `schedule`: which cell runs where;
- `lending`: what a course's library lends, and when.
"""
