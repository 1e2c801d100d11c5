"""Build the site: what this is, the documents, the lessons, the API, the browser edition.

Sphinx makes the pages of what is there already. Nothing is fetched from elsewhere when a
page is read, and all but the browser edition can be read from a folder, without a server.

    build/web-parts/    what Sphinx reads
    build/site/         the site
"""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

WEB = Path(__file__).parent
ROOT = WEB.parent
PARTS = ROOT / "build" / "web-parts"
SITE = ROOT / "build" / "site"
LITE = ROOT / "build" / "lite"
FIRST = ["playing", "instructor", "grading"]  # of the documents; the others follow
ANSWERS = "teaching.md"
"""Has the answers to what the lessons and the quiz ask: teachers find it in the repository."""
MODULES = {
    "mastermind": [
        "mastermind", "mastermind.rules", "mastermind.game", "mastermind.strategies",
        "mastermind.analysis", "mastermind.players", "mastermind.trees", "mastermind.gladiators",
    ],
    "markposition": ["markposition"],
    "autograder": [
        "autograder.plugins", "autograder.feedback", "autograder.class_report", "autograder.export",
    ],
}  # fmt: skip


def main() -> None:
    """Collect the parts and build the site anew."""
    from sphinx.cmd.build import build_main  # in an environment of its own

    shutil.rmtree(PARTS, ignore_errors=True)
    shutil.copytree(WEB, PARTS)
    left_out = shutil.ignore_patterns("*.ipynb", ANSWERS)
    shutil.copytree(ROOT / "docs", PARTS / "docs", ignore=left_out)
    shutil.copy(ROOT / "CONTRIBUTING.md", PARTS)
    for path in [*PARTS.glob("docs/*.md"), PARTS / "CONTRIBUTING.md"]:
        path.write_text(without_links_elsewhere(path.read_text(encoding="utf-8")), encoding="utf-8")
    (PARTS / "lessons").mkdir()
    lessons = [add_lesson(path) for path in sorted(ROOT.glob("release/*/*.ipynb"))]
    index = (PARTS / "index.md").read_text(encoding="utf-8").replace("LESSONS", "\n".join(lessons))
    (PARTS / "index.md").write_text(index, encoding="utf-8")
    names = [path.stem for path in sorted((PARTS / "lessons").glob("*.ipynb"))]
    lists = {
        "lessons": contents("Lessons", "As students get them, without solutions.", names),
        "docs": contents("Documents", "For all who use them.", documents()),
    }
    for folder, text in lists.items():
        (PARTS / folder / "index.md").write_text(text, encoding="utf-8")
    (PARTS / "api.md").write_text(api(), encoding="utf-8")
    new = PARTS / "_build"
    sys.path.insert(0, str(ROOT))
    if build_main(["-b", "html", "-q", "-W", "--keep-going", str(PARTS), str(new)]):
        sys.exit("Sphinx found what is wrong: see above.")
    shutil.rmtree(new / ".doctrees")
    for path in new.rglob("*.html"):
        path.write_text(readable_by_ear(path.read_text(encoding="utf-8")), encoding="utf-8")
    if LITE.exists():
        shutil.copytree(LITE, new / "course")
    else:
        print("build/lite is not there, so this site has no browser edition: run `make lite`.")
    if broken := list(broken_links(new)):
        sys.exit("\n".join(["These links lead nowhere:", *broken]))
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.move(new, SITE)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"{SITE.relative_to(ROOT)}: {size / 1e6:.1f} MB")


def without_links_elsewhere(text: str) -> str:
    """Leave of a link to a file that has no page of its own only what it says.

    Examples
    --------
    >>> without_links_elsewhere("see [`build.py`](../lite/build.py) and [tests](tests.md#a)")
    'see `build.py` and [tests](tests.md#a)'
    >>> without_links_elsewhere("answers: [teaching.md](teaching.md)")
    'answers: teaching.md'
    """
    page = rf"(?!{re.escape(ANSWERS)})[^)]*\.md"
    return re.sub(rf"(?<!!)\[([^]]*)\]\((?![a-z]+:)(?!{page})(?!#)[^)]*\)", r"\1", text)


