"""Types that other distributions put on the wire: the entry points of ``autograder.codecs``.

They are imported with this module, because behind the walls it would be too late.
"""

from collections.abc import Callable
from typing import Any

from autograder import hooks


class Codec:
    """A type that may cross between the student's process and the examiner's.

    An entry point of ``autograder.codecs`` is an instance, and its name is the tag on the wire.
    It is called in both processes. A module with a codec is imported before any notebook runs, so
    it should not import a large library at its top.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> from autograder import Codec
    >>> class Zone(Codec):
    ...     def knows(self, kind):
    ...         return kind is ZoneInfo
    ...     def write(self, value, encode):
    ...         return [value.key]
    ...     def read(self, sent, decode):
    ...         return ZoneInfo(*sent)
    >>> Zone().read(Zone().write(ZoneInfo("UTC"), None), None)
    zoneinfo.ZoneInfo(key='UTC')
    """

    def knows(self, kind: type) -> bool:
        """Tell whether objects of a class can cross.

        Parameters
        ----------
        kind : type
            The class. Compare by identity, because a student's class may lie.

        Returns
        -------
        bool
            True for this codec's own.
        """
        raise NotImplementedError

    def write(self, value: Any, encode: Callable[[object], object]) -> list[Any]:
        """Serialize an object; any error means that it cannot cross.

        Parameters
        ----------
        value : object
            The object.
        encode : callable
            Serializes the plain data that it consists of.

        Returns
        -------
        list
            What `read` takes: texts, small numbers, lists, and what `encode` returns.
        """
        raise NotImplementedError

    def read(self, sent: list[Any], decode: Callable[[Any], Any]) -> object:
        """Make an object; any error means that what has arrived is refused.

        Parameters
        ----------
        sent : list
            What `write` has returned, or whatever a student's process has forged.
        decode : callable
            Deserializes what `encode` has returned.

        Returns
        -------
        object
            The object.
        """
        raise NotImplementedError

    def changes(self, kind: type) -> bool:
        """Tell whether objects of a class that `knows` can be changed in place.

        Parameters
        ----------
        kind : type
            The class.

        Returns
        -------
        bool
            True if so; then `replace` is needed as well.
        """
        return False

    def replace(self, thing: Any, contents: Any) -> None:
        """Give an object the contents of another; any error means that it cannot have them.

        Parameters
        ----------
        thing, contents : object
            The object, and the one that it is to equal.
        """
        raise NotImplementedError


CODECS: dict[str, Codec] = hooks.registered("codecs")


def codec_of(kind: type) -> tuple[str, Codec] | None:
    """Return the codec of a class, with its tag; None if there is none."""
    for tag, codec in CODECS.items():
        if hooks.use("codecs", tag, codec.knows, kind) is True:
            return tag, codec
    return None


def changing(kind: type) -> Codec | None:
    """Return the codec of a class whose objects can be changed; None if there is none."""
    found = codec_of(kind)
    return found[1] if found and found[1].changes(kind) else None
