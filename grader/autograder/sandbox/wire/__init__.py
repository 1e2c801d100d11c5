"""Plain data between the student's process and the examiner's.

- `plain`: the types and limits of plain data;
- `encoding`, `decoding`: serialize and deserialize values; `channel`: messages over a socket;
- `arrays`, `classes`: NumPy's arrays, well-known classes; `codecs`: types of other packages;
- `errors`: exceptions.
"""
