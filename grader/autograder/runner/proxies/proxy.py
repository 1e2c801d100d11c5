"""Proxies, in the examiner's process, for objects that stay in the student's, and their registry.

A proxy has the abilities of the source's class of that name, see `abilities`, and nothing else:
any other use is noted as missed, and the test left to a person. A proxy never equals plain
data, nor is it smaller or greater: a student's `__eq__` decides no test.
"""

import operator
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, partialmethod
from types import GeneratorType
from typing import Any, NamedTuple, Protocol

import msgspec

from autograder.runner.messages import Function
from autograder.runner.names import ARITHMETIC, COLLECTS, GIVES, Abilities
from autograder.runner.proxies import exports
from autograder.runner.proxies.arguments import NotHere
from autograder.runner.text import with_article
from autograder.runner.wire import channel, classes, errors, values

_PLAIN = {"list", "dict", "set", "frozenset", "tuple", "str", "bytes", "int", "float", "complex"}
_PLAIN |= {"Counter", "OrderedDict", "defaultdict", "deque"}

_Described = tuple[list[exports.Described], Function, bool]
_new: exports.Anything = object.__new__  # to call a class would call the student's

_ITERATING = frozenset({"__iter__", "__next__"})
_ANYBODY = _ITERATING | {"__call__"}
"""The special methods that proxies pass on for a class that the source does not have."""
_COMPARING = frozenset(f"__{name}__" for name in exports.COMPARING)
_WITH_ANOTHER = _COMPARING | {f"__{way}{name}__" for name in ARITHMETIC for way in ("", "r", "i")}


class Reference(NamedTuple):
    """The number of a student's object, to name it in an operation without a proxy."""

    number: int


class Link(Protocol):
    """The connection to the student's process."""

    def do(self, operation: str, /, *arguments: object, **named: object) -> Any:
        """Perform an operation on objects there."""

    def describe(self, number: int, name: str = "") -> object:
        """Ask for the description of a class or a function there."""

    def miss(self, why: str) -> object:
        """Note that a value was used that could not cross."""


@dataclass
class Can:
    """The attributes that proxies for the instances of a class may be asked for; None for all."""

    link: Link
    names: frozenset[str] | None
    label: str = ""
    seen: set[tuple[str, str]] = field(default_factory=set)
    of_source: bool = True

    def allows(self, name: str) -> bool:
        """Tell whether an attribute may be asked for."""
        if name.startswith("__") and name not in exports.SPECIAL:
            return False
        return self.names is None or name in self.names or (self.of_source and name in _ITERATING)

    def note(self, name: str) -> None:
        """Note that an attribute was asked for, and was there."""
        if self.names is None:
            self.seen.add((self.label, name))

    def read(self, thing: object, name: str) -> object:
        """Ask for an attribute of a thing."""
        if name == "__dict__" and self.of_source:
            return self.link.do("vars", thing)
        if not self.allows(name):
            if not name.startswith("__"):  # libraries ask any object for such attributes
                self.miss(name)
            raise AttributeError(f"the attribute {name} cannot be read in separate processes")
        value = self.link.do("getattr", thing, name)
        self.note(name)
        return value

    def write(self, thing: object, name: str, value: object) -> None:
        """Set an attribute of a thing; a test may ask for what it has set itself."""
        if name.startswith("__"):
            self.miss(name)
            raise AttributeError(f"the attribute {name} cannot be set in separate processes")
        self.link.do("setattr", thing, name, value)
        self.names = None if self.names is None else self.names | {name}

    def miss(self, name: str) -> None:
        """Note that an attribute was asked for, and refused."""
        self.link.miss(f"the test uses {name}, which the course's own object does not have")


class ProxyClass(type):
    """The metaclass of proxies for classes."""

    _can_: Can

    def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> "ProxyClass":
        """Refuse a subclass that a test derives from a student's class."""
        why = f"{bases[0].__name__} belongs to the student, so a test cannot derive a class from it"
        bases[0]._can_.link.miss(why)  # type: ignore[attr-defined]
        raise TypeError(why)

    def __call__(cls, *arguments: object, **named: object) -> object:
        """Call the student's class."""
        return cls._can_.link.do("call", cls, *arguments, **named)

    def __getattr__(cls, name: str) -> object:
        if name in ("_can_", "_plain_"):
            raise AttributeError(name)
        return cls._can_.read(cls, name)

    def __setattr__(cls, name: str, value: object) -> None:
        cls._can_.write(cls, name, value)

    def __dir__(cls) -> list[str]:
        return list(cls._can_.link.do("dir", cls))


