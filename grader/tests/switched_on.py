"""A pytest plugin for nbgrader's own tests: every course that they make uses this grader.

The lines that switch it on are put behind `get_config()` in each nbgrader_config.py before
nbgrader reads it, so that what a test sets itself comes after them.
"""

import re
from pathlib import Path

from traitlets.config.loader import PyFileConfigLoader

_LINES = "\nimport autograder\nautograder.configure(c)"
_read = PyFileConfigLoader._read_file_as_dict


def _switch_on(self):
    path = Path(self.full_filename)
    if path.name == "nbgrader_config.py" and _LINES not in (text := path.read_text()):
        new = re.sub(r"(?m)^( *)(c = get_config\(\))$", rf"\1\2{_LINES}", text, count=1)
        path.write_text(new.replace("\n", "\n", 1))
    _read(self)


PyFileConfigLoader._read_file_as_dict = _switch_on
