"""The grader: rooms along a submission's path, which import downward only.

- `pages`: the student's feedback page and the class report;
- `grading`: `python -m autograder grade`, nbgrader's own steps, calibration;
- `gradebook`: nbgrader's gradebook, the ledger that writes grades;
- `assignment`: rebuilds a submission from the source, and schedules what runs where;
- `course`: `configure`, settings, folders, sources and submissions;
- `diagnosis`: shows what is wrong with an answer by an example.
"""
