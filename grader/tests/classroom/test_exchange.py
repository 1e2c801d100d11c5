"""The exchange, tried from a second student's real account: nobody gains, nobody is stopped."""

import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from nbgrader.utils import notebook_hash
from traitlets.config import Config

import autograder
from autograder.classroom import collect as collecting
from autograder.classroom.collect import Collect, doubt
from autograder.classroom.exchange import copy, foreign, read_name, weaknesses
from autograder.classroom.release import ReleaseFeedback
from tests.disks import full, small
from tests.sample import ASSIGNMENT, COURSE

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() != 0, reason="only root can act for other accounts"
)
EARLY, LATE = "2025-11-03 10:00:00.000000 UTC", "2025-11-03 11:00:00.000000 UTC"


@pytest.fixture(scope="module")
def accounts():
    """Two accounts of this machine that are not root."""
    import pwd

    found = [entry for entry in pwd.getpwall() if entry.pw_uid not in (0, 65534)]
    if len(found) < 2:
        pytest.skip("there are no two accounts besides root")
    return found[:2]


@pytest.fixture
def place():
    """A folder that other accounts can reach."""
    folder = Path(tempfile.mkdtemp(prefix="exchange-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


class Class:
    """An exchange as nbgrader makes it, a course with a secret, and two students."""

    def __init__(self, place, accounts):
        self.ada, self.eve = accounts
        self.root, self.course = place / "exchange", place / "course"
        self.inbound = self.root / "c" / "inbound"
        self.inbound.mkdir(parents=True)
        self.inbound.chmod(0o3733)
        self.root.chmod(0o1777)
        self.course.mkdir(mode=0o700)
        (self.course / "gradebook.db").write_text("everybody's grades")

    def hand_in(self, who, time=EARLY, files=None, **changes):
        """What `nbgrader submit` leaves in the exchange."""
        names = {"student": who.pw_name, "stamp": time, "random": "x_Y-z", **changes}
        folder = self.inbound / "{student}+{0}+{stamp}+{random}".format(ASSIGNMENT, **names)
        folder.mkdir()
        notebook = {f"{ASSIGNMENT}.ipynb": time, "timestamp.txt": time}
        for name, text in {**notebook, "submission_secret.txt": "s" * 128, **(files or {})}.items():
            if text is not None:
                (folder / name).write_text(text)
                os.chown(folder / name, who.pw_uid, who.pw_gid)
        os.chown(folder, who.pw_uid, who.pw_gid)
        folder.chmod(0o777)
        return folder

    def collect(self, **settings):
        config = Config({"Exchange": {"root": str(self.root)}, "CourseDirectory": settings})
        directory = CourseDirectory(config=config, course_id="c", root=str(self.course))
        directory.assignment_id = ASSIGNMENT
        collect = Collect(coursedir=directory, config=config)
        collect.update = True
        collect.start()
        return collect.refused

    def collected(self):
        """What was collected of the notebook, by student."""
        found = self.course.glob(f"submitted/*/{ASSIGNMENT}/{ASSIGNMENT}.ipynb")
        return {path.parts[-3]: path.read_text() for path in found}


def act(account, script, *arguments):
    """Run a shell script under an account."""
    done = subprocess.run(
        ["sh", "-c", script, "sh", *map(str, arguments)],
        user=account.pw_uid,
        group=account.pw_gid,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def there(place, accounts):
    return Class(place, accounts)


def test_the_newest_hand_in_is_collected_and_an_older_one_never_again(there):
    there.hand_in(there.ada, LATE)
    there.hand_in(there.ada, EARLY)
    assert there.collect() == {} and there.collected() == {there.ada.pw_name: LATE}
    assert there.collect() == {} and there.collected() == {there.ada.pw_name: LATE}
    assert not list(there.course.rglob(".collecting*"))


def linked(folder, there):
    act(there.eve, 'ln -s "$2" "$1/notes.html"', folder, there.course / "gradebook.db")


def linked_notebook(folder, there):
    name = f"{ASSIGNMENT}.ipynb"
    act(there.eve, 'ln -sf "$2" "$1/$3"', folder, there.course / "gradebook.db", name)


def linked_folder(folder, there):
    act(there.eve, 'ln -s "$2" "$1/data"', folder, there.course)


def whole_link(folder, there):
    # Who made a folder in `inbound` may rename it, too.
    act(there.eve, 'mv "$1" "${1%/*}/old"; ln -s "$2" "$1"', folder, there.course)


def hard_link(folder, there):
    os.link(there.course / "gradebook.db", folder / "notes.html")  # as root: Linux may refuse


def own_hard_link(folder, there):
    act(there.eve, 'echo > "$1/a"; ln "$1/a" "$1/b"', folder)


def pipe(folder, there):
    act(there.eve, 'mkfifo "$1/data"', folder)


def anothers_file(folder, there):
    act(there.ada, 'echo > "$1/planted.py"', folder)


def other_time(folder, there):
    act(there.eve, 'echo "2025-01-01 00:00:00 UTC" > "$1/timestamp.txt"', folder)


def deep(folder, there):
    act(there.eve, 'cd "$1"; for i in $(seq 40); do mkdir d; cd d; done', folder)


def long(folder, there):
    act(there.eve, 'cd "$1"; for i in $(seq 9); do mkdir "$2"; cd "$2"; done', folder, "d" * 200)


@pytest.mark.parametrize(
    "trick, says",
    [
        (linked, "notes.html is a link"),
        (linked_notebook, f"{ASSIGNMENT}.ipynb is a link"),
        (linked_folder, "data is a link"),
        (whole_link, "the submission is not a folder"),
        (hard_link, "notes.html belongs to root"),
        (own_hard_link, "is a hard link to another file"),
        (pipe, "data is neither a file nor a folder"),
        (anothers_file, "planted.py belongs to"),
        (other_time, "timestamp.txt differs from the time in the folder name: 2025-01-01"),
        (deep, "is nested too deeply"),
        (long, "has a path that is too long"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_trick_is_refused_by_name_and_costs_only_who_tried_it(there, trick, says):
    there.hand_in(there.ada)
    before = there.hand_in(there.eve, EARLY)
    folder = there.hand_in(there.eve, LATE)
    trick(folder, there)
    refused = there.collect()
    assert says in refused[folder.name] and os.path.lexists(folder)
    assert before.name not in refused
    assert there.collected() == {there.ada.pw_name: EARLY, there.eve.pw_name: EARLY}
    assert not list(there.course.rglob(".collecting*"))


@pytest.mark.parametrize(
    "changes, says",
    [
        ({"stamp": "2130-01-01 00:00:00 UTC"}, "is in the future"),
        ({"stamp": "soon"}, "'soon' is not a valid time"),
        ({"stamp": "6" * 150}, "is not a valid time"),
        ({"random": "x+y"}, "the folder's name does not have the form STUDENT+ASSIGNMENT+TIME"),
        ({"student": ".."}, "the folder's name does not contain a valid student ID"),
    ],
)
def test_a_name_that_says_nothing_stops_nobody(there, changes, says):
    there.hand_in(there.ada)
    folder = there.hand_in(there.eve, **changes)
    [(name, why)] = there.collect().items()
    assert name == folder.name and says in why
    assert there.collected() == {there.ada.pw_name: EARLY}


def test_nobody_hands_in_for_another(there):
    there.hand_in(there.ada, EARLY)
    forged = there.hand_in(there.eve, LATE, student=there.ada.pw_name)
    name, other = there.ada.pw_name, there.eve.pw_name
    assert there.collect() == {
        forged.name: f"the folder is named for {name}, but it belongs to {other}"
    }
    assert there.collected() == {name: EARLY}


@pytest.mark.parametrize("lacks", ["timestamp.txt", "submission_secret.txt"])
def test_what_is_still_being_written_is_waited_for(there, monkeypatch, lacks):
    folder = there.hand_in(there.ada, files={lacks: None})
    assert there.collect() == {} and there.collected() == {}
    (folder / lacks).touch()
    os.chown(folder / lacks, there.ada.pw_uid, -1)
    assert there.collect() == {} and there.collected() == {}
    monkeypatch.setattr(collecting, "SECONDS_TO_WRITE", 0)
    assert there.collect() == {folder.name: f"{lacks} is empty"}


def test_more_than_the_settings_allow_is_refused(there):
    folder = there.hand_in(there.eve, files={"data.csv": "1" * 3000})
    assert there.collect(max_dir_size=2) == {
        folder.name: "the submission is larger than max_dir_size allows"
    }
    assert there.collect(max_dir_size=4) == {}


def test_a_time_that_the_system_contradicts_is_told(there):
    folder = there.hand_in(there.ada)
    found, changed = read_name(folder, ASSIGNMENT), folder.stat().st_ctime
    said = doubt(found, found.time + timedelta(hours=1), changed)
    assert said and "2025-11-03 10:00:00 UTC, is before the due date" in said
    assert doubt(found, None, changed) is None
    assert doubt(found, found.time - timedelta(hours=1), changed) is None
    assert doubt(found, datetime.now(UTC).replace(tzinfo=None), changed) is None


def test_a_student_cannot_read_or_list_what_others_handed_in(there):
    there.hand_in(there.ada)
    assert act(there.eve, 'ls "$1"', there.inbound)[0]
    assert act(there.eve, 'cat "$1"', there.course / "gradebook.db")[0]
    there.collect()
    submitted = there.course / "submitted" / there.ada.pw_name
    assert act(there.eve, 'ls "$1"', submitted)[0]


def test_a_folder_of_a_student_is_not_taken_for_the_course(there):
    assert foreign(there.root, "c") is None
    (there.root / "c").rename(there.root / "d")
    act(there.eve, 'mkdir -p "$1/c/inbound"', there.root)
    assert foreign(there.root, "c") == f"{there.root / 'c'} belongs to {there.eve.pw_name}"
    with pytest.raises(ExchangeError, match="is not safe"):
        there.collect()


def test_what_permissions_allow_is_said_with_the_command_that_mends_it(there):
    assert weaknesses(there.root, "c") == []
    there.root.chmod(0o777)
    there.inbound.chmod(0o777)
    found = weaknesses(there.root, "c")
    assert len(found) == 3 and found[0].endswith(f"run: chmod +t {there.root}")
    for sentence in found:
        subprocess.run(sentence.rpartition("run: ")[2], shell=True, check=True)
    assert weaknesses(there.root, "c") == []
    assert not act(there.eve, 'mkdir "$1/mine"', there.inbound)[0]


def test_a_full_disk_is_nobodys_fault_and_costs_nobody_a_hand_in(there):
    there.hand_in(there.ada)
    disk = there.course / "submitted" / there.ada.pw_name
    disk.mkdir(parents=True)
    there.hand_in(there.eve)
    with small(disk, "64k"):
        with full(disk) as mend:
            with pytest.raises(ExchangeError, match="Some items were not collected"):
                there.collect()
            mend()
        assert there.collected() == {there.eve.pw_name: EARLY}
        assert there.collect() == {} and there.ada.pw_name in there.collected()
        assert not list(there.course.rglob(".collecting*"))


def test_what_the_system_cannot_open_is_not_called_a_trick(there):
    import resource

    folder = there.hand_in(there.ada)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[0] // 2, before[1]))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            while True:
                opened.append(os.open("/", os.O_RDONLY))
        with pytest.raises(OSError, match="Too many open files"):
            copy(folder, there.course / "copied", 1000)
    finally:
        for descriptor in opened:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.slow
def test_only_whole_pages_of_the_assignments_notebooks_are_released(released, place):
    """As in nbgrader, it takes no gradebook to release them."""
    root = released.copy(place / "course").root
    (place / "exchange").mkdir(mode=0o1777)
    directory = CourseDirectory(course_id=COURSE, root=str(root), assignment_id=ASSIGNMENT)
    directory.db_url = f"sqlite:///{root}/no.db"
    folders = {}
    for student in ("ada", "ben", "cy"):
        folders[student] = root / "feedback" / student / ASSIGNMENT
        folders[student].mkdir(parents=True)
        (folders[student] / f"{ASSIGNMENT}.html").write_text(f"<html>{student}</html>")
        (folders[student] / "timestamp.txt").write_text(EARLY)
        (folders[student] / "submission_secret.txt").write_text(student)
        graded = root / "autograded" / student / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        graded.parent.mkdir(parents=True)
        graded.touch()
    (root / "autograded" / "ada" / ASSIGNMENT / "plot.html").touch()  # the notebook wrote it
    (folders["ada"] / "grades.html").symlink_to(root / "gradebook.db")
    (folders["ada"] / "notes.html").write_text("<html></html>")
    (folders["ben"] / f"{ASSIGNMENT}.html").write_text("<html>cut")
    (folders["cy"] / "submission_secret.txt").unlink()
    release = ReleaseFeedback(
        coursedir=directory, config=Config({"Exchange": {"root": str(place / "exchange")}})
    )
    release.start()
    [page] = (place / "exchange" / COURSE / "feedback").iterdir()
    assert page.stem == notebook_hash(secret="ada", notebook_id=ASSIGNMENT)
    assert page.read_text() == "<html>ada</html>"
    with (
        small(page.parent, "8k"),
        full(page.parent),
        pytest.raises(ExchangeError, match="Some items were not released"),
    ):
        release.start()
    assert not (root / "no.db").exists()


def test_the_settings_put_it_in_force_but_not_over_another_exchange():
    c = Config()
    autograder.configure(c)
    assert c.ExchangeFactory.collect == "autograder.classroom.collect.Collect"
    c = Config({"ExchangeFactory": {"collect": "ngshare_exchange.ExchangeCollect"}})
    autograder.configure(c)
    assert c.ExchangeFactory.collect == "ngshare_exchange.ExchangeCollect"
    assert c.ExchangeFactory.release_feedback == "autograder.classroom.release.ReleaseFeedback"
