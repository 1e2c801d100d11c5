"""The pages that people read.

- `student_page`: the feedback page; `summary`: what was lost and why, as plain data;
  `preprocessors`: what the page hides and keeps from being active;
- `class_report`: how a class did, as plain data; `graded_notebooks`: what it reads of students;
  `report_pages`: writes the pages on a class; `group_page`: answers that are alike;
- `people`: how students are named.
"""
