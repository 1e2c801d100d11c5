"""The order in which hand-ins are graded."""

import time
from collections import Counter
from concurrent.futures import Future
from datetime import datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.exchange import HandIn
from autograder.classroom.queues import Lanes, Queue, short
from autograder.runner.jobs import Outcome
from autograder.runner.tasks import Done

NOON = datetime(2025, 11, 3, 12)


def hand_in(student, number, assignment="ps1"):
    when = NOON + timedelta(seconds=number)
    return HandIn(student, assignment, str(when), when, Path(f"{student}+{assignment}+{number}"))


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["ps1", "ps2"])), max_size=30))
def test_nobody_is_served_twice_before_another_once(ones):
    queue = Queue()
    for number, (student, assignment) in enumerate(ones):
        queue.add(hand_in(student, number, assignment))
        queue.add(hand_in(student, number, assignment))  # known by its name
    served, given_out = Counter(), []
    while found := queue.next():
        # Whoever still waits was not served less often.
        waiting = queue.students("ps1") | queue.students("ps2")
        assert served[found.student] == min(served[student] for student in waiting)
        served[found.student] += 1
        given_out.append(found)
        queue.done(found)
    assert len(given_out) == len(ones) and len(queue) == 0
    for student, assignment in set(ones):
        own = [f.time for f in given_out if (f.student, f.assignment) == (student, assignment)]
        assert own == sorted(own)


def test_of_a_student_one_is_under_way_and_what_fails_waits():
    queue = Queue()
    queue.add(hand_in("ada", 1))
    queue.add(hand_in("ada", 2))
    first = queue.next()
    assert queue.next() is None and queue.students("ps1") == {"ada"}
    queue.later(first)
    assert not queue.ready and len(queue) == 2
    for _ in range(300):
        if queue.ready:
            break
        time.sleep(0.05)
    assert queue.next() == first


class Workers:
    """Two places; what is in `endless` takes all the time it is given."""

    width = 2

    def __init__(self):
        self.given = []

    def submit(self, task):
        future = Future()
        self.given.append((task.jobs, task.cell_seconds, future))
        return future


def end(future, seconds):
    future.set_result(Done({"a": Outcome({}, [], {1: seconds}, {}, {})}, {}, "wall"))


def test_two_endless_loops_leave_room_for_a_third():
    workers, how = Workers(), (False, 30, 300, 0)
    lanes = Lanes(workers)
    for one in ("loop1", "loop2"):
        lanes.begin(one, {one: None}, how)
    for _, cell, future in workers.given[:2]:
        assert cell == short(how)[1] == 3
        end(future, 3.0)
        assert lanes.finish(future) is None
    # One of them runs on with all its time, the other waits: there is room for one more.
    assert lanes.room and len(lanes.waiting) == 1 and set(lanes.all()) == {"loop1", "loop2"}
    lanes.begin("honest", {"honest": None}, how)
    slow, honest = workers.given[2][2], workers.given[3][2]
    end(honest, 0.1)
    assert lanes.finish(honest) == "honest"
    end(slow, 30.0)
    assert lanes.finish(slow) == "loop1" and workers.given[-1][1] == 30 and not lanes.waiting
    end(workers.given[-1][2], 30.0)
    assert lanes.finish(workers.given[-1][2]) == "loop2" and not lanes.running


def test_the_first_lane_has_short_limits():
    assert short((False, 30, 300, 0)) == (False, 3.0, 30.0, 0)
    assert short((False, 2, 20, 60)) == (False, 2, 20, 8)
