"""Functions and objects of a student, used from the examiner's process.

- `exports`: the objects that stay in the student's process; `signatures`: what is told of a
  function; `proxy`: what stands for them in the examiner's;
- `arguments`: arguments that a call may change.
"""
