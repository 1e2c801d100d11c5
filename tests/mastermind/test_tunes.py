import json
from collections import Counter

import pytest

from mastermind import tunes
from mastermind.feedback import partial_feedback
from mastermind.solver.players import Naive, as_player, break_code, games
from mastermind.solver.strategies import median, with_first
from mastermind.trees import nethack

pytestmark = pytest.mark.slow

# Row: total until known, its distribution, total until played, its distribution.
# Recomputed by independent programs before this library was written.
REFERENCE = """
Naive 1 | 246869 | 5:1 6:5 7:15 8:35 9:70 10:126 11:210 12:1519 13:2709 14:3395 15:3241 16:2527 17:1610 18:840 19:364 20:119 21:21 | 246869 |
Naive 2 | 227723 | 5:1 6:6 7:21 8:77 9:238 10:721 11:1596 12:2576 13:3164 14:3066 15:2422 16:1575 17:840 18:364 19:119 20:21 | 244278 |
Naive 3 | 226890 | 5:1 6:6 7:21 8:77 9:242 10:750 11:1632 12:2617 13:3196 14:3076 15:2405 16:1539 17:799 18:331 19:100 20:15 | 243445 |
Naive 4 | 223054 | 5:1 6:7 7:28 8:85 9:275 10:825 11:1934 12:2903 13:3364 14:2972 15:2127 16:1287 17:638 18:261 19:85 20:15 | 225455 |
Knuth 1 | 93103 | 1:1 2:19 3:260 4:1337 5:6975 6:5812 7:2052 8:336 9:13 10:2 | 101999 | 1:1 2:17 3:149 4:915 5:3203 6:7347 7:3830 8:1164 9:173 10:7 11:1
Knuth 2 | 82643 | 1:1 2:17 3:420 4:4053 5:8935 6:3208 7:171 8:2 | 92831 | 1:1 2:17 3:201 4:1574 5:6167 6:6957 7:1801 8:88 9:1
Knuth 3 | 81446 | 1:1 2:29 3:463 4:4656 5:8740 6:2752 7:166 | 91601 | 1:1 2:19 3:219 4:1761 5:6678 6:6515 7:1531 8:83
Knuth 4 | 77422 | 1:1 2:29 3:491 4:6149 5:9534 6:597 7:6 | 88108 | 1:1 2:19 3:235 4:2001 5:8253 6:5994 7:301 8:3
Knuth 5 | 76911 | 1:1 2:17 3:387 4:6429 5:9839 6:134 | 93643 | 1:1 2:5 3:40 4:399 5:6390 6:9838 7:134
Knuth 6 | 75864 | 1:1 2:19 3:423 4:7324 5:8980 6:60 | 87936 | 1:1 2:6 3:109 4:1532 5:9516 6:5613 7:30
Breadth 1 | 76038 | 1:1 2:33 3:653 4:7215 5:8288 6:607 7:10 | 87427 | 1:1 2:19 3:243 4:2166 5:8597 6:5462 7:314 8:5
Breadth 2 | 73803 | 1:1 2:41 3:838 4:8608 5:7140 6:179 | 90385 | 1:1 2:9 3:99 4:914 5:8470 6:7135 7:179
Breadth 3 | 73622 | 1:1 2:40 3:846 4:8770 5:6977 6:173 | 86869 | 1:1 2:14 3:161 4:1770 5:9983 6:4784 7:94
"""


def read(cells):
    return {int(tries): int(count) for tries, count in (cell.split(":") for cell in cells.split())}


REFERENCE_ROWS = [
    [field.strip() for field in line.split("|")] for line in REFERENCE.strip().splitlines()
]


@pytest.fixture(scope="module")
def rows():
    return {row.name: row for row in nethack.rows()}


def test_all_thirteen_in_order(rows):
    assert list(rows) == [fields[0] for fields in REFERENCE_ROWS]


def test_what_is_stored_is_what_is_played(rows):
    assert tunes.rows() == list(rows.values())


def test_each_algorithm_saves_what_the_article_says(rows):
    """Its own "average turn savings", in the order of its tables."""
    said = "1.14 0.05 0.23 7.7 0.62 0.07 0.24 0.03 0.06 0.08 0.13 0.01".split()
    saved = tunes.savings(list(rows.values()))
    assert list(saved) == list(rows)[1:]
    for name, figure in zip(saved, said, strict=True):
        assert abs(saved[name] - float(figure)) < (0.05 if figure == "7.7" else 0.005), name


