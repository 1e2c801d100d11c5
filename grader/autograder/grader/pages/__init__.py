"""HTML pages for students and instructors.

- `student_page`: the feedback page; `summary`: lost points and their reasons, as plain data;
  `preprocessors`: hides tests, removes active content; `passive_html`: cleans HTML;
- `class_report`: the pages on a class, with names or pseudonyms of students.
"""
