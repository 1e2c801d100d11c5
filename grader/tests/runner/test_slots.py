"""A hand-in that only waits holds up nobody else's."""

from concurrent.futures import CancelledError, ThreadPoolExecutor
from threading import Event
from time import monotonic

import pytest

from autograder.runner.jobs import Job, Step
from autograder.runner.pools import Slots, Threads
from autograder.runner.processes import forked
from autograder.runner.processes.forked import AT_REST, SECONDS_AT_REST, Patience
from autograder.runner.tasks import Task


class Worker:
    """A thread that has a slot until it is told to end."""

    def __init__(self, slots, executor):
        self.has_one, self._wishes, self._done = Event(), [], Event()
        self._turn, self._heard = Event(), Event()
        self.future = executor.submit(self._run, slots)

    def _run(self, slots):
        with slots.one():
            self.has_one.set()
            while True:
                self._turn.wait()
                self._turn.clear()
                if self._done.is_set():
                    return
                AT_REST.get()(self._wishes.pop())
                self._heard.set()

    def rest(self, now):
        self._wishes.append(now)
        self._heard.clear()
        self._turn.set()
        assert self._heard.wait(60)

    def end(self):
        self._done.set()
        self._turn.set()
        self.future.result(60)


def test_who_rests_makes_room_and_has_it_again_at_once():
    slots = Slots(1, most_resting=1)
    with ThreadPoolExecutor(4) as executor:
        first = Worker(slots, executor)
        assert first.has_one.wait(60)
        second = Worker(slots, executor)
        assert not second.has_one.wait(0.05)
        first.rest(True)
        first.rest(True)
        assert second.has_one.wait(60)
        second.rest(True)  # one more than may
        third = Worker(slots, executor)
        assert not third.has_one.wait(0.05)
        first.rest(False)  # does not wait, though the slot is another's
        second.end()
        assert not third.has_one.wait(0.05)
        first.end()
        assert third.has_one.wait(60)
        late = Worker(slots, executor)
        slots.close()
        with pytest.raises(CancelledError):
            late.future.result(60)
        third.end()


def test_who_uses_no_processor_for_some_seconds_rests(monkeypatch):
    class Process:
        used = 1.0

        def cpu_seconds(self):
            return self.used

    clock, heard, process = [monotonic()], [], Process()
    monkeypatch.setattr(forked.time, "monotonic", lambda: clock[0])
    token = AT_REST.set(heard.append)
    patience = Patience(600, 600, [process])
    for use in [1.0] * 3 + [0.0] * int(SECONDS_AT_REST + 1) + [1.0, 0.0]:
        clock[0] += 1
        process.used += use
        patience.look()
    AT_REST.reset(token)
    assert heard == [False] * 5 + [True] * 2 + [False] * 2
    assert patience.until - clock[0] <= 1


@pytest.mark.nightly
def test_a_sleeping_hand_in_holds_no_job():
    pool = Threads(1)
    first, second = (
        pool.submit(Task({"a": Job([Step(0, code)], [], {}, {})}, True, 30, 300, 60, "apart"))
        for code in ("import time; time.sleep(30)", "print(6 * 7)")
    )
    [output] = second.result(60).outcomes["a"].outputs[0]
    assert output["text"] == "42\n" and not first.done()
    assert first.result(60).outcomes["a"].outputs[0] == []
    pool.close()
