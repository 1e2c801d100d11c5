"""What stands, in the examiner's process, for objects that stay in the student's.

A stand-in is never equal to plain data, nor smaller or greater: what a student's class
says of that decides no test.
"""

import operator
from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec

from autograder.sandbox.functions import Anything, pretend, signature_of
from autograder.sandbox.lending import NotHere
from autograder.sandbox.messages import Function
from autograder.sandbox.objects import CALL, COMPARING, MOST_BASES, MOST_KEPT, PLAIN, SPECIAL
from autograder.sandbox.wire import NotPlain, Sent, decode

_ITERATING = {"__iter__", "__next__"}
_PLAIN = {"list", "dict", "set", "frozenset", "tuple", "str", "bytes", "int", "float", "complex"}
_PLAIN |= {"Counter", "OrderedDict", "defaultdict", "deque"}


class Reference(NamedTuple):
    """An object of the student's, with which something is to be done; nothing stands for it."""

    number: int


class Described(NamedTuple):
    """What a class there says of itself."""

    number: int
    name: str
    qualname: str
    module: str
    text: str
    special: list[str]
    unhashable: bool
    bases: list[int]


_Described = tuple[list[Described], Function, bool]


class Link(Protocol):
    """The way to the student's process."""

    def do(self, operation: str, /, *arguments: object, **named: object) -> Any:
        """Have something done with objects there."""

    def describe(self, number: int, name: str = "") -> object:
        """Ask what an object or a class there is."""

    def miss(self, why: str) -> object:
        """Note that a value was wanted that could not cross."""


class Class(type):
    """The class of stand-ins for classes."""

    _link_: Link

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> "Class":
        """Refuse what a test builds on a student's class."""
        why = f"{bases[0].__name__} is the student's: no class can be built on it here"
        bases[0]._link_.miss(why)  # type: ignore[attr-defined]
        raise TypeError(why)

    def __call__(cls, *arguments: object, **named: object) -> object:
        """Call the class itself."""
        return cls._link_.do("call", cls, *arguments, **named)

    def __getattr__(cls, name: str) -> object:
        if name == "_link_":
            raise AttributeError(name)
        return cls._link_.do("getattr", cls, name)

    def __setattr__(cls, name: str, value: object) -> None:
        cls._link_.do("setattr", cls, name, value)

    def __delattr__(cls, name: str) -> None:
        cls._link_.do("delattr", cls, name)

    def __dir__(cls) -> list[str]:
        return list(cls._link_.do("dir", cls))


class Collection(Class):
    """The class of stand-ins for classes that have items, such as enumerations."""

    def __iter__(cls) -> Any:
        return cls._link_.do("special", cls, "__iter__")

    def __len__(cls) -> Any:
        return cls._link_.do("special", cls, "__len__")

    def __contains__(cls, item: object) -> Any:
        return cls._link_.do("special", cls, "__contains__", item)

    def __getitem__(cls, key: object) -> Any:
        return cls._link_.do("special", cls, "__getitem__", key)

    def __bool__(cls) -> bool:
        return True