def readable_by_ear(page: str) -> str:
    """Add what the theme leaves out for screen readers: names of its sidebars, a heading.

    Examples
    --------
    >>> readable_by_ear('<aside class="toc-drawer"><th class="head"><p></p></th>')
    '<aside class="toc-drawer" aria-label="On this page"><td></td>'
    """
    for found, better in {
        '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
        '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
        '<th class="head"><p></p></th>': "<td></td>",
        '<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
    }.items():
        page = page.replace(found, better)
    return page


class _Page(HTMLParser):
    """The links of a page, and the places in it that links can name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places = {"", "top"}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take note of a tag."""
        found = dict(attributes)
        self.links += [found[name] or "" for name in ("href", "src") if name in found]
        self.places.add(found.get("id") or "")


def broken_links(site: Path) -> Iterator[str]:
    """Find the links between a site's own pages that lead nowhere.

    The browser edition has pages of its own, made elsewhere: its links are not read.
    """
    edition = site / "course"
    pages = {p: _Page(p) for p in site.rglob("*.html") if not p.is_relative_to(edition)}
    for path, page in pages.items():
        for link in sorted(set(page.links)):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not edition.exists() and to.is_relative_to(edition):
                continue
            if not to.exists() or (to in pages and unquote(parts.fragment) not in pages[to].places):
                yield f"{path.relative_to(site)}: {link}"


def contents(title: str, says: str, names: list[str]) -> str:
    """A page that lists pages.

    Examples
    --------
    >>> print(contents("Lessons", "To read.", ["01-a"]))
    # Lessons
    <BLANKLINE>
    To read.
    <BLANKLINE>
    ```{toctree}
    01-a
    ```
    <BLANKLINE>
    """
    return "\n".join([f"# {title}", "", says, "", "```{toctree}", *names, "```", ""])


def documents() -> list[str]:
    """Name all documents, those for most people first.

    Examples
    --------
    >>> documents()[0], documents()[-1]
    ('playing', '../CONTRIBUTING')
    """
    found = {path.stem for path in (ROOT / "docs").glob("*.md") if path.name != ANSWERS}
    others = found.difference(FIRST)
    return [*FIRST, *sorted(others), "../CONTRIBUTING"]


def add_lesson(path: Path) -> str:
    """Add a notebook as students get it; return its line for the first page."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    head = "".join(notebook["cells"][0]["source"])
    title = re.search(r"^# (.+)$", head, re.MULTILINE)
    goal = re.search(r"^# .+\n+([^|#\n]+)", head)
    for cell in notebook["cells"]:
        cell["metadata"].pop("nbgrader", None)
    (PARTS / "lessons" / path.name).write_text(json.dumps(notebook), encoding="utf-8")
    assert title and goal, f"{path} does not say what it is"
    return f"- [{title[1]}](lessons/{path.name}): {in_short(goal[1].strip())}"


def in_short(goal: str) -> str:
    """Say what a lesson is for without the words that all of them begin with.

    Examples
    --------
    >>> in_short("At the end of this notebook you will have a *referee*.")
    'you build a *referee*.'
    """
    said = goal.replace("At the end of this notebook you will have played", "you play")
    said = said.replace("At the end of this notebook you will have", "you build")
    return said.replace("At the end of this notebook you will", "you")


def api() -> str:
    """A page of what can be imported."""
    parts = ["# API", ""]
    for package, modules in MODULES.items():
        parts += [f"## {package}", "", "```{eval-rst}"]
        for module in modules:
            parts += [f".. automodule:: {module}", "   :members:", ""]
        parts += ["```", ""]
    return "\n".join(parts)


if __name__ == "__main__":
    main()
