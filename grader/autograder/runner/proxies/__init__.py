"""Functions and objects of a student, used from the examiner's process.

- `exports`: the objects that stay in the student's process, and descriptions of functions;
- `proxy`: the proxies for them in the examiner's; `registry`: finds or makes them;
- `arguments`: arguments that a call may change.
"""
