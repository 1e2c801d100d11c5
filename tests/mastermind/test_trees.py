import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import pytest

from mastermind.feedback import Keys, feedback
from mastermind.rules import Rules
from mastermind.trees.building import BUILDABLE, build
from mastermind.trees.tree import Node, Tree, read, write
from tests.mastermind import oracle
from tests.mastermind.oracle import verify

built = cache(build)  # a tree is not changed by those who read it

STANDARD = Rules(4, 6)
BULLS_AND_COWS = Rules(4, 10, repeats=False)
NIGHTLY = [pytest.mark.slow, pytest.mark.nightly]

# Published, or recomputed by independent programs: total and codes found in 1, 2, 3, ... guesses.
KNOWN = [
    (STANDARD, "minimax", 5801, [1, 6, 62, 533, 694]),
    (STANDARD, "expected-size", 5696, [1, 10, 54, 645, 583, 3]),
    (STANDARD, "most-parts", 5668, [1, 12, 72, 635, 569, 7]),
    (STANDARD, "entropy", 5722, [1, 4, 71, 612, 596, 12]),
    (STANDARD, "first", 7471, [1, 4, 25, 108, 305, 602, 196, 49, 6]),
    (Rules(4, 7), "minimax", 11613, None),
    (Rules(4, 7), "expected-size", 11409, None),
    (Rules(4, 7), "most-parts", 11388, None),
    (Rules(4, 7), "entropy", 11378, None),
    # NetHack's tunes, played to the end: Knuth 6 and Breadth 3
    pytest.param(Rules(5, 7), "minimax", 87936, [1, 6, 109, 1532, 9516, 5613, 30], marks=NIGHTLY),
    pytest.param(
        Rules(5, 7), "most-parts", 86869, [1, 14, 161, 1770, 9983, 4784, 94], marks=NIGHTLY
    ),
]


@pytest.mark.parametrize("rules, strategy, total, histogram", KNOWN)
def test_known_totals(rules, strategy, total, histogram):
    tree = built(rules, strategy)
    assert tree.total == total
    if histogram:
        assert list(tree.histogram.values()) == histogram
    assert verify(tree) == tree.histogram


@pytest.mark.slow
def test_known_totals_with_a_fixed_first_guess_among_the_candidates():
    tree = build(Rules(5, 7), "minimax", first="AABBC", candidates_only=True)
    assert tree.total == 88108  # NetHack's Knuth 4
    assert build(Rules(5, 7), "most-parts", "AABBC", candidates_only=True).total == 87427


@pytest.mark.nightly
@pytest.mark.slow
def test_entropy_is_compared_exactly():
    """The totals printed elsewhere are 86412 and 179751: see the next test."""
    assert build(Rules(5, 7), "entropy", first="AABBC").total == 86379
    assert build(Rules(5, 8), "entropy", first="AABBC").total == 179704


@pytest.mark.nightly
@pytest.mark.slow
def test_published_entropy_total_is_that_of_single_precision(monkeypatch):
    def single_precision(rating, table, codes, guesses):
        shares = np.arange(len(codes) + 1, dtype=np.float32) / np.float32(len(codes))
        terms = np.append(np.float32(0), shares[1:] * np.log2(shares[1:]))
        total = np.zeros(len(guesses), np.float32)
        for sizes in table.part_sizes(codes, guesses):
            total += terms[sizes]
        return guesses, total

    monkeypatch.setattr("mastermind.trees.building.rate_promising", single_precision)
    monkeypatch.setattr("mastermind.trees.building._most_entropy", lambda sizes, guesses: guesses)
    monkeypatch.setattr("mastermind.trees.ratings.EntropyRating.slack", 0)
    assert build(Rules(5, 7), "entropy", first="AABBC").total == 86412


