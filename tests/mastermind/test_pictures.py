"""Pictures: what they show is right, in color and in words; and what can be tried out."""

import random
import re
import subprocess
from xml.etree import ElementTree

import ipywidgets
import pytest

from mastermind import Game, Keys, Rules, Turn, feedback
from mastermind.drawing import explore, pictures
from mastermind.drawing.pegs import KEY_PLATE, KEYS, PEGS, PLATE, PLATE_TEXT
from mastermind.solver.partitions import Partitions
from tools.course import ROOT

PARTS = ["plate-to", "key-from", "hole", "on-plate"]

TREE = {"RR": {"bb": None, "b": {"RG": {"bb": None, "b": "GR"}}, "": "GG"}}
ALL = {
    "code": pictures.code("ROYGBPWCMT12_?<&"),
    "tune": pictures.turns([("CDF__", "bb"), ("CDFB_", "bbb")]),
    "turns": pictures.turns([Turn("RRGG", 1, 1), ("RB<B", "bb")], "????", 3),
    "empty board": pictures.turns([], rows=2),
    "marking": pictures.marking("RBGG", "BGGG"),
    "shrinking": pictures.shrinking([1296, 256, 46, 1], ["<", "a & b"]),
    "shrinking a lot": pictures.shrinking([10**7, 5]),
    "bars": pictures.bars({"bb": 3, Keys(0, 0): [1, 2], "a < b": 1.5}, "<Title>"),
    "bars of nothing": pictures.bars({"a": 0}),
    "histograms": pictures.histograms({"<Ada>": [3, 4], "Bo": {4: 1}, "nobody": []}, "Guesses"),
    "tree": pictures.tree(TREE),
}


def labels(picture):
    return re.findall('aria-label="([^"]*)"', picture.html)


@pytest.mark.parametrize("name", ALL)
def test_a_picture_is_well_formed_and_has_its_words(name):
    picture = ALL[name]
    root = ElementTree.fromstring(f"<div>{picture.html.replace('<br>', '<br/>')}</div>")
    assert root.findall(".//*[@role='img']")
    for drawn in root.findall(".//*[@role='img']"):
        assert drawn.get("aria-label")
    assert picture._repr_mimebundle_() == {"text/html": picture.html, "text/plain": str(picture)}
    assert repr(picture) == picture.text != ""


@pytest.mark.parametrize("name", ALL)
def test_writing_takes_the_color_of_the_page(name):
    """On a light page, on a dark one, and on paper, where backgrounds are not printed."""
    html = ALL[name].html
    assert "<style" not in html and "background" not in html and " id=" not in html
    allowed = {look.fill for look in PEGS.values()} | {look.ink for look in PEGS.values()}
    keys = {color for colors in KEYS.values() for color in colors}
    others = {"#767676", "#808080", "#111111", "#3b82d0", "#2a170b", KEY_PLATE, PLATE, PLATE_TEXT}
    assert set(re.findall(r"#\w{6}", html)) <= allowed | keys | others


def test_pegs_have_their_colors_in_one_file():
    """Whatever draws a peg asks `mastermind.drawing.pegs`."""
    of_pegs = {color for look in PEGS.values() for color in (look.fill, look.ink)}
    own = (of_pegs | {color for colors in KEYS.values() for color in colors}) - {
        "#ffffff",
        "#000000",
    }
    kinds = (".py", ".js", ".css", ".html", ".j2", ".json", ".md", ".svg")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    texts = {
        name: (ROOT / name).read_text(encoding="utf-8").lower()
        for name in listed.stdout.splitlines()
        if name.endswith(kinds) and (ROOT / name).exists()
    }
    found = {name for name, text in texts.items() if any(color in text for color in own)}
    assert found == {"mastermind/drawing/pegs.py"}


def test_plates_have_the_same_colors_everywhere_and_follow_the_dark_theme():
    """The board, JupyterLab's pages and feedback pages; the last draw their light ones from here."""
    sheets = {
        "mastermind/peg_game/web/colors.css": "--plate-to --keys-from --hole --plate-text",
        "editions/lab/extensions/mastermind-course/static/course.css": f"--mmc-{' --mmc-'.join(PARTS)}",
        "grader/autograder/grader/pages/templates/feedback/page.css": f"--mmc-{' --mmc-'.join(PARTS)}",
    }
    light = [PLATE, KEY_PLATE, "#2a170b", PLATE_TEXT]
    dark = ["#2a303c", "#566079", "#0d1015", "#dfe4ee"]
    for name, parts in sheets.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        found = [re.findall(rf"{part}: (#\w+);", text) for part in parts.split()]
        schemes = [dark] if "page.css" in name else [light, dark]
        assert [list(colors) for colors in zip(*found, strict=True)] == schemes, name


def test_every_peg_has_its_color_letter_and_shape():
    drawn = pictures.code("RG").html
    for letter in "RG":
        assert f">{letter}</text>" in drawn
        assert PEGS[letter].fill in drawn and PEGS[letter].shape in drawn
    assert labels(pictures.code("RG")) == ["red green"]


def test_notes_are_no_colors():
    assert "Guess 1: C D F empty empty. 2 black, 0 white." in labels(ALL["tune"])[0]
    assert not any(PEGS[letter].fill in ALL["tune"].html for letter in "CB")
    assert PEGS["R"].fill in pictures.turns([("RR", "")], code="??").html


