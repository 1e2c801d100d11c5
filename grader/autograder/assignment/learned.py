"""What calibration has learned of an assignment from the instructor's solution."""

from msgspec import Struct, field

Tests = dict[str, list[str]]
"""The grade ids of tests, by notebook."""


class Learned(Struct):
    """What the solution has shown.

    Attributes
    ----------
    alone : dict of str to list of str
        Tests that the run in one process decides alone, by notebook: the solution cannot be
        judged apart.
    seen : dict of str to dict
        For each notebook the attributes, by class, that tests ask of the solution's objects and
        that its text does not show; for functions under an empty name.
    givers : dict of str to list of str
        For each notebook the functions whose calls give objects of the notebook's classes.
    examples : dict of str to dict
        For each notebook and test the calls that its visible text makes of the solution's
        functions, and the results: students are told which call goes wrong.
    """

    alone: Tests = field(default_factory=dict)
    seen: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    givers: Tests = field(default_factory=dict)
    examples: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)

    @property
    def judging(self) -> str:
        """What decides how tests are judged, as text for a digest; empty if nothing does."""
        ways = self.alone, self.seen
        return repr([sorted(way.items()) for way in ways]) if any(ways) else ""
