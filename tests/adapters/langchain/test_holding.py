"""Pieces of an answer that wait: none is shown too early, and together they are the answer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.langchain.holding import Held, continued

pytestmark = pytest.mark.extras

ANSWERS = st.text("ab. \n", min_size=1, max_size=40)


@st.composite
def held_answers(draw):
    """An answer in pieces, some without words, and how much was cleared when each came."""
    answer = draw(ANSWERS)
    borders = sorted(draw(st.lists(st.integers(0, len(answer)), max_size=12)))
    words = [answer[start:end] for start, end in pairwise([0, *borders, len(answer)])]
    cleared, lengths = [], 0
    for piece in words:
        lengths += len(piece)
        cleared.append(draw(st.integers(0, lengths)))
    return words, [max(cleared[: place + 1]) for place in range(len(words))]


@given(held_answers(), st.none() | ANSWERS)
def test_no_piece_is_shown_before_all_its_words_are_cleared(coming, other):
    words, cleared = coming
    held, shown = Held[int](), []
    for number, (piece, so_far) in enumerate(zip(words, cleared, strict=True)):
        held.take(number, piece)
        shown += held.release(so_far)
        assert len("".join(words[one] for one in shown)) <= so_far
        assert held.shown == "".join(words[one] for one in shown)
        assert held.heard == "".join(words[: number + 1])
    assert shown == sorted(shown)
    begun = held.shown
    final = None if other is None else begun + other
    rest = held.finish(final)
    assert held.shown == ("".join(words) if final is None else final)
    assert [*shown, *rest.pieces] == sorted({*shown, *rest.pieces})


@given(ANSWERS, ANSWERS)
def test_another_answer_than_the_one_that_was_begun_is_shown_whole(begun, other):
    held = Held[str]()
    held.take(begun, begun)
    held.release(len(begun))
    rest = held.finish(other)
    assert (begun + rest.words).endswith(other)


def test_a_piece_that_may_have_words_waits_for_the_first_that_has():
    held = Held[str]()
    held.take("sources", None)
    assert held.release(0) == []
    held.take("metadata", "")
    assert held.release(0) == []
    held.take("It is old", "It is old")
    assert held.release(0) == ["sources", "metadata"]
    held.take("more sources", None)
    assert held.release(9) == ["It is old", "more sources"]


@given(ANSWERS, ANSWERS, ANSWERS)
def test_what_was_shown_stands_at_the_beginning_of_what_continues_it(shown, behind, rest):
    whole = continued(shown, shown + behind, rest)
    assert whole.startswith(shown)
    assert whole.endswith(rest.lstrip())
