"""Probes, for a diagnosis: calls of a student's functions on small inputs.

Those of the exercises that lost points are run after the notebook: the student's cells in a new
process, where the tests have left no traces. No grade depends on this.
"""

import ast
import hashlib
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache, partial
from numbers import Integral, Real

from autograder.sandbox import names
from autograder.sandbox.jobs import Job, Question
from autograder.sandbox.processes.shell import Output
from autograder.sandbox.proxies.arguments import NotHere
from autograder.sandbox.text import with_article

DIGEST = "digest("
"""The beginning of a probe whose result is not for students."""
LONGEST_SHOWN = 200
MOST_ALONE = 3
"""How many wrong probes are tried again to find one that gives the same in a new process."""
PROBE_SECONDS = 8
ALL_PROBES_SECONDS = 30


@cache
def as_cell(helpers: str, probes: tuple[str, ...]) -> str:
    """Write a cell that tries out probes."""
    functions = [_function(f"probe_{number}", probe) for number, probe in enumerate(probes)]
    names = ", ".join(f"probe_{number}" for number in range(len(functions)))
    first = "from autograder.sandbox.probing import digest, kind_of, observe"
    return "\n".join([first, helpers, *functions, f"observe([{names}])"])


def _function(name: str, probe: str) -> str:
    *first, last = ast.parse(probe).body
    lines = [*map(ast.unparse, first), f"return {ast.unparse(last)}"]
    return "\n    ".join([f"def {name}():", *"\n".join(lines).splitlines()])


def observe(probes: Iterable[Callable[[], object]]) -> list[str]:
    """Run each probe and describe its result."""
    return [_observe(probe) for probe in probes]


def digest(function: Callable[..., object], inputs: Iterable[tuple[object, ...]]) -> str:
    """Sum up the results of many calls, to tell wrong answers apart."""
    calls = [partial(function, *deepcopy(arguments)) for arguments in inputs]
    return hashlib.sha256("\n".join(map(_observe, calls)).encode(errors="replace")).hexdigest()[:12]


def kind_of(value: object) -> str:
    """Name what a value is, with an article; all iterators have one name."""
    if value is None:
        return "None"
    if type(value) is NotHere:
        return repr(value).strip("<>")
    # The mistake is the same with each kind of iterator.
    return "an iterator" if hasattr(type(value), "__next__") else with_article(type(value).__name__)


def _observe(probe: Callable[[], object]) -> str:
    try:
        return shown(probe())
    except Exception as error:
        name = type(error).__name__
        if name == "Gone":  # the student's process has ended; the probes say nothing
            raise
        return f"stops with {with_article(name)}"


def shown(value: object) -> str:
    """Write a value so that equal ones look the same."""
    text = _text(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def _text(value: object) -> str:
    # Objects of the student's are proxies, of none of these types.
    if type(value) is bool:
        return repr(value)
    if issubclass(type(value), Integral):  # also NumPy's
        return repr(int(value))  # type: ignore[call-overload]  # it is an integer
    if issubclass(type(value), Real):
        return repr(float(f"{value:.10g}"))
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return f"{{{', '.join(sorted(f'{_text(k)}: {_text(v)}' for k, v in value.items()))}}}"
    if isinstance(value, set | frozenset) and value:
        return f"{{{', '.join(sorted(map(_text, value)))}}}"
    if type(value) in (str, bytes, type(None), set, frozenset, range):
        return repr(value)
    return f"NumPy's {value}" if type(value).__name__ == "bool" else kind_of(value)


def asked(job: Job, outputs: dict[int, list[Output]]) -> list[Question]:
    """Return the questions about exercises that lost points, by the notebook's outputs."""
    return [q for q in job.questions if any(lost(outputs.get(place, [])) for place in q.places)]


def plan(job: Job, asked: list[Question], outputs: dict[int, list[Output]]) -> Job:
    """Reduce a notebook to the cells that questions need."""
    instead = {question.places[0]: question.step for question in asked}
    ends = [n for n, step in enumerate(job.steps) if step.place in instead]
    places = [
        number
        for number, step in enumerate(job.steps[: max(ends, default=0)])
        if not (step.test or step.place in instead or _stopped(outputs.get(step.place, [])))
    ]
    names_wanted = {name for step in instead.values() for name in step.names}
    kept = _binding(names_wanted, {number: job.steps[number].text for number in places})
    steps = [
        instead.get(step.place, step)
        for number, step in enumerate(job.steps)
        if step.place in instead or number in kept
    ]
    return job._replace(steps=steps, questions=())


def _binding(wanted: set[str], texts: dict[int, str]) -> set[int]:
    """Find the cells that bind names that are wanted, or that such cells use, in any order."""
    binding: dict[str, list[int]] = {}
    for number, text in texts.items():
        for name in names.at_a_glance(text):
            binding.setdefault(name, []).append(number)
    kept = {number for number, text in texts.items() if names.binds_unseen(text)}
    left = [*wanted, *(name for number in kept for name in names.words(texts[number]))]
    while left:  # each name once, and each cell once
        for number in {*binding.pop(left.pop(), ())} - kept:
            kept.add(number)
            left += names.words(texts[number])
    return kept


def observed(asked: list[Question], outputs: dict[int, list[Output]]) -> dict[str, list[str]]:
    """Read the results of the questions, by exercise, from the outputs of a plan's cells."""
    found = {question.exercise: _read(outputs.get(question.places[0], [])) for question in asked}
    return {exercise: seen for exercise, seen in found.items() if seen}


def again(question: Question, found: list[str]) -> Iterator[tuple[str, str, Question]]:
    """Find the first wrong results: each with its call, and the question about this call alone."""
    wrong = [
        (call, got)
        for call, want, got in zip(question.calls, question.right, found, strict=False)
        if got not in (want, "") and not call.startswith(DIGEST)
    ]
    for call, got in wrong[:MOST_ALONE]:
        step = question.step._replace(text=as_cell(question.helpers, (call,)))
        yield call, got, question._replace(step=step)


def lost(outputs: list[Output]) -> bool:
    """Tell from the outputs of a test cell whether it may have lost points."""
    return any(output["output_type"] in ("error", "execute_result") for output in outputs)


def _read(outputs: list[Output]) -> list[str]:
    for output in outputs:
        if output["output_type"] == "execute_result":
            return [*map(str, ast.literal_eval(output["data"]["text/plain"]))]
    return []  # slow or endless: that says nothing about the values


def _stopped(outputs: list[Output]) -> bool:
    return any(output.get("ename") == "Stopped" for output in outputs)
