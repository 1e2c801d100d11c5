"""Build the course as a static site that runs Python in the browser: JupyterLite.

Everything comes from the package registries, checked by its hash, and is served by
the site itself, so that nothing is fetched from elsewhere when a student opens it.

    build/lite-parts/   what goes in: Pyodide, wheels, our packages
    build/lite/         the site
"""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION
from pyodide_lock import PyodideLockSpec
from pyodide_lock.utils import add_wheels_to_spec

LITE = Path(__file__).parent
LAB = LITE.parent / "lab"
ROOT = LITE.parents[1]
PARTS = ROOT / "build" / "lite-parts"
SITE = ROOT / "build" / "lite"
PLAY = ROOT / "build" / "play"
PYODIDE = PARTS / "static" / "pyodide"  # where jupyterlite-pyodide-kernel looks for it

PYODIDE_URL = f"https://registry.npmjs.org/pyodide/-/pyodide-{PYODIDE_VERSION}.tgz"
# `npm view pyodide@314.0.6 dist.integrity`
PYODIDE_SHA512 = (
    "BKDTJyIqFxC4BExLqeRS3f5xvXZIjOt8C3zGLN/Cc7tFxSwvKVhVkchQQ2AGLOtR4YrVOIFxbV8poyDOOmWwxQ=="
)
PYODIDE_FILES = [
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json",
]  # fmt: skip

# The same source gives the same bytes: no file is dated later than this.
EPOCH = "315532800"  # 1980, the earliest date that a wheel can hold


def main() -> None:
    """Collect the parts and build the site anew."""
    if not PLAY.exists():
        sys.exit("The game's page is missing. Run editions/play/build.py first.")
    shutil.rmtree(PARTS, ignore_errors=True)
    PYODIDE.mkdir(parents=True)
    unpack_pyodide(download(PYODIDE_URL, PYODIDE_SHA512))
    collect_wheels()
    trim_jedi()
    lock_wheels()
    build_site()
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"{SITE.relative_to(ROOT)}: {size / 1e6:.1f} MB")


def download(url: str, sha512: str) -> Path:
    """Fetch a file once, and refuse one that is not what was pinned."""
    kept = ROOT / "build" / "downloads" / url.rsplit("/", 1)[1]
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(url, timeout=60) as reply:
                kept.write_bytes(reply.read())
        except OSError as problem:
            sys.exit(f"{url} could not be downloaded: {problem}")
    got = base64.b64encode(hashlib.sha512(kept.read_bytes()).digest()).decode()
    if got != sha512:
        kept.unlink()
        sys.exit(f"{url} has the SHA-512 {got}, but build.py expects {sha512}.")
    return kept


def unpack_pyodide(tarball: Path) -> None:
    """Take Python for the browser out of its npm package."""
    with tarfile.open(tarball) as archive:
        for name in PYODIDE_FILES:
            # Not `extract`: its `filter` is newer than Debian 12's Python.
            packed = archive.extractfile(f"package/{name}")
            assert packed
            with packed, (PYODIDE / name).open("wb") as to:
                shutil.copyfileobj(packed, to)