@pytest.mark.parametrize("keys", [(1, 2), Keys(1, 2), "bww", "WbW", "1 2"])
def test_key_pegs_are_taken_as_people_write_them(keys):
    assert pictures.turns([("RRGG", keys)]) == pictures.turns([Turn("RRGG", 1, 2)])
    assert "Guess 1: red red green green. 1 black, 2 white." in labels(
        pictures.turns([("RRGG", keys)])
    )


def test_a_board_shows_no_hidden_code_and_all_its_rows():
    game = Game("RBGG", 3).play("BGGG")
    assert "red" not in game._repr_html_()
    assert labels(pictures.turns(game.turns, "????", 3)) == [
        "The code is hidden. Guess 1: blue green green green. 2 black, 1 white. "
        "Row 2: empty. Row 3: empty."
    ]
    assert "The code: red blue green green." in game.play("RBGG")._repr_html_()
    assert game.turns[0]._repr_html_() == pictures.turns(game.turns).html


def test_marking_gives_the_key_pegs_of_the_rules():
    rng = random.Random(3)
    rules = Rules(4, "RGBY")
    for _ in range(200):
        code, guess = rules.random_code(rng), rules.random_code(rng)
        *_, last = str(pictures.marking(code, guess)).splitlines()
        earned = last.rpartition(": ")[2] if pictures.steps(code, guess) else ""
        assert earned == str(feedback(code, guess))
        crossed_out = [row.count("x") for row in re.findall("(?:code|guess) ([^,:]*)", last)]
        assert crossed_out[:2] == [len(earned)] * 2


def test_marking_names_what_cannot_be():
    with pytest.raises(ValueError, match="has 1 pegs, but the code has 2"):
        pictures.marking("RG", "R")
    with pytest.raises(ValueError, match="must be from 0 to 1, not 2"):
        pictures.marking("RG", "RB", 2)


def tiles(path):
    """How many tiles a dashed line shows: a tile and the gap behind it are the dashes."""
    tile, gap = map(float, re.search('dasharray="([^ ]+) ([^"]+)"', path).groups())
    lengths = [float(length) for length in re.findall(r"h([\d.]+)", path)]
    return sum(round((length + gap) / (tile + gap)) for length in lengths)


def test_as_many_tiles_as_candidates():
    figures = pictures.shrinking([1296, 256, 46, 1]).html.split("<svg")[1:]
    layers = [list(map(tiles, re.findall("<path[^>]*>", figure))) for figure in figures]
    assert layers == [[1296, 1296], [1296, 1296, 256], [1296, 256, 46], [1296, 46, 1]]


def test_a_candidate_keeps_its_tile():
    codes = Rules(2, "RG").codes()
    last = pictures.shrinking([codes, ["GG"]]).html.rpartition("<path")[2]
    first = pictures.shrinking([codes, ["RR"]]).html.rpartition("<path")[2]
    assert tiles(last) == tiles(first) == 1
    assert 'd="M0.00 18.00h' in first and 'd="M0.00 18.00h' not in last


def test_bars_are_as_long_as_the_parts():
    parts = Partitions(Rules(2, "RGB").codes()).parts("RG")
    picture = pictures.bars(parts)
    widths = [float(width) for width in re.findall(r'rect width="([\d.]+)%', picture.html)]
    assert widths == pytest.approx([100 * len(parts[k]) / 4 for k in sorted(parts)], abs=0.01)
    assert labels(picture)[0] == "-: 1, w: 2, ww: 1, b: 4, bb: 1"


def test_a_tree_is_drawn_as_deep_as_fits_and_says_what_is_left_out():
    class Node:
        def __init__(self, guess, replies):
            self.guess, self.replies = guess, replies

    right = Node("RG", {Keys(2, 0): None})
    drawn = pictures.tree(Node("RR", {Keys(2, 0): None, Keys(1, 0): right}))
    assert drawn.text == "RR\n  b: RG"
    assert pictures.tree(TREE, depth=2).text == "RR\n  b: RG  (1 more)\n  -: GG"
    assert pictures.tree(TREE, depth=2).html.count("1 more</text>") == 1


def test_marking_is_tried_out_step_by_step():
    code, guess, step, picture = explore.marking("RBGG", "BGGG").children
    for number in (1, 2, 3, 0):
        step.value = number
        assert picture.value == pictures.marking("RBGG", "BGGG", number).html
    step.value = 9
    assert step.value == 3
    guess.value = "b"
    assert "same number of pegs" in picture.value
    step.value = 1
    assert step.value == 0
    guess.value, code.value = "rr", "gr"
    assert (step.value, step.max) == (0, 1)
    assert picture.value == pictures.marking("GR", "RR", 0).html


def test_a_guess_and_what_each_answer_leaves_is_tried_out():
    field, divided, answer, left = explore.parts().children
    assert divided.value == pictures.bars(
        dict(sorted(Partitions(Rules(4, "ROYGBP").codes()).parts("RROO").items())), "13 parts"
    ).html  # fmt: skip
    answer.value = Keys(4, 0)
    assert 'aria-label="red red orange orange"' in left.value
    field.value = "rr"
    assert "A guess must have 4 pegs" in divided.value and left.value == ""
    field.value = "royg"
    assert "14 parts" in divided.value
    assert answer.options[0] == ("no key pegs: 16 left", Keys(0, 0))
    answer.value = Keys(0, 0)
    assert "after this answer: 16 candidates" in left.value


def test_while_a_notebook_is_graded_nothing_is_tried_out(monkeypatch):
    assert isinstance(explore.parts(["R"], "R"), ipywidgets.VBox)
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert explore.parts() is None
    assert explore.marking() is None
