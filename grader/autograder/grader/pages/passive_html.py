"""HTML in which nothing runs and nothing is fetched, whatever a student wrote.

Filters for ``c.HTMLExporter.filters``, with which Formgrader makes its pages, too.
"""

import re
from collections import Counter
from html import escape
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters import Highlight2HTML
from nbconvert.filters.markdown_mistune import InvalidNotebook, IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from nbgrader.utils import is_locked

from autograder.runner.pictures import MOST_PIXELS, pixels

LARGEST_HTML = 500_000  # characters of HTML that are cleaned; more is shown as text
MOST_TAGS, MOST_ATTRIBUTES, DEEPEST_HTML = 5000, 200, 60
# Characters of a student's Markdown that are rendered: of a cell, of a page. More is text.
LONGEST_NOTE, MOST_NOTES = 10_000, 100_000
# Characters of code that are highlighted: of a line, of a page. Colors make it 30 times longer.
LONGEST_LINE_OF_CODE, MOST_COLORED = 2000, 60_000
LONGEST_SHOWN_AS_TEXT = 1000
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_WITHOUT_END = frozenset({"br", "hr", "img", "input", "col", "wbr"})
_TAGS = nh3.ALLOWED_TAGS - {"area", "map"}
_PICTURE = re.compile(r"data:image/[a-z+]+;base64,[A-Za-z0-9+/=\s]*")


def clean_html(html: str) -> str:
    """Clean HTML: text, lists, tables and pictures that are part of it."""
    if is_hard_to_read(html):
        return beginning(html)
    schemes = {"http", "https", "mailto", "data"}
    return nh3.clean(html, tags=_TAGS, url_schemes=schemes, attribute_filter=_attribute)


def beginning(html: str) -> str:
    """Show the beginning of HTML as text."""
    return f"<pre>{escape(html[:LONGEST_SHOWN_AS_TEXT])} [...]</pre>"


def is_hard_to_read(text: str) -> bool:
    """Tell whether an HTML parser may take very long for a text."""
    parts = text.split("<")
    if len(text) > LARGEST_HTML or len(parts) > MOST_TAGS:
        return True
    if any(len(part.partition(">")[0].split()) > MOST_ATTRIBUTES for part in parts[1:]):
        return True
    still_open: Counter[str] = Counter()
    for closes, found in _TAG.findall(text):
        name = found.lower()
        if not closes:
            still_open[name] += name not in _WITHOUT_END
        elif still_open[name]:
            still_open[name] -= 1
        if not closes and still_open.total() > DEEPEST_HTML:
            return True
    return False


@pass_context
def markdown2html(context: Context, source: str) -> str:
    """Render a cell's Markdown, passive unless it is locked; as typed if that may take minutes."""
    cell = context.get("cell", NotebookNode())
    given = cell and is_locked(cell)
    if not given and (len(source) > LONGEST_NOTE or not _has_room(context, "notes", source)):
        return f"<pre>{escape(source)}</pre>"
    html: str = MarkdownWithMath(renderer=PassiveRenderer(cell, escape=False)).render(source)
    return html if given else clean_html(html)


@pass_context
def highlight_code(
    context: Context, source: str, language: str | None = None, metadata: object = None
) -> str:
    """Highlight the code of a cell, unless that might take minutes."""
    if is_hard_to_color(source) or not _has_room(context, "colors", source):
        return f"<pre>{escape(source)}</pre>"
    notebook = context["nb"].metadata.get("language_info", {})
    lexer = notebook.get("pygments_lexer", notebook.get("name"))
    html: str = Highlight2HTML(pygments_lexer=lexer)(source, language, metadata)
    return html


def strip_files_prefix(html: str) -> str:
    """Return HTML as it is: nbconvert's filter, which nobody needs, takes minutes for brackets."""
    return html


def is_hard_to_color(code: str) -> bool:
    """Tell whether highlighting may take minutes: it is quadratic in a line's length."""
    return max(map(len, code.splitlines()), default=0) > LONGEST_LINE_OF_CODE


def _has_room(context: Context, for_what: str, source: str) -> bool:
    """Tell whether a page may render one more text; its length is taken off the page's room."""
    at_first = {"notes": MOST_NOTES, "colors": MOST_COLORED}
    room = context.get("resources", {}).setdefault("room", at_first)
    if fits := len(source) <= room[for_what]:
        room[for_what] -= len(source)
    return bool(fits)


class PassiveRenderer(IPythonRenderer):
    """A renderer with descriptions for missing pictures, and no colors for students' code.

    There are hundreds of lexers to name, and some take minutes for a line.
    """

    def __init__(self, cell: NotebookNode, **options: Any) -> None:
        super().__init__(attachments=cell.get("attachments", {}), **options)
        self.is_given = bool(cell) and is_locked(cell)

    def block_code(self, code: str, info: str | None = None) -> str:
        """Render a block of code."""
        return str(super().block_code(code, info if self.is_given else None))

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Render a picture; nbconvert would make no page at all without an attachment."""
        try:
            return str(super().image(text, url, title))
        except InvalidNotebook:
            return escape(text)


def _attribute(tag: str, name: str, value: str) -> str | None:
    if (tag, name) != ("img", "src"):
        return None if value.strip().lower().startswith("data:") else value
    size = pixels(value.partition(",")[2]) if _PICTURE.fullmatch(value) else None
    return value if size is not None and size <= MOST_PIXELS else None
