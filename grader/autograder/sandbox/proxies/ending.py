"""Exceptions of a test that a student's code may catch: no more than the source's own may.

It never catches a failed assertion, nor sees its message. Its `with` or its generator may end
another error where the source's own may; elsewhere that is a failure.
"""

from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from autograder.sandbox.wire.errors import is_failure

CATCHING = AssertionError, Exception, BaseException
"""The classes that, in an `except`, catch a failed test."""


def leave(ask: Callable[..., Any], error: BaseException | None, may: Callable[[], bool]) -> bool:
    """Leave a `with` of the student's, and tell whether an error ends there.

    Examples
    --------
    >>> leave(lambda kind, error: True, KeyError(), lambda: True)
    True
    >>> leave(lambda kind, error: True, AssertionError("38 is expected"), lambda: True)
    False
    """
    if error is not None and is_failure(error):
        with suppress(Exception):
            ask(AssertionError, AssertionError())
        return False
    ended = ask(None if error is None else type(error), error)
    if error is None or not ended:
        return False
    if not may():
        raise _hidden(error) from None
    return True


def generator(
    ask: Callable[..., Any], may: Callable[[], bool]
) -> Generator[object, object, object]:
    """Make a proxy for a generator of the student's."""
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
