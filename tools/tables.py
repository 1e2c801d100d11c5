"""The page of reference tables, from the kept trees: ``python -m tools.tables``.

It writes the one-step trees of the two classic games as well. ``--again 4x7`` searches for the
tree of one game anew, tells whether the total is that of the page, and keeps the seconds.

The figures of `PUBLISHED` that are not read off a kept tree are worked out by a test.
"""

import argparse
import re
import time
from collections.abc import Iterable
from math import log10

from mastermind.rules import Rules
from mastermind.solver.best_known import FILE, ONE_STEP, Known, all_known, best_known, keep
from mastermind.trees import Tree, build, look_ahead, solve
from mastermind.trees.ratings import RATINGS
from tools.course import ROOT

PAGE = ROOT / "docs" / "tables.md"
CHART = ROOT / "docs" / "pictures" / "tables.svg"
WEIGHTLESS = 5600  # guesses for the 1290 codes of more than one color, by whoever knows that
RANDOM = 4.643523  # by `tools.random_player`
STATIC = {  # by `tools.static_guesses`: pegs, colors -> with both key pegs, with black ones only
    (2, 2): (2, 2), (2, 3): (2, 3), (2, 4): (3, 4), (2, 5): (4, 6), (2, 6): (4, 7), (3, 2): (2, 3),
    (3, 3): (3, 4), (3, 4): (3, 6), (4, 2): (3, 4), (5, 2): (3, 4),
}  # fmt: skip
LINEAR = (  # by `benchmarks.linear`: pegs, questions, for each peg, CPU seconds
    (10, 47, 4.70, 0.0), (30, 189, 6.29, 0.0), (100, 791, 7.91, 0.0), (300, 2674, 8.91, 0.3),
    (1000, 9377, 9.38, 4.2), (2000, 19056, 9.53, 24.2),
)  # fmt: skip
HEAD = """# The best strategies known

*`python -m tools.tables` generates this page.*

Find your game in the tables, and read how many guesses the best player found so far needs:

- *total*: the guesses for all codes together, including the final guess;
- *mean*: the total divided by the number of codes;
- *most*: the guesses for the hardest code;
- *how it is known*: *optimal* means that an exhaustive search has proved that no total is smaller. All other totals are the best that we know, but better players may exist;
- *seconds*: the CPU seconds that it took to find the tree, on a busy machine with two cores.

If you have a better player, add it with `python -m mastermind tables --add TREE`. The strategy tree for each row is in `mastermind/data/best-players.json`. You can check a tree yourself:

```
python -m mastermind tables                   # the rows of this page
python -m mastermind evaluate --length 4 --colors 6 --strategy optimal --save tree.json
python -m mastermind verify tree.json         # play all codes with this tree
```

The checker is forty lines long and shares no code with the search. A test checks every tree on this page. The coach, the review at the end of a game, and the league use these figures.

![Mean and most guesses against the number of codes, for all games with repeats: both grow with the logarithm of the number of codes. Lines for 2, 3, 4 and 5 pegs; with two pegs they grow fastest.](pictures/tables.svg)
"""  # noqa: E501 - paragraphs of the page
DIFFERENT = """## Where our totals differ

- **Candidates only, 5629 and 26374.** The tests of a well-known program, fancidev/mastermind, expect 5629 for 4 pegs in 6 colors and 26374 for Bulls and Cows. We ran the program, and it prints these totals. Our search finds 5660 and 26688, and the site supermastermind also lists 5660.

  Smaller games show which totals are correct. For 3 pegs in 5 and 6 colors, the program prints 451 and 855, but an exhaustive search finds 455 and 864. If a guess has to fit all the feedback except the most recent, an exhaustive search also finds 451 and 855. The program therefore seems to follow this rule. `tests/mastermind/test_candidates_only.py` tries both rules.
- **Candidates only, 5 pegs in 8 colors.** The site lists the total 179929, but no tree. Our look-ahead reaches 180489 with the best 4 guesses (37 CPU seconds) and 180190 with the best 8 (140 CPU seconds, 3.1 GiB). Looking at more guesses brings the total closer to 179929, but we did not reach that total and did not try an exhaustive search. This command writes the tree:

  ```
  python -m mastermind evaluate --length 5 --colors 8 --strategy lookahead --beam 8 \\
      --first RROOY --candidates-only --save tree.json
  ```
- **Two pegs.** The formula for 2 pegs holds for 3 or more colors. For 2 colors, the formula predicts 7, but an exhaustive search finds 8.
- **Entropy.** The totals 86412 for 5 pegs in 7 colors and 179751 for 8 colors were computed in single precision. With an exact comparison, and AABBC as the first guess, they are 86379 and 179704.
- **Larger games.** One-step entropy takes 242617 guesses for 6 pegs in 6 colors (8 CPU seconds), and 611556 for 5 pegs in 10 colors (30 CPU seconds). With candidates only, it takes 181666 for 5 pegs in 8 colors (8 CPU seconds). These runs need up to 0.2 GiB of memory. The exhaustive search and the look-ahead need more, and refuse to start if the machine has too little memory.

The program fancidev/mastermind shares no code with this library. It can search for the optimal tree in 53 of our games, with at most six pegs and 2600 codes, and it found our total in 51 of them. In the remaining two games, 4 pegs in 7 colors and 6 pegs in 6 colors without repeats, the program took too long on a busy machine.

## What is still open

- A plan for the codebreaker that needs at most 5600 / 1290 guesses on average against every plan of the codemaker.
- The best worst case with black key pegs only. Jaeger and Peczarski (2011) give formulas for 2, 3, and 4 pegs, but we could read only the abstract.
- A published mean for black key pegs only, or for permutations. We found none.
"""  # noqa: E501 - paragraphs of the page


