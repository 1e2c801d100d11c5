"""Plain English, measured: ``python -m tools.english [FILE ...]``; CONTRIBUTING has the rules.

Without a file it looks at `FILES`, which only grows: add a file as soon as it passes. The limits
hold for all files of a kind together, and twice a limit for each file.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import nbformat
from markdown_it import MarkdownIt
from rich.console import Console
from rich.table import Table
from sentencex import segment

from tools.course import ROOT

FILES = {
    "documents": """
        CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md benchmarks/README.md
        docs/architecture.md docs/authoring.md docs/browser-edition.md docs/first-day.md
        docs/gladiators.md docs/glossary.md docs/instructor.md docs/learning-platform.md
        docs/library.md docs/originals.md
        docs/playing.md docs/quiz/01-random-codes.md docs/quiz/02-valid-guesses.md
        docs/quiz/03-feedback.md docs/quiz/04-elimination.md docs/quiz/05-strategies.md
        docs/quiz/06-information.md docs/quiz/07-tunes.md docs/quiz/08-permutations.md
        docs/quiz/09-gladiators.md docs/quiz/10-peg-game.md docs/quiz/course.md docs/sharing.md
        docs/syllabus.md docs/tables.md docs/teaching.md docs/teaching/01-random-codes.md
        docs/teaching/02-valid-guesses.md docs/teaching/03-feedback.md
        docs/teaching/04-elimination.md docs/teaching/05-strategies.md
        docs/teaching/06-information.md docs/teaching/07-tunes.md docs/teaching/08-permutations.md
        docs/teaching/09-gladiators.md docs/teaching/10-peg-game.md docs/teaching/sources.md
        docs/tests.md docs/without-make.md editions/site/index.md grader/README.md
        grader/docs/adopt.md
        grader/docs/architecture.md grader/docs/data.md grader/docs/exchange.md
        grader/docs/extending.md grader/docs/grading.md grader/docs/hub-experiments.md
        grader/docs/hub.md grader/docs/measurements.md grader/docs/scale-experiments.md
        grader/docs/scale.md grader/docs/security.md
    """.split(),
    "notebooks": """
        source/01-random-codes/01-random-codes.ipynb
        source/02-valid-guesses/02-valid-guesses.ipynb source/03-feedback/03-feedback.ipynb
        source/04-elimination/04-elimination.ipynb source/05-strategies/05-strategies.ipynb
        source/06-information/06-information.ipynb source/07-tunes/07-tunes.ipynb
        source/08-permutations/08-permutations.ipynb source/09-gladiators/09-gladiators.ipynb
        source/10-peg-game/10-peg-game.ipynb
    """.split(),
    "messages": """
        editions/lite/build.py editions/site/build.py editions/site/conf.py
        grader/autograder/__init__.py grader/autograder/__main__.py
        grader/autograder/classroom/classroom.py grader/autograder/classroom/collect.py
        grader/autograder/classroom/exchange.py grader/autograder/classroom/release.py
        grader/autograder/classroom/watched.py grader/autograder/classroom/watcher.py
        grader/autograder/commands/__init__.py grader/autograder/commands/check.py
        grader/autograder/commands/decide.py grader/autograder/commands/due.py
        grader/autograder/commands/grade.py grader/autograder/commands/installation.py
        grader/autograder/extras/cluster/pool.py
        grader/autograder/extras/cluster/proxy.py grader/autograder/extras/cluster/worker.py
        grader/autograder/extras/frames.py grader/autograder/extras/groups/page.py
        grader/autograder/extras/groups/rubric.py grader/autograder/extras/lms/archive.py
        grader/autograder/extras/lms/commands.py grader/autograder/extras/lms/exporting.py
        grader/autograder/extras/lms/importing.py grader/autograder/extras/lms/origins.py
        grader/autograder/extras/lms/people.py grader/autograder/extras/migration.py
        grader/autograder/extras/mistakes/bank.py grader/autograder/extras/mistakes/learning.py
        grader/autograder/extras/records.py grader/autograder/grader/course/configuring.py
        grader/autograder/grader/course/settings.py grader/autograder/grader/course/sources.py
        grader/autograder/grader/course/submission.py
        grader/autograder/grader/diagnosis/questions.py grader/autograder/grader/gradebook/dates.py
        grader/autograder/grader/gradebook/ledger.py grader/autograder/grader/gradebook/opening.py
        grader/autograder/grader/gradebook/points.py grader/autograder/grader/gradebook/splits.py
        grader/autograder/grader/gradebook/tables.py grader/autograder/grader/gradebook/verdicts.py
        grader/autograder/grader/grading/calibration.py grader/autograder/grader/grading/context.py
        grader/autograder/grader/grading/nbgrader_steps.py
        grader/autograder/grader/grading/parallel.py grader/autograder/grader/grading/run_report.py
        grader/autograder/grader/grading/stock.py grader/autograder/grader/pages/class_report.py
        grader/autograder/grader/pages/preprocessors.py
        grader/autograder/grader/pages/student_page.py grader/autograder/grader/pages/summary.py
        grader/autograder/hooks.py markposition/__init__.py mastermind/__main__.py
        mastermind/checks/calls.py mastermind/checks/cases.py mastermind/checks/example_lists.py
        mastermind/checks/games.py mastermind/checks/random_codes.py mastermind/checks/values.py
        mastermind/checks/verdicts.py mastermind/diagnosis.py mastermind/drawing/charts.py
        mastermind/drawing/duel.py mastermind/drawing/explore.py mastermind/drawing/pegs.py
        mastermind/drawing/pictures.py mastermind/drawing/trace.py mastermind/feedback.py
        mastermind/game.py mastermind/gladiators/challenge.py mastermind/gladiators/client.py
        mastermind/keyboard.py mastermind/league.py mastermind/match.py mastermind/my_functions.py
        mastermind/peg_game/board.py mastermind/peg_game/choices.py mastermind/peg_game/coach.py
        mastermind/peg_game/drawing.py mastermind/peg_game/ending.py
        mastermind/peg_game/functions.py mastermind/peg_game/game.py mastermind/predictions.py
        mastermind/solver/analysis.py mastermind/solver/best_known.py
        mastermind/solver/codebreaker.py mastermind/solver/color_sets.py
        mastermind/solver/partitions.py mastermind/solver/strategies.py mastermind/stand_ins.py
        mastermind/terminal.py mastermind/trees/__init__.py mastermind/trees/arrays.py
        mastermind/trees/building.py mastermind/trees/certificate.py mastermind/trees/lookahead.py
        mastermind/trees/nethack.py mastermind/trees/optimal.py mastermind/trees/tables.py
        mastermind/trees/tree.py mastermind/tunes.py mastermind/whole_games.py tools/__main__.py
        tools/demo.py tools/english.py tools/lab.py tools/mistakes.py tools/pictures.py
        tools/size.py tools/static_guesses.py tools/tables.py tools/working_copy.py
    """.split(),
}
"""What is measured, by the kind of text."""
EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Why a passage of a file, given by some of its words, may break a rule; at most 20."""

