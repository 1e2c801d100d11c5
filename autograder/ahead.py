"""Run the next notebook while nbgrader still writes what came of this one.

`nbgrader autograde` takes one notebook after the other, and spends most of the time on
reading, converting and writing them. What was run ahead counts only if, when its turn
comes, exactly the same is to be run in the same way.
"""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread

from autograder.sandbox.conductor import examine
from autograder.sandbox.sheets import Judged, Sheet
from autograder.workers import settle

How = tuple[bool, float, float]
"""Whether unconfined, and the seconds for a cell and for a notebook; as for `examine`."""


class Ahead:
    """Notebooks that are asked for in order, of which the next one is run ahead.

    Examples
    --------
    >>> from autograder.sandbox.sheets import Step
    >>> sheets = {text: Sheet([Step(0, text)], [], {}, {}) for text in ["1 + 1", "2 + 2"]}
    >>> ahead, how = Ahead(), (True, 30, 300)
    >>> for key, following in [("1 + 1", "2 + 2"), ("2 + 2", None)]:
    ...     judged = ahead.judge(key, sheets[key], how, following, lambda: sheets[following])
    ...     print(judged.outputs[0][0]["data"]["text/plain"])
    2
    4
    """

    def __init__(self) -> None:
        self._key: object | None = None
        self._future: Future[tuple[Sheet, How, Judged]] = Future()

    def judge(
        self,
        key: object,
        sheet: Sheet,
        how: How,
        following: object | None,
        make: Callable[[], Sheet],
    ) -> Judged:
        """Run a notebook, if it was not run ahead, and go on to the one that follows.

        Parameters
        ----------
        key : object
            Which notebook this is.
        sheet : Sheet
            The notebook.
        how : How
            How it is run.
        following : object or None
            Which one is going to be asked for next.
        make : callable
            Makes the sheet of that one.

        Returns
        -------
        Judged
            What running the notebook gave.
        """
        found = self._find(key, sheet, how)
        self._key, self._future = following, Future()
        if following:
            run = partial(_run, self._future, how, make)
            Thread(target=run, name="ahead", daemon=True).start()
        return found or examine(sheet, *how)

    def _find(self, key: object, sheet: Sheet, how: How) -> Judged | None:
        if key != self._key:
            return None
        try:
            found = self._future.result()
        except Exception:
            return None  # what went wrong shows again when it is run in its turn
        return found[-1] if found[:-1] == (sheet, how) else None


def _run(future: Future[tuple[Sheet, How, Judged]], how: How, make: Callable[[], Sheet]) -> None:
    try:
        settle(-1)
        sheet = make()
        future.set_result((sheet, how, examine(sheet, *how)))
    except BaseException as error:
        future.set_exception(error)
