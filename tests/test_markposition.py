"""The helper module: any position, clear errors, and docstrings to learn from."""

import pydoc

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import markposition
from markposition import check_if_counted, mark_as_counted, reset_all_to_not_counted

POSITIONS = st.integers(min_value=0, max_value=10**30)


@given(marked=st.sets(POSITIONS, max_size=20), others=st.sets(POSITIONS, max_size=20))
def test_exactly_the_marked_positions_are_counted(marked, others):
    reset_all_to_not_counted()
    for position in marked:
        mark_as_counted(position)
        mark_as_counted(position)
    for position in marked | others:
        assert check_if_counted(position) is (position in marked)
    reset_all_to_not_counted()
    assert not any(check_if_counted(position) for position in marked)


@pytest.mark.parametrize("function", [mark_as_counted, check_if_counted])
@pytest.mark.parametrize(
    "position", [True, False, 1.0, "3", None, [1], numpy.True_, numpy.float64(1)]
)
def test_what_is_not_an_integer_is_refused(function, position):
    with pytest.raises(TypeError, match="a position is an integer such as 0, 1 or 2, not"):
        function(position)


@pytest.mark.parametrize("function", [mark_as_counted, check_if_counted])
def test_a_negative_position_is_refused(function):
    with pytest.raises(ValueError, match="a position is 0 or more, not -1"):
        function(-1)


def test_integers_of_numpy_are_integers():
    reset_all_to_not_counted()
    mark_as_counted(numpy.int64(3))
    assert check_if_counted(3) and check_if_counted(numpy.uint8(3)) and not check_if_counted(2)


def test_a_refused_position_marks_nothing():
    reset_all_to_not_counted()
    with pytest.raises(TypeError):
        mark_as_counted(True)
    assert not check_if_counted(1)


def test_help_shows_three_functions_and_nothing_else():
    page = pydoc.render_doc(markposition, renderer=pydoc.plaintext)
    public = [name for name in vars(markposition) if not name.startswith("_")]
    assert sorted(public) == sorted(markposition.__all__)
    assert len(public) == 3
    assert all(f"{name}(" in page for name in public)