class WithItems(ProxyClass):
    """The metaclass of proxies for classes that have items, such as enumerations."""

    def _ask(cls, name: str, *key: object) -> Any:
        cls._can_.note(COLLECTS)
        return cls._can_.link.do("special", cls, name, *key)

    __iter__ = partialmethod(_ask, "__iter__")
    __len__ = partialmethod(_ask, "__len__")
    __contains__ = partialmethod(_ask, "__contains__")
    __getitem__ = partialmethod(_ask, "__getitem__")

    def __bool__(cls) -> bool:
        return True


def _passed_on(operation: str, make: exports.Anything = lambda value: value) -> Any:
    return lambda self, *_: make(type(self)._can_.link.do(operation, self))


class Proxy:
    """A proxy for an object, which passes on each operation."""

    __slots__ = ()
    _can_: Can

    def __getattr__(self, name: str) -> object:
        return type(self)._can_.read(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        type(self)._can_.write(self, name, value)

    __dir__ = _passed_on("dir", list)
    __repr__, __str__ = _passed_on("repr", str), _passed_on("str", str)
    __copy__, __deepcopy__ = _passed_on("copy"), _passed_on("deepcopy")

    def __reduce_ex__(self, protocol: object) -> str:
        raise TypeError(f"a {type(self).__name__} belongs to the student and cannot be pickled")


def _operator(name: str) -> exports.Anything:
    """Make a special method that passes the operation on to the object, if it is allowed."""

    def method(self: Proxy, *arguments: object, **named: object) -> object:
        can = type(self)._can_
        if name in _COMPARING and not issubclass(type(arguments[0]), Proxy):
            return _compare(self, name, arguments[0])
        if not can.allows(name):
            return _refuse(self, name, arguments)
        can.note(name)
        if name == "__call__":
            return can.link.do("call", self, *arguments, **named)
        if name == "__exit__":
            return _leave(self, *arguments)
        return can.link.do("special", self, name, *arguments)

    method.__name__ = name
    return method


def _refuse(proxy: Proxy, name: str, arguments: tuple[object, ...]) -> object:
    """Refuse an operation that the source's own object has not, and note it as missed."""
    kind = type(proxy)
    if name == "__contains__" and kind._can_.allows("__iter__"):
        return any(item is arguments[0] or item == arguments[0] for item in proxy)  # type: ignore[attr-defined]
    kind._can_.miss(name)
    if name in _WITH_ANOTHER:
        return NotImplemented
    raise TypeError(f"a {kind.__name__} does not support {name} in separate processes")


def _leave(proxy: Proxy, kind: object, error: Any, place: object) -> bool:
    """Leave a `with` of the student's, which can end no error of a test's here."""
    leave = partial(type(proxy)._can_.link.do, "special", proxy, "__exit__")
    if error is not None and errors.is_failure(error):
        with suppress(Exception):
            leave(AssertionError, AssertionError(), None)
        return False
    ended = leave(kind, error, None)  # no traceback crosses
    if ended and error is not None:
        raise _hidden(error) from None
    return False


def _compare(proxy: Proxy, name: str, other: object) -> object:
    """Compare with a value that is no proxy: by the object's plain data, or not at all."""
    link = type(proxy)._can_.link
    if getattr(type(proxy), "_plain_", False):
        return getattr(operator, name)(link.do(exports.PLAIN, proxy), other)
    if other is not None:
        kinds = type(proxy).__name__, type(other).__name__
        link.miss("the student's {} is compared with an object of type {}".format(*kinds))
    return NotImplemented


def generator(ask: Callable[..., Any]) -> Generator[object, object, object]:
    """Make a proxy for an iterator of the student's, which can catch no error of a test's."""
    step: tuple[Any, ...] = ("__next__",)
    while True:
        try:
            value = ask(*step)
        except StopIteration as end:
            return end.value
        try:
            given = yield value
            step = ("__next__",) if given is None else ("send", given)
        except GeneratorExit:
            with suppress(AttributeError):  # other iterators have no such method
                ask("close")
            raise
        except BaseException as error:
            if errors.is_failure(error):
                raise
            raise _hidden(error) from None


def _hidden(error: BaseException) -> AssertionError:
    return AssertionError(
        f"Your code cannot catch an error that a test raises: {type(error).__name__}"
    )


class Proxies:
    """All proxies for objects of one student's process."""

    def __init__(self, link: Link, abilities: Abilities) -> None:
        self._link, self._abilities = link, abilities
        self.seen: set[tuple[str, str]] = set()  # classes and attributes asked for, if noted
        self.giver: frozenset[str] = frozenset()  # the names of what is bound or called now
        self._names: dict[int, frozenset[str]] = {}
        self._found: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._classes: dict[int, type] = {}
        self._methods: dict[tuple[int, str], Function] = {}
        self._second_names: dict[int, str] = {}
        self._for_anybody: dict[int, type] = {}

    def find(self, tag: str, content: Any) -> object:
        """Find or make the proxy for an object, for `decode`: it is given the unknown tags."""
        try:
            if tag == "either":
                first, plain = content
                found = values.decode(first, self.find)
                kinds = {NotHere, *self._for_anybody.values()}
                return values.decode(plain, self.find) if type(found) in kinds else found
            if tag == "method":
                return self._method(*content)
            if tag in values.CLASSES:
                return self._narrowed(values.decode_class(tag, content))
            number, *more = content if type(content) is list else [content]
            if type(number) is not int or tag not in _MAKE:
                raise channel.NotPlain(f"unknown tag {tag!r}")
            if number not in self._found:
                self._add(number, _MAKE[tag](self, number, *more))
            return self._found[number]
        except channel.NotPlain:
            raise
        except (LookupError, TypeError, ValueError, AttributeError, msgspec.MsgspecError) as error:
            raise channel.NotPlain(f"malformed {tag!r}: {error}"[:500]) from None

    def bind(self, about: Function, name: str) -> object:
        """Find or make the proxy for a function that a name is bound to."""
        self._call(about.number, name)
        if about.number not in self._found:
            self._add(about.number, self._pretend(about, name))
        return self._found[about.number]

    def bound(self, value: object, name: str) -> None:
        """Note a name for what is bound to it: calls give objects only if the source's do."""
        number = self._numbers.get(id(value))
        if number is not None and name not in self._abilities.classes:
            self._call(number, name)

    def giver_of(self, operation: str, thing: object, asked: object) -> frozenset[str]:
        """Return the names of what is called, of what gave a generator, or of an attribute."""
        number = thing.number if type(thing) is Reference else self._numbers.get(id(thing), -1)
        if operation == exports.CALL or type(self._found.get(number)) is GeneratorType:
            return self._names.get(number, frozenset())
        return frozenset({f".{asked or operation}"})

    def call(self, number: int, name: str) -> None:
        """Take a class for the source's of the name to which a student has bound it."""
        if name in self._abilities.classes:
            self._second_names.setdefault(number, name)

    def mine(self, value: object) -> channel.Sent | None:
        """Encode a proxy as the number of its object; return None if the value is no proxy."""
        number = self._numbers.get(id(value))
        return None if number is None else {"mine": number}

    def _add(self, number: int, proxy: object) -> None:
        if len(self._found) >= exports.MOST_KEPT:
            raise channel.NotPlain("there are too many objects")
        self._found[number] = proxy
        self._numbers[id(proxy)] = number

    def _call(self, number: int, *names: str) -> None:
        self._names[number] = self._names.get(number, frozenset()).union(names)

    def _function(self, number: int) -> object:
        self._call(number, *self.giver)
        about = msgspec.convert(self._link.describe(number), Function)
        about.number = number
        return self._pretend(about, "function")

    def _pretend(self, about: Function, name: str) -> object:
        # By its number: a name may be bound to something else when it is called.
        call = partial(self._link.do, exports.CALL, Reference(about.number))
        if not about.attributes:
            return exports.pretend(about, name, call)
        # Attributes are read anew each time.
        learned = None if self._abilities.learning else frozenset(self._abilities.functions)
        names = {
            "_can_": Can(self._link, learned, "", self.seen, of_source=False),
            "__call__": lambda self, *arguments, **named: call(*arguments, **named),
            "__doc__": about.text or None,
            "__name__": about.name,
            "__signature__": exports.signature_of(about),
        }
        return _new(_subclass(ProxyClass, "function", (Proxy,), names))

    def _method(self, number: int, name: str) -> object:
        owner = self._found.get(number)
        key = number if owner is None else id(type(owner)), name
        if key not in self._methods:
            about = self._link.describe(number, name)
            self._methods[key] = msgspec.convert(about, Function)
        call = partial(self._link.do, "method", Reference(number), name)
        return exports.pretend(self._methods[key], name, call)

    def _generator(self, number: int) -> object:
        self._call(number, *self.giver)
        return generator(partial(self._link.do, "method", Reference(number)))

    def _narrowed(self, kind: object) -> object:
        """Return a class, or a placeholder if an `except` with it would catch a failed test."""
        if kind not in classes.CATCHING:
            return kind
        why = f"{getattr(kind, '__name__', '')} would catch the failure of a test"
        self._link.miss(why)
        return NotHere(f"this cannot be tested in separate processes: {why}", self._link.miss)

    def _may_give(self) -> bool:
        """Tell whether what is asked now may give an object: the source's did."""
        if self._abilities.learning:
            self.seen |= {(GIVES, name) for name in self.giver}
        givers = self._abilities.givers
        return givers is None or self.giver.issubset(givers)

    def _object(self, number: int, kind: int) -> object:
        made = self.find("class", kind)
        if does := self._for_anybody.get(kind):  # no more than a function or a generator
            return _new(does)
        if type(made) is NotHere:
            told = vars(made)
            return NotHere(told["_message"], self._link.miss, told["_shown"])
        if not self._may_give():
            why = "this is an object, but the course's own answer is not"
            return NotHere(why, self._link.miss)
        if not issubclass(type(made), ProxyClass):
            raise channel.NotPlain("the object has no class")
        return _new(made)

    def _class(self, number: int) -> object:
        described, about, collects = msgspec.convert(self._link.describe(number), _Described)
        if len(described) > exports.MOST_BASES:
            raise channel.NotPlain("the class inherits from too many classes")
        known = self._abilities.classes
        # A class that the source does not have is called by the name to which it is bound.
        described = [
            kind._replace(name=self._second_names.get(kind.number, kind.name))
            if kind.name not in known
            else kind
            for kind in described
        ]
        if any(kind.name in known for kind in described):
            return self._make(described, about, collects)
        says = frozenset(name for kind in described for name in kind.special)
        if says & _ANYBODY:
            # An instance may be called and iterated, though the source has no such class.
            bound: dict[str, object] = {name: _operator(name) for name in says & exports.SPECIAL}
            bound["_can_"] = Can(self._link, _ANYBODY, of_source=False)
            self._for_anybody[number] = _subclass(ProxyClass, described[0].name, (Proxy,), bound)
        shown = with_article(described[0].name)
        why = f"this cannot be tested in separate processes: {shown} is not plain data"
        return NotHere(why, self._link.miss, shown)

    def _make(self, described: list[exports.Described], about: Function, collects: bool) -> type:
        known = self._abilities.classes
        kinds: dict[int, type] = {}
        names: dict[int, frozenset[str]] = {}
        for place, kind in reversed([*enumerate(described)]):
            bases = [base for base in kind.bases if base > place]
            own = frozenset(known.get(kind.name, ()))
            names[place] = own.union(*(names[base] for base in bases))
            if kind.number not in self._classes:
                label = next((one.name for one in described[place:] if one.name in known), "")
                learned = None if self._abilities.learning else names[place]
                can = Can(self._link, learned, label, self.seen)
                metaclass = WithItems if collects and can.allows(COLLECTS) else ProxyClass
                bound = _bound_by(kind) | {"_can_": can}
                if place == 0:
                    bound["__signature__"] = exports.signature_of(about)
                parents = tuple(kinds[base] for base in bases) or (Proxy,)
                self._classes[kind.number] = _subclass(metaclass, kind.name, parents, bound)
                self._add(kind.number, self._classes[kind.number])
            kinds[place] = self._classes[kind.number]
        return kinds[0]


def _bound_by(kind: exports.Described) -> dict[str, object]:
    bound: dict[str, object] = {name: _operator(name) for name in exports.SPECIAL & {*kind.special}}
    if kind.unhashable:
        bound["__hash__"] = None
    if kind.module != "__main__" and kind.name in _PLAIN:
        bound["_plain_"] = True
    return bound | {"__doc__": kind.text or None, "__module__": kind.module}


def _subclass(metaclass: type, name: str, bases: tuple[type, ...], own: dict[str, Any]) -> Any:
    """Make a class of proxies without asking its metaclass, which refuses."""
    return type.__new__(metaclass, name, bases, {"__slots__": (), "__module__": "__main__"} | own)


_MAKE: dict[str, Callable[..., object]] = {
    "class": Proxies._class,
    "function": Proxies._function,
    "generator": Proxies._generator,
    "object": Proxies._object,
}
