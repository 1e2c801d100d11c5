"""pandas' series, frames and indexes as plain data: their types, labels and values.

pandas is imported where one is made, and nowhere else.
"""

import importlib
import re
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

from autograder import Codec

Sent: TypeAlias = object
Encode: TypeAlias = Callable[[object], Sent]
Decode: TypeAlias = Callable[[Any], Any]
_ZONE = re.compile(r"[A-Za-z][\w+:-]{0,40}(/[A-Za-z][\w+-]{0,40}){0,2}", re.ASCII)
_MOMENTS = ("Timestamp", "Timedelta")
_OWN = ("Series", "DataFrame", "NaTType", "NAType", *_MOMENTS)
CHANGEABLE = ("Series", "DataFrame")
_ARRAYS = (
    *("StringArray", "ArrowStringArray", "IntegerArray", "FloatingArray", "BooleanArray"),
    *("DatetimeArray", "TimedeltaArray"),
)
_INDEXES = ("Index", "RangeIndex", "CategoricalIndex", "DatetimeIndex", "TimedeltaIndex")


class Frames(Codec):
    """What pandas has, but no sparse, interval or extension arrays of others."""

    def knows(self, kind: type) -> bool:
        """Tell whether it is a class of pandas whose objects can cross."""
        return bool(kind_of(kind))

    def write(self, value: Any, encode: Encode) -> list[Any]:
        """Serialize an object of pandas.

        Examples
        --------
        >>> import pandas
        >>> FRAMES.write(pandas.RangeIndex(3, name="n"), lambda part: part)
        ['RangeIndex', 0, 3, 1, 'n']
        """
        kind = kind_of(type(value))
        if kind in ("NaTType", "NAType"):
            return [kind]
        if kind in _MOMENTS:
            pandas = importlib.import_module("pandas")
            return [kind, _values(pandas.Index([value]).as_unit(value.unit), encode)]
        if kind == "Series":
            return [kind, _values(value, encode), encode(value.index), encode(value.name)]
        if kind == "DataFrame":
            columns = [_values(value.iloc[:, place], encode) for place in range(value.shape[1])]
            return [kind, encode(value.columns), encode(value.index), columns]
        if kind == "RangeIndex":
            return [kind, value.start, value.stop, value.step, encode(value.name)]
        if kind == "MultiIndex":
            codes = [encode(part) for part in value.codes]
            return [kind, [encode(part) for part in value.levels], codes, encode([*value.names])]
        if kind == "Categorical":
            return [kind, *_values(value, encode)[1:]]
        if kind in _ARRAYS:
            return [kind, _values(value, encode)]
        frequency = getattr(value, "freqstr", None)
        return [kind, _values(value, encode), encode(value.name), frequency]

    def read(self, sent: list[Any], decode: Decode) -> Any:
        """Deserialize an object of pandas from the list by `write`, possibly forged.

        Examples
        --------
        >>> import pandas
        >>> FRAMES.read(["RangeIndex", 0, 3, 1, "n"], lambda part: part)
        RangeIndex(start=0, stop=3, step=1, name='n')
        """
        pandas = importlib.import_module("pandas")
        kind, *parts = sent
        if kind == "NaTType":
            return pandas.NaT
        if kind == "NAType":
            return pandas.NA
        if kind in _MOMENTS:
            [values] = parts
            [moment] = pandas.Index(_made(values, decode))
            if type(moment) is not getattr(pandas, kind):
                raise ValueError(f"the value is not a {kind}")
            return moment
        if kind == "Series":
            values, index, name = parts
            made = _made(values, decode)
            return pandas.Series(made, _index(decode(index)), made.dtype, name=decode(name))
        if kind == "DataFrame":
            columns, index, contents = parts
            return _frame(columns, index, contents, decode)
        if kind == "RangeIndex":
            start, stop, step, name = parts
            if any(type(part) is not int for part in (start, stop, step)):
                raise ValueError("start, stop, and step must be integers")
            return pandas.RangeIndex(start, stop, step, name=decode(name))
        if kind == "MultiIndex":
            levels, codes, names = parts
            levels = [_index(decode(level)) for level in levels]
            codes = [_integers(decode(code)) for code in codes]
            return pandas.MultiIndex(levels, codes, names=decode(names))
        if kind == "Categorical":
            return _made(["category", *parts], decode)
        if kind in _ARRAYS:
            [values] = parts
            return pandas.Series(_made(values, decode)).array
        values, name, frequency = parts
        if kind not in _INDEXES or not isinstance(frequency, str | None):
            raise ValueError("this is not a known pandas type")
        made = _made(values, decode)
        index = pandas.Index(made, dtype=made.dtype, name=decode(name))
        if frequency:
            index.freq = frequency
        return index

    def changes(self, kind: type) -> bool:
        """Tell whether it is a series or a frame."""
        return kind_of(kind) in CHANGEABLE

    def replace(self, thing: Any, contents: Any) -> None:
        """Change a series or a frame in place."""
        if kind_of(type(thing)) not in CHANGEABLE or type(thing) is not type(contents):
            raise TypeError(
                f"a call cannot turn a {type(thing).__name__} into a {type(contents).__name__}"
            )
        type(thing).__init__(thing, contents)


