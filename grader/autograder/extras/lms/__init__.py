"""Moodle and Canvas: ``import`` takes a download of all submissions, ``export`` makes uploads.

- `platforms`: the names of files, and the tables; `origins`: what was imported of whom;
- `archive`: reads a download, in which students decide what is; `people`: whose is what;
- `importing`, `exporting`: there and back; `commands`: the command line.
"""
