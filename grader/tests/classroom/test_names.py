"""Any name that a file system takes: read as nbgrader wrote it, refused in a sentence, or stored."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.exchange import Clock, RefusedError, read_name
from autograder.runner.text import storable

# What a folder may be called: any bytes but these two, and pieces that look like nbgrader's.
ANY = st.binary(min_size=1, max_size=255).map(
    lambda raw: raw.replace(b"/", b"").replace(b"\0", b"")
)
PIECES = st.sampled_from(
    [b"ada", b"ps1", b"2025-11-03 10:00:00.5 UTC", b"2025-11-03", b"UTC", b"1" * 31 + b"5h", b"99:99",
     b"x_Y", b"\xff", b"..", b"+", b" ", "٢٠٢٥".encode(), b"0000-00-00 00:00:00 UTC", b"EST5EDT"]
)  # fmt: skip
NAMES = st.one_of(
    ANY,
    st.lists(st.one_of(PIECES, ANY), min_size=1, max_size=6).map(b"+".join),
    st.tuples(st.binary(max_size=40), st.binary(max_size=60)).map(
        lambda parts: parts[0] + b"+ps1+" + parts[1] + b"+x"
    ),
).map(lambda raw: raw.replace(b"/", b"").replace(b"\0", b"")[:255])


@given(NAMES)
def test_a_name_is_read_or_refused_and_nothing_else(raw):
    name = os.fsdecode(raw)
    try:
        found = read_name(Path(name or "x"), "ps1")
    except RefusedError as why:
        str(why).encode()
    else:
        assert found.student.encode() == raw.split(b"+")[0]
        assert found.time <= datetime.now(UTC).replace(tzinfo=None).replace(year=9999)


@given(NAMES, NAMES)
def test_what_is_stored_can_be_and_says_which_it_is(one, other):
    first, second = storable(os.fsdecode(one)), storable(os.fsdecode(other))
    first.encode("utf-8")
    assert first.isprintable() and len(first) <= 255 and "\0" not in first
    assert (first == second) == (one == other)


@given(st.datetimes(datetime(2000, 1, 1), datetime(2025, 1, 1)))
def test_what_nbgrader_writes_is_read_as_it_was_meant(when):
    stamp = when.replace(tzinfo=UTC).strftime("%Y-%m-%d %H:%M:%S.%f %Z")
    assert read_name(Path(f"ada+ps1+{stamp}+x_Y"), "ps1").time == when
    assert (
        Clock(format="%Y-%m-%dT%H:%M:%S.%f%z").read(
            when.replace(tzinfo=UTC).isoformat(timespec="microseconds")
        )
        == when
    )


@pytest.mark.parametrize(
    "stamp",
    ["1111111111111111111111111111115h", "9" * 4_000_000, "now", "10:00", "2025-02-30 10:00:00 UTC",
     "2025-11-03 10:00:00 CEST", "2025-11-03 10:00:00", "٢٠٢٥-11-03 10:00:00 UTC"],
)  # fmt: skip
def test_no_parser_guesses_at_a_time(stamp):
    with pytest.raises(RefusedError, match="is not a valid time"):
        Clock().read(stamp)


def test_a_time_may_be_in_the_courses_zone():
    assert Clock(zone="Europe/Berlin").read("2025-07-03 10:00:00 CEST").hour == 8


def test_a_name_is_stored_as_it_is_if_it_can_be_shown():
    assert storable("ada+ps1+2025-11-03 10:00:00 UTC+x_Y") == "ada+ps1+2025-11-03 10:00:00 UTC+x_Y"
    assert storable("x\udcff\n") == "x\\xff\\n #2c194ecf3ee2"
