"""The Dask proxy: a process between the command that grades and a Dask cluster.

Dask's own protocol carries pickled objects, so an attacker on a worker may take over a
process that listens to it. This one holds no gradebook and sees no file of the course; it
passes on plain data, which the command validates once more.

Dask schedules the submissions, and retries them when a worker is gone. A worker is probed
before it gets work: one that can be used offers a Dask resource (`worker.resource`), and
submissions go only to workers that have it. This could not be a plugin for workers: where a
plugin cannot be loaded the worker does not start, and others may use the cluster, too.
"""

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from concurrent.futures import CancelledError
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from msgspec import json

from autograder import Pool
from autograder.extras.cluster.messages import (
    LARGEST,
    SECONDS_OF_SILENCE,
    TO_PROXY,
    BeginOnWorker,
    Crew,
    LostOnWorker,
    RanOnWorker,
    ToProxy,
    WorkerLink,
)
from autograder.extras.cluster.worker import (
    REPLY,
    Wanted,
    WorkerReply,
    introduce,
    resource,
    run_task,
    told,
)

if TYPE_CHECKING:
    from distributed import Client, Future

SECONDS_FOR_SCHEDULER = 10
SECONDS_TO_ANSWER = 180
"""The timeout for a worker's answer whether it can be used: it may have much to import."""
SECONDS_TO_JUDGE = 600
"""The time that it has in addition for each solution."""
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


class EndsWorkersError(Exception):
    """The error if the workers that ran a submission are gone; the message says how often."""


class Unable(Exception):
    """The error if no worker was able to run a submission; the message says why."""


