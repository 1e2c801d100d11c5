"""Plain data across, and nothing else."""

import json
import math
import re
import socket
import time
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from threading import Thread
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError
from msgspec.json import Decoder

from autograder.runner.messages import FROM_STUDENT, Ran, Returned
from autograder.runner.proxies.arguments import Borrowed, Lent
from autograder.runner.wire import values
from autograder.runner.wire.channel import LARGEST_MESSAGE, Channel, NotPlain, TooLarge, pack
from autograder.runner.wire.codecs import CODECS, Codec
from autograder.runner.wire.values import decode, encode

TAGS = ["type", "exceptions", "unknown", *values._BY_TAG, *CODECS]
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
            st.sampled_from(TAGS),
            inner,
            max_size=2,
        )
    ),
    max_leaves=20,
)


def pair(messages=dict):
    """Two channels that are connected with each other."""
    return [Channel(sock, Decoder(messages)) for sock in socket.socketpair()]


def arrived(message):
    return FROM_STUDENT.decode(pack(message))


def across(value):
    return decode(arrived(Returned(value=encode(value))).value)


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
    assert encode(value) is not NotPlain


def test_each_tag_has_a_writer_and_a_reader():
    written = {*re.findall(r'\{"([a-z]+)": ', Path(values.__file__).read_text())}
    # The registry of proxies reads "either".
    assert written - {"either", *values.CLASSES} <= {*values._BY_TAG}


class Zone(Codec):
    def knows(self, kind):
        return kind is ZoneInfo

    def write(self, value, encode):
        return [value.key]

    def read(self, sent, decode):
        return ZoneInfo(*sent)


@pytest.mark.parametrize("sent", [["Europe"], ["x" * 5000], ["../x"], [], "UTC", [[]], None])
def test_what_is_forged_for_a_codec_is_refused_whatever_it_raises(sent, monkeypatch):
    monkeypatch.setitem(CODECS, "zone", Zone())
    assert across({"at": ZoneInfo("UTC")}) == {"at": ZoneInfo("UTC")}
    with pytest.raises(NotPlain, match="malformed 'zone'"):
        decode({"zone": sent})


@given(any_text)
def test_any_string_crosses(text):
    assert across(text) == text


@given(any_text)
def test_text_beside_the_values_arrives_without_halves_of_characters(text):
    printed = arrived(Returned(value=None, printed=text)).printed
    assert printed == text.encode(errors="replace").decode()


@pytest.mark.parametrize("text", ["hi", "hi \ud800"])
def test_text_beside_the_values_may_be_of_a_subclass(text):
    class Shout(str):
        def __str__(self):
            return self.upper()

        encode = __str__

    printed = arrived(Returned(value=10**30, printed=Shout(text))).printed
    assert printed == text.replace("\ud800", "?") and type(printed) is str


@given(st.binary() | anything_json.map(json.dumps).map(str.encode))
def test_whatever_bytes_arrive_are_a_message_or_refused(data):
    ours, theirs = pair(Ran | Returned)
    theirs.sock.sendall(len(data).to_bytes(4) + data)
    theirs.close()
    with pytest.raises(EOFError):
        ours.receive()
    ours.close()


@pytest.mark.parametrize(
    "forged",
    [
        {"type": "Returned"},
        {"type": "Returned", "value": 1, "printed": 3},
        {"type": "Returned", "value": 1, "changes": [["0", []]]},
        {"type": "Returned", "value": 1, "error": {"classes": "ValueError", "lines": ""}},
        {"type": "Ran", "outputs": [{"output_type": "party"}]},
        {"type": "Ran", "outputs": [{"output_type": "stream", "name": "stdin", "text": ""}]},
        {"type": "Ran", "outputs": [{"output_type": "stream", "name": "stdout", "text": [1]}]},
        {"type": "Ran", "outputs": [{"text": "of no type"}]},
        {"type": "Found", "names": {"f": {"type": "Function", "name": "f", "text": ""}}},
        {"type": "Found", "names": {"f": {"type": "Executable"}}},
        {"type": "RunCell", "code": "1"},
    ],
)
def test_a_message_that_lacks_something_or_has_another_kind_of_it_is_refused(forged):
    with pytest.raises(ValidationError):
        FROM_STUDENT.decode(json.dumps(forged))


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

    class Row(list):
        def __iter__(self):
            return iter("lies")

    for value, want in [(Liar("RG"), "RG"), (Row([1]), [1])]:
        assert across(value) == want and type(across(value)) is type(want)