def page() -> str:
    """Return the text of the page."""
    every = list(all_known().values())
    free = [one for one in every if not one.restriction and one.rules.answer == "both"]
    black = [one for one in every if one.rules.answer == "black"]
    parts = [
        HEAD,
        "## Codes with repeats\n\n" + table(k for k in free if k.rules.repeats),
        "## No color twice\n\n"
        "Four pegs in ten colors is Bulls and Cows. With as many pegs as colors, the code is a "
        "permutation, and black key pegs alone give as much information as both kinds.\n\n"
        + table(k for k in free if not k.rules.repeats),
        "## Black key pegs only\n\n"
        "The codemaker gives no white key pegs. To play this game, write "
        '`Rules(4, 6, answer="black")`, or `--answer black` on the command line.\n\n'
        + table(black),
        "## All guesses at once\n\n" + static(),
        "## As many colors as pegs\n\n" + linear(),
        "## With a restriction\n\n"
        "*Candidates only* means that every guess has to be a possible code.\n\n"
        + table((k for k in every if k.restriction), restricted=True),
        "## What others have published\n\n" + published(),
        DIFFERENT,
    ]
    return "\n".join(parts)


def table(rows: Iterable[Known], restricted: bool = False) -> str:
    """Format the best known players as a table, the smallest games first."""
    extra = " restriction |" if restricted else ""
    lines = [
        f"| pegs | colors |{extra} codes | total | mean | most | how it is known | seconds |",
        "|---|---|---|---|---|---|---|---|" + ("---|" if restricted else ""),
    ]
    for known in sorted(rows, key=lambda one: (one.rules.code_length, len(one.rules.colors))):
        extra = f" {known.restriction} |" if restricted else ""
        lines.append(
            f"| {known.rules.code_length} | {len(known.rules.colors)} |{extra} {known.rules.size} "
            f"| {known.total} | {known.average:.4f} | {known.max} | {known.player} "
            f"| {'' if known.seconds is None else f'{known.seconds:.1f}'} |"
        )
    return "\n".join(lines) + "\n"


def static() -> str:
    """Return the table of how many guesses suffice if all are made before the first answer."""
    lines = [
        "The table shows how many guesses are enough to tell all codes apart if you make all of "
        "them before you see an answer. The final guess, which is the code, is not counted. "
        "`tools.static_guesses` finds the guesses.",
        "",
        "| pegs | colors | both kinds of key pegs | black key pegs only |",
        "|---|---|---|---|",
        *(f"| {p} | {c} | {both} | {black} |" for (p, c), (both, black) in STATIC.items()),
    ]
    return "\n".join(lines) + "\n"


