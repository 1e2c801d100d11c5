import pytest

from mastermind.rules import Rules
from mastermind.solver.best_known import best_known
from mastermind.trees.lookahead import look_ahead
from mastermind.trees.optimal import solve
from mastermind.trees.tree import Tree
from tests.mastermind.oracle import verify


@pytest.mark.nightly
@pytest.mark.slow
def test_the_kept_tree_for_five_pegs_and_seven_colors():
    tree = Tree.from_dict(best_known(Rules(5, 7)).tree)
    assert tree.rules == Rules(5, 7)
    assert verify(tree) == tree.histogram == {1: 1, 2: 9, 3: 153, 4: 2139, 5: 10412, 6: 4076, 7: 17}
    assert tree.total == 85669  # the best known before: 85696
    assert tree.max == 7


@pytest.mark.nightly
@pytest.mark.slow
def test_better_than_one_step_and_no_better_than_optimal():
    least = solve(Rules(4, 6)).total
    for beam, total, one_step in [(1, 5712, 5722), (4, 5635, 5668), (16, 5626, 5668)]:
        tree = look_ahead(Rules(4, 6), beam)
        assert tree.total == total
        assert least < total < one_step  # entropy; most parts, the best of the one-step trees
        assert verify(tree) == tree.histogram


@pytest.mark.slow
@pytest.mark.nightly
def test_five_pegs_and_seven_colors_beyond_the_one_step_strategies():
    tree = look_ahead(Rules(5, 7), beam=1, first="AABBC")
    assert tree.root.guess == "AABBC"
    assert tree.total < 86379
    assert verify(tree) == tree.histogram


@pytest.mark.parametrize(
    "rules",
    [Rules(1, 1), Rules(1, 5), Rules(2, 2), Rules(4, 3), Rules(3, 4, repeats=False)],
    ids=repr,
)
def test_a_wide_beam_solves_small_games(rules):
    tree = look_ahead(rules, beam=1000)
    assert tree.total == solve(rules).total
    assert verify(tree) == tree.histogram


@pytest.mark.slow
def test_limited_number_of_guesses():
    tree = look_ahead(Rules(4, 6), beam=8, max_guesses=5)
    assert tree.max == 5
    assert verify(tree) == tree.histogram
    with pytest.raises(ValueError, match="found no strategy with at most 4 guesses"):
        look_ahead(Rules(4, 6), beam=1, max_guesses=4)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="beam must be at least 1, not 0"):
        look_ahead(Rules(4, 6), beam=0)
    with pytest.raises(ValueError, match="max_guesses must be at least 1, not 0"):
        look_ahead(Rules(4, 6), max_guesses=0)
    with pytest.raises(ValueError, match="'X' is not a peg"):
        look_ahead(Rules(4, 6), first="ABCX")
