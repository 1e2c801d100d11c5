"""Write the page of reference tables from the trees that are kept: ``python -m tools.tables``.

The figures of `PUBLISHED` that are not read off a kept tree are worked out by a test.
"""

from collections.abc import Iterable
from math import log10

from mastermind.rules import Rules
from mastermind.solver.best_known import Known, all_known, best_known
from tools.course import ROOT

PAGE = ROOT / "docs" / "tables.md"
CHART = ROOT / "docs" / "pictures" / "tables.svg"
WEIGHTLESS = 5600  # guesses for the 1290 codes of more than one color, by whoever knows that
RANDOM = 4.643523  # by `mastermind.solver.chance`
HEAD = """# The reference tables of Mastermind

Written by `python -m tools.tables`. The *total* is the sum of the guesses over all codes, the right guess included; the *mean* is the total for each code, and *most* is what the hardest code takes. *Optimal* means that an exhaustive search has proved that no total is smaller. Everything else is the best that is known to us: there may be better, and nobody who has it needs to ask, because `python -m mastermind tables --add TREE` takes it.

Each line has its strategy tree in `mastermind/data/best-players.json`. `python -m mastermind tables` prints the lines, `python -m mastermind evaluate --length 4 --colors 6 --strategy optimal --save tree.json` writes a tree, and `python -m mastermind verify tree.json` plays all codes down it. The checker is forty lines long and shares no code with the search; a test lets it check every tree of this page. Where a coach, a caption or the league names a best player, this is where the figure is from.

![Mean and most guesses against the number of codes, for all games with repeats: both grow with the logarithm of the number of codes. Lines for 2, 3, 4 and 5 pegs; with two pegs they grow fastest.](pictures/tables.svg)
"""  # noqa: E501 - paragraphs of the page
DIFFERENT = """## What did not come out

- **Candidates only, 4 pegs in 6 colors.** One site tells 5660 as the best total, another program is said to prove 5629. Our search says 5660: it tries every code that can be right; for 3 pegs in 5 colors it finds the 455 that is published, also without the use of symmetry; and in smaller games it agrees with a search that tries everything. So by the rule that every guess must be able to be right, 5629 cannot be.
- **Bulls and Cows.** The total 26274 is published as proved. The tree that is kept here is the best that our look-ahead has found; the gap is shown in the table.
- **Entropy.** The totals 86412 for 5 pegs in 7 colors and 179751 for 8 colors are those of single precision. Compared exactly, and with AABBC as the first guess, they are 86379 and 179704.

Not worked out here: games in which only black key pegs are given, static Mastermind, the full value of the game against a codemaker who chooses by a plan (of which one half stands above), and the linear number of questions of Martinsson and Su.
"""  # noqa: E501 - paragraphs of the page


def page() -> str:
    """Write the page."""
    every = list(all_known().values())
    free = [known for known in every if not known.restriction]
    parts = [
        HEAD,
        "## Codes with repeats\n\n" + table(k for k in free if k.rules.repeats),
        "## No color twice\n\n"
        "Four pegs in ten colors is Bulls and Cows; with as many pegs as colors, the code is a "
        "permutation.\n\n" + table(k for k in free if not k.rules.repeats),
        "## With a restriction\n\n"
        "*Candidates only*: every guess can be right.\n\n"
        + table((k for k in every if k.restriction), restricted=True),
        "## What others have published\n\n" + published(),
        DIFFERENT,
    ]
    return "\n".join(parts)


def table(rows: Iterable[Known], restricted: bool = False) -> str:
    """Lay out what is known, the smallest games first."""
    extra = " restriction |" if restricted else ""
    lines = [
        f"| pegs | colors |{extra} codes | total | mean | most | how it is known |",
        "|---|---|---|---|---|---|---|" + ("---|" if restricted else ""),
    ]
    for known in sorted(rows, key=lambda one: (one.rules.code_length, len(one.rules.colors))):
        extra = f" {known.restriction} |" if restricted else ""
        lines.append(
            f"| {known.rules.code_length} | {len(known.rules.colors)} |{extra} {known.rules.size} "
            f"| {known.total} | {known.average:.4f} | {known.max} | {known.player} |"
        )
    return "\n".join(lines) + "\n"


def published() -> str:
    """Set what others have published beside what is kept or worked out here."""

    def total(rules: Rules, restriction: str = "") -> str:
        known = best_known(rules, restriction)
        return f"{known.total}, {known.player}" if known else "nothing"

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
        ("2 pegs, 3 to 10 colors", "a formula", "Goddard 2004", "the same eight totals, optimal"),
        (
            "candidates only, 3 pegs, 5 colors",
            "455",
            "OEIS A231205 and the site it names",
            total(Rules(3, 5), only),
        ),
        (
            "candidates only, 4 pegs, 6 colors",
            "5660",
            "the same site",
            total(Rules(4, 6), only),
        ),
        (
            "a random consistent player, 4 pegs, 6 colors",
            "4.638",
            "Swaszek, by simulation",
            f"{RANDOM:.6f} on average, exactly",
        ),
        (
            "against a hostile codemaker, 4 pegs, 6 colors",
            "5600 / 1290",
            "Wiener 1995",
            f"{WEIGHTLESS} / 1290, one half: who draws one of the 1290 codes of more than one "
            "color makes every codebreaker take that many on average, or more",
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
            if one.rules.repeats and one.rules.code_length == pegs and not one.restriction
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


def main() -> None:
    """Write page and chart."""
    PAGE.write_text(page(), encoding="utf-8")
    CHART.write_text(chart(), encoding="utf-8")


if __name__ == "__main__":
    main()
