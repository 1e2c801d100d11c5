"""Proxies, in the examiner's process, for objects that stay in the student's.

A proxy can do the same as the source's own object, see `abilities`, and nothing else: any
other use is noted as missed, and the test left to a person. A proxy never equals plain data,
nor is it smaller or greater: a student's `__eq__` decides no test.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol

import msgspec

from autograder.sandbox.abilities import (
    CATCHES_FAILURES,
    COLLECTS,
    ENDS_ERRORS,
    OF_CACHES,
    Abilities,
)
from autograder.sandbox.messages import Function
from autograder.sandbox.proxies.arguments import NotHere
from autograder.sandbox.proxies.ending import catches_failures, generator, leave
from autograder.sandbox.proxies.exports import (
    BINARY,
    CALL,
    COMPARING,
    MOST_BASES,
    MOST_KEPT,
    PLAIN,
    SPECIAL,
)
from autograder.sandbox.proxies.signatures import Anything, pretend, signature_of
from autograder.sandbox.text import with_article
from autograder.sandbox.wire.decoding import decode
from autograder.sandbox.wire.plain import NotPlain, Sent

_ITERATING = frozenset({"__iter__", "__next__"})
_ANYBODY = _ITERATING | {"__call__"}
"""The special methods that proxies pass on for a class that the source does not have."""
_COMPARING = frozenset(f"__{name}__" for name in COMPARING)
_WITH_ANOTHER = _COMPARING | {f"__{way}{name}__" for name in BINARY for way in ("", "r", "i")}
_PLAIN = {"list", "dict", "set", "frozenset", "tuple", "str", "bytes", "int", "float", "complex"}
_PLAIN |= {"Counter", "OrderedDict", "defaultdict", "deque"}


class Reference(NamedTuple):
    """The number of a student's object, to name it in an operation without a proxy."""

    number: int


class Described(NamedTuple):
    """The description of a student's class, as the student's process sends it."""

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
    """The connection to the student's process."""

    def do(self, operation: str, /, *arguments: object, **named: object) -> Any:
        """Perform an operation on objects there."""

    def describe(self, number: int, name: str = "") -> object:
        """Ask for the description of a class or a function there."""

    def miss(self, why: str) -> object:
        """Note that a value was used that could not cross."""


class Can:
    """The attributes that proxies for the instances of a class may be asked for.

    Parameters
    ----------
    names : iterable of str, optional
        The names; without them all, but of special methods only those in `SPECIAL`.
    says : collection of str
        Special methods that the student's class has: asking for one more than is allowed
        is noted as missed.
    label : str
        The name of the class in `seen`.
    seen : set, optional
        A set to which names that are asked for are added.
    of_source : bool
        True if the source has such a class.
    """

    def __init__(
        self,
        names: Iterable[str] | None,
        says: Collection[str] = (),
        label: str = "",
        seen: set[tuple[str, str]] | None = None,
        of_source: bool = True,
    ) -> None:
        self._names = None if names is None else {*names}
        self._of_source = of_source
        self._says, self._label = says, label
        self._seen = set() if seen is None else seen

    def allows(self, name: str) -> bool:
        """Tell whether an attribute may be asked for."""
        if name.startswith("__") and name not in SPECIAL:
            return False
        return (
            self._names is None or name in self._names or (self._of_source and name in _ITERATING)
        )

    def note(self, name: str) -> None:
        """Note that an attribute was asked for, and was there."""
        if self._names is None:
            self._seen.add((self._label, name))

    def add(self, name: str) -> None:
        """Allow an attribute that a test itself has set."""
        if self._names is not None:
            self._names.add(name)

    def read(self, link: Link, thing: object, name: str) -> object:
        """Ask for an attribute of a thing.

        Raises
        ------
        AttributeError
            If it has none of that name, or may not be asked for it.
        """
        if name == "__dict__" and self._of_source:
            return link.do("vars", thing)
        if not self.allows(name):
            self.refuse(link, name)
            raise AttributeError(f"{name} cannot be asked for here")
        value = link.do("getattr", thing, name)
        self.note(name)
        return value

    def write(self, link: Link, operation: str, thing: object, name: str, *value: object) -> None:
        """Set or delete an attribute of a thing."""
        if name.startswith("__"):
            self.refuse(link, name, always=True)
            raise AttributeError(f"{name} cannot be set here")
        link.do(operation, thing, name, *value)
        self.add(name)

    def refuse(self, link: Link, name: str, always: bool = False) -> None:
        """Note an attribute as missed, unless it is one that libraries ask any object for."""
        if always or not name.startswith("__") or name in self._says:
            link.miss(f"{name} is asked for, which the course's own object has not")


