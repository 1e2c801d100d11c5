"""A pool of the workers of a Dask cluster: ``--scheduler ADDRESS``.

- `pool`: the pool, in the command that grades, and what it and the proxy tell each other;
- `proxy`: the process between it and the cluster;
- `worker`: the functions that run on the workers.
"""
