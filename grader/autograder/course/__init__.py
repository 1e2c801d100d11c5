"""A course: nbgrader's settings of it, and the notebooks in its folders.

- `configuring`: the line in `nbgrader_config.py`;
- `settings`: nbgrader's settings and folders; `decisions`: those that an instructor makes;
- `sources`: the instructor's notebooks; `submission`: a student's;
- `folders`: replace a folder whole or not at all.
"""
