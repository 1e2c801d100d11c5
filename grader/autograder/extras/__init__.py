"""Optional features, which use nothing but the public API and register by entry points.

Each may be deleted, or live in a distribution of its own:

- `cluster`: a pool of the workers of a Dask cluster;
- `frames`: pandas on the wire;
- `groups`: answers that are alike are graded at once;
- `lms`: Moodle and Canvas;
- `records`: all that is kept of one student.
"""