def test_each_idea_is_shown_beside_what_it_saves(rows):
    lines = tunes.ideas_text(list(rows.values())).splitlines()[1:]
    for row, line in zip(rows.values(), lines, strict=True):
        assert line.startswith(row.name) and line.endswith(row.idea)
    assert " ".join(lines[-3].split()).startswith("Breadth 1 0.08 Knuth 4 play the tune")


@pytest.mark.nightly
def test_neither_of_the_two_changes_that_the_article_asks_about_helps(rows):
    best, asked = rows["Breadth 3"], list(nethack.asked())
    assert tunes.asked() == asked
    for row in asked:
        for count in ("known", "played"):
            assert tunes.total(getattr(row, count)) > tunes.total(getattr(best, count))
            assert sum(getattr(row, count).values()) == 16807


@pytest.mark.parametrize("fields", REFERENCE_ROWS, ids=lambda fields: fields[0])
def test_every_cell(rows, fields):
    name, known_total, known, played_total, played = fields
    row = rows[name]
    assert row.known == read(known)
    assert tunes.total(row.known) == int(known_total)
    assert tunes.total(row.played) == int(played_total)
    assert sum(row.played.values()) == 16807
    if played:
        assert row.played == read(played)


def test_published_and_reproduced_differ_only_where_the_article_slips(rows):
    for row in rows.values():
        differs = row.published.histogram.items() ^ row.known.items()
        assert differs == ({(20, 15)} if row.name == "Naive 4" else set())
        assert (row.published.total != tunes.total(row.known)) == row.name.startswith("Naive")
        averages = {tunes.total(row.known) / 16807, row.published.total / 16792}
        for average in row.published.averages:
            assert min(abs(average - exact) for exact in averages) < 0.05
    assert [len(row.slips) for row in rows.values()] == [1, 1, 1, 2, 0, 1, 1] + [0] * 6


@pytest.mark.nightly
def test_the_median_as_described_gives_other_figures(rows):
    codes = tunes.TUNES.codes()
    player = as_player(with_first(median, "AAABB"), codes)
    played = list(games(player, codes))
    left = Counter(turns[:number] for turns in played for number in range(len(turns)))
    deduced = sum(left[turns[:-1]] == 1 for turns in played)
    assert str(sum(map(len, played)) - deduced) in rows["Knuth 2"].slips[0]


@pytest.mark.parametrize(
    "name,options",
    [
        ("Naive 1", {}),
        ("Naive 2", {"fill": True}),
        ("Naive 3", {"fill": True, "drop_unseen": True}),
        ("Naive 4", {"fill": True, "drop_unseen": True, "rotate": True}),
    ],
)
def test_the_naive_totals_are_too_high_by_the_tries_of_the_last_tune(rows, name, options):
    tries = len(break_code("GGGGG", Naive("ABCDEFG", 5, **options), partial_feedback))
    deduced = name != "Naive 1"
    assert rows[name].published.total - tunes.total(rows[name].known) == tries - deduced


def test_played_to_the_end_the_ranking_turns_over(rows):
    def order(count):
        names = ["Knuth 4", "Knuth 5", "Breadth 1", "Breadth 2"]
        return sorted(names, key=lambda name: tunes.total(getattr(rows[name], count)))

    assert order("known") == ["Breadth 2", "Breadth 1", "Knuth 5", "Knuth 4"]
    assert order("played") == ["Breadth 1", "Knuth 4", "Breadth 2", "Knuth 5"]


def test_the_text_and_the_data_tell_the_same(rows):
    text = tunes.rows_text(list(rows.values()))
    for row in rows.values():
        data = json.loads(json.dumps(row.to_dict()))
        assert data["known"]["total"] == tunes.total(row.known)
        assert data["played"]["max"] == max(row.played)
        assert data["published"]["total"] == row.published.total
        line = next(line for line in text.splitlines() if line.startswith(row.name))
        for total in (row.published.total, data["known"]["total"], data["played"]["total"]):
            assert f" {total} " in line
        assert all(slip in text for slip in row.slips)
