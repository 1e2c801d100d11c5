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
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any

from msgspec import Raw, json

from autograder import Pool
from autograder.extras.cluster.messages import (
    LARGEST,
    TO_PROXY,
    Begin,
    Calibrate,
    Carry,
    Crew,
    Link,
    Lost,
    NotRun,
    Ran,
    Silent,
)
from autograder.extras.cluster.worker import (
    REPLY,
    STANDING,
    Reply,
    Standing,
    Wanted,
    introduce,
    resource,
    run_alone,
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
SECONDS_TO_LOOK = 0.2
SECONDS_OF_SILENCE = float(os.environ.get("DASK_AUTOGRADER_SILENCE", "30"))
"""The time after which a connected but silent worker is left out until it answers again."""
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
        self,
        client: "Client",
        link: Link[Begin | Calibrate | Carry],
        wanted: Wanted,
        confined: bool,
    ) -> None:
        self._client, self._link, self._wanted = client, link, wanted
        self._asked, self._confined = json.encode(wanted), confined
        self._present: set[str] = set()
        self._silent: set[str] = set()
        self._beats: dict[str, tuple[float, float]] = {}
        self._address = str(getattr(client.scheduler, "address", "the scheduler"))
        self._standing: dict[str, Standing] = {}
        self._left_out: dict[str, str] = {}
        self._some, self._none = asyncio.Event(), asyncio.Event()
        self._none.set()
        # A submission that may end workers is run when no other is.
        self._trial, self._idle = asyncio.Lock(), asyncio.Event()
        self._idle.set()
        self._under_way = 0

    async def serve(self) -> None:
        """Pass submissions and results on until the cluster is lost, or the command has ended."""
        async with asyncio.TaskGroup() as group:
            self._group = group
            group.create_task(self._watch())
            group.create_task(self._listen())
            self._client.subscribe_topic("all", self._heard)
            for worker in await self._client.nthreads():
                self._joined(worker)
            while True:
                message = await asyncio.to_thread(self._link.receive)
                if isinstance(message, Calibrate):
                    self._calibrate(message.task)
                elif isinstance(message, Carry):
                    group.create_task(self._carry(message.number, bytes(message.task)))

    def _calibrate(self, solution: Raw) -> None:
        """Have all workers judge a solution, too; nobody gets work before that."""
        self._wanted.solutions.append(solution)
        self._asked = json.encode(self._wanted)
        for worker in self._present:
            self._settle(worker, None)
            self._group.create_task(self._ask(worker))

    @property
    def _seconds_to_answer(self) -> float:
        return SECONDS_TO_ANSWER + SECONDS_TO_JUDGE * len(self._wanted.solutions)

    async def _watch(self) -> None:
        """Raise LostError if there have been no workers for a while, or there is no scheduler."""
        patience = _patience()
        waiting: Future[bytes] | None = None
        clock = asyncio.get_running_loop().time
        last = clock()
        while True:
            await asyncio.sleep(SECONDS_TO_LOOK)
            if self._client.status != "running":
                raise LostError("the connection to the scheduler was lost")
            if self._standing:
                last, waiting = clock(), None
                continue
            # An adaptive cluster grows only when a task is waiting.
            waiting = waiting or self._submit(bool)
            undecided = self._present - self._left_out.keys()
            if clock() - last > patience + (self._seconds_to_answer if undecided else 0):
                raise LostError(self._nobody(patience))

    async def _listen(self) -> None:
        """Report workers that are connected but hang, or the scheduler itself."""
        while True:
            await asyncio.sleep(SECONDS_OF_SILENCE / 10)
            try:
                async with asyncio.timeout(SECONDS_OF_SILENCE):
                    known = await self._client.scheduler.identity()  # type: ignore[union-attr]
            except TimeoutError:
                self._tell_silent(self._address)
                continue
            except OSError:
                continue  # `_watch` handles it
            self._silent.discard(self._address)
            now = time.monotonic()
            for worker, said in known["workers"].items():
                beat, since = self._beats.get(worker, (None, now))  # the clocks may differ
                if beat != said["last_seen"]:
                    self._beats[worker] = beat, since = said["last_seen"], now
                self._hear_of(worker, now - since > SECONDS_OF_SILENCE)

    def _hear_of(self, worker: str, silent: bool) -> None:
        if silent and worker not in self._silent:
            self._tell_silent(worker)
            self._settle(worker, Standing(unable=f"no answer for {SECONDS_OF_SILENCE:g} s"))
        elif not silent and worker in self._silent:
            self._silent.discard(worker)
            self._group.create_task(self._ask(worker))

    def _tell_silent(self, who: str) -> None:
        if who not in self._silent:
            self._silent.add(who)
            self._link.send(Silent(who=who, seconds=SECONDS_OF_SILENCE))

    def _nobody(self, patience: float) -> str:
        if not self._present:
            return f"the cluster has had no workers for {patience:g} seconds"
        some = "; ".join(f"{worker}: {why}" for worker, why in [*self._left_out.items()][:3])
        return f"no worker of the cluster can be used ({some or 'none has answered'})"

    def _heard(self, event: tuple[float, Any]) -> None:
        message = event[1] if isinstance(event[1], dict) else {}
        if message.get("action") == "add-worker":
            self._joined(message["worker"])
        elif message.get("action") == "remove-worker":
            self._gone(message["worker"])

    def _joined(self, worker: str) -> None:
        if worker not in self._present:
            self._present.add(worker)
            self._group.create_task(self._ask(worker))

    def _gone(self, worker: str) -> None:
        self._present.discard(worker)
        self._left_out.pop(worker, None)
        self._settle(worker, None)

    async def _ask(self, worker: str) -> None:
        """Probe whether a worker can be used."""
        asked, seconds = self._asked, self._seconds_to_answer
        try:
            async with asyncio.timeout(seconds):
                reply = await self._on(worker, introduce, asked)
            standing = STANDING.decode(reply)
        except TimeoutError:
            standing = Standing(unable=f"it did not answer in {seconds:g} seconds")
        except Exception as error:
            standing = Standing(unable=told(error))
        if worker in self._present and asked == self._asked:
            self._settle(worker, standing)

    async def _on(self, worker: str, act: Any, argument: bytes) -> bytes:
        """Call a function on a worker at once, however busy it is."""
        replies = await self._client.run(act, argument, workers=[worker], on_error="return")
        reply = replies[worker]
        if isinstance(reply, Exception):
            raise reply
        return _bytes(reply)

    def _settle(self, worker: str, standing: Standing | None) -> None:
        """Note whether a worker can be used, with None that it is gone, and tell the command."""
        before = self._standing.pop(worker, None), self._left_out.pop(worker, None)
        if standing and standing.unable:
            self._left_out[worker] = standing.unable[:500]
        elif standing:
            self._standing[worker] = standing
        there, gone = (self._some, self._none) if self._standing else (self._none, self._some)
        there.set()
        gone.clear()
        if any(before) or standing:
            self._link.send(
                Crew(standing=self._standing, left_out=self._left_out, confined=self._confined)
            )

    async def _carry(self, number: int, task: bytes) -> None:
        try:
            worker, answer = await self._run(task)
            if len(bytes(answer.done)) > LARGEST:
                raise Unable(f"{worker} answered with more than {LARGEST:,} bytes")
            self._link.send(Ran(number=number, worker=worker, reply=answer.done))
        except (EndsWorkersError, Unable) as error:
            self._link.send(NotRun(number=number, why=told(error)))

    async def _run(self, task: bytes) -> tuple[str, Reply]:
        try:
            return await self._together(task)
        except EndsWorkersError as error:
            async with self._trial:
                await self._idle.wait()
                return await self._alone(task, str(error))

    async def _together(self, task: bytes) -> tuple[str, Reply]:
        """Run a submission beside others, with retries."""
        tried: Counter[str] = Counter()
        why, ended = "", 0
        while tried.total() < MOST_TRIES:
            async with self._trial:
                self._begin()
            try:
                worker, answer = await self._once(task, tried)
            except _Stranded:
                continue
            except _Gone:
                ended += 1
                if ended >= MOST_TRIES:
                    raise EndsWorkersError(f"{ended} times") from None
                continue
            finally:
                self._end()
            if not answer.unable:
                return worker, answer
            tried[worker] += 1
            why = answer.unable
            if worker in self._present:
                await self._ask(worker)
        raise Unable(f"no worker was able to run it: {why}")

    def _begin(self) -> None:
        self._under_way += 1
        self._idle.clear()

    def _end(self) -> None:
        self._under_way -= 1
        if not self._under_way:
            self._idle.set()

    async def _once(self, task: bytes, tried: Counter[str]) -> tuple[str, Reply]:
        """Submit a submission to Dask, preferably for a worker that has not tried it yet."""
        from distributed import KilledWorker

        await self._some.wait()
        # For Dask, a worker that hangs still has its resource.
        choose = bool(tried or self._silent)
        others = [worker for worker in self._standing if worker not in tried] if choose else None
        future = self._submit(run_task, task, workers=others or None)
        try:
            reply = await self._result(future)
            worker = await self._where(future)
            return worker, REPLY.decode(reply)
        except KilledWorker as error:
            raise EndsWorkersError(f"{error.allowed_failures + 1} times") from None
        except (_Gone, _Stranded):
            raise
        except Exception as error:
            return await self._where(future), Reply(unable=told(error))
        finally:
            future.release()

    def _submit(self, act: Any, *arguments: bytes, **where: Any) -> "Future[bytes]":
        offer = {resource(self._asked): 1}
        return self._client.submit(act, *arguments, pure=False, resources=offer, **where)

    async def _result(self, future: "Future[bytes]") -> bytes:
        """Wait for a result; raise if its worker was left out, or the last worker is gone."""
        result = asyncio.ensure_future(future)
        none = asyncio.ensure_future(self._none.wait())
        try:
            while not result.done():
                await asyncio.wait(
                    {result, none},
                    timeout=SECONDS_TO_LOOK,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if none.done() and not result.done():
                    raise _Gone
                if not result.done() and await self._is_stranded(future):
                    raise _Stranded
            return _bytes(result.result())
        finally:
            result.cancel()
            none.cancel()

    async def _is_stranded(self, future: "Future[bytes]") -> bool:
        """Tell whether a task was given to a worker that was left out, where it would wait."""
        if not self._left_out:
            return False
        given = await self._client.processing(list(self._left_out))
        return any(future.key in keys for keys in given.values())

    async def _where(self, future: "Future[bytes]") -> str:
        try:
            found = await self._client.who_has([future])
        except OSError:
            return ""
        return next((worker for workers in found.values() for worker in workers), "")

    async def _alone(self, task: bytes, before: str) -> tuple[str, Reply]:
        """Run a submission that may have ended workers once more, while no other runs."""
        why = ""
        for _ in range(MOST_TRIES):
            worker = await self._somebody()
            try:
                answer = REPLY.decode(await self._on(worker, run_alone, task))
            except OSError:
                raise EndsWorkersError(
                    f"its code has ended the workers that ran it, {before} and then once more, "
                    "when nothing else was run; most likely a worker has too little memory for it"
                ) from None
            except Exception as error:
                answer = Reply(unable=told(error))
            if not answer.unable:
                return worker, answer
            why = answer.unable
        raise Unable(f"no worker was able to run it: {why}")

    async def _somebody(self) -> str:
        """Find a worker that can still be used; wait for one if necessary."""
        while True:
            await self._some.wait()
            worker = next(iter(self._standing))
            await self._ask(worker)
            if worker in self._standing:
                return worker
            await asyncio.sleep(SECONDS_TO_LOOK)


class _Gone(Exception):
    """The error if all workers are gone, and with them their submissions."""


class _Stranded(Exception):
    """The error if a submission waits for a worker that was left out."""


def main(address: str, descriptor: str) -> None:
    """Run the proxy for the cluster at `address` until the command has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command handles it
    asyncio.run(_serve(address, Link(Connection(int(descriptor)), TO_PROXY)))


async def _serve(address: str, link: Link[Begin | Calibrate | Carry]) -> None:
    try:
        client, confined = await _connect(address)
        begin = await asyncio.to_thread(link.receive)
        assert isinstance(begin, Begin)
        wanted = Wanted.of_this_machine(begin.unconfined, begin.modules)
        await _Proxy(client, link, wanted, confined).serve()
    except* EOFError:
        pass  # the command has ended
    except* ImportError:
        needs = '--scheduler needs Dask: pip install "mastermind-grader[cluster]"'
        link.send(Lost(why=needs))
    except* LostError as lost:
        link.send(Lost(why=str(lost.exceptions[0])))
    except* CancelledError:  # Dask's, of futures under way
        link.send(Lost(why="the connection to the scheduler was lost"))
    except* Exception as errors:  # calls under way raise various errors when the cluster is lost
        why = told(errors.exceptions[0])
        link.send(Lost(why=f"the connection to the scheduler was lost ({why})"))
    os._exit(0)  # a thread still listens to the command


async def _connect(address: str) -> tuple["Client", bool]:
    """Connect to a scheduler; return the client, and whether this process is confined."""
    from dask import config

    kinds = ["ca-file", "client.cert", "client.key"]
    certificates = [config.get(f"distributed.comm.tls.{kind}", None) for kind in kinds]
    if address.startswith("tls:") and not all(certificates):
        raise LostError(f"{address} needs certificates: docs/scale.md says how to name them")
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
