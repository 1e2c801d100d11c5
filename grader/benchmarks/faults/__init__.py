"""Make the engines of grading fail, and see what becomes of the grades.

- `trial`: a class, and one case: grade, go on to the end as a person would, judge.
- `clusters`: Dask's schedulers and workers fail.
- `gradebooks`: the gradebook, the disk, rights and the kernel fail.
"""
