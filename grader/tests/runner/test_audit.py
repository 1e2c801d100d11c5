"""Who is told to have tried something: the student alone, in words that the student cannot choose."""

import re

import pytest
from msgspec import ValidationError
from msgspec.json import encode

from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Step
from autograder.runner.messages import RAN
from autograder.runner.processes.audit import LONGEST_NOTE, Note, sentence

SECRET = "open('/etc/shadow')"
TRIED = f"try: {SECRET}\nexcept OSError: pass"
OPENED = ["The student's code opened '/etc/shadow', which was refused."]


def remarks(*cells, known=(), handed_in=None):
    steps = [Step(place, text, known=place in known) for place, text in enumerate(cells)]
    return examine(Job(steps, [], handed_in or {}, {})).remarks


@pytest.mark.parametrize(
    "text", [SECRET, TRIED, f"def f():\n    {SECRET}\ntry: f()\nexcept OSError: pass"]
)
def test_what_a_cell_of_the_students_opens_is_noted(text):
    assert remarks(text) == OPENED


@pytest.mark.parametrize("text", [SECRET, TRIED])
def test_what_a_given_cell_opens_is_not_the_students_attempt(text):
    assert remarks(text, known=[0]) == []


def test_a_function_belongs_to_the_cell_that_defines_it():
    looks = "def look():\n    try: open('/etc/shadow')\n    except OSError: pass"
    assert remarks(looks, "look()", known=[0]) == []
    assert remarks(looks.replace("look", "peek"), "peek()", known=[1]) == OPENED


def test_what_a_library_opens_is_nobodys_attempt():
    library = b"def look():\n    try: open('/etc/shadow')\n    except OSError: pass"
    assert remarks("import library\nlibrary.look()", handed_in={"library.py": library}) == []


def test_a_given_cell_stays_the_instructors_in_a_process_that_starts_anew():
    ends = (
        "import os\nif not os.path.exists('once'):\n    open('once', 'w').close()\n    os._exit(1)"
    )
    told = remarks(TRIED, ends, known=[0])
    assert not [one for one in told if "shadow" in one]


@pytest.mark.parametrize(
    "forged",
    [
        "nothing. an honest one: copied from the last one",
        "/a', which was refused. an honest one: copied",
        '/a", which was refused.\nan honest one: copied',
        "/\x1b[2Jx\u202ey",
        "/" + "x" * 5000,
    ],
)
@pytest.mark.parametrize("kind", ["open", "process"])
def test_a_forged_note_is_one_sentence_about_its_own_student(kind, forged):
    said = sentence(Note(kind, forged, refused=True))
    assert said.startswith("The student's code ") and said.endswith(".")
    assert ": " not in said and ". " not in said and said.isprintable()
    words = re.sub(r" '[^']*',", "", said)  # without the path in its quotes
    assert len(said) < LONGEST_NOTE + 100 and "honest" not in words


def test_a_note_of_another_kind_is_no_message():
    said = {"type": "Ran", "outputs": [], "tried": [{"kind": "an honest one: copied"}]}
    with pytest.raises(ValidationError):
        RAN.decode(encode(said))
