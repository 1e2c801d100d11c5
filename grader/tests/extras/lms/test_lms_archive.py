"""Archives of learning platforms: names, odd files, and whose they are."""

import csv
import re
import shutil
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from autograder.extras.lms.archive import open_archive
from autograder.extras.lms.people import People, read_roster
from autograder.extras.lms.platforms import CANVAS, MOODLE, alike, read_name
from autograder.grader.course.settings import GradingError
from tests.extras.lms.platforms import canvas_name, canvas_takes, moodle_name, moodle_takes, pack

NAMES = st.text(
    st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="/\\."), min_size=1
).filter(alike)
FILES = st.sampled_from(
    ["02-a.ipynb", "02_a_3.ipynb", "12_34_x.zip", "LATE_5_6.ipynb", "a b-1.ipynb"]
)


@settings(deadline=None, max_examples=60)
@given(NAMES, st.integers(1, 10**9), FILES, st.sampled_from(["4.1", "3.1", "flat"]))
def test_moodle_takes_back_what_was_read(name, number, file, style):
    platform, found = read_name(moodle_name(name, number, file, style))
    assert (platform, found.id, found.path) == ("moodle", str(number), file)
    assert alike(found.person) == alike(moodle_name(name, number, "").split("_")[0])
    page = MOODLE.upload_name(found.prefix, "02-a.html")
    assert moodle_takes(page, {number}) == (number, "02-a.html")


# A part of a name that is a number is the user's for Canvas itself.
WORDS = NAMES.filter(lambda name: not re.search("(^|_)[0-9]+(_|$)", re.sub(r"\W", "", name)))


@settings(deadline=None, max_examples=60)
@given(WORDS, st.integers(1, 10**9), st.integers(1, 10**9), FILES, st.booleans())
def test_canvas_takes_back_what_was_read(name, user, upload, file, late):
    path = canvas_name(name, user, upload, file, late)
    _, found = read_name(path)
    assert (found.id, found.upload, found.path, found.late) == (str(user), upload, file, late)
    page = CANVAS.upload_name(found.prefix, "02-a.html")
    assert canvas_takes(page, {user: {upload}}) == user


def hand_ins(tmp_path, files):
    with open_archive(pack(tmp_path / "all.zip", files)) as archive:
        for one in archive.hand_ins:
            archive.unpack(one, tmp_path / one.id)
        return {one.id: one for one in archive.hand_ins}


def test_an_archive_of_a_student_is_kept_as_it_is_and_told(tmp_path):
    files = {moodle_name("Ada King", 7, "my work.zip"): b"PK"}
    found = hand_ins(tmp_path, files)["7"]
    assert found.remarks == ["my work.zip is an archive, so it was not unpacked"]
    assert (tmp_path / "7" / "my work.zip").read_bytes() == b"PK"


