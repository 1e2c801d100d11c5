"""The processes that run notebooks for the grading process.

- `pools`: a pool on this machine, or a Dask cluster behind the same interface;
- `dask_worker`: the code that runs in the cluster; `dask_proxy`: the process that speaks Dask.
"""
