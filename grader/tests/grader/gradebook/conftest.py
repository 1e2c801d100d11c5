"""The small course."""

from tests.small import course, made  # noqa: F401
