"""Plain data between the student's process and the examiner's.

- `plain`: what plain data is, and how much of it may cross;
- `encoding`, `decoding`: serialize and read values; `channel`: messages over a socket;
- `arrays`, `frames`, `classes`: NumPy's arrays, pandas' frames, well-known classes;
- `errors`: exceptions.
"""
