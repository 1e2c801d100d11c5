"""Proxies, in the examiner's process, for objects that stay in the student's.

A proxy can do the same as the source's own object, see `abilities`, and nothing else: any
other use is noted as missed, and the test left to a person. A proxy never equals plain data,
nor is it smaller or greater: a student's `__eq__` decides no test.
"""

import operator
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from autograder.runner.allowed_attributes import COLLECTS, ENDS_ERRORS
from autograder.runner.proxies.exports import BINARY, COMPARING, PLAIN, SPECIAL, Anything
from autograder.runner.wire.errors import is_failure

_ITERATING = frozenset({"__iter__", "__next__"})
ANYBODY = _ITERATING | {"__call__"}
"""The special methods that proxies pass on for a class that the source does not have."""
_COMPARING = frozenset(f"__{name}__" for name in COMPARING)
_WITH_ANOTHER = _COMPARING | {f"__{way}{name}__" for name in BINARY for way in ("", "r", "i")}


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


class Can:
    """The attributes that proxies for the instances of a class may be asked for."""

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
        """Ask for an attribute of a thing."""
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

    def _ask(cls, name: str, *key: object) -> Any:
        cls._can_.note(COLLECTS)
        return cls._link_.do("special", cls, name, *key)

    def __iter__(cls) -> Any:
        return cls._ask("__iter__")

    def __len__(cls) -> Any:
        return cls._ask("__len__")

    def __contains__(cls, item: object) -> Any:
        return cls._ask("__contains__", item)

    def __getitem__(cls, key: object) -> Any:
        return cls._ask("__getitem__", key)

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


def instance(kind: Any) -> object:
    """Make a proxy without calling its class, which would call the student's."""
    return object.__new__(kind)


def operator_method(name: str) -> Anything:
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
    """Leave a `with` of the student's, and tell whether an error ends there.

    No more than the source's own may it catch an error, and never a failed assertion.
    """
    link, can = type(proxy)._link_, type(proxy)._can_
    if error is not None and is_failure(error):
        with suppress(Exception):
            link.do("special", proxy, "__exit__", AssertionError, AssertionError(), None)
        return False
    ended = link.do("special", proxy, "__exit__", kind, error, None)  # no traceback crosses
    if error is None or not ended:
        return False
    can.note(ENDS_ERRORS)
    if not can.allows(ENDS_ERRORS):
        raise _hidden(error) from None
    return True


def _compare(proxy: Proxy, name: str, other: object) -> object:
    """Compare with a value that is no proxy: by the object's plain data, or not at all."""
    link = type(proxy)._link_
    if getattr(type(proxy), "_plain_", False):
        return getattr(operator, name)(link.do(PLAIN, proxy), other)
    if other is not None:
        kinds = type(proxy).__name__, type(other).__name__
        link.miss("a {} of the student's is compared with a {}".format(*kinds))
    return NotImplemented


def generator(
    ask: Callable[..., Any], may: Callable[[], bool]
) -> Generator[object, object, object]:
    """Make a proxy for an iterator of the student's; it catches what the source's own may."""
    step: tuple[Any, ...] = ("__next__",)
    while True:
        end: StopIteration | None = None
        try:
            value = ask(*step)
        except StopIteration as error:
            end = error
        if step[0] == "throw" and not may():
            raise _hidden(step[1])
        if end is not None:
            return end.value
        try:
            given = yield value
            step = ("__next__",) if given is None else ("send", given)
        except GeneratorExit:
            with suppress(AttributeError):  # other iterators have no such method
                ask("close")
            raise
        except BaseException as error:
            if is_failure(error):
                with suppress(Exception):
                    ask("throw", AssertionError())
                raise
            step = "throw", error


def _hidden(error: BaseException) -> AssertionError:
    return AssertionError(f"This hides an error ({type(error).__name__}) that is not its own.")