def plainly(rules, strategy, candidates_only=False):
    """A second, slow implementation of the textbook rule."""
    codes = rules.codes()
    answers = {(a, b): feedback(a, b) for a in codes for b in codes}

    def grow(candidates):
        pool = candidates if candidates_only else codes
        if strategy in ("first", "median"):
            guess = candidates[len(candidates) // 2 if strategy == "median" else 0]
        else:
            guess = min(pool, key=lambda g: (rating(g, candidates), g not in candidates))
        parts = {}
        for code in candidates:
            parts.setdefault(answers[code, guess], []).append(code)
        won = (rules.code_length, 0)
        return Node(
            guess, {reply: None if reply == won else grow(part) for reply, part in parts.items()}
        )

    def rating(guess, candidates):
        return oracle.rate(strategy, guess, candidates, lambda *pair: answers[pair])

    return Tree(rules, grow(codes), strategy)


SMALL_GAMES = [
    Rules(1, 1), Rules(1, 4), Rules(2, 5), Rules(3, 4), Rules(4, 3), Rules(5, 2),
    Rules(1, 3, repeats=False), Rules(3, 5, repeats=False), Rules(4, 5, repeats=False),
]  # fmt: skip


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("strategy", BUILDABLE)
@pytest.mark.parametrize("rules", SMALL_GAMES, ids=repr)
def test_same_tree_as_a_plain_implementation(rules, strategy, candidates_only):
    fast = build(rules, strategy, candidates_only=candidates_only)
    plain = plainly(rules, strategy, candidates_only)
    assert fast.to_dict()["guesses"] == plain.to_dict()["guesses"]


@pytest.mark.parametrize("strategy", ["minimax", "expected-size", "most-parts", "entropy"])
@pytest.mark.parametrize(
    "rules",
    [STANDARD, Rules(5, 5), pytest.param(BULLS_AND_COWS, marks=pytest.mark.slow)],
    ids=repr,
)
def test_symmetry_and_workers_do_not_change_the_tree(rules, strategy):
    tree = built(rules, strategy)
    assert build(rules, strategy, symmetry=False).to_dict() == tree.to_dict()
    with ThreadPoolExecutor(2) as executor:
        assert build(rules, strategy, jobs=executor).to_dict() == tree.to_dict()


@pytest.mark.slow
def test_processes_do_not_change_the_tree():
    assert build(STANDARD, "entropy", jobs=2).to_dict() == built(STANDARD, "entropy").to_dict()


def test_play_follows_the_tree():
    tree = built(STANDARD, "minimax")
    for code in STANDARD.codes()[::17]:
        guesses = tree.play(code)
        assert guesses[-1] == code


def test_a_tree_is_a_strategy():
    tree = built(STANDARD, "most-parts")
    codes = STANDARD.codes()
    for code in codes[::23]:
        candidates = codes
        for guess in tree.play(code):
            assert tree(codes, candidates) == guess
            answer = feedback(code, guess)
            candidates = [c for c in candidates if feedback(c, guess) == answer]
    with pytest.raises(ValueError, match="no candidates"):
        tree(codes, [])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tree.json", "tree.json.gz"])
def test_save_and_load(tmp_path, name):
    tree = built(BULLS_AND_COWS, "entropy")
    path = tmp_path / name
    write(tree.to_dict(), path)
    loaded = Tree.from_dict(read(path))
    assert loaded.to_dict() == tree.to_dict()
    assert verify(loaded) == tree.histogram
    first = path.read_bytes()
    write(loaded.to_dict(), path)
    assert path.read_bytes() == first
    write(built(BULLS_AND_COWS, "entropy", symmetry=False, jobs=2).to_dict(), path)
    assert path.read_bytes() == first


def test_damaged_files_are_refused(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text("{")
    with pytest.raises(ValueError, match=r"tree\.json is not a saved strategy tree"):
        Tree.from_dict(read(path))
    path.write_text("[]")
    with pytest.raises(ValueError, match="not marked as"):
        Tree.from_dict(read(path))
    data = build(Rules(2, 3), "minimax").to_dict()
    path.write_text(json.dumps({**data, "guesses": 7}))
    with pytest.raises(ValueError, match="damaged strategy tree"):
        Tree.from_dict(read(path))
    path.write_text(json.dumps({**data, "histogram": {"1": 9}}))
    with pytest.raises(ValueError, match="histogram"):
        Tree.from_dict(read(path))
    path = tmp_path / "tree.json.gz"
    path.write_bytes(b"no")
    with pytest.raises(ValueError, match="not a saved strategy tree"):
        Tree.from_dict(read(path))


def test_verify_finds_what_is_wrong():
    rules = Rules(2, 2)

    def tree(change):
        root = build(rules, "minimax").root  # AA, then BB without a key peg, AB with a black one
        change(root.replies)
        return Tree(rules, root, "changed")

    none, white = Keys(0, 0), Keys(0, 2)
    leaf = {guess: Node(guess, {Keys(2, 0): None}) for guess in ("AB", "BA", "ZZ")}
    assert verify(tree(lambda replies: None)) == {1: 1, 2: 2, 3: 1}
    with pytest.raises(ValueError, match="no code gets no key pegs"):
        verify(tree(lambda replies: replies.pop(none)))
    with pytest.raises(ValueError, match=r"does not find|no code gets"):
        verify(tree(lambda replies: replies.update({none: leaf["AB"]})))
    with pytest.raises(ValueError, match="'ZZ' is not a code"):
        verify(tree(lambda replies: replies.update({none: leaf["ZZ"]})))
    with pytest.raises(ValueError, match="2 branches of the tree are reached by no code"):
        verify(tree(lambda replies: replies.update({white: leaf["BA"]})))


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="unknown strategy 'best'; choose one of minimax, entropy"):
        build(STANDARD, "best")
    with pytest.raises(ValueError, match="jobs must be at least 1, not 0"):
        build(STANDARD, "minimax", jobs=0)
    with pytest.raises(ValueError, match="'Z' is not a peg"):
        build(STANDARD, "minimax", first="ABCZ")
    with pytest.raises(MemoryError, match="GiB"):
        build(Rules(12, 12), "minimax")
