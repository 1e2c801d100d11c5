"""The Dask proxy: a process between the command that grades and a Dask cluster.

Dask's own protocol carries pickled objects, so an attacker on a worker may take over a
process that listens to it. This one holds no gradebook and sees no file of the course; it
passes on plain data, which the command validates once more.

Each worker is tried out, and then runs one submission after another. What a worker leaves
behind when it is gone is run by another one. Dask's scheduler finds out who is gone: a worker
whose connection ends, or that has been silent for ``distributed.scheduler.worker-ttl``.
"""

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from msgspec import Struct, json

from autograder import Pool, Task, one_line
from autograder.extras.cluster.pool import (
    LARGEST,
    SOLUTION,
    BeginOnWorker,
    LostOnWorker,
    RanOnWorker,
    RunOnWorker,
    Workers,
)
from autograder.extras.cluster.worker import introduce, versions

if TYPE_CHECKING:
    from distributed import Client

SECONDS_FOR_SCHEDULER = 10
SECONDS_TO_ANSWER = 180
"""The time to try out the first worker: it may have much to import."""
SECONDS_WITHOUT_WORKERS = 60
SECONDS_TO_LOOK = 0.5
MOST_TRIES = 3
"""The limit on tries of a submission on workers that are unable to run it, or that are lost."""
# Files that resolve names of hosts, certificates of public authorities, and what Dask reads
# when it is imported.
NEEDED = [
    *("/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/ssl"),
    "/proc/meminfo",
]


class LostError(Exception):
    """The error if the cluster cannot be used; the message says why."""


class _Proxy:
    """The proxy, which has submissions run by the workers of a cluster."""

    def __init__(self, client: "Client", end: "Connection[Any, Any]", begin: BeginOnWorker) -> None:
        self._client, self._end = client, end
        self._needed, self._unconfined = versions(begin.modules), begin.unconfined
        self._solutions: list[bytes] = []
        self._waiting = asyncio.Queue[RunOnWorker]()
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._usable = set[str]()
        self._left_out: dict[str, str] = {}

    async def serve(self) -> None:
        """Pass submissions and results on until the cluster is lost, or the command has ended."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._follow(group))
            while True:
                data = await asyncio.to_thread(self._end.recv_bytes)
                message = json.decode(data, type=RunOnWorker)
                if message.number == SOLUTION:
                    self._solutions.append(message.task)
                else:
                    self._waiting.put_nowait(message)

    async def _follow(self, group: asyncio.TaskGroup) -> None:
        """Use the workers that there are; raise LostError if none can be used for a while."""
        from dask import config
        from dask.utils import parse_timedelta

        wait = config.get("distributed.scheduler.no-workers-timeout") or SECONDS_WITHOUT_WORKERS
        patience, last = float(parse_timedelta(wait)), time.monotonic()
        while True:
            try:
                async with asyncio.timeout(SECONDS_WITHOUT_WORKERS):
                    about = await self._client.scheduler.identity()  # type: ignore[union-attr]
            except OSError:
                raise LostError("the connection to the scheduler was lost") from None
            there = about["workers"].keys()
            for worker in self._workers.keys() - there:
                self._workers.pop(worker).cancel()
                self._note(worker, "it is no longer in the cluster")
                del self._left_out[worker]
            for worker in there - self._workers.keys():
                self._workers[worker] = group.create_task(self._use(worker))
            undecided = self._workers.keys() - self._left_out.keys()
            if self._usable:
                last = time.monotonic()
            elif time.monotonic() - last > patience + SECONDS_TO_ANSWER * bool(undecided):
                raise LostError(self._nobody(patience))
            await asyncio.sleep(SECONDS_TO_LOOK)

    def _nobody(self, patience: float) -> str:
        if not self._workers:
            return f"the cluster has had no workers for {patience:g} seconds"
        some = "; ".join(f"{worker}: {why}" for worker, why in [*self._left_out.items()][:3])
        return f"no workers in the cluster can be used ({some or 'no worker has answered'})"

    def _note(self, worker: str, why: str = "") -> None:
        """Note that a worker can be used, or why not, and tell the command."""
        if why:
            self._usable.discard(worker)
            self._left_out[worker] = why
        else:
            self._usable.add(worker)
        caution = f"the worker {worker} is not used: {why}" if why else ""
        _send(self._end, Workers(len(self._usable), caution))

    async def _use(self, worker: str) -> None:
        """Try a worker out, and have it run submissions until it fails or is cancelled."""
        judged, taken = 0, None
        try:
            while True:
                # Not as a task, which ends a worker that cannot read it.
                await self._client.run(introduce, self._needed, self._unconfined, workers=[worker])
                self._note(worker)
                able = True
                while able:
                    taken = await self._waiting.get()
                    for solution in self._solutions[judged:]:
                        await self._on(worker, solution)
                        judged += 1
                    able = await self._run(worker, taken)
                    taken = None
        except Exception as error:
            if self._client.status == "running":
                self._note(worker, _told(error))
        finally:
            if taken:
                why = f"{MOST_TRIES} workers were lost while running this submission"
                self._again(taken, f"{why}; most likely, they do not have enough memory for it")

    async def _run(self, worker: str, submission: RunOnWorker) -> bool:
        """Run a submission on a worker; tell whether the worker was able to."""
        submission.tries += 1
        try:
            reply = await self._on(worker, submission.task)
            if not isinstance(reply, bytes) or len(reply) > LARGEST:
                raise ValueError(
                    f"{worker} sent an answer that is invalid or larger than {LARGEST:,} bytes"
                )
        except Exception as error:
            self._again(submission, f"no worker was able to run this submission: {_told(error)}")
            return False
        _send(self._end, RanOnWorker(submission.number, worker, reply))
        return True

    def _again(self, submission: RunOnWorker, why: str) -> None:
        """Have a submission wait once more, unless it has been tried often."""
        if submission.tries < MOST_TRIES:
            self._waiting.put_nowait(submission)
        else:
            _send(self._end, RanOnWorker(submission.number, why=why))

    async def _on(self, worker: str, task: bytes) -> object:
        future = self._client.submit(Task.run_packed, task, workers=[worker], pure=False)
        try:
            return await future
        finally:
            future.release()


def _told(error: Exception) -> str:
    return one_line(" ".join(str(error).split()), 500) or type(error).__name__


def main(address: str, descriptor: str) -> None:
    """Run the proxy for the cluster at `address` until the command has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command handles it
    asyncio.run(_serve(address, Connection(int(descriptor))))