class StandIn:
    """Stands for an object; what is asked of it is asked of the object."""

    __slots__ = ()
    _link_: Link

    def __getattr__(self, name: str) -> object:
        return type(self)._link_.do("getattr", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        type(self)._link_.do("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        type(self)._link_.do("delattr", self, name)

    def __dir__(self) -> list[str]:
        return list(type(self)._link_.do("dir", self))

    def __repr__(self) -> str:
        return str(type(self)._link_.do("repr", self))

    def __str__(self) -> str:
        return str(type(self)._link_.do("str", self))

    def __copy__(self) -> object:
        return type(self)._link_.do("copy", self)

    def __deepcopy__(self, known: object) -> object:
        return type(self)._link_.do("deepcopy", self)

    def __reduce_ex__(self, protocol: object) -> str:
        raise TypeError(f"a {type(self).__name__} is the student's and cannot be pickled")


class StandIns:
    """All stand-ins for objects of one student's process.

    Parameters
    ----------
    link : Link
        The way there.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._names: frozenset[str] = frozenset()
        self._found: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._classes: dict[int, type] = {}
        self._methods: dict[tuple[int, str], Function] = {}

    def allow(self, classes: Iterable[str]) -> None:
        """Say of which classes there are stand-ins from now on."""
        self._names = frozenset(classes)

    def find(self, tag: str, content: Any) -> object:
        """Find or make what stands for an object: what `decode` asks about tags it does not know.

        Raises
        ------
        NotPlain
            If this cannot have been said of an object.
        """
        try:
            if tag == "either":
                first, plain = content
                found = decode(first, self.find)
                return decode(plain, self.find) if type(found) is NotHere else found
            if tag == "method":
                return self._method(*content)
            number, *more = content if type(content) is list else [content]
            if type(number) is not int or tag not in _MAKE:
                raise NotPlain(f"unknown tag {tag!r}")
            if number not in self._found:
                self._add(number, _MAKE[tag](self, number, *more))
            return self._found[number]
        except NotPlain:
            raise
        except (LookupError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
            raise NotPlain(f"malformed {tag!r}: {error}"[:500]) from None

    def bind(self, about: Function, name: str) -> object:
        """Make what stands for a function that a name is bound to."""
        known = self._found.get(about.number)
        if known is None:
            known = self._pretend(about, name)
            self._add(about.number, known)
        return known

    def mine(self, value: object) -> Sent | None:
        """What to send for a stand-in; None if it is none."""
        number = self._numbers.get(id(value))
        return None if number is None else {"mine": number}

    def _add(self, number: int, stand_in: object) -> None:
        if len(self._found) >= MOST_KEPT:
            raise NotPlain("too many objects")
        self._found[number] = stand_in
        self._numbers[id(stand_in)] = number

    def _function(self, number: int) -> object:
        about = msgspec.convert(self._link.describe(number), Function)
        about.number = number
        return self._pretend(about, "function")

    def _pretend(self, about: Function, name: str) -> object:
        # By its number: a name may be bound to something else when it is called.
        call = partial(self._link.do, CALL, Reference(about.number))
        if about.live:
            return self._live(about, call)
        function = pretend(about, name, call)
        for method in about.methods:
            of = Reference(about.number)
            setattr(function, method, partial(self._link.do, "method", of, method))
        return function

    def _live(self, about: Function, call: Anything) -> object:
        """Stand for a function that has attributes: what they are is asked for each time."""
        names = {
            "_link_": self._link,
            "__slots__": (),
            "__call__": lambda self, *arguments, **named: call(*arguments, **named),
            "__doc__": about.text or None,
            "__name__": about.name,
            "__signature__": signature_of(about),
        }
        return _instance(type.__new__(Class, "function", (StandIn,), names))

    def _method(self, number: int, name: str) -> object:
        owner = self._found.get(number)
        key = number if owner is None else id(type(owner)), name
        if key not in self._methods:
            about = self._link.describe(number, name)
            self._methods[key] = msgspec.convert(about, Function)
        call = partial(self._link.do, "method", Reference(number), name)
        return pretend(self._methods[key], name, call)

    def _generator(self, number: int) -> object:
        return _generator(self._link, Reference(number))

    def _object(self, number: int, kind: int) -> object:
        made = self.find("class", kind)
        if type(made) is NotHere:
            return NotHere(vars(made)["_message"], self._link.miss)
        if not issubclass(type(made), Class):
            raise NotPlain("an object of no class")
        return _instance(made)

    def _class(self, number: int) -> object:
        described, about, collects = msgspec.convert(self._link.describe(number), _Described)
        if not self._allows(described):
            name = described[0].name
            return NotHere(
                f"this cannot be tested here: a {name} is not plain data", self._link.miss
            )
        if len(described) > MOST_BASES:
            raise NotPlain("a class that is built on too many")
        metaclass = Collection if collects else Class
        kinds: dict[int, type] = {}
        for place, kind in reversed([*enumerate(described)]):
            if kind.number not in self._classes:
                parents = tuple(kinds[base] for base in kind.bases if base > place) or (StandIn,)
                names = self._names_of(kind, described[0])
                if place == 0:
                    names["__signature__"] = signature_of(about)
                made = type.__new__(metaclass, kind.name, parents, names)
                self._classes[kind.number] = made
                self._add(kind.number, made)
            kinds[place] = self._classes[kind.number]
        return kinds[0]

    def _allows(self, described: list[Described]) -> bool:
        first, *_ = described
        iterates = first.module in ("builtins", "itertools") and "__next__" in first.special
        return iterates or any(
            kind.module == "__main__" and kind.name in self._names for kind in described
        )

    def _names_of(self, kind: Described, first: Described) -> dict[str, object]:
        special = set(kind.special) & SPECIAL
        if first.module != "__main__":
            special &= _ITERATING
        names: dict[str, object] = {name: _operator(name) for name in special}
        if kind.unhashable:
            names["__hash__"] = None
        if kind.module != "__main__" and kind.name in _PLAIN:
            names["_plain_"] = True
        return names | {
            "_link_": self._link,
            "__slots__": (),
            "__module__": kind.module,
            "__qualname__": kind.qualname,
            "__doc__": kind.text or None,
        }


def _instance(kind: Any) -> object:
    """Make a stand-in; to call its class would be to call the student's."""
    return object.__new__(kind)


def _operator(name: str) -> Anything:
    """Make a special method that has the same done with the object itself."""

    def method(self: StandIn, *arguments: object, **named: object) -> object:
        link = type(self)._link_
        if name[2:-2] in COMPARING and not issubclass(type(arguments[0]), StandIn):
            return _compare(self, name, arguments[0])
        if name == "__call__":
            return link.do("call", self, *arguments, **named)
        if name == "__exit__":
            arguments = (*arguments[:2], None)  # no traceback crosses
        return link.do("special", self, name, *arguments)

    method.__name__ = name
    return method


def _compare(stand_in: StandIn, name: str, other: object) -> object:
    """Compare with what is not the student's: by what the object is built on, or not at all."""
    link = type(stand_in)._link_
    if getattr(type(stand_in), "_plain_", False):
        return getattr(operator, name)(link.do(PLAIN, stand_in), other)
    if other is not None:
        kinds = type(stand_in).__name__, type(other).__name__
        link.miss("a {} of the student's is compared with a {}".format(*kinds))
    return NotImplemented


def _generator(link: Link, at: Reference) -> Generator[object, object, object]:
    step: tuple[object, ...] = ("__next__",)
    while True:
        try:
            value = link.do("method", at, *step)
        except StopIteration as end:
            return end.value
        try:
            given = yield value
            step = ("__next__",) if given is None else ("send", given)
        except GeneratorExit:
            link.do("method", at, "close")
            raise
        except BaseException as error:
            step = "throw", error


_MAKE: dict[str, Callable[..., object]] = {
    "class": StandIns._class,
    "function": StandIns._function,
    "generator": StandIns._generator,
    "object": StandIns._object,
}
