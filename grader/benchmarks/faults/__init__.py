"""Faults of the grader's parts, and their effect on grades.

- `trial`: a class, and one case: grade, finish as a person would, compare.
- `clusters`: Dask's schedulers and workers fail.
- `gradebooks`: the gradebook, the disk, rights and the kernel fail.
"""
