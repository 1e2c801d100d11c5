"""Plain data across, and nothing else."""

import json
import math
import time
from collections import Counter, OrderedDict, namedtuple
from enum import IntEnum
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.sandbox.wire import Channel, NotPlain, decode, encode, pack, pair, unpack

hashable = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda inner: st.tuples(inner) | st.frozensets(inner, max_size=3),
    max_leaves=5,
)
any_text = st.text(st.characters(categories=None))  # with halves of characters, too
plain = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.sets(hashable, max_size=3)
        | st.dictionaries(hashable, inner, max_size=3)
    ),
    max_leaves=20,
)
anything_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "int",
                    "float",
                    "tuple",
                    "set",
                    "dict",
                    "bytes",
                    "range",
                    "iterator",
                    "surrogates",
                    "x",
                ]
            ),
            inner,
            max_size=2,
        )
    ),
    max_leaves=20,
)


def across(value):
    return decode(unpack(pack({"value": encode(value)}))["value"])


def types(value):
    """The type of a value, and of everything in it."""
    if isinstance(value, dict):
        return type(value), {k: types(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value), [types(item) for item in value]
    return type(value)


@given(plain)
def test_plain_data_arrives_as_it_was(value):
    assert across(value) == value
    assert types(across(value)) == types(value)


@given(anything_json)
def test_whatever_is_forged_is_refused_or_plain(sent):
    try:
        value = decode(sent)
    except NotPlain:
        return
    if "iterator" not in json.dumps(sent):
        assert encode(value) is not NotPlain


@given(any_text)
def test_any_string_crosses(text):
    assert across(text) == text


@given(any_text)
def test_text_beside_the_values_arrives_without_halves_of_characters(text):
    arrived = unpack(pack({"printed": text}))["printed"]
    assert arrived == text.encode(errors="replace").decode()


def test_text_beside_the_values_may_be_of_a_subclass():
    class Shout(str):
        def __str__(self):
            return self.upper()

        encode = __str__

    arrived = unpack(pack({"printed": Shout("hi"), "number": 10**30}))
    assert arrived == {"printed": "hi", "number": 10**30} and type(arrived["printed"]) is str


@given(st.binary() | st.dictionaries(st.text(), anything_json).map(json.dumps).map(str.encode))
def test_whatever_bytes_arrive_are_a_message_or_refused(data):
    try:
        message = unpack(data)
    except ValueError:
        return
    assert type(message) is dict and message == json.loads(data)


def test_not_a_number_and_very_large_numbers_cross():
    assert math.isnan(across(math.nan)) and across(-math.inf) == -math.inf
    assert across(-(10**5000)) == -(10**5000)


def test_what_is_built_on_plain_data_becomes_plain():
    class Liar(str):
        def __eq__(self, other):
            return True

        __hash__ = str.__hash__

        def __str__(self):
            return "anything"

    Point = namedtuple("Point", "x y")
    Color = IntEnum("Color", "RED")  # noqa: N806 - a class
    for value, want in [
        (Liar("RG"), "RG"),
        (Counter("RRG"), {"R": 2, "G": 1}),
        (OrderedDict(a=1), {"a": 1}),
        (Point(1, 2), (1, 2)),
        (Color.RED, 1),
    ]:
        assert across(value) == want and type(across(value)) is type(want)


def test_an_iterator_arrives_as_an_iterator():
    for iterator in [(n for n in "RG"), zip("RG"), map(str, "RG"), iter(["R", "G"])]:
        want = [*("RG" if not isinstance(iterator, zip) else [("R",), ("G",)])]
        got = across(iterator)
        assert iter(got) is got and list(got) == want


def test_a_value_is_not_what_it_says_it_is():
    class Kind(type):
        def __eq__(cls, other):
            return True

        def __hash__(cls):
            return hash(str)

    class Liar(metaclass=Kind):
        __class__ = str

    with pytest.raises(NotPlain, match="a Liar is not plain data"):
        encode([Liar()])


@pytest.mark.parametrize("value", [object(), print, [{1: lambda: 0}], type, 1j])
def test_objects_do_not_cross(value):
    with pytest.raises(NotPlain, match="is not plain data"):
        encode(value)


def test_what_contains_itself_and_what_is_too_deep_do_not_cross():
    knot = []
    knot.append(knot)
    with pytest.raises(NotPlain):
        encode(knot)
    with pytest.raises(NotPlain):
        decode(_nested(100_000))


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff",
        b"\0\0\0\2[]",
        b"\0\0\0\1{",
        b"\0\0\0\5[",
        b"",
        b"\0\0",
        (100_000).to_bytes(4) + b"[" * 100_000,
    ],
)
def test_what_is_not_a_message_ends_the_conversation(data):
    ours, theirs = pair()
    theirs.sock.sendall(data)
    theirs.close()
    with pytest.raises(EOFError):
        ours.receive()
    ours.close()


@given(st.lists(st.dictionaries(st.text(), st.integers(0, 9)), min_size=1), st.data())
def test_messages_arrive_one_by_one_however_they_are_cut(messages, data):
    ours, theirs = pair()
    for message in messages:
        theirs.send(message)
    theirs.close()
    sent = ours.sock.recv(1 << 20)
    ours.close()
    cut = data.draw(st.integers(0, len(sent)))
    ours, theirs = pair()
    theirs.sock.sendall(sent[:cut])
    arrived = []
    with pytest.raises(TimeoutError):
        while True:
            arrived.append(ours.receive(time.monotonic()))
    theirs.sock.sendall(sent[cut:])
    theirs.close()
    with pytest.raises(EOFError):
        while True:
            arrived.append(ours.receive())
    ours.close()
    assert arrived == messages


def test_a_long_message_and_a_socket_after_it_both_arrive():
    ours, theirs = pair()
    there = Channel(theirs.sock, borrows=True)
    lent, other = pair()
    long = {"text": "R" * 100_000}

    def speak():
        for message in [long, {"do": "meet"}]:
            ours.send(message)
        ours.lend(lent.sock)
        ours.send(long)

    speaker = Thread(target=speak)
    speaker.start()
    assert there.receive() == long and there.receive() == {"do": "meet"}
    borrowed = Channel(there.borrow())
    assert there.receive() == long
    speaker.join()
    other.send({"hello": 1})
    assert borrowed.receive() == {"hello": 1}
    for channel in [ours, there, lent, other, borrowed]:
        channel.close()


def _nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value