class Class(type):
    """The metaclass of proxies for classes."""

    _link_: Link
    _can_: Can

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> "Class":
        """Refuse a subclass that a test derives from a student's class."""
        why = f"{bases[0].__name__} is the student's: no class can be built on it here"
        bases[0]._link_.miss(why)  # type: ignore[attr-defined]
        raise TypeError(why)

    def __call__(cls, *arguments: object, **named: object) -> object:
        """Call the student's class."""
        return cls._link_.do("call", cls, *arguments, **named)

    def __getattr__(cls, name: str) -> object:
        if name in ("_link_", "_can_", "_plain_"):
            raise AttributeError(name)
        return cls._can_.read(cls._link_, cls, name)

    def __setattr__(cls, name: str, value: object) -> None:
        cls._can_.write(cls._link_, "setattr", cls, name, value)

    def __delattr__(cls, name: str) -> None:
        cls._can_.write(cls._link_, "delattr", cls, name)

    def __dir__(cls) -> list[str]:
        return list(cls._link_.do("dir", cls))


class WithItems(Class):
    """The metaclass of proxies for classes that have items, such as enumerations."""

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


class Proxy:
    """A proxy for an object, which passes on each operation."""

    __slots__ = ()
    _link_: Link
    _can_: Can

    def __getattr__(self, name: str) -> object:
        return type(self)._can_.read(type(self)._link_, self, name)

    def __setattr__(self, name: str, value: object) -> None:
        type(self)._can_.write(type(self)._link_, "setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        type(self)._can_.write(type(self)._link_, "delattr", self, name)

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


class Proxies:
    """All proxies for objects of one student's process.

    Parameters
    ----------
    link : Link
        The connection to it.
    abilities : Abilities
        The attributes that they may be asked for.
    """

    def __init__(self, link: Link, abilities: Abilities) -> None:
        self._link = link
        self._abilities = abilities
        self.seen: set[tuple[str, str]] = set()
        """Names of classes and of attributes that were asked for, if that is noted."""
        self._found: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._classes: dict[int, type] = {}
        self._methods: dict[tuple[int, str], Function] = {}
        self._does: dict[int, Callable[[], object]] = {}

    def find(self, tag: str, content: Any) -> object:
        """Find or make the proxy for an object, for `decode`: it is given the unknown tags.

        Raises
        ------
        NotPlain
            If the tag or its content is malformed.
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
        """Find or make the proxy for a function that a name is bound to."""
        known = self._found.get(about.number)
        if known is None:
            known = self._pretend(about, name)
            self._add(about.number, known)
        return known

    def mine(self, value: object) -> Sent | None:
        """Encode a proxy as the number of its object; return None if the value is no proxy."""
        number = self._numbers.get(id(value))
        return None if number is None else {"mine": number}

    def _add(self, number: int, proxy: object) -> None:
        if len(self._found) >= MOST_KEPT:
            raise NotPlain("too many objects")
        self._found[number] = proxy
        self._numbers[id(proxy)] = number

    def _function(self, number: int) -> object:
        about = msgspec.convert(self._link.describe(number), Function)
        about.number = number
        return self._pretend(about, "function")

    def _pretend(self, about: Function, name: str) -> object:
        # By its number: a name may be bound to something else when it is called.
        call = partial(self._link.do, CALL, Reference(about.number))
        allowed = {*self._abilities.functions}
        if about.live or {*about.methods} - allowed - OF_CACHES:
            return self._live(about, call)
        function = pretend(about, name, call)
        for method in {*about.methods} & allowed:
            of = Reference(about.number)
            setattr(function, method, partial(self._link.do, "method", of, method))
        return function

    def _live(self, about: Function, call: Anything) -> object:
        """Make a proxy for a function with attributes, which are read anew each time."""
        learned = None if self._abilities.learning else self._abilities.functions
        names = {
            "_link_": self._link,
            "_can_": Can(learned, about.methods, "", self.seen, of_source=False),
            "__slots__": (),
            "__call__": lambda self, *arguments, **named: call(*arguments, **named),
            "__doc__": about.text or None,
            "__name__": about.name,
            "__signature__": signature_of(about),
        }
        return _instance(type.__new__(Class, "function", (Proxy,), names))

    def _method(self, number: int, name: str) -> object:
        owner = self._found.get(number)
        key = number if owner is None else id(type(owner)), name
        if key not in self._methods:
            about = self._link.describe(number, name)
            self._methods[key] = msgspec.convert(about, Function)
        call = partial(self._link.do, "method", Reference(number), name)
        return pretend(self._methods[key], name, call)

    def _generator(self, number: int) -> object:
        ask = partial(self._link.do, "method", Reference(number))
        return generator(ask, partial(self._may, ENDS_ERRORS))

    def narrowed(self, value: object) -> object:
        """Return the value, or a placeholder if an `except` with it would catch a failed test."""
        name = catches_failures(value)
        if not name or self._may(CATCHES_FAILURES):
            return value
        why = f"{name} would catch that a test has failed"
        self._link.miss(why)
        return NotHere(f"this cannot be tested here: {why}", self._link.miss)

    def _may(self, what: str) -> bool:
        """Tell whether the source's functions have an ability that is no attribute."""
        if self._abilities.learning:
            self.seen.add(("", what))
        return self._abilities.learning or what in self._abilities.functions

    def _object(self, number: int, kind: int) -> object:
        made = self.find("class", kind)
        if type(made) is NotHere:
            does = self._does.get(kind)
            return NotHere(vars(made)["_message"], self._link.miss) if does is None else does()
        if not issubclass(type(made), Class):
            raise NotPlain("an object of no class")
        return _instance(made)

    def _class(self, number: int) -> object:
        described, about, collects = msgspec.convert(self._link.describe(number), _Described)
        if len(described) > MOST_BASES:
            raise NotPlain("a class that is built on too many")
        if any(kind.name in self._abilities.classes for kind in described):
            return self._make(described, about, collects)
        name, *_ = (kind.name for kind in described)
        if any(_ANYBODY.intersection(kind.special) for kind in described):
            # An instance may be called and iterated, though the source has no such class.
            self._does[number] = partial(_instance, self._make_for_anybody(described))
        why = f"this cannot be tested here: {with_article(name)} is not plain data"
        return NotHere(why, self._link.miss)

    def _make(self, described: list[Described], about: Function, collects: bool) -> type:
        kinds: dict[int, type] = {}
        names: dict[int, frozenset[str]] = {}
        for place, kind in reversed([*enumerate(described)]):
            bases = [base for base in kind.bases if base > place]
            names[place] = frozenset(self._abilities.classes.get(kind.name, ())).union(
                *(names[base] for base in bases)
            )
            if kind.number not in self._classes:
                can = self._can(names[place], described[place:])
                metaclass = WithItems if collects and can.allows(COLLECTS) else Class
                bound = _bound_by(kind) | {"_link_": self._link, "_can_": can}
                if place == 0:
                    bound["__signature__"] = signature_of(about)
                parents = tuple(kinds[base] for base in bases) or (Proxy,)
                made = type.__new__(metaclass, kind.name, parents, bound)
                self._classes[kind.number] = made
                self._add(kind.number, made)
            kinds[place] = self._classes[kind.number]
        return kinds[0]

    def _make_for_anybody(self, described: list[Described]) -> type:
        says = frozenset(name for kind in described for name in kind.special)
        bound = {name: _operator(name) for name in says & SPECIAL}
        can = Can(_ANYBODY, says, of_source=False)
        own = {"__slots__": (), "_link_": self._link, "_can_": can}
        return type.__new__(Class, described[0].name, (Proxy,), bound | own)

    def _can(self, names: Iterable[str], described: Sequence[Described] = ()) -> Can:
        says = frozenset(name for kind in described for name in kind.special)
        known = [kind.name for kind in described if kind.name in self._abilities.classes]
        learned = None if self._abilities.learning else names
        return Can(learned, says, known[0] if known else "", self.seen)


def _bound_by(kind: Described) -> dict[str, object]:
    bound: dict[str, object] = {
        name: _operator(name) for name in SPECIAL.intersection(kind.special)
    }
    if kind.unhashable:
        bound["__hash__"] = None
    if kind.module != "__main__" and kind.name in _PLAIN:
        bound["_plain_"] = True
    return bound | {
        "__slots__": (),
        "__module__": kind.module,
        "__qualname__": kind.qualname,
        "__doc__": kind.text or None,
    }


def _instance(kind: Any) -> object:
    """Make a proxy without calling its class, which would call the student's."""
    return object.__new__(kind)


def _operator(name: str) -> Anything:
    """Make a special method that passes the operation on to the object, if it is allowed."""

    def method(self: Proxy, *arguments: object, **named: object) -> object:
        link, can = type(self)._link_, type(self)._can_
        if name in _COMPARING and not issubclass(type(arguments[0]), Proxy):
            return _compare(self, name, arguments[0])
        if not can.allows(name):
            return _refuse(self, name, arguments)
        can.note(name)
        if name == "__call__":
            return link.do("call", self, *arguments, **named)
        if name == "__exit__":
            return _leave(self, *arguments)
        return link.do("special", self, name, *arguments)

    method.__name__ = name
    return method


def _refuse(proxy: Proxy, name: str, arguments: tuple[object, ...]) -> object:
    """Refuse an operation that the source's own object has not, and note it as missed."""
    kind = type(proxy)
    if name == "__contains__" and kind._can_.allows("__iter__"):
        return any(item is arguments[0] or item == arguments[0] for item in proxy)  # type: ignore[attr-defined]
    kind._can_.refuse(kind._link_, name, always=True)
    if name in _WITH_ANOTHER:
        return NotImplemented
    raise TypeError(f"{name} cannot be asked of a {kind.__name__} here")


def _leave(proxy: Proxy, kind: object, error: Any, place: object) -> bool:
    link, can = type(proxy)._link_, type(proxy)._can_

    def may() -> bool:
        can.note(ENDS_ERRORS)
        return can.allows(ENDS_ERRORS)

    ask = partial(link.do, "special", proxy, "__exit__")
    return leave(lambda kind, error: ask(kind, error, None), error, may)  # no traceback crosses


def _compare(proxy: Proxy, name: str, other: object) -> object:
    """Compare with a value that is no proxy: by the object's plain data, or not at all."""
    link = type(proxy)._link_
    if getattr(type(proxy), "_plain_", False):
        return getattr(operator, name)(link.do(PLAIN, proxy), other)
    if other is not None:
        kinds = type(proxy).__name__, type(other).__name__
        link.miss("a {} of the student's is compared with a {}".format(*kinds))
    return NotImplemented


_MAKE: dict[str, Callable[..., object]] = {
    "class": Proxies._class,
    "function": Proxies._function,
    "generator": Proxies._generator,
    "object": Proxies._object,
}
