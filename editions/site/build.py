"""Build the site: what this is, the documents, the lessons, the API, the browser edition.

Sphinx makes the pages of what is there already. Nothing is fetched from elsewhere when a
page is read, and all but the browser edition can be read from a folder, without a server.

    build/site-parts/   what Sphinx reads
    build/site/         the site
"""

import ast
import json
import re
import shutil
import sys
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

Cell = dict[str, Any]
HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PARTS = ROOT / "build" / "site-parts"
SITE = ROOT / "build" / "site"
LITE = ROOT / "build" / "lite"
PLAY = ROOT / "build" / "play"
SOLUTIONS = ROOT / "notebooks"
LIVE = '<iframe class="live" src="play/index.html" title="Play Mastermind"></iframe>'
FIRST = ["playing", "instructor", "../grader/docs/grading"]  # of the documents; the others follow
LEFT_OUT = ("teaching.md", "teaching", "quiz", "CHANGELOG.md")
"""Pages that only the repository has: answers to lessons and quizzes, and the changes."""
MODULES = {
    "mastermind": [
        "mastermind", "mastermind.rules", "mastermind.game", "mastermind.solver.strategies",
        "mastermind.solver.analysis", "mastermind.solver.players", "mastermind.trees",
        "mastermind.gladiators",
    ],
    "markposition": ["markposition"],
    "autograder": ["autograder"],
}  # fmt: skip


def main() -> None:
    """Collect the parts and build the site anew."""
    from sphinx.cmd.build import build_main  # in an environment of its own

    if not PLAY.exists():
        sys.exit("The game's page is missing. Run editions/play/build.py first.")
    shutil.rmtree(PARTS, ignore_errors=True)
    shutil.copytree(HERE, PARTS)
    left_out = shutil.ignore_patterns("*.ipynb", *LEFT_OUT)
    shutil.copytree(ROOT / "docs", PARTS / "docs", ignore=left_out)
    shutil.copytree(ROOT / "grader" / "docs", PARTS / "grader" / "docs")
    shutil.copy(ROOT / "CONTRIBUTING.md", PARTS)
    for path in [*PARTS.glob("**/docs/**/*.md"), PARTS / "CONTRIBUTING.md"]:
        text = without_links_elsewhere(path.read_text(encoding="utf-8"), path.parent)
        path.write_text(text, encoding="utf-8")
    (PARTS / "lessons").mkdir()
    lessons = [add_lesson(path) for path in sorted(ROOT.glob("release/*/*.ipynb"))]
    index = (PARTS / "index.md").read_text(encoding="utf-8")
    cards = "\n".join(['<ul class="cards">', *lessons, "</ul>"])
    index = index.replace("LESSONS", cards)
    index = index.replace("BOARD", LIVE)
    (PARTS / "index.md").write_text(index, encoding="utf-8")
    names = [path.stem for path in sorted((PARTS / "lessons").glob("*.ipynb"))]
    beside = cards.replace('href="lessons/', 'href="').replace("h3>", "h2>")
    says = f"Read the notebooks as students get them, without solutions.\n\n{beside}"
    lists = {
        "lessons": contents("Lessons", says, names, ":hidden:"),
        "docs": contents("Documents", "For players, teachers and administrators.", documents()),
    }
    for folder, text in lists.items():
        (PARTS / folder / "index.md").write_text(text, encoding="utf-8")
    (PARTS / "api").mkdir()
    for name, text in api().items():
        (PARTS / "api" / f"{name}.md").write_text(text, encoding="utf-8")
    pictures = PARTS / "_static"
    shutil.copy(ROOT / "editions" / "play" / "icon.svg", pictures)
    for name in ("lesson", "report"):
        shutil.copy(ROOT / "docs" / "pictures" / f"{name}.png", pictures)
    new = PARTS / "_build"
    sys.path[:0] = [str(ROOT), str(ROOT / "grader")]
    if build_main(["-b", "html", "-q", "-W", "--keep-going", str(PARTS), str(new)]):
        sys.exit("Sphinx found errors. The lines above list them.")
    shutil.rmtree(new / ".doctrees")
    for path in new.rglob("*.html"):
        path.write_text(readable_by_ear(path.read_text(encoding="utf-8")), encoding="utf-8")
    if LITE.exists():
        shutil.copytree(LITE, new / "course")
    else:
        print("This site has no browser edition, because build/lite is missing. Run `make lite`.")
    shutil.copytree(PLAY, new / "play")
    page = new / "play" / "index.html"
    home = page.read_text(encoding="utf-8").replace('data-home=""', 'data-home="../index.html"')
    page.write_text(home, encoding="utf-8")
    if broken := list(broken_links(new)):
        sys.exit("\n".join(["These links are broken:", *broken]))
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.move(new, SITE)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"{SITE.relative_to(ROOT)}: {size / 1e6:.1f} MB")


