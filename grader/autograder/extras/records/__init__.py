"""A student's records: all that is kept of one student, given out or removed.

- `belongings`: finds, exports and removes it; `commands`: ``export-student`` and ``forget``.
"""
