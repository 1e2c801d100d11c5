"""The wheels in ``build/dist/``: the course's packages, and the grader by itself.

``python -m tools.dist``; `make dist` does that.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EPOCH = "315532800"  # 1980, the earliest date that a wheel can hold: the same bytes every time
WHEELS = {
    "mastermind-course": ("pyproject.toml", ["markposition", "mastermind"]),
    "mastermind-grader": ("grader/pyproject.toml", ["grader/autograder"]),
}
"""The project file of each wheel, and its packages."""


def build(name: str, to: Path, parts: Path) -> Path:
    """Build a wheel.

    Parameters
    ----------
    name : str
        The name of the distribution.
    to, parts : Path
        The folder for the wheel, and a temporary one for its contents.

    Returns
    -------
    Path
        The wheel.
    """
    project, packages = WHEELS[name]
    shutil.rmtree(parts, ignore_errors=True)
    for package in packages:
        left_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, parts / Path(package).name, ignore=left_out)
    for path in (project, "README.md", "LICENSE"):
        shutil.copy(ROOT / path, parts)
    command = [sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--out-dir", str(to)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": EPOCH}
    subprocess.run([*command, str(parts)], env=environment, check=True)
    [wheel] = to.glob(f"{name.replace('-', '_')}-*.whl")
    return wheel


def main() -> None:
    """Build both wheels."""
    shutil.rmtree(ROOT / "build" / "dist", ignore_errors=True)
    for name in WHEELS:
        print(build(name, ROOT / "build" / "dist", ROOT / "build" / "dist-parts" / name))


if __name__ == "__main__":
    main()