FRAMES = Frames()


def kind_of(kind: type) -> str:
    """Return the name of a class of pandas; "" for others, and those that cannot cross.

    Examples
    --------
    >>> kind_of(list)
    ''
    """
    pandas = sys.modules.get("pandas")  # where it is not imported there is nothing of it
    if pandas is None or kind.__module__.partition(".")[0] != "pandas":
        return ""
    name = kind.__name__
    known = name in (*_OWN, *_ARRAYS, *_INDEXES, "MultiIndex", "Categorical")
    place = pandas.arrays if name in _ARRAYS else pandas
    mine = getattr(place, name, kind if name in ("NaTType", "NAType") else None)
    return name if known and mine is kind else ""


def _values(of: Any, encode: Encode) -> list[Sent]:
    numpy, pandas = importlib.import_module("numpy"), importlib.import_module("pandas")
    dtype = of.dtype
    if isinstance(dtype, numpy.dtype):
        return ["numpy", encode(of.to_numpy())]
    array = getattr(of, "array", of)
    if isinstance(dtype, pandas.CategoricalDtype):
        return ["category", encode(array.codes), encode(dtype.categories), bool(dtype.ordered)]
    if isinstance(dtype, pandas.DatetimeTZDtype):
        return ["moments", encode(array.asi8), dtype.unit, _zone(dtype.tz)]
    missing = encode(numpy.asarray(array.isna()))
    if isinstance(dtype, pandas.StringDtype):
        texts = [None if gone else text for gone, text in zip(array.isna(), array, strict=True)]
        return ["text", encode(texts), dtype.na_value is pandas.NA, dtype.storage]
    if str(dtype) in _MASKED:
        plain = array.to_numpy(dtype=_MASKED[str(dtype)], na_value=0)
        return ["masked", encode(plain), missing, str(dtype)]
    raise TypeError(f"values of type {dtype}")


_MASKED = {
    "boolean": "bool",
    **{f"{sign}{kind}{bits}": f"{sign}{kind}{bits}".lower()
       for sign, kind in (("", "Int"), ("U", "Int"), ("", "Float"))
       for bits in (8, 16, 32, 64) if (kind, bits) != ("Float", 8)},
}  # fmt: skip


def _made(sent: list[Any], decode: Decode) -> Any:
    numpy, pandas = importlib.import_module("numpy"), importlib.import_module("pandas")
    kind, *parts = sent
    first = decode(parts[0])
    if kind == "text":
        _, unknown, storage = parts
        texts = numpy.array(first, object)
        if not all(text is None or type(text) is str for text in first):
            raise ValueError("the values must be strings")
        missing = pandas.NA if unknown is True else numpy.nan
        storage = storage if storage == "pyarrow" else "python"
        return pandas.array(texts, pandas.StringDtype(storage, na_value=missing))
    if type(first) is not numpy.ndarray or first.ndim != 1:
        raise ValueError("the values must be a one-dimensional array")
    if kind == "numpy":
        if first.dtype.kind not in "biufcmMO":
            raise ValueError(f"a series cannot contain values of type {first.dtype}")
        return first
    if kind == "category":
        _, categories, ordered = parts
        dtype = pandas.CategoricalDtype(_index(decode(categories)), ordered is True)
        return pandas.Categorical.from_codes(_integers(first), dtype=dtype)
    if kind == "moments":
        _, unit, zone = parts
        if unit not in ("s", "ms", "us", "ns"):
            raise ValueError("the unit of time must be s, ms, us, or ns")
        moments = _integers(first).astype(f"M8[{unit}]")
        return pandas.DatetimeIndex(moments).tz_localize("UTC").tz_convert(_zone(zone)).array
    missing, name = decode(parts[1]), parts[2]
    made = pandas.array(first.astype(_MASKED[name]), name)
    made[missing.astype(bool)] = pandas.NA
    return made


def _frame(columns: Any, index: Any, values: list[Any], decode: Decode) -> Any:
    pandas = importlib.import_module("pandas")
    rows, named = _index(decode(index)), _index(decode(columns))
    made = [_made(part, decode) for part in values]
    series = {
        place: pandas.Series(part, rows, part.dtype, copy=False) for place, part in enumerate(made)
    }
    frame = pandas.DataFrame(series, index=rows)
    frame.columns = named
    return frame


def _zone(zone: Any) -> str | None:
    """Return the name of a time zone of pandas' or Python's; None for none."""
    if zone is None:
        return None
    name = str(zone)
    # pandas would read some names as paths of files.
    if not _ZONE.fullmatch(name) or name.startswith("dateutil"):
        raise TypeError("a time zone without a name")
    return name


def _index(made: Any) -> Any:
    pandas = importlib.import_module("pandas")
    if not isinstance(made, pandas.Index):
        raise ValueError("the labels must be a pandas index")
    return made


def _integers(made: Any) -> Any:
    numpy = importlib.import_module("numpy")
    if type(made) is not numpy.ndarray or made.dtype.kind not in "iu" or made.ndim != 1:
        raise ValueError("the codes must be a one-dimensional array of integers")
    return made