_PEOPLE = (
    r"adopters? authors? bob admins? administrators? alice class classes codebreakers? codemakers? "
    r"contributors? everybody graders? he i instructors? knuth lecturers? nobody others? people "
    r"persons? players? readers? she somebody students? teachers? they users? we who you"
).replace(" ", "|")
_VERB = (
    r"am|is|are|was|were|has|have|had|can|cannot|may|might|must|will|would|should|do|does|did|"
    r"needs?|gives?|gets?|goes|takes?|makes?|comes?|shows?|runs?|uses?|costs?|counts?|returns?"
)
RULES = {
    "who, what": (r"^(?:and |but )?(?:who|what)(?:ever)?\b(?=.*[.:]$)", 0),
    "stand, lie": (
        r"\b(?:stands?|stood|standing|lies?|lay|lying)\b(?!-| alone| for| out| in for)",
        0,
    ),
    "colons": (rf"\b(?:{_VERB})\b[^:]*: (?!Code)[^,;:]*\b(?:{_VERB})\b", 4),
    "say, tell": (
        rf"\b(?!(?:{_PEOPLE})\b)\w+ (?:says|tells|knows|wants|hears)\b"
        rf"|\b(?!(?:{_PEOPLE})\b)\w+s (?:say|tell|know|want|hear)\b",
        1,
    ),
    "nobody, nothing": (r"\b(?:nobody|nothing)\b", 1),
    "one, other": (r"\b(?:ones?|others?)\b(?! (?:account|bit|machine|process)\b)", 7),
}
"""Patterns within a sentence, and how often they may occur in 1000 words."""
OTHER_NAMES = {
    other: name
    for name, others in re.findall(
        r"^\| \*\*(.+?)\*\* \|.*\| (.+?) \|$",
        (ROOT / "docs/glossary.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    for other in others.split(", ")
}
"""What the glossary does not want a thing to be called, and its name."""
MEAN, LONG, MOST_LONG = 18, 25, 8
"""The words of a sentence on average, those of a long one, and how many of 100 may be long."""


class EnglishMeasure(NamedTuple):
    """What a text has: words, hits of each rule, and the lengths of its whole sentences."""

    words: int
    hits: dict[str, list[str]]
    lengths: list[int]

    def figures(self, share: int = 1) -> dict[str, tuple[float, float]]:
        """Give for each rule the figure and the limit; a hit never breaks a limit above none."""
        found = {}
        for rule, (_, most) in RULES.items():
            allowed = -(-share * most * self.words // 1000) * 1000 / max(self.words, 1)
            found[rule] = len(self.hits[rule]) * 1000 / max(self.words, 1), allowed
        total = max(len(self.lengths), 1)
        long = sum(length > LONG for length in self.lengths)
        found["mean"] = sum(self.lengths) / total, share * MEAN
        found["long, %"] = 100 * long / total, share * MOST_LONG
        return found


def measure(blocks: Iterable[str], exceptions: Iterable[str] = ()) -> EnglishMeasure:
    """Look for all rules in blocks of text.

    Examples
    --------
    >>> found = measure(["The page says why. Who hands in late: see below."])
    >>> found.words, found.hits["say, tell"], found.lengths
    (10, ['The page says why.'], [4, 6])
    """
    hits: dict[str, list[str]] = {rule: [] for rule in RULES}
    words, lengths = 0, []
    for block in blocks:
        for sentence in filter(None, map(str.strip, segment("en", block))):
            length = sum(bool(re.search(r"\w", word)) for word in sentence.split())
            words += length
            if sentence[-1] in ".?!":
                lengths.append(length)
            if not any(passage in sentence for passage in exceptions):
                for rule, (pattern, _) in RULES.items():
                    hits[rule] += [sentence] * len(re.findall(pattern, sentence, re.I))
    return EnglishMeasure(words, hits, lengths)


def blocks(path: Path) -> Iterator[str]:
    """Yield the paragraphs, items and cells of a file, or the messages of a module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from messages(text)
    elif path.suffix == ".ipynb":
        for cell in nbformat.reads(text, as_version=4).cells:
            if cell.cell_type == "markdown":
                yield from prose(cell.source)
    else:
        yield from prose(text)


def prose(text: str) -> Iterator[str]:
    r"""Yield the texts of a Markdown document but headings, with a word for each piece of code.

    Examples
    --------
    >>> list(prose("# Title\n\nRun `make check`\nfirst.\n\n- **Then** read on."))
    ['Run Code first.', 'Then read on.']
    """
    heading = False
    for token in MarkdownIt().enable("table").parse(text):
        heading = token.type == "heading_open" or (heading and token.type == "inline")
        if token.type == "inline" and not heading:
            shown = {"text": None, "code_inline": "Code", "softbreak": " ", "hardbreak": " "}
            parts = (part for part in token.children or [] if part.type in shown)
            yield "".join(shown[part.type] or part.content for part in parts)


def messages(text: str) -> Iterator[str]:
    r"""Yield the texts of a module that have four words or more, and are no docstrings.

    Examples
    --------
    >>> list(messages("'The title of it.'\nprint(f'{n} of them are late')\nx = 'a b'"))
    ['Code of them are late']
    """
    tree = ast.parse(text)
    inner = set()
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values):
                inner |= {id(part) for part in values}
            case ast.Expr(value):
                inner.add(id(value))
    for node in ast.walk(tree):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        texts = [part.value if isinstance(part, ast.Constant) else "Code" for part in parts]
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and id(node) not in inner:
            whole = " ".join("".join(map(str, texts)).split())
            if re.search(r"(?:[A-Za-z']+,? ){3}[A-Za-z']+", whole):
                yield whole


def check(kind: str, names: list[str]) -> tuple[list[tuple[str, EnglishMeasure]], list[str]]:
    """Measure the files of a kind, and describe each limit that is broken."""
    rows, wrong = [], []
    for name in names:
        excepted = [words for file, words in EXCEPTIONS if file == name]
        texts = [*blocks(ROOT / name)]
        rows.append((name, measure(texts, excepted)))
        for other in re.findall(rf"\b(?:{'|'.join(OTHER_NAMES)})\b", "\n".join(texts), re.I):
            if not name.endswith("glossary.md"):
                wrong.append(f"{name}: write {OTHER_NAMES[other.lower()]} for {other!r}")
    whole = EnglishMeasure(
        sum(found.words for _, found in rows),
        {rule: [hit for _, found in rows for hit in found.hits[rule]] for rule in RULES},
        [length for _, found in rows for length in found.lengths],
    )
    rows.append((f"all {kind}", whole))
    for name, found in rows:
        share = 1 if found is whole else 2
        for rule, (figure, limit) in found.figures(share).items():
            if figure > limit:
                wrong.append(f"{name}: {rule}: {figure:.1f}, but at most {limit:.1f} is allowed")
                wrong += [f"    {hit}" for hit in Counter(found.hits.get(rule, []))]
    return rows, wrong


def main(names: list[str]) -> int:
    """Print a table; return 1 if a limit is broken."""
    table = Table("", "words", *RULES, "mean", "long, %", box=None)
    wrong = []
    for kind, files in {"files": names}.items() if names else FILES.items():
        rows, broken = check(kind, files)
        wrong += broken
        for name, found in rows:
            figures = (f"{figure:.1f}" for figure, _ in found.figures().values())
            table.add_row(name, str(found.words), *figures)
    Console(width=160).print(table)
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
