"""The way from a learning platform (Moodle, Canvas) and back, by the files it gives and takes.

`names` reads the names in a platform's archive, `archive` its contents, `people` finds out
whose they are, `importing` puts them into ``submitted/``, `exporting` makes what is uploaded.
"""
