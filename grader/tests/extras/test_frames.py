"""What pandas makes crosses as what it is, and nothing forged gets through."""

import json

import numpy
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import pandas as made
from pandas.testing import assert_frame_equal, assert_index_equal, assert_series_equal

from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Step
from autograder.runner.messages import Returned
from autograder.runner.proxies.arguments import Borrowed, Lent
from autograder.runner.wire import channel
from autograder.runner.wire.channel import NotPlain
from autograder.runner.wire.values import decode, encode


def crossed(value):
    return decode(json.loads(channel.pack(encode(value))))


KINDS = pandas.DataFrame(
    {
        "integers": [1, 2],
        "texts": ["R", None],
        "reals": [1.5, numpy.nan],
        "categories": pandas.Categorical(["u", None], ["v", "u"], ordered=True),
        "moments": pandas.date_range("2024-01-01", periods=2, tz="Europe/Berlin"),
        "days": pandas.to_datetime(["1977-01-31", None]),
        "spans": pandas.to_timedelta([1, None], "D"),
        "masked": pandas.array([1, None], "Int64"),
        "small": pandas.array([1.5, None], "Float32"),
        "truths": pandas.array([True, None], "boolean"),
        "strings": pandas.array(["q", None], "string"),
        "objects": pandas.Series([1, "x"], dtype=object),
    },
    index=pandas.Index(["r", "s"], name="row"),
)
GROUPED = pandas.DataFrame({"k": ["a", "a", "b"], "n": [1, 2, 1], "v": [1.0, 2, 3]})
FRAMES = [
    KINDS,
    KINDS.T,
    KINDS[["integers"]],
    pandas.DataFrame([[1, 2], [3, 4]], columns=["x", "x"]),
    pandas.DataFrame([[1, 2]], columns=pandas.MultiIndex.from_tuples([("a", 1), ("a", 2)])),
    GROUPED.groupby(["k", "n"]).mean(),
    GROUPED.pivot_table("v", "k", "n"),
    pandas.DataFrame(),
    pandas.DataFrame(index=[1, 2]),
    pandas.DataFrame(columns=["a"]),
]
INDEXES = [
    pandas.RangeIndex(3, name="q"),
    pandas.Index([1, 2]),
    pandas.Index(["a", None]),
    pandas.Index([]),
    pandas.Index([("a", 1)], tupleize_cols=False),
    pandas.date_range("2020", periods=3, freq="MS"),
    pandas.timedelta_range("1D", periods=2),
    pandas.CategoricalIndex(["a"]),
    FRAMES[5].index,
]
ONES = [
    pandas.Timestamp("2024-02-03 01:02:03.123456789"),
    pandas.Timestamp("2024", tz="US/Pacific"),
    pandas.Timestamp("2024-01-01T00:00+02:00"),
    pandas.Timedelta("1D3ns"),
]


@pytest.mark.parametrize("frame", FRAMES)
def test_a_frame_arrives_as_it_was(frame):
    assert_frame_equal(crossed(frame), frame, check_freq=True)


@pytest.mark.parametrize("name", ["texts", "strings", "masked", "small", "truths", "days", "spans"])
def test_an_array_of_unique_values_arrives_as_it_was(name):
    made = KINDS[name].unique()
    got = crossed(made)
    assert type(got) is type(made)
    assert_series_equal(pandas.Series(got), pandas.Series(made))


@pytest.mark.parametrize("index", INDEXES)
def test_an_index_arrives_as_it_was(index):
    arrived = crossed(index)
    assert_index_equal(arrived, index, exact=True)
    assert getattr(arrived, "freq", None) == getattr(index, "freq", None)


@pytest.mark.parametrize("one", ONES)
def test_a_moment_arrives_as_it_was(one):
    arrived = crossed([one])[0]
    assert type(arrived) is type(one) and repr(arrived) == repr(one) and arrived.unit == one.unit


def test_what_is_missing_arrives_as_it_was():
    assert crossed(pandas.NaT) is pandas.NaT and crossed({"a": pandas.NA})["a"] is pandas.NA


