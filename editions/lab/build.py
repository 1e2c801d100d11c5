"""Put JupyterLab's extension together: ``python editions/lab/build.py FOLDER [GAME]``.

It has the game's own page, built or copied from the folder GAME, and the outlines of the
notebooks, from which the start page is drawn at once.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

LAB = Path(__file__).parent
ROOT = LAB.parents[1]
NAME = "mastermind-course"


def build(labextensions: Path, game: Path | None = None) -> None:
    """Write the extension into a folder of extensions."""
    to = labextensions / NAME
    shutil.copytree(LAB / "extensions" / NAME, to, dirs_exist_ok=True)
    page = to / "static" / "play"
    if game:
        shutil.copytree(game, page, dirs_exist_ok=True)
    else:
        command = [sys.executable, ROOT / "editions" / "play" / "build.py", page]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    notebooks = {path.stem: outline(path) for path in sorted(ROOT.glob("release/*/*.ipynb"))}
    (to / "static" / "notebooks.json").write_text(json.dumps(notebooks), encoding="utf-8")


def outline(path: Path) -> dict[str, Any]:
    """Leave of a notebook its head, its headings, and which cells are exercises and tests."""
    cells = []
    headings = 0
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        lines = "".join(cell["source"]).splitlines()
        if cell["cell_type"] == "code":
            lines = ["code"] if any(line and not line.startswith("#") for line in lines) else []
        elif headings > 1:
            lines = [line for line in lines if line.startswith("#")]
        else:
            headings += any(line.startswith("#") for line in lines)
        marks = {"nbgrader": cell["metadata"].get("nbgrader", {})}
        kept = {"cell_type": cell["cell_type"], "metadata": marks, "source": "\n".join(lines)}
        cells.append(kept)
    return {"cells": cells}


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
