"""Plain data between the student's process and the examiner's.

- `channel`: messages over a socket, and what may cross; `errors`: exceptions;
- `values`: serializes and deserializes values; `arrays`, `classes`: NumPy's arrays, well-known
  classes; `codecs`: types of other packages.
"""
