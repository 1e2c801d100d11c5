"""Time zones as plain data, and a column with the time of submission."""

from zoneinfo import ZoneInfo

from autograder import Codec


class Zone(Codec):
    """A time zone is sent by its name."""

    def knows(self, kind):
        return kind is ZoneInfo

    def write(self, value, encode):
        if value.key is None:
            raise ValueError("no name")
        return [value.key]

    def read(self, sent, decode):
        return ZoneInfo(*sent)


ZONE = Zone()


def handed_in(classroom, assignment, folder):
    """Return a column of the class report: a value for each student."""
    submissions = classroom.gradebook.assignment_submissions(assignment)
    return {one.student.id: one.timestamp for one in submissions}
