"""Time zones on the wire, and when work was handed in on the class report."""

from zoneinfo import ZoneInfo

from autograder import Codec


class Zone(Codec):
    """A time zone crosses by its name."""

    def knows(self, kind):
        return kind is ZoneInfo

    def write(self, value, encode):
        if value.key is None:
            raise ValueError("no name")
        return [value.key]

    def read(self, sent, decode):
        return ZoneInfo(*sent)


ZONE = Zone()


def handed_in(room, assignment, folder):
    """Return a column of the class report: a value for each student."""
    submissions = room.gradebook.assignment_submissions(assignment)
    return {one.student.id: one.timestamp for one in submissions}
