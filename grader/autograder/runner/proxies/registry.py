"""The registry of a student's objects: finds or makes the proxy for each.

It gives a proxy the abilities of the source's class of that name.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import GeneratorType
from typing import Any

import msgspec

from autograder.runner.allowed_attributes import (
    CATCHES_FAILURES,
    COLLECTS,
    ENDS_ERRORS,
    GIVES,
    Abilities,
)
from autograder.runner.messages import Function
from autograder.runner.proxies.arguments import NotHere
from autograder.runner.proxies.exports import (
    CALL,
    MOST_BASES,
    MOST_KEPT,
    SPECIAL,
    Anything,
    Described,
    pretend,
    signature_of,
)
from autograder.runner.proxies.proxy import (
    ANYBODY,
    Can,
    Class,
    Link,
    Proxy,
    Reference,
    WithItems,
    generator,
    instance,
    operator_method,
)
from autograder.runner.text import with_article
from autograder.runner.wire.channel import NotPlain, Sent
from autograder.runner.wire.classes import CATCHING
from autograder.runner.wire.values import CLASSES, decode, decode_class

_PLAIN = {"list", "dict", "set", "frozenset", "tuple", "str", "bytes", "int", "float", "complex"}
_PLAIN |= {"Counter", "OrderedDict", "defaultdict", "deque"}

_Described = tuple[list[Described], Function, bool]


class Proxies:
    """All proxies for objects of one student's process."""

    def __init__(self, link: Link, abilities: Abilities) -> None:
        self._link = link
        self._abilities = abilities
        self.seen: set[tuple[str, str]] = set()
        """Names of classes and of attributes that were asked for, if that is noted."""
        self.giver: frozenset[str] = frozenset()
        """The names of what is bound, called or asked for now."""
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
                found = decode(first, self.find)
                kinds = {NotHere, *self._for_anybody.values()}
                return decode(plain, self.find) if type(found) in kinds else found
            if tag == "method":
                return self._method(*content)
            if tag in CLASSES:
                return self._narrowed(decode_class(tag, content))
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
        self._call(about.number, name)
        if known is None:
            known = self._pretend(about, name)
            self._add(about.number, known)
        return known

    def bound(self, value: object, name: str) -> None:
        """Note a name for what is bound to it: calls give objects only if the source's do."""
        number = self._numbers.get(id(value))
        if number is not None and name not in self._abilities.classes:
            self._call(number, name)

    def giver_of(self, operation: str, thing: object, asked: object) -> frozenset[str]:
        """Return the names of what is called, of what gave a generator, or of an attribute."""
        number = thing.number if type(thing) is Reference else self._numbers.get(id(thing), -1)
        if operation == CALL or type(self._found.get(number)) is GeneratorType:
            return self._names.get(number, frozenset())
        return frozenset({f".{asked or operation}"})

    def call(self, number: int, name: str) -> None:
        """Take a class for the source's of the name to which a student has bound it."""
        if name in self._abilities.classes:
            self._second_names.setdefault(number, name)

    def mine(self, value: object) -> Sent | None:
        """Encode a proxy as the number of its object; return None if the value is no proxy."""
        number = self._numbers.get(id(value))
        return None if number is None else {"mine": number}

    def _add(self, number: int, proxy: object) -> None:
        if len(self._found) >= MOST_KEPT:
            raise NotPlain("too many objects")
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
        call = partial(self._link.do, CALL, Reference(about.number))
        if about.attributes:
            return self._live(about, call)
        return pretend(about, name, call)

    def _live(self, about: Function, call: Anything) -> object:
        """Make a proxy for a function with attributes, which are read anew each time."""
        learned = None if self._abilities.learning else self._abilities.functions
        names = {
            "_link_": self._link,
            "_can_": Can(learned, about.attributes, "", self.seen, of_source=False),
            "__slots__": (),
            "__module__": "__main__",
            "__call__": lambda self, *arguments, **named: call(*arguments, **named),
            "__doc__": about.text or None,
            "__name__": about.name,
            "__signature__": signature_of(about),
        }
        return instance(type.__new__(Class, "function", (Proxy,), names))

    def _method(self, number: int, name: str) -> object:
        owner = self._found.get(number)
        key = number if owner is None else id(type(owner)), name
        if key not in self._methods:
            about = self._link.describe(number, name)
            self._methods[key] = msgspec.convert(about, Function)
        call = partial(self._link.do, "method", Reference(number), name)
        return pretend(self._methods[key], name, call)

    def _generator(self, number: int) -> object:
        self._call(number, *self.giver)
        ask = partial(self._link.do, "method", Reference(number))
        return generator(ask, partial(self._may, ENDS_ERRORS))

    def _narrowed(self, kind: object) -> object:
        """Return a class, or a placeholder if an `except` with it would catch a failed test."""
        if kind not in CATCHING or self._may(CATCHES_FAILURES):
            return kind
        why = f"{getattr(kind, '__name__', '')} would catch that a test has failed"
        self._link.miss(why)
        return NotHere(f"this cannot be tested here: {why}", self._link.miss)

    def _may(self, what: str) -> bool:
        """Tell whether the source's functions have an ability that is no attribute."""
        if self._abilities.learning:
            self.seen.add(("", what))
        return self._abilities.learning or what in self._abilities.functions

    def _may_give(self) -> bool:
        """Tell whether what is asked now may give an object: the source's did."""
        if self._abilities.learning:
            self.seen |= {(GIVES, name) for name in self.giver}
        givers = self._abilities.givers
        return givers is None or self.giver.issubset(givers)

    def _object(self, number: int, kind: int) -> object:
        made = self.find("class", kind)
        if does := self._for_anybody.get(kind):  # no more than a function or a generator
            return instance(does)
        if type(made) is NotHere:
            told = vars(made)
            return NotHere(told["_message"], self._link.miss, told["_shown"])
        if not self._may_give():
            why = "an object is given where the course's own answer gives none"
            return NotHere(why, self._link.miss)
        if not issubclass(type(made), Class):
            raise NotPlain("an object of no class")
        return instance(made)

    def _class(self, number: int) -> object:
        described, about, collects = msgspec.convert(self._link.describe(number), _Described)
        if len(described) > MOST_BASES:
            raise NotPlain("a class that is built on too many")
        described = [self._called(kind) for kind in described]
        if any(kind.name in self._abilities.classes for kind in described):
            return self._make(described, about, collects)
        says = frozenset(name for kind in described for name in kind.special)
        if says & ANYBODY:
            # An instance may be called and iterated, though the source has no such class.
            bound = {name: operator_method(name) for name in says & SPECIAL}
            can = Can(ANYBODY, says, of_source=False)
            own = {"__slots__": (), "__module__": "__main__", "_link_": self._link, "_can_": can}
            made = type.__new__(Class, described[0].name, (Proxy,), bound | own)
            self._for_anybody[number] = made
        shown = with_article(described[0].name)
        why = f"this cannot be tested here: {shown} is not plain data"
        return NotHere(why, self._link.miss, shown)

    def _called(self, kind: Described) -> Described:
        """Give a class that the source does not have the name to which it is bound."""
        known = kind.name in self._abilities.classes
        name = kind.name if known else self._second_names.get(kind.number, kind.name)
        return kind._replace(name=name)

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

    def _can(self, names: Iterable[str], described: Sequence[Described] = ()) -> Can:
        says = frozenset(name for kind in described for name in kind.special)
        known = [kind.name for kind in described if kind.name in self._abilities.classes]
        learned = None if self._abilities.learning else names
        return Can(learned, says, known[0] if known else "", self.seen)


def _bound_by(kind: Described) -> dict[str, object]:
    bound: dict[str, object] = {
        name: operator_method(name) for name in SPECIAL.intersection(kind.special)
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


_MAKE: dict[str, Callable[..., object]] = {
    "class": Proxies._class,
    "function": Proxies._function,
    "generator": Proxies._generator,
    "object": Proxies._object,
}
