"""The checker of strategy trees, against trees that are right, damaged, and not trees at all."""

import ast
import inspect
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermind.__main__ import main
from mastermind.rules import Rules
from mastermind.trees import build, certificate
from mastermind.trees.certificate import check
from mastermind.trees.tree import Tree
from tests.mastermind.oracle import verify

GAMES = (Rules(3, 3), Rules(2, 5), Rules(3, 5, False), Rules(3, 3, answer="black"))
SMALL = [build(rules, "entropy") for rules in GAMES]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("ABbw", max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ABbw"), inner, max_size=3),
)


@pytest.mark.parametrize("tree", SMALL, ids=lambda tree: repr(tree.rules))
def test_a_right_tree_is_complete(tree):
    assert check(tree.to_dict()) == (tree.histogram, [])


@given(st.sampled_from(SMALL), st.data())
def test_a_damaged_tree_is_never_complete(tree, data):
    plain = tree.to_dict()
    guesses = plain["guesses"].split()
    place = data.draw(st.integers(0, len(guesses) - 1))
    damage = data.draw(st.sampled_from(["lost", "added", "strange", "claim"]))
    if damage == "lost":
        guesses = guesses[:place]
    elif damage == "added":
        guesses += guesses[place:]
    elif damage == "strange":
        guesses[place] = data.draw(st.sampled_from(["", "A", "AAAA", "ZZZ", "aab", "A\nB"]))
    else:
        turn = data.draw(st.sampled_from(sorted(plain["histogram"])))
        plain["histogram"][turn] += data.draw(st.sampled_from([1, -1]))
    assert check({**plain, "guesses": " ".join(guesses)})[1]


@given(st.sampled_from(SMALL), st.data())
def test_with_another_guess_the_two_checkers_agree(tree, data):
    """Another guess may part the candidates in another way: reading the tree says so, too."""
    plain = tree.to_dict()
    guesses = plain["guesses"].split()
    guesses[data.draw(st.integers(0, len(guesses) - 1))] = data.draw(
        st.sampled_from(tree.rules.codes())
    )
    plain["guesses"] = " ".join(guesses)
    try:
        right = verify(Tree.from_dict(plain)) == tree.histogram
    except ValueError:
        right = False
    assert (not check(plain)[1]) == right


@given(JSON, st.sampled_from(["guesses", "colors", "code_length", "repeats", "histogram", None]))
def test_anything_else_is_not_complete(value, place):
    plain = SMALL[0].to_dict()
    if place is None:
        plain = value
    elif place == "repeats" and value:  # truthy is true
        return
    else:
        plain[place] = value
    assert plain == SMALL[0].to_dict() or check(plain)[1]


def test_the_checker_is_short_and_stands_alone():
    source = inspect.getsource(certificate)
    nodes = list(ast.walk(ast.parse(source)))
    names = [node.module for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    assert not [name for name in names if "mastermind" in name]
    documented = [node for node in nodes if isinstance(node, ast.Module | ast.FunctionDef)]
    text = "\n".join(ast.get_docstring(node) or "" for node in documented)
    code = [line for line in source.splitlines() if line.strip().strip('"') not in text]
    assert len(code) <= 40


def test_the_command_line_saves_and_verifies(tmp_path, capsys):
    path = tmp_path / "tree.json"
    words = ["evaluate", "--length", "3", "--strategy", "optimal"]
    assert main([*words, "--save", str(path)]) == 0
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == "total 854, average 3.9537, at most 5: 216 codes\ncomplete\n"
    plain = json.loads(path.read_text())
    plain["guesses"] = plain["guesses"].split()[0]
    path.write_text(json.dumps(plain))
    assert main(["verify", str(path)]) == 1
    assert "not complete: ValueError: on turn 2, it has no guess" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["tree.json", "tree.json.gz"])
@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"\x1f\x8b\x08\x00rubbish here!"])
def test_a_file_that_is_no_tree_is_one_error(tmp_path, capsys, name, content):
    (tmp_path / name).write_bytes(content)
    assert main(["verify", str(tmp_path / name)]) == 2
    assert "is not a saved strategy tree" in capsys.readouterr().err