def test_numbers_of_numpy_and_fractions_keep_their_kind_and_value():
    for value in [
        *(getattr(np, f"{kind}64")(7) for kind in ("int", "uint", "float")),
        *(np.int8(-128), np.uint64(2**64 - 1), np.float16(0.1), np.float32(0.1), np.True_),
        Fraction(10**30, 7),
    ]:
        assert across([value]) == [value] and type(across(value)) is type(value)
    assert math.isnan(across(np.float32("nan")))


@pytest.mark.parametrize(
    "forged",
    [
        ["int8", 300],
        ["int8", 1.5],
        ["bool", 2],
        ["load", 1],
        ["int8"],
        [["int8"], 1],
        "int8",
        {},
        ["int8", {"array": []}],
    ],
)
def test_a_number_that_numpy_cannot_have_made_is_refused(forged):
    with pytest.raises(NotPlain):
        decode({"numpy": forged})


def test_views_of_dicts_stay_views():
    pegs = {"R": [1], "G": (2,)}
    for view in [pegs.keys(), pegs.values(), pegs.items()]:
        assert list(across(view)) == list(view) and type(across(view)) is type(view)


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


@pytest.mark.parametrize("value", [object(), print, [{1: lambda: 0}], Channel, memoryview(b"R")])
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


def test_an_argument_that_contains_itself_is_refused_where_it_arrives():
    knot = {}
    knot["self"] = [knot]
    with pytest.raises(NotPlain, match="contains itself"):
        Borrowed().receive(*Lent().send([knot], {}))


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
    arrived = [*received(ours, TimeoutError)]
    theirs.sock.sendall(sent[cut:])
    theirs.close()
    assert [*arrived, *received(ours, EOFError)] == messages
    ours.close()


def received(channel, end):
    """What arrives at once, until there is an error of that class."""
    with suppress(end):
        while True:
            yield channel.receive(time.monotonic())


def test_a_message_that_is_too_large_is_not_sent_and_the_next_one_arrives():
    ours, theirs = pair(str)
    with pytest.raises(TooLarge, match="too large: 32,000,003 bytes, but at most 32,000,000"):
        ours.send("x" * (LARGEST_MESSAGE + 1))
    ours.send("small")
    assert theirs.receive() == "small"
    ours.close(), theirs.close()


@given(st.lists(plain, max_size=3), st.data())
def test_whatever_a_call_changes_in_place_comes_back_as_the_same_objects(arguments, data):
    lent, borrowed = Lent(), Borrowed()
    taken, _ = borrowed.receive(*lent.send([arguments, arguments], {}))
    assert taken == [arguments, arguments] and taken[0] is taken[1]
    ours, theirs = [*containers(arguments)], [*containers(taken[0])]
    changed = data.draw(st.integers(0, len(ours) - 1))
    before = [id(thing) for thing in ours]
    change(theirs[changed])
    value, _ = lent.take_back(
        arrived(Returned(value=borrowed.send(taken[0]), changes=borrowed.changes()))
    )
    assert value is arguments and ours[changed] == theirs[changed]
    assert [id(thing) for thing in containers(arguments)][: changed + 1] == before[: changed + 1]


def containers(value):
    """The lists, dicts and sets in a value, from the outermost to the innermost."""
    if isinstance(value, (list, dict, set)):
        yield value
    if isinstance(value, (list, tuple, dict)):
        for item in [*value.values()] if isinstance(value, dict) else value:
            yield from containers(item)


def change(thing):
    if isinstance(thing, list):
        thing[:] = ["new", [*thing]]
    elif isinstance(thing, dict):
        thing["new"] = 1
    else:
        thing.add("new")


def test_a_long_message_and_a_socket_after_it_both_arrive():
    ours, theirs = pair()
    there = Channel(theirs.sock, Decoder(dict), borrows=True)
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
    borrowed = Channel(there.borrow(), Decoder(dict))
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
