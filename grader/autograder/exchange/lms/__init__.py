"""Import from and export to learning platforms (Moodle, Canvas), by files.

`names` parses the names in a platform's archive, `archive` reads its contents, `people` matches
them with students, `importing` fills ``submitted/``, `exporting` makes the files to upload.
"""
