"""Pictures are limited by what a browser needs to show them, not only by their bytes."""

import zlib
from base64 import b64encode
from io import BytesIO
from struct import pack

import pytest

from autograder.grader.pages.passive_html import clean_html
from autograder.runner.pictures import MOST_PIXELS, pixels
from tests.runner.test_examination import run

Image = pytest.importorskip("PIL.Image")


def as_text(data):
    return b64encode(data).decode()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF"])
@pytest.mark.parametrize("how", [{}, {"exif": b"Exif\0\0x" * 9}, {"progressive": True}])
def test_the_size_is_that_which_a_library_finds(kind, how):
    """The oracle is Pillow."""
    file = BytesIO()
    Image.new("RGB", (31, 17), "red").save(file, kind, **how)
    assert pixels(as_text(file.getvalue())) == 31 * 17
    assert pixels(as_text(file.getvalue()).rstrip("=")) == 31 * 17


def chunk(kind, data):
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))


def large_png():
    head = chunk(b"IHDR", pack(">IIBBBBB", 22_000, 22_000, 1, 0, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(bytes(22_000 * 2751), 9))
    return b"\x89PNG\r\n\x1a\n" + head + body + chunk(b"IEND", b"")


def test_a_picture_of_many_pixels_is_not_shown():
    png = as_text(large_png())
    assert len(png) < 100_000
    show = "from IPython.display import publish_display_data as show\n"
    small = as_text(b"GIF89a" + pack("<HH", 4000, 4000))
    shown = run(
        f"{show}show({{'image/png': '{png}', 'text/plain': 'mine'}})\n"
        + f"show({{'image/png': '{small}'}})\n" * 2
    )
    assert [output["data"] for output in shown[0]] == [
        {"text/plain": "[a picture of 484,000,000 pixels is too large to show]"},
        {"image/png": small},
        {"text/plain": "[a picture of 16,000,000 pixels is too large to show]"},
    ]
    assert MOST_PIXELS < 2 * 16_000_000
    assert clean_html(f"<img src='data:image/webp;base64,{png}'>") == "<img>"
    assert small in clean_html(f"<img src='data:image/png;base64,{small}'>")
