"""A pool of the workers of a Dask cluster: ``--scheduler ADDRESS``.

- `pool`: the pool, in the command that grades;
- `proxy`: the process between it and the cluster; `messages`: what the two tell each other;
- `worker`: the functions that run on the workers.
"""
