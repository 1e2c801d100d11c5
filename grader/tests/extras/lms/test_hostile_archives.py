"""A download that is damaged or forged changes nothing, whatever is wrong with it."""

import csv
import io
import struct
import zipfile

import pytest

from autograder import Classroom, GradingError
from autograder.extras.lms.archive import open_archive
from autograder.extras.lms.importing import import_archive
from tests.extras.lms.platforms import moodle_name, pack
from tests.small import A, gradebook, work

ONE = (moodle_name("Ada King", 1, "a.txt"), b"x" * 1000)


def zipped(*files, kind=zipfile.ZIP_DEFLATED, change=None):
    """An archive of (name, bytes), its bytes changed at the end."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kind) as packed:
        for name, data in files:
            packed.writestr(zipfile.ZipInfo(name), data, kind)
    data = bytearray(made.getvalue())
    if change:
        change(data)
    return bytes(data)


def spoiled(kind):
    """An archive whose packed bytes are nonsense."""

    def change(data):
        start = data.index(ONE[0].encode()) + len(ONE[0])
        data[start : start + 40] = b"\xff" * 40

    return zipped((ONE[0], bytes(range(256)) * 40), kind=kind, change=change)


def field(offset, value, mark=b"PK\1\2", size="<H"):
    """Overwrite a field of the first entry with a mark."""

    def change(data):
        struct.pack_into(size, data, data.index(mark) + offset, value)

    return change


def all_fields(*changes):
    def change(data):
        for one in changes:
            one(data)

    return change


ARCHIVES = {
    "spoiled deflate": spoiled(zipfile.ZIP_DEFLATED),
    "spoiled bzip2": spoiled(zipfile.ZIP_BZIP2),
    "spoiled lzma": spoiled(zipfile.ZIP_LZMA),
    "cut": zipped(ONE)[:-30],
    "empty file": b"",
    "its end only": b"PK\5\6" + bytes(18),
    "an unknown way of packing": zipped(ONE, change=field(10, 99)),
    "encrypted": zipped(ONE, change=all_fields(field(8, 1), field(6, 1, b"PK\3\4"))),
    "another name inside": zipped(ONE, change=lambda data: data.__setitem__(30, 0x62)),
    "a wrong checksum": zipped(ONE, change=field(16, 1, size="<I")),
    "a size that is a lie": zipped(ONE, change=field(24, 2**32 - 2, size="<I")),
    "a size that is a small lie": zipped(ONE, change=field(24, 1, size="<I")),
    "an offset behind the end": zipped(ONE, change=field(42, 2**31, size="<I")),
    "an offset of a directory before it": zipped(ONE, change=field(16, 2**31, b"PK\5\6", "<I")),
    "a directory that is too large": zipped(ONE, change=field(12, 2**31, b"PK\5\6", "<I")),
    "zip64 that is none": zipped(ONE, change=all_fields(field(20, 2**32 - 1, size="<I"), field(24, 2**32 - 1, size="<I"))),
    "a name that is no UTF-8": zipped(
        (moodle_name("Ada King", 1, "\xe9\xe9.txt"), b""),
        change=lambda data: data.__setitem__(slice(0, len(data)), data.replace(b"\xc3\xa9", b"\xff\xff")),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", ARCHIVES)
def test_a_damaged_download_changes_nothing(what, course, tmp_path):
    """It is found before anything is written, though it is read a file at a time."""
    (tmp_path / "all.zip").write_bytes(ARCHIVES[what])
    with (
        gradebook() as book,
        pytest.raises(GradingError, match=r"cannot be read|does not seem to be a download"),
    ):
        import_archive(Classroom(gradebook=book), tmp_path / "all.zip", A)
    assert not (course / "submitted").exists() and not (course / "downloaded").exists()


def test_what_would_fill_the_disk_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("autograder.extras.lms.archive.LARGEST", 1000)
    path = pack(tmp_path / "all.zip", {moodle_name("A", 1, "a"): bytes(1001)})
    with pytest.raises(GradingError, match="more than 1,000 bytes"):
        open_archive(path).__enter__()


def test_the_grader_is_told_nothing_by_a_students_files(course, tmp_path):
    names = {"timestamp.txt": b"2000", "x.ipynb": b"{}", f"{A}.ipynb": work(), "import.json": b"?"}
    files = {moodle_name("Ada King", 1, name): data for name, data in names.items()}
    with gradebook() as book:
        path = pack(tmp_path / "all.zip", files)
        first, second = [import_archive(Classroom(gradebook=book), path, A) for _ in range(2)]
    assert [one.taken[0].state for one in (first, second)] == ["new", "unchanged"]
    ada = course / "submitted" / "ada" / A
    found = sorted(path.relative_to(ada).as_posix() for path in ada.rglob("*"))
    assert found == [f"{A}.ipynb", "import.json", "more", "more/timestamp.txt", "more/x.ipynb"]


def test_a_name_is_no_formula_where_the_answers_are_written(course, tmp_path):
    files = {moodle_name(name, n, "x"): b"" for n, name in enumerate(["=1+1", "@SUM(A1)", "Eve"])}
    with gradebook() as book:
        report = import_archive(Classroom(gradebook=book), pack(tmp_path / "all.zip", files), A)
    names = [row[2] for row in csv.reader(report.answers.open())]
    assert names == ["name", "'=1+1", "'@SUM(A1)", "Eve"]