def collect_wheels() -> None:
    """Put all wheels beside Pyodide: from PyPI, from the kernel, and our own."""
    run(
        "pip", "download", "--require-hashes", "--no-deps", "--only-binary=:all:", "--platform=any",
        "--implementation=py", "--abi=none", f"--python-version={PYODIDE_PYTHON_VERSION}",
        f"--requirement={LITE / 'wheels.txt'}", f"--dest={PYODIDE}",
    )  # fmt: skip
    kernel = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
    for name in ["ipykernel-6", "piplite", "pyodide_kernel", "widgetsnbextension-4"]:
        [wheel] = (Path(sys.prefix) / kernel).glob(f"{name}*.whl")
        shutil.copy(wheel, PYODIDE)
    package = PARTS / "package"
    for name in ["markposition", "mastermind"]:
        shutil.copytree(ROOT / name, package / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(LITE / "pyproject.toml", package)
    shutil.copy(ROOT / "LICENSE", package)
    run("pip", "wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={PYODIDE}", str(package))


def trim_jedi() -> None:
    """Leave out of jedi what it knows of packages that the site does not have."""
    [wheel] = PYODIDE.glob("jedi-*.whl")
    with zipfile.ZipFile(wheel) as whole:
        kept = {
            name: whole.read(name) for name in whole.namelist() if "/typeshed/stubs/" not in name
        }
    with zipfile.ZipFile(wheel, "w") as trimmed:
        for name, data in kept.items():
            trimmed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def lock_wheels() -> None:
    """Write the list from which Pyodide loads a package as soon as it is imported.

    Pyodide's own list names packages that its npm package does not contain.
    """
    path = PYODIDE / "pyodide-lock.json"
    info = json.loads(path.read_text())["info"]
    empty = PyodideLockSpec(info={"version": PYODIDE_VERSION, **info}, packages={})
    add_wheels_to_spec(empty, sorted(PYODIDE.glob("*.whl"))).to_json(path, indent=1)


def build_site() -> None:
    """Let JupyterLite put the parts and the students' notebooks together."""
    shutil.copy(LITE / "jupyter-lite.json", PARTS)
    settings = LAB / "student" / "labconfig" / "default_setting_overrides.json"
    shutil.copy(settings, PARTS / "overrides.json")
    extensions = Path(sys.prefix) / "share" / "jupyter" / "labextensions"
    subprocess.run([sys.executable, LAB / "build.py", extensions, PLAY], check=True)
    contents = PARTS / "contents"
    shutil.copytree(ROOT / "release", contents)
    shutil.copy(ROOT / "docs" / "peg-game.ipynb", contents)
    new = PARTS / "site"
    run(
        "jupyterlite_core", "build", "--apps=lab", "--apps=notebooks", "--no-sourcemaps",
        "--no-unused-shared-packages", f"--lite-dir={PARTS}", f"--contents={contents}",
        f"--output-dir={new}", f"--source-date-epoch={EPOCH}",
    )  # fmt: skip
    shutil.copy(LITE / "LICENSES.md", new)
    shutil.copy(PLAY / "icon.svg", new)
    for page in [new / "index.html", *new.glob("*/index.html")]:
        up = "" if page.parent == new else "../"
        text = page.read_text(encoding="utf-8")
        text = text.replace("<head>", f'<head>\n<link rel="icon" href="{up}icon.svg">', 1)
        page.write_text(text, encoding="utf-8")
    date_contents(new / "api" / "contents")
    keep_files(new)
    shutil.rmtree(SITE, ignore_errors=True)
    # With the date of today: a browser keeps files that have long been the same for years.
    shutil.copytree(new, SITE, copy_function=shutil.copyfile)


def date_contents(listings: Path) -> None:
    """Date files by their last change in the repository; without one they have no date."""
    for listing in listings.rglob("all.json"):
        entries = json.loads(listing.read_text())
        entries["last_modified"] = entries["created"] = changed("release")
        for entry in entries["content"]:
            source = "docs" if entry["path"] == "peg-game.ipynb" else "release"
            entry["last_modified"] = entry["created"] = changed(f"{source}/{entry['path']}")
        listing.write_text(json.dumps(entries, indent=1))


def changed(path: str) -> str:
    """When a path was last changed, by git; the earliest date where there is no repository."""
    command = ["git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", path]
    try:
        said = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "TZ": "UTC"}, capture_output=True, text=True
        ).stdout
    except OSError:
        said = ""
    return said.strip() or "1980-01-01T00:00:00Z"


def keep_files(site: Path) -> None:
    """Let the browser keep the files: a service worker, and the list of what to keep."""
    (site / "service-worker.js").rename(site / "jupyterlite-service-worker.js")
    shutil.copy(LITE / "service-worker.js", site)
    digest = hashlib.sha256()
    names = []
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        names.append(path.relative_to(site).as_posix())
        digest.update(names[-1].encode() + path.read_bytes())
    # A worker is fetched by the browser itself, and kept by it.
    kept = [name for name in names if not name.endswith("service-worker.js")]
    sizes = [(name, (site / name).stat().st_size) for name in kept]
    python = [one for one in sizes if one[0].startswith("static/pyodide/")]
    first = sorted(python, key=lambda one: -one[1])
    later = [one for one in sizes if one not in python]
    listed = {"version": digest.hexdigest(), "first": first, "later": later}
    (site / "offline.json").write_text(json.dumps(listed, indent=1))


def run(module: str, *arguments: str) -> None:
    """Run a Python program among the parts; what it says is shown only if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=PARTS,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\n`python -m {module} {arguments[0]}` failed. See above.")


if __name__ == "__main__":
    main()