def linear() -> str:
    """Return the table of questions for as many colors as pegs."""
    lines = [
        "Martinsson and Su (2023) proved that the number of questions has to grow only as fast "
        "as the number of pegs. `tools.linear` follows their ideas, but asks the questions in an "
        "order of our own, which the proof does not cover. These are averages over three random "
        "codes with black key pegs only, from `python -m benchmarks.linear`:",
        "",
        "| pegs and colors | questions | for each peg | CPU seconds |",
        "|---|---|---|---|",
        *(f"| {n} | {asked} | {each:.2f} | {seconds} |" for n, asked, each, seconds in LINEAR),
    ]
    return "\n".join(lines) + "\n"


def published() -> str:
    """Return the table of published figures beside our own."""

    def total(rules: Rules, restriction: str = "") -> str:
        known = best_known(rules, restriction)
        return f"{known.total}, {known.player}" if known else "none"

    only = "candidates only"
    rows = [
        ("4 pegs, 6 colors", "5625", "Koyama and Lai 1993", total(Rules(4, 6))),
        (
            "the same, at most 5 guesses",
            "5626",
            "Koyama and Lai 1993",
            total(Rules(4, 6), "at most 5 guesses"),
        ),
        ("4 pegs, 7 colors", "11228", "Ville 2013, arXiv 1305.1010", total(Rules(4, 7))),
        ("5 pegs, 7 colors", "86412", "one-step entropy, mikemag/Mastermind", total(Rules(5, 7))),
        (
            "Bulls and Cows, 4 of 10 digits",
            "26274",
            "page *Bulls and Cows Game*",
            total(Rules(4, 10, repeats=False)),
        ),
        (
            "the same, candidates only",
            "26374",
            "tests of fancidev/mastermind",
            total(Rules(4, 10, repeats=False), only) + ": see below",
        ),
        (
            "all at once, black key pegs only, 1 to 7 pegs in 2 colors",
            "1, 2, 3, 4, 4, 5, 6",
            "OEIS A303735",
            "the same seven numbers",
        ),
        (
            "all at once, black key pegs only, 2 pegs in 2 to 6 colors",
            "(4 k - 2) / 3, rounded down",
            "Caceres and others, arXiv math/0507527",
            "the same five numbers",
        ),
        (
            "all at once, black key pegs only, 3 pegs in 2 to 4 colors",
            "3 k / 2, rounded down",
            "Jaeger and Drewes 2018, doi 10.1007/978-3-319-99660-8_25",
            "the same three numbers",
        ),
        (
            "all at once, black key pegs only, no color twice, 2 pegs in 2 to 7 colors",
            "4 k / 3 - 2, rounded up",
            "Jaeger and Drewes, arXiv 2210.04652",
            "the same six numbers",
        ),
        (
            "the same, 3 pegs in 4 and 5 colors",
            "(3 k - 3) / 2, rounded down",
            "the same",
            "the same two numbers",
        ),
        (
            "all at once, 4 pegs, 6 colors",
            "6",
            "Greenwell 1999, quoted from memory",
            "six guesses are enough; we do not know whether five are",
        ),
        (
            "2 pegs, 3 to 10 colors",
            "a formula",
            "Goddard 2004; Peczarski, arXiv 1808.03849, completes a proof of Chen and Lin",
            "the same eight totals, optimal",
        ),
        (
            "candidates only, 3 pegs, 5 colors",
            "455",
            "supermastermind.github.io, which OEIS A231205 names",
            total(Rules(3, 5), only),
        ),
        (
            "candidates only, 4 pegs, 6 colors",
            "5660",
            "the same site",
            total(Rules(4, 6), only),
        ),
        (
            "the same, first guess AAAA, AABB, ABBB, ABCD",
            "6359, 5752, 5848, 5743",
            "the same site",
            "the same four totals, optimal",
        ),
        (
            "candidates only, 4 pegs, 6 colors",
            "5629",
            "tests of fancidev/mastermind",
            total(Rules(4, 6), only) + ": see below",
        ),
        (
            "a player that guesses any consistent code, 4 pegs, 6 colors",
            "4.638",
            "Swaszek, by simulation",
            f"{RANDOM:.6f}, exact",
        ),
        (
            "against a hostile codemaker, 4 pegs, 6 colors",
            "5600 / 1290",
            "Wiener 1995",
            f"{WEIGHTLESS} / 1290 as a lower bound: if the codemaker draws one of the 1290 codes "
            "with two colors or more, every codebreaker needs at least as many on average",
        ),
    ]
    lines = ["| game | published | source | here |", "|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def chart() -> str:
    """Draw mean and worst case against the number of codes, for games with repeats."""

    def x(codes: int) -> float:
        return 60 + 190 * (log10(codes) - 0.5)

    def y(guesses: float) -> float:
        return 400 - 42 * guesses

    shapes = []
    for guesses in range(0, 9, 2):
        shapes.append(f'<path class="g" d="M60 {y(guesses):g}H800"/>')
        shapes.append(f'<text x="48" y="{y(guesses) + 5:g}">{guesses}</text>')
    for codes in (10, 100, 1000, 10000):
        shapes.append(f'<text class="m" x="{x(codes):g}" y="424">{codes:,}</text>')
    for pegs, color in zip((2, 3, 4, 5), ("#9a3412", "#0f766e", "#1d4ed8", "#86198f"), strict=True):
        known = [
            one
            for one in all_known().values()
            if one.rules == Rules(pegs, len(one.rules.colors)) and not one.restriction
        ]
        for style, values in (("", [k.average for k in known]), ("w", [k.max for k in known])):
            points = [
                f"{x(one.rules.size):.1f} {y(value):.1f}"
                for one, value in zip(known, values, strict=True)
            ]
            shapes.append(f'<path class="l {style}" stroke="{color}" d="M{"L".join(points)}"/>')
        last = known[-1]
        shapes.append(
            f'<text class="e" style="fill:{color}" x="{x(last.rules.size) + 8:.0f}" '
            f'y="{y(last.average) + 5:.0f}">{pegs} pegs</text>'
        )
    return HEAD_OF_CHART + "\n".join(shapes) + "\n</svg>\n"


HEAD_OF_CHART = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 460" role="img" \
aria-labelledby="title desc" font-family="system-ui, sans-serif">
<title id="title">Guesses against the number of codes</title>
<desc id="desc">For 2, 3, 4 and 5 pegs with repeats, the best mean that is known and, dashed, its \
worst case, against the number of codes on a logarithmic scale.</desc>
<style>
text{font-size:15px;fill:#424a53;text-anchor:end} .m{text-anchor:middle} .e{text-anchor:start;\
font-weight:600;paint-order:stroke;stroke:#fff;stroke-width:5} .g{stroke:#d0d7de} \
.l{fill:none;stroke-width:2.5;stroke-linejoin:round} .w{stroke-dasharray:3 5}
</style>
<rect width="900" height="460" fill="#fff"/>
<text class="m" x="430" y="448">codes; lines: mean, dashed: most guesses</text>
"""


def one_step() -> list[Known]:
    """Build the one-step trees that the command line finds ready: of the two classic games."""
    games = (Rules(4, 6), Rules(4, 10, repeats=False))
    return [Known.read(build(rules, name).to_dict()) for rules in games for name in RATINGS]


def search_again(known: Known) -> Tree:
    """Search for a tree in the way in which the kept one was found."""
    only = "candidates only" in known.restriction
    most = re.search(r"at most (\d+)", known.restriction)
    limit = int(most[1]) if most else None
    if known.proved:
        return solve(known.rules, limit, only)
    beam = re.search(r"the best (\d+)", known.player)
    if beam is None:
        return build(known.rules, known.player, candidates_only=only)
    # Some were given their first guess, which the estimates of the others depend on.
    first = known.tree["guesses"].split()[0]
    tree = look_ahead(known.rules, int(beam[1]), first, limit, only)
    return (
        tree
        if tree.total == known.total
        else look_ahead(known.rules, int(beam[1]), None, limit, only)
    )


def again(names: list[str]) -> None:
    """Search for trees anew, compare them with those that are kept, and keep the seconds."""
    every = all_known()
    for name in names:
        start = time.process_time()
        total = search_again(every[name]).total
        seconds = round(time.process_time() - start, 1)
        same = "the same" if total == every[name].total else f"kept: {every[name].total}"
        print(f"{name}: {total}, {same}, {seconds} CPU seconds", flush=True)
        every[name].tree["seconds"] = seconds
    keep(every.values(), FILE)


def main() -> None:
    """Write page, chart and the one-step trees."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--again", nargs="+", metavar="GAME", choices=all_known(), default=[])
    if names := parser.parse_args().again:
        again(names)
    keep(one_step(), ONE_STEP)
    PAGE.write_text(page(), encoding="utf-8")
    CHART.write_text(chart(), encoding="utf-8")


if __name__ == "__main__":
    main()