@pytest.mark.parametrize(
    "name, why",
    [
        ("x/../../../evil", "points outside the folder"),
        ("..\\evil", "points outside the folder"),
        ("c:/evil", "points outside the folder"),
        ("./", "has no name"),
        ("d/" * 490 + "x", "is nested too deeply"),
        ("x" * 300, "cannot be written"),
        ("a/b", "cannot be written"),  # there is a file a
    ],
)
def test_nothing_leads_out_of_a_students_folder_or_stops_the_import(tmp_path, name, why):
    fine = {moodle_name("Ada", 7, "a"): b"1", moodle_name("Ben", 8, "fine"): b"2"}
    found = hand_ins(tmp_path, {**fine, moodle_name("Ada", 7, name).rstrip("/"): b"3"})
    if name != "./":
        assert why in found["7"].remarks[0] and "left out" in found["7"].remarks[0]
    inside = {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert inside == {"all.zip", "7/a", "8/fine"}


def test_a_link_is_left_out(tmp_path):
    link = zipfile.ZipInfo(moodle_name("Ada", 7, "link"))
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as packed:
        packed.writestr(link, b"/etc/passwd")
    with open_archive(tmp_path / "all.zip") as archive:
        assert archive.hand_ins[0].remarks == [
            "link was left out, because it points outside the folder"
        ]
        assert not archive.hand_ins[0].files


def test_of_two_files_of_one_name_the_last_upload_counts(tmp_path):
    files = {
        canvas_name("Ada", 7, 101, "02-a.ipynb"): b"new",
        canvas_name("Ada", 7, 100, "02-a.ipynb"): b"old",
    }
    found = hand_ins(tmp_path, files)["7"]
    assert (tmp_path / "7" / "02-a.ipynb").read_bytes() == b"new"
    assert found.remarks == ["02-a.ipynb occurs twice; the last copy was used"]


@pytest.mark.parametrize("files", [{}, {"notes.txt": b""}, {"a/02-a.ipynb": b"{}"}])
def test_what_is_no_download_is_refused_in_a_sentence(tmp_path, files):
    with pytest.raises(GradingError, match="does not seem to be a download of all submissions"):
        open_archive(pack(tmp_path / "x.zip", files)).__enter__()
    (tmp_path / "y.zip").write_bytes(b"?")
    with pytest.raises(GradingError, match="cannot be read"):
        open_archive(tmp_path / "y.zip").__enter__()


@pytest.fixture
def gradebook(new_gradebook, tmp_path):
    copied = shutil.copy(new_gradebook, tmp_path)
    with Gradebook(f"sqlite:///{copied}") as made:
        made.add_student("ada", first_name="Ada", last_name="King")
        made.add_student("zo", first_name="Zoë", last_name="O'Brien", lms_user_id="31")
        made.add_student("sam1", first_name="Sam", last_name="Lee")
        made.add_student("sam2", first_name="Sam", last_name="Lee")
        yield made


def who(people, tmp_path, files):
    with open_archive(pack(tmp_path / "all.zip", files)) as archive:
        found, unknown = people.find(archive.hand_ins)
    return {student: one.id for student, one in found.items()}, {
        one.hand_in.id: one for one in unknown
    }


def test_nobody_is_guessed(gradebook, tmp_path):
    people = People(gradebook, tmp_path)
    files = {
        moodle_name(name, number, "02-a.ipynb"): b"{}"
        for number, name in enumerate(
            ["Ada King", "Sam Lee", "Zoë O'Brien", "Somebody New", "Participant"], 1
        )
    }
    found, unknown = who(people, tmp_path, files)
    assert found == {"ada": "1", "zo": "3"}
    assert (
        unknown["2"].could_be == ["sam1", "sam2"]
        and unknown["2"].why == "2 students have this name"
    )
    assert unknown["4"].could_be == [] == unknown["5"].could_be


def test_two_of_an_archive_who_would_be_one_student_are_both_asked_about(gradebook, tmp_path):
    files = {moodle_name("Ada King", number, "02-a.ipynb"): b"{}" for number in (1, 2)}
    found, unknown = who(People(gradebook, tmp_path), tmp_path, files)
    assert not found and {*unknown} == {"1", "2"}


def test_an_answer_is_kept_and_not_asked_for_again(gradebook, tmp_path):
    people = People(gradebook, tmp_path)
    files = {moodle_name("Sam Lee", 2, "02-a.ipynb"): b"{}"}
    _, unknown = who(people, tmp_path, files)
    path = people.write_answers([*unknown.values()])
    rows = [*csv.reader(path.open())]
    assert rows[1:] == [["moodle", "2", "Sam Lee", ""]]
    rows[1][3] = "sam2"
    csv.writer(path.open("w", newline="")).writerows(rows)
    assert who(People(gradebook, tmp_path), tmp_path, files) == ({"sam2": "2"}, {})
    rows[1][3] = "nobody"
    csv.writer(path.open("w", newline="")).writerows(rows)
    _, unknown = who(People(gradebook, tmp_path), tmp_path, files)
    assert unknown["2"].why == "there is no student nobody"


def test_canvas_knows_people_by_their_number_and_its_gradebook_says_which(gradebook, tmp_path):
    (tmp_path / "grades.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
        '"Lee, Sam",41,s41,sam2,A\n"Lee, Sam",40,s40,sam1,A\n'
    )
    files = {
        canvas_name("Lee, Sam", 40, 100, "02-a.ipynb"): b"{}",
        canvas_name("Lee, Sam", 41, 101, "02-a-1.ipynb", late=True): b"{}",
        canvas_name("O'Brien, Zoë", 31, 102, "02-a.ipynb"): b"{}",
    }
    roster = read_roster(tmp_path / "grades.csv")
    found, unknown = who(People(gradebook, tmp_path, roster), tmp_path, files)
    assert found == {"sam1": "40", "sam2": "41", "zo": "31"} and not unknown


def test_a_name_with_somebody_elses_number_in_it_is_asked_about(gradebook, tmp_path):
    files = {canvas_name("eve_31", 50, 100, "02-a.ipynb"): b"{}"}  # Canvas itself reads 31, too
    found, unknown = who(People(gradebook, tmp_path), tmp_path, files)
    assert (
        not found and unknown["31"].why == "the number belongs to zo, but the name does not match"
    )


def test_canvas_without_names_says_late_first():
    _, name = read_name("LATE_anon_x4Tz1_345_02-a.ipynb")
    assert (name.person, name.id, name.late, name.path) == ("anon", "x4Tz1", True, "02-a.ipynb")
    assert canvas_takes(CANVAS.upload_name(name.prefix, "a.html"), {"x4Tz1": {345}}) == "x4Tz1"


def test_moodles_grading_worksheet_says_who_a_participant_is(gradebook, tmp_path):
    (tmp_path / "sheet.csv").write_text(
        "Identifier,Full name,Email address,Status,Grade,Last modified (submission)\n"
        'Participant 900,Sam Lee,sam1,Submitted,,"Friday, 20 November 2026, 11:55 PM"\n'
        "Participant 901,Sam Lee,sam2,Submitted,,-\n",
    )
    people = People(gradebook, tmp_path, read_roster(tmp_path / "sheet.csv"))
    files = {moodle_name("Participant", n, "02-a.ipynb"): b"{}" for n in (900, 901)}
    assert who(people, tmp_path, files) == ({"sam1": "900", "sam2": "901"}, {})


def test_a_table_without_accounts_is_refused(tmp_path):
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(GradingError, match="no column named Username"):
        read_roster(tmp_path / "x.csv")
