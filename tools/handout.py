"""What a class is given: ``build/handout/mastermind-course.zip``, made by `make handout`.

The zip holds the released notebooks, a wheel of what they import, how to begin, and the first-day
page. It has no history, and nothing of `source`, `bank` or the quizzes.
"""

import tempfile
import zipfile
from pathlib import Path

from tools.dist import ROOT, build

TO = ROOT / "build" / "handout" / "mastermind-course.zip"
FOLDER = "mastermind-course"
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the same bytes every time
START = """\
# Begin here

You need Python 3.11 or newer. Unpack this folder, open a terminal in it, and type the lines below.

## JupyterLab on your computer

```
python3 -m venv course-env
. course-env/bin/activate
pip install jupyterlab {wheel}
jupyter lab
```

On Windows, the first two lines are `py -m venv course-env` and `course-env\\Scripts\\activate`.
Later, you need only the second line and the last line.

## Visual Studio Code

Install the extensions *Python* and *Jupyter*. Open this folder and then a
terminal, and type the first two lines above and this line:

```
pip install ipykernel {wheel}
```

Open a notebook, press *Select Kernel*, and choose `course-env`.

## Google Colab

Upload a notebook, and put `{wheel}` into *Files* on the left. Run this in a new
cell above the first one:

```
%pip install {wheel}
```

## Which notebook?

Begin with `01-random-codes`. `first-day.md` explains how to hand in.
"""


def make(to: Path = TO) -> Path:
    """Make the zip; return its path."""
    to.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(to, "w") as made:
        wheel = build("mastermind-course", Path(folder, "dist"), Path(folder, "parts"))
        files = {
            wheel.name: wheel.read_bytes(),
            "START.md": START.format(wheel=wheel.name).encode(),
        }
        files["first-day.md"] = (ROOT / "docs" / "first-day.md").read_bytes()
        for path in sorted((ROOT / "release").rglob("*")):
            hidden = any(part.startswith(".") for part in path.relative_to(ROOT).parts)
            if path.is_file() and not hidden:
                files[path.relative_to(ROOT / "release").as_posix()] = path.read_bytes()
        for name, data in sorted(files.items()):
            about = zipfile.ZipInfo(f"{FOLDER}/{name}", EARLIEST)
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            made.writestr(about, data)
    return to


if __name__ == "__main__":
    print(make())
