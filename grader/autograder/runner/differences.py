"""What a notebook's kernel finds and the confined processes do not, or the other way round.

Before anything is graded, its Python and a confined process are asked the same questions.
"""

import ast
import os
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from string import Template

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager, NoSuchKernel

from autograder.runner import names
from autograder.runner.conductor import examine
from autograder.runner.jobs import Job, Step
from autograder.runner.processes.confinement import USUAL, Allowed, ConfinementError
from autograder.runner.processes.surroundings import Findings, ask, hidden, question, surroundings

PYTHON3 = "python3"
"""The kernel that nbgrader takes for a notebook that names none."""
_PYTHONS = {"python", f"python{sys.version_info.major}", f"python3.{sys.version_info.minor}"}
"""Names that Jupyter replaces by the Python in which it runs itself."""
_PLAIN = ["-m", "ipykernel_launcher", "-f", "{connection_file}"]
_HARMLESS = {"-Xfrozen_modules=off", "-X", "frozen_modules=off"}
_OWN = {"HOME", "PATH", "USER", "LOGNAME", "LANG", "TMPDIR", "IPYTHONDIR", "PWD"}
"""Variables that a confined process has for itself."""
_PASSED_ON = {"TZ", "PYTHONHASHSEED", "PYTHONINTMAXSTRDIGITS", "PYTHONWARNINGS"}
"""Variables on which the results of answers depend."""
_CHANGED_BY = {
    "PYTHONOPTIMIZE": "skips every assert, so that wrong answers pass",
    "PYTHONSAFEPATH": "cannot import files that are next to the notebook",
}
"""Variables with which the kernel's Python judges in another way than anybody wants."""


class KernelDiffers(Exception):
    """A difference that keeps the whole class from being graded; the message names the remedy."""


def kernel(name: str = PYTHON3) -> KernelSpec:
    """Read how the kernel of that name is started here."""
    known = PYTHON3 if name == "python" else name  # as jupyter_client does
    spec = KernelSpecManager().get_kernel_spec(known)
    python, *arguments = spec.argv or [""]
    spec.argv = [sys.executable if python in _PYTHONS else python, *arguments]
    spec.env = {key: Template(value).safe_substitute(os.environ) for key, value in spec.env.items()}
    return spec


def variables_for(texts: Iterable[str], name: str = PYTHON3) -> dict[str, str]:
    """Collect what ``kernel.json`` sets, what changes results, and variables that texts read.

    Others may be secrets.
    """
    read = {*_PASSED_ON, *_variables_read(texts)}
    found = {name: os.environ[name] for name in sorted(read) if name in os.environ}
    with suppress(NoSuchKernel):
        found |= kernel(name).env
    return found


def differences(
    imports: Collection[str],
    texts: Collection[str],
    kernel_name: str = PYTHON3,
    allowed: Allowed = USUAL,
    folder: Path | None = None,
    beside: Collection[str] = (),
    unconfined: bool = False,
) -> list[str]:
    """Compare a notebook's kernel with the confined process in which answers run.

    Return sentences for the instructor, which may explain how a test is judged.
    """
    try:
        started = kernel(kernel_name)
        if started.language.lower() != "python":
            said = f"The kernel {kernel_name!r} runs {started.language}; only Python is graded."
            raise KernelDiffers(f"{said} Choose a Python kernel in the source.")
        own, theirs = ask(()), ask((), started.env, started.argv[0])
    except NoSuchKernel:
        there = ", ".join(sorted(KernelSpecManager().find_kernel_specs())) or "none"
        raise KernelDiffers(
            f"The source names the kernel {kernel_name!r}, which is not installed here (installed: "
            f"{there}). Choose another kernel in the source, or install this one: python -m "
            f"ipykernel install --user --name {kernel_name}"
        ) from None
    except OSError as error:
        why = f"The notebook's kernel {kernel_name!r} cannot be started ({error})."
        raise KernelDiffers(f"{why} Reinstall it: python -m ipykernel install --user") from None
    _refuse_another_environment(kernel_name, started, own, theirs)
    wanted = {name for name in imports if name.partition(".")[0] not in sys.stdlib_module_names}
    paths = sorted(set().union(*map(_paths_read, texts)))
    first, around = ask(wanted, started.env), surroundings(allowed, tested=True)
    outside = [name for name, _, _ in around.modules]
    # Where tests run, since students lack what only hidden tests import.
    step = Step(0, question(wanted, outside, paths), test=True, known=True)
    outputs = examine(Job([step], [], {}, {}, allowed=allowed), unconfined).outputs[0]
    try:
        confined = Findings.of("".join(output.get("text", "") for output in outputs))
    except (ValueError, TypeError):
        raise ConfinementError(f"a confined process does not answer: {outputs!r:.500}") from None
    errors = ask(wanted, started.env, imported=outside).errors if confined.errors else {}
    failed = {name: error for name, error in confined.errors.items() if name not in errors}
    for name in sorted(first.modules.keys() - confined.modules.keys() | failed.keys()):
        why = "cannot use" + (f" ({failed[name]})" if name in failed else "")
        if private := hidden(name, first.modules[name], around, allowed.private):
            why = f"cannot read, because {private} is private"
        raise KernelDiffers(
            f"{name} is in {first.modules[name].shown}, which students' code {why}. Install it "
            "without -e: pip install FOLDER"
        )
    for name in sorted({file.partition("/")[0].removesuffix(".py") for file in beside}):
        if found := first.modules.get(name):
            raise KernelDiffers(
                f"The module {name} next to the notebook has the same name as an installed module "
                f"({found.shown}), which is used instead while a notebook is graded. Rename the "
                "file."
            )
    return [
        *_variables(texts, started.env, confined.variables),
        *_zone(first, confined),
        *_files(paths, confined.there, folder, allowed.private),
    ]


