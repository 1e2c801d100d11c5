"""What is told of the best players: for every game, checked by its tree, no better than it is."""

import itertools
import json
from fractions import Fraction

import pytest

from mastermind.__main__ import main
from mastermind.feedback import feedback
from mastermind.rules import Rules
from mastermind.solver import best_known as module
from mastermind.solver.best_known import ONE_STEP, Known, add, all_known, best_known, one_step
from mastermind.trees import build
from mastermind.trees.certificate import check
from mastermind.trees.ratings import RATINGS
from mastermind.trees.tree import Tree
from tools import tables
from tools.random_player import expected_guesses

# Published, or proved by at least two independent programs.
OPTIMAL = {
    Rules(4, 6): 5625, Rules(4, 7): 11228, Rules(3, 6): 854, Rules(3, 7): 1474, Rules(4, 5): 2463,
    Rules(5, 5): 13496, Rules(4, 6, False): 1446, Rules(4, 7, False): 3639, Rules(4, 8, False): 7817,
}  # fmt: skip


def games():
    """All that the peg game offers, and that are small enough to look at every code."""
    for length, colors, repeats in itertools.product(range(2, 11), range(2, 11), [True, False]):
        if repeats or length <= colors:
            rules = Rules(length, colors, repeats)
            if rules.size <= 20_000:
                yield rules


def test_the_games_that_are_offered_are_known():
    every = [one for one in all_known().values() if one.rules.answer == "both"]
    unrestricted = [one for one in every if not one.restriction]
    assert {one.rules for one in unrestricted} == set(games())
    assert len(unrestricted) > 70


@pytest.mark.parametrize("rules, total", OPTIMAL.items(), ids=repr)
def test_what_is_proved_has_the_published_total(rules, total):
    known = best_known(rules)
    assert (known.proved, known.total) == (True, total)


@pytest.mark.parametrize("colors", range(2, 11))
def test_two_pegs_take_what_the_formula_says(colors):
    """Goddard, "Mastermind Revisited" (2004): for two pegs in k > 2 colors."""
    k = colors
    linear, constant = (74, 48) if k % 2 == 0 else (80, 69)
    if k > 2:
        assert best_known(Rules(2, k)).total * 24 == 8 * k**3 + 51 * k**2 - linear * k + constant


@pytest.mark.nightly
@pytest.mark.slow
def test_every_tree_is_complete():
    for known in all_known().values():
        histogram, faults = check(known.tree)
        assert (histogram, faults) == (known.codes, []), known.name


def test_the_one_step_trees_are_those_that_are_built():
    built = tables.one_step()
    assert json.loads(ONE_STEP.read_text()) == [known.tree for known in built]
    for known in built:
        assert check(known.tree) == (known.codes, [])
        assert one_step(known.rules, known.player) == known


@pytest.mark.parametrize("game", ["3x5", "3x4, candidates only", "2x5-black"])
def test_a_tree_is_found_again_as_it_was_found(game):
    known = all_known()[game]
    assert tables.search_again(known).total == known.total


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        "4x6, at most 5 guesses",
        *(pytest.param(game, marks=pytest.mark.nightly) for game in ("3x10", "6x5")),
    ],
)
def test_a_larger_tree_is_found_again_as_it_was_found(game):
    known = all_known()[game]
    assert tables.search_again(known).total == known.total


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("size", [1000, 5000])
def test_no_one_step_strategy_is_better(size):
    for known in all_known().values():
        if not known.restriction and known.rules.size < size:
            totals = [build(known.rules, strategy).total for strategy in RATINGS]
            assert known.total <= min(totals), known.name


def test_who_keeps_to_candidates_guesses_nothing_else():
    kept = [one for one in all_known().values() if one.restriction == "candidates only"]
    for known in kept:
        tree = Tree.from_dict(known.tree)
        for code in known.rules.codes()[::7]:
            guesses = tree.play(code)
            for number, guess in enumerate(guesses):
                assert tree.play(guess)[: number + 1] == guesses[: number + 1], known.name
        assert known.total >= best_known(known.rules).total
    assert kept


@pytest.fixture
def own_file(tmp_path, monkeypatch):
    path = tmp_path / "best.json"
    path.write_text("[]\n")
    monkeypatch.setattr(module, "FILE", path)
    all_known.cache_clear()
    yield path
    all_known.cache_clear()


def test_only_what_is_better_is_taken(own_file):
    by_name = {name: build(Rules(3, 6), name).to_dict() for name in ("entropy", "first")}
    best = Known.read(by_name["entropy"])
    assert [one.player for one in add([by_name["first"]])] == ["first"]
    assert [one.total for one in add([by_name["entropy"], by_name["first"]])] == [best.total]
    assert json.loads(own_file.read_text()) == [by_name["entropy"]]
    assert best_known(Rules(3, "XYZUVW")).player == "entropy"
    assert "a player" not in best.sentence() and "optimal" not in best.sentence()


def test_a_tree_that_is_not_complete_is_refused(own_file, tmp_path, capsys):
    tree = build(Rules(3, 4), "entropy").to_dict()
    path = tmp_path / "tree.json"
    path.write_text(json.dumps({**tree, "guesses": tree["guesses"][:7]}))
    assert main(["tables", "--add", str(path)]) == 2
    assert "the tree is not complete" in capsys.readouterr().err
    assert json.loads(own_file.read_text()) == []


def test_the_command_prints_the_table(capsys):
    assert main(["tables"]) == 0
    out = capsys.readouterr().out
    assert "4x6                            1296    5625   4.3403     6  optimal\n" in out
    assert len(out.splitlines()) == 1 + len(all_known())


def test_the_page_is_what_its_command_writes():
    assert tables.PAGE.read_text(encoding="utf-8") == tables.page()
    assert tables.CHART.read_text(encoding="utf-8") == tables.chart()
    assert tables.page().count(", optimal |") >= 5


def plainly_at_random(rules):
    """What a random consistent player takes, by fractions and by the definition alone."""

    def average(left):
        total = Fraction(0)
        for code, guess in itertools.product(left, left):
            total += 1
            if code != guess:
                keys = feedback(code, guess)
                total += average([one for one in left if feedback(one, guess) == keys])
        return total / len(left) ** 2

    return average(rules.codes())


@pytest.mark.parametrize(
    "rules",
    [Rules(1, 3), Rules(2, 3), Rules(3, 2), Rules(3, 3, False), Rules(2, 4, False)],
    ids=repr,
)
def test_a_random_player_takes_what_the_definition_says(rules):
    assert expected_guesses(rules) == pytest.approx(float(plainly_at_random(rules)), abs=1e-12)


@pytest.mark.nightly
def test_a_random_player_in_the_standard_game():
    assert expected_guesses(Rules()) == pytest.approx(tables.RANDOM, abs=5e-7)
