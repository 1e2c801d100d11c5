"""A course: nbgrader's settings of it, and the notebooks in its folders.

- `configuring`: the line in `nbgrader_config.py`, and options that have no effect;
- `settings`: nbgrader's settings and folders;
- `sources`: the instructor's notebooks and decisions; `submission`: a student's notebooks;
- `folders`: replace a folder whole or not at all.
"""
