"""nbgrader made safe and fair: ``autograder.configure(c)`` in `nbgrader_config.py`.

From what was handed in to the gradebook:

- `configuring`: has nbgrader use `plugins`, what it runs, shows and asks;
  `grading`: many submissions at a time;
- `course`, `submission`: nbgrader's settings and folders, and what was handed in;
- `assignment`: the pipeline that both go through; `repair`: which cell is which;
  `plan`: what runs where;
- `sandbox`: runs a notebook; `workers`: where; `ahead`: the next one while nbgrader writes;
- `diagnosis`: says what is wrong with an answer; `learning`: finds out what wrong answers do;
- `gradebook`: opens nbgrader's; `ledger`: writes grades;
  `feedback`, `class_report`, `export`: show them;
- `exchange`: takes in and gives back, safely, what goes through nbgrader's exchange;
  `watch`: grades what comes as it comes; `attempts`: what became of every hand-in;
- `folders`: take another's place whole; `lint`, `names`: look into the text of cells;
  `checking`: compares with nbgrader alone.
"""

from autograder.configuring import configure

__all__ = ["configure"]