class _Proxy:
    """The proxy, which has submissions run by the workers of a cluster."""

    def __init__(
        self, client: "Client", link: WorkerLink[ToProxy], begin: BeginOnWorker, confined: bool
    ):
        self._client, self._link, self._confined = client, link, confined
        self._begin(begin)
        self._address = str(getattr(client.scheduler, "address", "the scheduler"))
        self._beats: dict[str, tuple[float, float]] = {}
        self._silent: set[str] = set()
        self._asking: set[tuple[str, str]] = set()
        self._usable: dict[str, int] = {}
        self._crew: Crew | None = None
        self._some = asyncio.Event()
        self._submitted: dict[object, tuple[asyncio.Future[bytes], set[str]]] = {}
        # A submission that may end workers is run when no other is.
        self._trial, self._idle = asyncio.Lock(), asyncio.Event()
        self._idle.set()
        self._under_way = 0

    async def serve(self) -> None:
        """Pass submissions and results on until the cluster is lost, or the command has ended."""
        async with asyncio.TaskGroup() as self._group:
            self._group.create_task(self._watch())
            self._group.create_task(self._follow())
            while True:
                message = await asyncio.to_thread(self._link.receive)
                # All are asked again, and get no work before.
                if isinstance(message, BeginOnWorker):
                    self._begin(message)
                    self._note({}, self._silent)
                else:
                    self._group.create_task(self._carry(message.number, bytes(message.task)))

    def _begin(self, begin: BeginOnWorker) -> None:
        wanted = Wanted.of_this_machine(begin.unconfined, begin.modules)
        wanted.solutions = begin.solutions
        self._asked = json.encode(wanted)
        self._offer = resource(self._asked)
        self._seconds_to_answer = SECONDS_TO_ANSWER + SECONDS_TO_JUDGE * len(wanted.solutions)
        self._left_out: dict[str, str] = {}

    async def _watch(self) -> None:
        """Raise LostError if there have been no workers for a while, or there is no scheduler."""
        patience = _patience()
        waiting: Future[bytes] | None = None
        last = time.monotonic()
        while True:
            self._check()
            if self._usable:
                last = time.monotonic()
            # An adaptive cluster grows only when a task is waiting.
            waiting = None if self._usable else waiting or self._submit(bool)
            undecided = self._beats.keys() - self._left_out.keys()
            if time.monotonic() - last > patience + self._seconds_to_answer * bool(undecided):
                raise LostError(self._nobody(patience))
            await asyncio.sleep(SECONDS_TO_LOOK)

    def _check(self) -> None:
        if self._client.status != "running":
            raise LostError("the connection to the scheduler was lost")

    async def _follow(self) -> None:
        """Follow which workers there are: an event that says so could be missed."""
        while True:
            with suppress(OSError):  # `_watch` finds out why
                await self._look()
            await asyncio.sleep(SECONDS_TO_LOOK)

    async def _look(self) -> None:
        """Look at which workers there are, and ask those that are new whether they can be used.

        One that can be used offers the resource. One that hangs is left out until it goes on.
        """
        try:
            async with asyncio.timeout(SECONDS_OF_SILENCE):
                known = await self._client.scheduler.identity()  # type: ignore[union-attr]
        except TimeoutError:
            self._note(self._usable, {self._address})
            return
        workers, now, before = known["workers"], time.monotonic(), self._beats
        self._beats = {  # with our own time, because the clocks may differ
            worker: before[worker] if before.get(worker, (0,))[0] == beat else (beat, now)
            for worker, beat in ((worker, about["last_seen"]) for worker, about in workers.items())
        }
        silent = {w for w, (_, since) in self._beats.items() if now - since > SECONDS_OF_SILENCE}
        self._left_out = {w: why for w, why in self._left_out.items() if w in workers}
        offers = {w: int(workers[w]["resources"].get(self._offer, 0)) for w in workers}
        self._note({w: offers[w] for w in workers if offers[w] and w not in silent}, silent)
        for worker in workers.keys() - self._usable.keys() - self._left_out.keys() - silent:
            if (worker, self._offer) not in self._asking:
                self._group.create_task(self._ask(worker))
        await self._take_back()

    def _note(self, usable: dict[str, int], silent: set[str]) -> None:
        """Note which workers can be used, with their threads, and tell the command."""
        self._usable, self._silent = usable, silent
        self._some.set() if usable else self._some.clear()
        crew = Crew(
            threads=sum(usable.values()),
            left_out=dict(self._left_out),
            silent=sorted(silent),
            confined=self._confined,
        )
        if crew != self._crew:
            self._crew = crew
            self._link.send(crew)

    async def _take_back(self) -> None:
        """Cancel what workers have that are left out, results too: it is submitted anew."""
        if not (self._usable and self._submitted):
            return
        had = await self._client.processing(), await self._client.has_what()
        out = self._silent | self._left_out.keys()
        stuck = {key for keys in had for worker in out for key in keys.get(worker, ())}
        for key, (result, chosen) in self._submitted.items():
            if key in stuck or not chosen & self._usable.keys():
                result.cancel()

    def _nobody(self, patience: float) -> str:
        if not self._beats:
            return f"the cluster has had no workers for {patience:g} seconds"
        some = "; ".join(f"{worker}: {why}" for worker, why in [*self._left_out.items()][:3])
        return f"no workers in the cluster can be used ({some or 'none has answered'})"

    async def _ask(self, worker: str) -> bool:
        """Probe whether a worker can be used; then it offers the resource."""
        offer, seconds = self._offer, self._seconds_to_answer
        self._asking.add((worker, offer))
        try:
            async with asyncio.timeout(seconds):
                why = (await self._on(worker, introduce, self._asked)).decode()
        except TimeoutError:
            if worker in self._usable:  # it has offered the resource; only its answer was lost
                return True
            why = f"it did not answer within {seconds:g} seconds"
        except OSError:  # it is gone; if not, the next look has it asked again
            return False
        except Exception as error:
            why = told(error)
        finally:
            self._asking.discard((worker, offer))
        if why and offer == self._offer:
            self._left_out[worker] = why[:500]
        return not why

    async def _on(self, worker: str, act: Any, argument: bytes) -> bytes:
        """Call a function on a worker at once, however busy it is."""
        replies = await self._client.run(act, argument, workers=[worker], on_error="return")
        reply = replies[worker]
        if isinstance(reply, Exception):
            raise reply
        return _bytes(reply)

    async def _carry(self, number: int, task: bytes) -> None:
        try:
            worker, answer = await self._run(task)
            if len(bytes(answer.done)) > LARGEST:
                raise Unable(f"{worker} answered with more than {LARGEST:,} bytes")
            self._link.send(RanOnWorker(number=number, worker=worker, reply=answer.done))
        except Unable as error:
            self._link.send(RanOnWorker(number=number, why=told(error)))

    async def _run(self, task: bytes) -> tuple[str, WorkerReply]:
        """Run a submission beside others, and once more alone if it may have ended workers."""
        try:
            async with self._trial:
                self._under_way += 1
                self._idle.clear()
            try:
                return await self._tried(task)
            finally:
                self._under_way -= 1
                if not self._under_way:
                    self._idle.set()
        except EndsWorkersError as before:
            async with self._trial:
                await self._idle.wait()
                try:
                    return await self._tried(task)
                except EndsWorkersError as error:
                    raise Unable(
                        f"its code ended the workers that ran it, {before} and then {error}, when "
                        "nothing else was running; most likely, the workers have too little "
                        "memory for it"
                    ) from None

    async def _tried(self, task: bytes) -> tuple[str, WorkerReply]:
        """Run a submission, with retries."""
        tried: Counter[str] = Counter()
        why, lost = "", 0
        while tried.total() < MOST_TRIES:
            self._check()
            try:
                worker, answer = await self._once(task, tried)
            except CancelledError:
                lost += 1
                if lost >= MOST_TRIES:
                    raise EndsWorkersError(_times(lost)) from None
                continue
            if not answer.unable:
                return worker, answer
            tried[worker] += 1
            why = answer.unable
            if worker in self._usable:
                await self._ask(worker)
        raise Unable(f"no worker was able to run it: {why}")

    async def _once(self, task: bytes, tried: Counter[str]) -> tuple[str, WorkerReply]:
        """Submit a submission to Dask, preferably for a worker that has not tried it yet."""
        from distributed import KilledWorker

        await self._some.wait()
        chosen = self._usable.keys() - tried.keys() or {*self._usable}
        # For Dask, a worker that hangs still has its resource.
        restricted = bool(tried or self._silent)
        future = self._submit(run_task, task, workers=[*chosen] if restricted else None)
        result = asyncio.ensure_future(future)
        self._submitted[future.key] = result, chosen
        try:
            await asyncio.wait({result})
            if result.cancelled():
                raise CancelledError
            return await self._where(future), REPLY.decode(_bytes(result.result()))
        except KilledWorker as error:
            raise EndsWorkersError(_times(error.allowed_failures + 1)) from None
        except CancelledError:
            raise
        except Exception as error:
            return await self._where(future), WorkerReply(unable=told(error))
        finally:
            del self._submitted[future.key]
            future.release()

    def _submit(self, act: Any, *arguments: bytes, **where: Any) -> "Future[bytes]":
        where["resources"] = {self._offer: 1}
        return self._client.submit(act, *arguments, pure=False, **where)

    async def _where(self, future: "Future[bytes]") -> str:
        try:
            found = await self._client.who_has([future])
        except OSError:
            return ""
        return next((worker for workers in found.values() for worker in workers), "")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def main(address: str, descriptor: str) -> None:
    """Run the proxy for the cluster at `address` until the command has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command handles it
    asyncio.run(_serve(address, WorkerLink(Connection(int(descriptor)), TO_PROXY)))


async def _serve(address: str, link: WorkerLink[ToProxy]) -> None:
    try:
        client, confined = await _connect(address)
        begin = await asyncio.to_thread(link.receive)
        assert isinstance(begin, BeginOnWorker)
        await _Proxy(client, link, begin, confined).serve()
    except* EOFError:
        pass  # the command has ended
    except* ImportError:
        needs = '--scheduler needs Dask: pip install "mastermind-grader[cluster]"'
        link.send(LostOnWorker(why=needs))
    except* LostError as lost:
        link.send(LostOnWorker(why=str(lost.exceptions[0])))
    except* Exception as errors:  # calls under way raise various errors when the cluster is lost
        why = told(errors.exceptions[0])
        link.send(LostOnWorker(why=f"the connection to the scheduler was lost ({why})"))
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


def _bytes(reply: object) -> bytes:
    if not isinstance(reply, bytes):
        raise TypeError(f"it answered with a {type(reply).__name__}")
    return reply


def _patience() -> float:
    """Return the timeout without any worker: Dask's own setting, if there is one."""
    import dask
    from dask.utils import parse_timedelta

    said = dask.config.get("distributed.scheduler.no-workers-timeout", None)
    return float(parse_timedelta(said)) if said is not None else SECONDS_WITHOUT_WORKERS


if __name__ == "__main__":
    main(*sys.argv[1:])
