"""nbgrader made safe and fair; `nbgrader_config.py` names `plugins`, and nothing is patched.

From what was handed in to the gradebook:

- `plugins`: what nbgrader runs, shows and asks; `grading`: many submissions at a time;
- `course`, `submission`: nbgrader's settings and folders, and what was handed in;
- `assignment`: the pipeline that both go through; `repair`: which cell is which;
- `sandbox`: runs a notebook; `workers`: where; `ahead`: the next one while nbgrader writes;
- `diagnosis`: says what is wrong with an answer; `learning`: finds out what wrong answers do;
- `ledger`: writes grades; `feedback`, `class_report`, `export`: show them;
- `lint`, `names`: look into the text of cells.
"""
