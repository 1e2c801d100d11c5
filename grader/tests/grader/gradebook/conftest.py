"""The small course."""

from tests.small import course  # noqa: F401
