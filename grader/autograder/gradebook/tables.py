"""The grader's own tables in nbgrader's gradebook; each module defines its own in `META`."""

from sqlalchemy import Engine, MetaData
from sqlalchemy.exc import DBAPIError

META = MetaData()


def make_tables(engine: Engine) -> None:
    """Create the tables that are missing."""
    try:
        META.create_all(engine)
    except DBAPIError:  # another process has just made one
        META.create_all(engine)
