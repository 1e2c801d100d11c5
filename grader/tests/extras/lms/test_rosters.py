"""Lists of people as platforms and spreadsheets write them, in any encoding and language."""

import codecs
import csv
import io

import pytest

from autograder.extras.lms.people import Person, read_roster

ENGLISH = (
    ["Identifier", "Full name", "Email address", "Status", "Grade", "Last modified (submission)"],
    ["Participant 123", 'Ada "the Countess" King, Dr.', "ada@x.org", "Submitted", "", "-"],
    ["Participant 124", "Zoë Müller", "zoe@x.org", "Submitted", "", "Tuesday, 3 March 2026, 11:59 PM"],
)  # fmt: skip
GERMAN = (
    ["ID", "Vollständiger Name", "E-Mail-Adresse", "Status", "Bewertung", "Zuletzt geändert (Abgabe)"],
    ["Teilnehmer/in123", 'Ada "the Countess" King, Dr.', "ada@x.org", "Abgegeben", "-", "-"],
    ["Teilnehmer/in124", "Zoë Müller", "zoe@x.org", "Abgegeben", "-", "Dienstag, 3. März 2026, 23:59"],
)  # fmt: skip


def written(rows, between=","):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=between).writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("rows", [ENGLISH, GERMAN])
@pytest.mark.parametrize(
    "mark, encoding",
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (b"", "cp1252"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_worksheet_is_read_in_any_form(tmp_path, rows, between, mark, encoding):
    for first in ("", f"sep={between}\r\n"):
        (tmp_path / "t.csv").write_bytes(mark + (first + written(rows, between)).encode(encoding))
        ada, zoe = read_roster(tmp_path / "t.csv")
        assert ada[:5] == ("ada@x.org", "Dr.", 'Ada "the Countess" King', "ada@x.org", "123")
        assert zoe[:5] == ("zoe@x.org", "Zoë", "Müller", "zoe@x.org", "124")
        assert ada.when == "-" and zoe.when == (rows[2][5] if rows is ENGLISH else "2026-03-03T23:59")  # fmt: skip


def test_participants_of_another_language_are_read_by_their_place(tmp_path):
    rows = [["Prénom", "Nom de famille", "Adresse de courriel", "Groupes"], ["Zoë", "Roux", "z@x.fr", ""]]  # fmt: skip
    (tmp_path / "t.csv").write_text(written(rows, ";"), encoding="utf-8")
    assert read_roster(tmp_path / "t.csv") == [Person("z@x.fr", "Zoë", "Roux", "z@x.fr", "")]


def test_a_comment_of_two_lines_is_one_cell(tmp_path):
    rows = [[*row, "well\ndone, sir"] for row in ENGLISH]
    (tmp_path / "t.csv").write_text(written(rows), encoding="utf-8", newline="")
    assert [person.id for person in read_roster(tmp_path / "t.csv")] == ["123", "124"]
