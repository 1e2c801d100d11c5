"""NumPy's arrays, moments and the like cross as what they are, and nothing forged gets through."""

import copy
import pickle
from collections import deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal

import numpy
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from autograder.runner.messages import Returned
from autograder.runner.proxies.arguments import Borrowed, Lent
from autograder.runner.wire import channel
from autograder.runner.wire.channel import NotPlain
from autograder.runner.wire.values import decode, encode

PLAIN = arrays.scalar_dtypes() | arrays.array_dtypes(allow_subarrays=True)
ANYTHING = st.recursive(
    st.none() | st.integers(-3, 300) | st.sampled_from(["F", "C", "0102", ""]),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.sampled_from(["tuple", "array"]), part),
    max_leaves=8,
)  # fmt: skip


def crossed(value):
    return decode(channel.Decoder(object).decode(channel.pack(encode(value))))


@pytest.mark.filterwarnings("error")  # a warning would be among a student's outputs
@settings(max_examples=40)
@given(arrays.arrays(PLAIN, arrays.array_shapes(min_dims=0, min_side=0, max_side=3)), st.booleans())
@example(numpy.ones(1, [("\u0434", "f8")]), False)
def test_an_array_arrives_as_it_was(array, turned):
    array = array.T if turned else array
    arrived = crossed(array)
    assert type(arrived) is numpy.ndarray and arrived.dtype == array.dtype
    assert arrived.shape == array.shape and arrived.tobytes() == array.tobytes()
    assert arrived.flags.writeable and arrived.flags.c_contiguous >= array.flags.c_contiguous


@settings(max_examples=40)
@given(st.lists(st.none() | st.integers() | st.text(), max_size=4))
def test_an_array_of_objects_arrives_with_its_objects(items):
    array = numpy.empty(len(items), object)
    array[:] = items
    arrived = crossed({"a": [array]})["a"][0]
    assert arrived.dtype == object and arrived.tolist() == items


@settings(max_examples=40)
@given(ANYTHING)
def test_what_is_forged_is_no_array_or_an_ordinary_one(sent):
    try:
        made = decode({"array": sent})
    except NotPlain:
        return
    assert type(made) is numpy.ndarray and made.nbytes <= 1000


def file(kind, shape, data):
    """A file of NumPy's, as text, with whatever it says of itself."""
    head = repr({"descr": kind, "fortran_order": False, "shape": shape}).ljust(117) + "\n"
    return (b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + data).hex()


def test_such_a_file_is_an_array():
    assert decode({"array": [file("<i2", (1,), b"\3\0")]}).tolist() == [3]


@pytest.mark.parametrize(
    "sent",
    [
        [file("|O", (1,), pickle.dumps([None]))],
        [file("|b1", (1,), b"\2")],
        [file([("a", "|b1")], (1,), b"\2")],
        [file([("a", "|O")], (1,), b"\0" * 8)],
        [file("<i8", (2**62,), b"")],
        [file("<i8", (-1, -1), b"\0" * 8)],
        [file("<i8", (1,), b"\0")],
        [file("<i1", (1,), b"\0\0")],
        [file("<U0", (2**62,), b"")],
        [file("<i8", (0, 10**30), b"")],
        [file("<i8", (1,) * 70, b"\0" * 8)],
        ["C", {"tuple": [2]}, 1],
        ["x", {"tuple": [1]}, 1],
    ],
)
def test_an_array_that_cannot_be_is_refused(sent):
    with pytest.raises(NotPlain):
        decode({"array": sent})


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "value",
    [
        numpy.array([object()]),
        numpy.ones(1).view(numpy.recarray),
        numpy.ma.array([1]),
        numpy.zeros(1, [("a", "O")]),
        numpy.zeros(1, "T"),
    ],
)
def test_what_is_more_than_an_array_does_not_cross(value):
    with pytest.raises(NotPlain, match="is not plain data"):
        encode(value)


@pytest.mark.parametrize(
    "value",
    [
        3 - 4j,
        complex("nan+infj"),
        Decimal("1.10"),
        Decimal("-Infinity"),
        date(1977, 1, 31),
        time(1, 2, 3, 4),
        datetime(2026, 2, 28, 23, 59, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
        timedelta(-1, 5, 7),
        deque([1, [2]], maxlen=3),
    ],
)
def test_other_plain_data_arrives_as_it_was(value):
    arrived = crossed([value])[0]
    assert type(arrived) is type(value) and repr(arrived) == repr(value)


@settings(max_examples=40)
@given(
    st.sampled_from(["complex", "decimal", "date", "time", "datetime", "timedelta", "deque"]),
    ANYTHING,
)
def test_what_is_forged_is_refused_or_plain(tag, sent):
    try:
        made = decode({tag: sent})
    except NotPlain:
        return
    assert type(made).__module__ in ("builtins", "decimal", "datetime", "collections")


def change_table(table, _):
    table[0, 1] = 9


def change_records(table, _):
    table["n"] *= 2


def change_deque(table, _):
    table.rotate()
    table.append("x")


def change_items(table, row):
    table[0] = row
    row.append(1)


@pytest.mark.parametrize(
    "change, table",
    [
        (change_table, numpy.arange(4.0).reshape(2, 2)),
        (change_table, numpy.asfortranarray(numpy.arange(4).reshape(2, 2))),
        (change_records, numpy.array([(1, "R"), (2, "G")], [("n", "i4"), ("peg", "U1")])),
        (change_deque, deque("RGB", maxlen=3)),
        (change_items, numpy.array([None, "R"], object)),
    ],
)
def test_what_a_call_changes_of_an_array_or_a_deque_is_changed(change, table):
    ours, row = copy.deepcopy(table), ["a"]
    change(table, other := ["a"])
    lent, borrowed = Lent(), Borrowed()
    # A number of NumPy's is nothing that could be changed, and is not counted.
    (_, _, taken), by_name = borrowed.receive(
        *lent.send([numpy.int64(1), [ours], ours], {"row": row})
    )
    change(taken, by_name["row"])
    answer = Returned(value=borrowed.send(taken), changes=borrowed.changes())
    value, error = lent.take_back(answer)
    assert value is ours and error is None and row == other
    assert [*ours] == [*table] if isinstance(ours, deque) else (ours == table).all()
    if change is change_items:
        assert ours[0] is row


def test_an_array_that_was_not_changed_is_not_sent_back():
    lent, borrowed = Lent(), Borrowed()
    borrowed.receive(*lent.send([numpy.zeros(3), deque([1])], {}))
    assert borrowed.changes() == []


def test_an_array_cannot_become_another():
    lent = Lent()
    lent.send([numpy.zeros(3)], {})
    with pytest.raises(NotPlain, match="the shape or type of an array"):
        lent.take_back(Returned(value=None, changes=[(0, encode(numpy.zeros(4)))]))
