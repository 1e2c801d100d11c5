"""The processes that run notebooks for the grading process.

- `tasks`: a submission on its way to a worker and back;
- `pools`: the protocol of a pool, and the pool on this machine.
"""