def without_links_elsewhere(text: str, folder: Path) -> str:
    """Leave of a link to a file that has no page of its own only what it says."""

    def kept(link: re.Match[str]) -> str:
        target = link[2].partition("#")[0]
        has_page = not target or (target.endswith(".md") and (folder / target).exists())
        return link[0] if has_page else link[1]

    return re.sub(r"(?<!!)\[([^]]*)\]\((?![a-z]+:)([^)]*)\)", kept, text)


def readable_by_ear(page: str) -> str:
    """Add what the theme leaves out for screen readers: names of its sidebars, a heading."""
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


def contents(title: str, says: str, names: list[str], option: str = ":maxdepth: 1") -> str:
    """A page that lists pages."""
    return "\n".join([f"# {title}", "", says, "", "```{toctree}", option, "", *names, "```", ""])


def documents() -> list[str]:
    """Name all documents, those for most people first."""
    pages = (path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md"))
    found = {path.with_suffix("").as_posix() for path in pages if path.parts[0] not in LEFT_OUT}
    found |= {f"../grader/docs/{path.stem}" for path in (ROOT / "grader" / "docs").glob("*.md")}
    others = found.difference(FIRST)
    return [*FIRST, *sorted(others), "../CONTRIBUTING"]


def add_lesson(path: Path) -> str:
    """Add a notebook as students get it, with what its given cells show; return its card."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    head = "".join(notebook["cells"][0]["source"])
    title = re.search(r"^# (.+)$", head, re.MULTILINE)
    goal = re.search(r"^# .+\n+([^|#\n]+)", head)
    solved = SOLUTIONS / path.parent.name / path.name
    shown = json.loads(solved.read_text(encoding="utf-8"))["cells"] if solved.exists() else []
    add_outputs(notebook["cells"], shown)
    for cell in notebook["cells"]:
        cell["metadata"].pop("nbgrader", None)
        embed_pictures(cell)
    text = re.sub(r"\]\(\.\./[\w-]+/([\w-]+\.ipynb)\)", r"](\1)", json.dumps(notebook))
    (PARTS / "lessons" / path.name).write_text(text, encoding="utf-8")
    assert title and goal, f"{path} has no title or no goal"
    return card(
        path.stem, title[1], in_short(goal[1].strip()), first_picture(notebook["cells"], shown)
    )


def embed_pictures(cell: Cell) -> None:
    """Write the attachments of a cell into its text, since MyST-NB does not know them."""
    text = "".join(cell["source"])
    for name, bundle in cell.pop("attachments", {}).items():
        [(mime, data)] = bundle.items()
        text = text.replace(f"](attachment:{name})", f"](data:{mime};base64,{data})")
    cell["source"] = text


def add_outputs(cells: list[Cell], solved: list[Cell]) -> None:
    """Add what cells show, except where an answer is at work or is to be predicted."""
    shown = {cell["id"]: cell for cell in solved}
    answers: set[str] = set()
    predicted = False
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            predicted = "**Predict" in source
            continue
        kind = cell["metadata"].get("nbgrader", {})
        known = shown.get(cell["id"], cell)
        made, used = names("".join(known["source"]))
        if kind.get("solution") or kind.get("grade") or used & answers:
            answers |= made
        elif not predicted:
            cell["outputs"] = known.get("outputs", [])


def names(source: str) -> tuple[set[str], set[str]]:
    """Find the names that a cell makes, and all that it mentions."""
    made, used = set(), set()
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:  # a line for the shell
        return set(), set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.alias):
            made.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else made).add(node.id)
    return made, used


def first_picture(cells: list[Cell], solved: list[Cell]) -> str:
    """Find the first board that a notebook draws, in the solution if need be, or else a chart."""
    outputs = [output for cell in [*cells, *solved] for output in cell.get("outputs", [])]
    drawn = ["".join(output.get("data", {}).get("text/html", "")) for output in outputs]
    boards = [html for html in drawn if html.startswith("<svg")]
    return next(iter(boards + list(filter(None, drawn))), "")


def card(name: str, title: str, says: str, picture: str) -> str:
    """A lesson on the first page: its picture, its title, what one builds."""
    says = re.sub(r"[*_`]", "", says)
    drawn = f'<div class="picture">{" ".join(picture.split())}</div>'
    link = f'<a href="lessons/{name}.html">{escape(title)}</a>'
    return f"<li>{drawn}<h3>{link}</h3><p>{escape(says)}</p></li>"


def in_short(goal: str) -> str:
    """Say what a lesson is for without the words that all of them begin with.

    Examples
    --------
    >>> in_short("By the end of this notebook you will have a codebreaker.")
    'You build a codebreaker.'
    """
    said = re.sub(r"^(At|By) the end of this notebook you will have ", "You build ", goal)
    return re.sub(r"^(At|By) the end of this notebook you ", "You ", said)


def api() -> dict[str, str]:
    """Write a page for each module that can be imported, and one that lists them."""
    pages = {
        module: f"# {module}\n\n```{{eval-rst}}\n.. automodule:: {module}\n   :members:\n```\n"
        for modules in MODULES.values()
        for module in modules
    }
    says = "You can import these modules of the course and of its grader."
    return {**pages, "index": contents("API", says, [*pages])}


if __name__ == "__main__":
    main()
