"""Plain data between the student's process and the examiner's.

- `plain`: the types and limits of plain data;
- `encoding`, `decoding`: serialize and deserialize values; `channel`: messages over a socket;
- `arrays`, `frames`, `classes`: NumPy's arrays, pandas' frames, well-known classes;
- `errors`: exceptions.
"""