@settings(max_examples=15, deadline=None)
@given(
    made.data_frames(
        [
            made.column("a", dtype=int),
            made.column("b", dtype=float),
            made.column("c", elements=st.none() | st.text("ab", max_size=2) | st.booleans()),
            made.column("d", dtype="M8[ns]"),
        ],
        index=made.range_indexes(max_size=4) | made.indexes(dtype=float, max_size=4),
    )
)
def test_any_frame_arrives_as_it_was(frame):
    assert_frame_equal(crossed(frame), frame, check_exact=True)
    for name in frame:
        assert_series_equal(crossed(frame[name]), frame[name], check_exact=True)


@pytest.mark.parametrize(
    "value",
    [
        pandas.Series(pandas.period_range("2024", periods=2)),
        pandas.Series([object()]),
        pandas.DataFrame({"a": [1]}).groupby("a"),
        pandas.Series([1]).astype(pandas.SparseDtype(int)),
        type("Mine", (pandas.Series,), {})([1]),
    ],
)
def test_what_is_more_than_a_frame_does_not_cross(value):
    with pytest.raises(NotPlain, match="is not plain data"):
        encode(value)


FORGED = st.recursive(
    st.none()
    | st.integers(-3, 300)
    | st.sampled_from(
        ["Index", "numpy", "text", "masked", "category", "moments", "Int64", "ns", "UTC", "MS"]
    )
    | st.sampled_from(["dateutil//etc/passwd", "../x", "python"])
    | st.sampled_from([encode(numpy.arange(2)), encode(pandas.RangeIndex(2)), encode(["a", "b"])]),
    lambda part: st.lists(part, max_size=4),
    max_leaves=8,
)
KNOWN = ["Series", "DataFrame", "Index", "RangeIndex", "MultiIndex", "Categorical"]
KNOWN += [
    "StringArray",
    "DatetimeIndex",
    "CategoricalIndex",
    "Timestamp",
    "Timedelta",
    "NaTType",
    "read_pickle",
]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(KNOWN), st.lists(FORGED, max_size=4))
def test_what_is_forged_is_refused_or_pandas(kind, parts):
    try:
        value = decode({"pandas": [kind, *parts]})
    except NotPlain:
        return
    assert type(value).__name__ in KNOWN and kind != "read_pickle"


def test_a_zone_is_none_that_pandas_takes_for_a_file():
    sent = encode(pandas.Timestamp("2024", tz="UTC"))
    sent["pandas"][1][3] = "dateutil//etc/localtime"
    with pytest.raises(NotPlain, match="a time zone without a name"):
        decode(sent)


def change(frame, names):
    frame["more"] = [9] * len(frame)
    frame.iloc[0, 0] = 7
    names.iloc[0] = "z"


def test_what_a_call_changes_of_a_frame_is_changed():
    ours, names = pandas.DataFrame({"n": [1, 2]}), pandas.Series(["a", "b"], name="s")
    want, other = ours.copy(), names.copy()
    change(want, other)
    lent, borrowed = Lent(), Borrowed()
    (taken, row), by_name = borrowed.receive(*lent.send([ours, [1]], {"names": names}))
    assert borrowed.changes() == []
    change(taken, by_name["names"])
    row.append(2)
    answer = Returned(value=borrowed.send(taken), changes=borrowed.changes())
    value, _ = lent.take_back(answer)
    assert value is ours
    assert_frame_equal(ours, want)
    assert_series_equal(names, other)


@pytest.mark.slow
def test_frames_work_in_two_processes_as_in_one():
    both = "import pandas as pd\n"
    answer = (
        "def total(df): return df.groupby('k')['v'].sum()\n"
        "def clean(df): del df['k']; df['w'] = df['v'] * 2\n"
        "table = pd.DataFrame({'k': ['a', 'b'], 'v': [1.5, None]})"
    )
    test = (
        "pd.testing.assert_series_equal(total(table), pd.Series([1.5, 0.0], pd.Index(['a', 'b'], name='k'), name='v'))\n"
        "mine = table.copy(); kept = mine; clean(mine)\n"
        "assert [*kept] == ['v', 'w'] and kept['w'][0] == 3.0 and [*table] == ['k', 'v']"
    )
    names = ("total", "clean", "table")
    steps = [Step(0, both + answer), Step(1, f"#\n{both}{test}", True, names)]
    assert examine(Job(steps, ["pandas"], {}, {})).outputs[1] == []
