"""The rules of plain English, on the examples that CONTRIBUTING gives for them."""

import re

import pytest

from tools import english
from tools.course import ROOT

ROW = r"^\| `(.+?)` \| .+? \| `(.+?)` \| (.+?) \| .+ \|$"
EXAMPLES = re.findall(ROW, (ROOT / "CONTRIBUTING.md").read_text(), re.M)


def broken(text):
    found = english.measure([text])
    figures = found.figures().items()
    long = {rule for rule, (figure, limit) in figures if rule not in found.hits and figure > limit}
    return long | {rule for rule, hits in found.hits.items() if hits}


def test_each_rule_has_an_example():
    assert [rule for rule, _, _ in EXAMPLES] == [*english.RULES, "mean", "long, %"]


@pytest.mark.parametrize("rule, bad, good", EXAMPLES)
def test_the_bad_sentence_breaks_the_rule_and_the_good_one_none(rule, bad, good):
    assert rule in broken(bad)
    assert not broken(good)


def test_questions_idioms_and_people_break_no_rule():
    text = (
        "What is a code? R stands for red. She knows the rules. Two kinds: red, blue. Run it: see."
    )
    assert not broken(text)


def test_exceptions_are_few_have_a_reason_and_are_needed():
    assert len(english.EXCEPTIONS) <= 20
    for (file, passage), reason in english.EXCEPTIONS.items():
        assert reason
        [text] = [text for text in english.blocks(ROOT / file) if passage in text]
        assert broken(text)


def test_a_name_that_the_glossary_refuses_is_found(tmp_path):
    (tmp_path / "page.md").write_text("Read the report page first.")
    _, wrong = english.check("files", [str(tmp_path / "page.md")])
    assert wrong == [f"{tmp_path}/page.md: write feedback page for 'report page'"]