def _send(end: "Connection[Any, Any]", message: Struct) -> None:
    end.send_bytes(json.encode(message))


async def _serve(address: str, end: "Connection[Any, Any]") -> None:
    try:
        client, confined = await _connect(address)
        if not confined:
            who = "the process that communicates with the cluster"
            caution = f"Landlock is missing, so {who} ran unconfined."
            _send(end, Workers(0, caution))
        begin = json.decode(await asyncio.to_thread(end.recv_bytes), type=BeginOnWorker)
        await _Proxy(client, end, begin).serve()
    except* ImportError:
        why = '--scheduler needs Dask: pip install "mastermind-grader[cluster]"'
    except* LostError as lost:
        why = str(lost.exceptions[0])
    except* Exception as errors:  # calls under way raise various errors when the cluster is lost
        why = f"the connection to the scheduler was lost ({_told(errors.exceptions[0])})"
    with suppress(OSError):  # the command may have ended
        _send(end, LostOnWorker(why))
    os._exit(0)  # a thread still listens to the command


async def _connect(address: str) -> tuple["Client", bool]:
    """Connect to a scheduler; return the client, and whether this process is confined."""
    from dask import config

    kinds = ["ca-file", "client.cert", "client.key"]
    certificates = [config.get(f"distributed.comm.tls.{kind}", None) for kind in kinds]
    if address.startswith("tls:") and not all(certificates):
        raise LostError(f"{address} needs certificates; docs/scale.md shows the settings")
    confined = Pool.keep_to(*NEEDED, *(path for path in certificates if path))
    # Only now: these import NumPy, which starts threads.
    from distributed import Client
    from distributed.comm.addressing import resolve_address

    try:
        resolve_address(address)  # a Client with a wrong one takes 20 s to close
        client = Client(
            address, timeout=SECONDS_FOR_SCHEDULER, asynchronous=True, set_as_default=False
        )
        return await client, confined
    except (OSError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise LostError(f"the scheduler at {address} does not answer ({why})") from None


if __name__ == "__main__":
    main(*sys.argv[1:])
