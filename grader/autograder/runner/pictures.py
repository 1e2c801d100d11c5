"""The size of pictures: one of a few kilobytes may need gigabytes in the browser that shows it."""

import math
import re
from base64 import b64decode
from binascii import Error
from contextlib import suppress
from struct import error, unpack_from

MOST_PIXELS = 30_000_000
"""The limit on the pixels of the pictures that a cell shows; each takes four bytes."""
_MARKER = re.compile(rb"\xff+([\x01-\xfe])")
_ALONE = frozenset([0x01, *range(0xD0, 0xDA)])
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def pixels(text: str) -> int | None:
    """Count the pixels of a picture, by what it is and not by what it is said to be."""
    with suppress(Error, ValueError, LookupError, error):
        return math.prod(_size(b64decode(f"{text}==")))
    return None


def drop_large(shown: dict[str, str], room: int) -> int:
    """Replace pictures of a display by a remark if there is no room; return the room left."""
    for mime in shown.keys() & {"image/png", "image/jpeg"}:
        size = pixels(shown[mime])
        if size is not None and size <= room:
            room -= size
            continue
        del shown[mime]
        why = (
            "this is not a valid picture"
            if size is None
            else f"a picture of {size:,} pixels is too large to show"
        )
        shown["text/plain"] = f"[{why}]"
    return room


def _size(data: bytes) -> tuple[int, ...]:
    """Find width and height; raise LookupError if it is no such picture."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
        return unpack_from(">II", data, 16)
    if data.startswith((b"GIF87a", b"GIF89a")):
        return unpack_from("<HH", data, 6)
    if data.lstrip().startswith(b"<") and b"data:" not in data:
        return 0, 0
    at = 2 if data.startswith(b"\xff\xd8\xff") else len(data)
    while found := _MARKER.search(data, at):
        at = found.end()
        if found[1][0] in _SIZES:
            return unpack_from(">HH", data, at + 3)
        if found[1][0] not in _ALONE:
            at += unpack_from(">H", data, at)[0]
    raise LookupError("this is not a picture, or it has no size")
