"""Grading of answers that are alike at once: ``group``.

- `answers`: which answers are alike; `rubric`: what groups are given, and the step that gives it;
- `page`: the page of groups, and the command.
"""