def _refuse_another_environment(
    name: str, started: KernelSpec, own: Findings, theirs: Findings
) -> None:
    python, *arguments = started.argv
    if (theirs.prefix, theirs.version) != (own.prefix, own.version):
        raise KernelDiffers(
            f"The notebook's kernel {name!r} is {python} (Python {theirs.version} in "
            f"{theirs.prefix}), but the grader runs in {own.prefix} (Python {own.version}), which "
            "has other packages. Install the grader for the kernel's Python, and grade there: "
            f"{python} -m pip install mastermind-grader"
        )
    if [one for one in arguments if one not in _HARMLESS] != _PLAIN:
        raise KernelDiffers(
            f"The kernel {name!r} is started with {' '.join(arguments)!r}, but "
            f"notebooks are graded with {' '.join(_PLAIN)!r}. Choose another kernel in the "
            f"source, such as {PYTHON3!r}, or remove the other options from its kernel.json."
        )


def _variables(
    texts: Iterable[str], started: Mapping[str, str], confined: Mapping[str, str]
) -> Iterator[str]:
    there = os.environ | started
    for entry in there.get("PYTHONPATH", "").split(os.pathsep):
        if entry and not os.path.isabs(entry):
            ours = "but students' code finds modules only by full paths. Write the full path."
            yield f"PYTHONPATH contains {entry!r}, {ours}"
    for name, effect in _CHANGED_BY.items():
        if there.get(name):
            said = f"{name} is set where you grade. With it, nbgrader's kernel {effect}."
            raise KernelDiffers(f"{said} Unset it (unset {name}), also in kernel.json.")
    for name in sorted(_variables_read(texts)):
        if name in there and there[name] != confined.get(name):
            yield (
                f"The variable {name} is set where you grade, but not for students' code. "
                f'Set it in nbgrader_config.py: c.Autograder.variables = {{"{name}": "..."}}'
            )


def _zone(kernel: Findings, confined: Findings) -> Iterator[str]:
    if kernel.zone != confined.zone:
        here, there = kernel.zone[0], confined.zone[0]
        yield (
            f"The kernel's time zone is {here}, but a notebook is graded in {there}. Set it in "
            f'nbgrader_config.py: c.Autograder.variables = {{"TZ": "{time.tzname[0]}"}}'
        )


def _files(
    paths: Iterable[str], there: Collection[str], folder: Path | None, private: Iterable[str]
) -> Iterator[str]:
    for path in paths:
        whole = Path(os.path.abspath(Path(folder or "/", os.path.expanduser(path))))
        if path in there or (path.startswith("..") and not folder) or not whole.exists():
            continue
        said = f"The notebook uses {path!r} ({whole}), which students' code cannot read."
        remedy = "Put a copy next to the notebook in source/, and use that copy"
        if not any(whole.is_relative_to(one) or Path(one).is_relative_to(whole) for one in private):
            remedy += f"; or use the full path, and set c.Autograder.readable = [{str(whole)!r}]"
        yield f"{said} {remedy}."


def _variables_read(texts: Iterable[str]) -> set[str]:
    """Find the environment variables that cells read by their names."""
    found = set()
    for node in (node for text in texts for node in ast.walk(names.tree(text))):
        match node:
            case ast.Subscript(ast.Attribute(attr="environ"), ast.Constant(str(name))):
                found.add(name)
            case ast.Call(ast.Attribute(where, called), [ast.Constant(str(name)), *_]):
                if called == "getenv" or (called == "get" and "environ" in ast.unparse(where)):
                    found.add(name)
    return found - _OWN


def _paths_read(text: str) -> set[str]:
    """Find paths out of the notebook's folder that a cell gives to a call."""
    calls = [node for node in ast.walk(names.tree(text)) if isinstance(node, ast.Call)]
    given = [part.value for node in calls for part in node.args if isinstance(part, ast.Constant)]
    texts = {path for path in given if isinstance(path, str) and path.strip("/")}
    return {path for path in texts if path == ".." or path.startswith(("../", "~/", "/"))}
