"""Whatever one student uploads, the archive of the class is imported, and only once each."""

import csv
import io
import struct
import tracemalloc
import zipfile

import pytest

from autograder import Classroom, GradingError
from autograder.extras.lms.archive import MOST_OF_ONE, open_archive, unpack
from autograder.extras.lms.importing import import_archive
from tests.extras.lms.platforms import moodle_name, pack
from tests.small import A, gradebook, work


def zipped(*files, kind=zipfile.ZIP_DEFLATED, change=None):
    """An archive of (name, bytes), its bytes changed at the end."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kind) as packed:
        for name, data in files:
            packed.writestr(zipfile.ZipInfo(name) if name else zipfile.ZipInfo("\0"), data, kind)
    data = bytearray(made.getvalue())
    if change:
        change(data)
    return bytes(data)


def spoiled(kind):
    """An archive whose packed bytes are nonsense."""

    def change(data):
        start = data.index(b"secret.txt") + len(b"secret.txt")
        data[start : start + 40] = b"\xff" * 40

    return zipped(("secret.txt", bytes(range(256)) * 40), kind=kind, change=change)


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


ONE = ("a.txt", b"x" * 1000)
UTF8 = 0x800
ARCHIVES = {
    "spoiled deflate": spoiled(zipfile.ZIP_DEFLATED),
    "spoiled bzip2": spoiled(zipfile.ZIP_BZIP2),
    "spoiled lzma": spoiled(zipfile.ZIP_LZMA),
    "cut": zipped(ONE)[:-30],
    "empty file": b"",
    "its end only": b"PK\5\6" + bytes(18),
    "an unknown way of packing": zipped(ONE, change=field(10, 99)),
    "two ways of packing": zipped(ONE, change=field(8, 99, b"PK\3\4")),
    "encrypted": zipped(ONE, change=all_fields(field(8, 1), field(6, 1, b"PK\3\4"))),
    "another name inside": zipped(ONE, change=lambda data: data.__setitem__(30, 0x62)),
    "a wrong checksum": zipped(ONE, change=field(16, 1, size="<I")),
    "a size that is a lie": zipped(ONE, change=field(24, 2**32 - 2, size="<I")),
    "a size that is a small lie": zipped(ONE, change=field(24, 1, size="<I")),
    "an offset behind the end": zipped(ONE, change=field(42, 2**31, size="<I")),
    "an offset of a directory before it": zipped(ONE, change=field(16, 2**31, b"PK\5\6", "<I")),
    "a directory that is too large": zipped(ONE, change=field(12, 2**31, b"PK\5\6", "<I")),
    "extra that is cut": zipped(ONE, change=field(30, 60_000)),
    "zip64 that is none": zipped(ONE, change=all_fields(field(20, 2**32 - 1, size="<I"), field(24, 2**32 - 1, size="<I"))),
    "a name that is no UTF-8": zipped(
        ("\xe9\xe9.txt", b""),
        change=lambda data: data.__setitem__(slice(0, len(data)), data.replace(b"\xc3\xa9", b"\xff\xff")),
    ),
    "a date that is none": zipped(ONE, change=field(12, 0xFFFF, size="<I")),
    "one file a thousand times": zipped(*[("same.txt", b"")] * 1000),
    "more files than may be": zipped(*[(f"{n}", b"") for n in range(MOST_OF_ONE + 1)]),
    "a file and a folder": zipped(("a", b""), ("a/b", b"")),
    "a folder and a file": zipped(("a/b", b""), ("a", b"")),
    "a point": zipped((".", b""), ("./.", b""), ("a/./", b"")),
    "a long name": zipped(("x" * 300, b""), ("ä" * 200, b"")),
    "a deep one": zipped(("d/" * 900 + "x", b"")),
    "a notebook that is a folder": zipped((f"{A}.ipynb/x", b"")),
    "more, and a time": zipped(("more", b""), ("timestamp.txt", b"2000"), ("x.ipynb", b"{}"), (f"{A}.ipynb", work())),
    "names of the grader's": zipped(("import.json", b"x"), (".importing-x", b""), ("nbgrader_config.py", b"1/0")),
    "odd letters": zipped(("\u202egnp.exe", b""), ("a\nb", b""), ("\x1b[2J", b""), ("a\\..\\b", b""), ("$(id)", b"")),
    "links and devices": zipped(("l", b"/etc/passwd"), change=field(38, 0xA1FF0000, size="<I")),
    "archives in archives": zipped(("a.zip", zipped(("b.zip", zipped(ONE)), kind=0)), kind=0),
}  # fmt: skip


@pytest.fixture
def imported(course, tmp_path):
    """An honest class in which each archive is handed in by somebody; what the import says."""
    files = {moodle_name("Ada King", 1, f"{A}.ipynb"): work()}
    with gradebook() as book:
        for number, data in enumerate(ARCHIVES.values(), 100):
            book.add_student(f"s{number}", first_name="S", last_name=f"T{number}")
            files[moodle_name(f"S T{number}", number, "all.zip")] = data
        files[moodle_name("Ben Ode", 2, f"{A}.ipynb")] = work()
        path = pack(tmp_path / "all.zip", files)
        return [import_archive(Classroom(gradebook=book), path, A) for _ in range(2)]


def test_the_others_are_imported_and_a_second_time_nothing_is_new(imported, course):
    first, second = ({one.student: one for one in report.taken} for report in imported)
    assert len(first) == len(ARCHIVES) + 2
    assert first["ada"].state == first["ben"].state == "new" and not first["ada"].remarks
    assert {one.state for one in second.values()} == {"as before"}
    assert all(len(one.remarks) < 30 for one in first.values())
    inside = [path for path in course.rglob("*") if path.is_symlink() or "passwd" in path.name]
    assert not inside and not (course / "submitted" / "nbgrader_config.py").exists()


def test_a_folder_that_is_too_deep_does_not_stop_the_next_import(course, tmp_path):
    for text in (b"x", b"another"):
        deep = zipped(("d/" * 490 + "x", text), (f"{A}.ipynb", work()))
        files = {moodle_name("Ada King", 1, "all.zip"): deep, moodle_name("Ben Ode", 2, "x"): text}
        with gradebook() as book:
            report = import_archive(Classroom(gradebook=book), pack(tmp_path / "all.zip", files), A)
        ada, ben = report.taken
        assert "is nested too deeply; left out" in str(ada.remarks) and ben.student == "ben"
    assert ben.state == "changed"


def test_a_name_is_no_formula_where_the_answers_are_written(course, tmp_path):
    files = {moodle_name(name, n, "x"): b"" for n, name in enumerate(["=1+1", "@SUM(A1)", "Eve"])}
    with gradebook() as book:
        report = import_archive(Classroom(gradebook=book), pack(tmp_path / "all.zip", files), A)
    names = [row[2] for row in csv.reader(report.answers.open())]
    assert names == ["name", "'=1+1", "'@SUM(A1)", "Eve"]


def test_many_files_of_one_name_are_numbered_without_counting_anew(tmp_path):
    same = zipped(*[("same.txt", b"")] * MOST_OF_ONE)
    with open_archive(pack(tmp_path / "a.zip", {moodle_name("A", 1, "a.zip"): same})) as archive:
        [found] = archive.hand_ins
        unpack(archive, found, tmp_path)
    assert len(found.files) == MOST_OF_ONE and found.copies["same.txt"] == MOST_OF_ONE - 1


def cut_to_nothing(data):
    """Have an archive say that it ends in a table of contents as long as itself."""
    data[:] = bytes(len(data)) + b"PK\5\6" + struct.pack("<8xII2x", len(data), 0)


ZEROS = [("x", bytes(60_000_000))]
# Made when they are needed: each process that collects tests would take two seconds more.
LARGE = {
    "a bomb": lambda: zipped(*ZEROS),
    "a bomb that says it is small": lambda: zipped(*ZEROS, change=field(24, 1, size="<I")),
    "bzip2": lambda: zipped(*ZEROS, kind=zipfile.ZIP_BZIP2, change=field(24, 9, size="<I")),
    "lzma": lambda: zipped(*ZEROS, kind=zipfile.ZIP_LZMA, change=field(24, 9, size="<I")),
    "stored": lambda: zipped(*ZEROS, kind=0),
    "long names": lambda: zipped(*[(f"{n:05}{'n' * 60_000}", b"") for n in range(1000)]),
    "a long table of contents": lambda: zipped(*ZEROS, kind=0, change=cut_to_nothing),
}


@pytest.mark.parametrize("what", LARGE)
def test_no_archive_is_held_in_memory_and_nothing_is_lost(what, tmp_path):
    made = LARGE[what]()
    path = pack(tmp_path / "all.zip", {moodle_name("A", 1, "a.zip"): made})
    tracemalloc.start()
    with open_archive(path) as archive:
        [found] = archive.hand_ins
        unpack(archive, found, tmp_path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000_000
    [(name, file)] = found.files.items() or [("", None)]
    if name == "a.zip":
        assert "cannot be unpacked" in found.remarks[0]
        assert file.path.read_bytes() == made
    else:
        assert "left out" in found.remarks[0] or file.path.stat().st_size == 60_000_000


def test_a_damaged_download_changes_nothing(course, tmp_path):
    """It is found before anything is written, though it is read a file at a time."""
    files = {moodle_name("Ada King", 1, f"{A}.ipynb"): work(), moodle_name("Ben Ode", 2, "x"): b""}
    path = pack(tmp_path / "all.zip", files)
    data = bytearray(path.read_bytes())
    data[data.rindex(b"PK\1\2") + 16] ^= 1
    path.write_bytes(data)
    with gradebook() as book, pytest.raises(GradingError, match="Bad CRC-32"):
        import_archive(Classroom(gradebook=book), path, A)
    assert not (course / "submitted").exists() and not (course / "downloaded").exists()
