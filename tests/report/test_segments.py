from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.errors import InputError
from belie.report.segments import excerpt, segment


@st.composite
def marked_texts(draw):
    text = draw(st.text(max_size=40))
    edges = st.integers(0, len(text))
    pairs = draw(st.lists(st.tuples(edges, edges), max_size=6))
    return text, [Span(*sorted(pair)) for pair in pairs]


@given(marked_texts())
def test_segments_lose_no_character_and_each_span_is_the_sum_of_its_segments(marked):
    text, spans = marked
    segments = segment(text, spans)
    assert "".join(part.text for part in segments) == text
    assert all(part.span.cut(text) == part.text for part in segments)
    for number, span in enumerate(spans):
        covered = [part for part in segments if number in part.covers]
        assert "".join(part.text for part in covered) == span.cut(text)
        assert covered[0].span.start == span.start
        assert covered[-1].span.end == span.end


@given(marked_texts())
def test_a_segment_names_exactly_the_spans_that_cover_it(marked):
    text, spans = marked
    for part in segment(text, spans):
        covering = [
            number
            for number, span in enumerate(spans)
            if (span == part.span if not len(part.span) else span.start <= part.span.start)
            and part.span.end <= span.end
        ]
        assert part.covers == tuple(covering)


def test_many_spans_take_no_longer_than_their_number(soon):
    spans = [Span(at, at + 1) for at in range(0, 60_000, 2)]
    with soon():
        assert len(segment("ab" * 30_000, spans)) == 60_000


def test_an_empty_span_has_a_segment_of_its_own_even_at_the_ends():
    segments = segment("ab", [Span(0, 0), Span(1, 1), Span(2, 2)])
    assert [(part.text, part.covers) for part in segments] == [
        ("", (0,)),
        ("a", ()),
        ("", (1,)),
        ("b", ()),
        ("", (2,)),
    ]


def test_an_empty_span_in_an_empty_text_keeps_its_place():
    assert [part.covers for part in segment("", [Span(0, 0)])] == [(0,)]


def test_a_span_beyond_the_text_is_refused():
    with pytest.raises(InputError, match="at least 5 characters, got 3"):
        segment("abc", [Span(1, 5)])


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("One. Two is here. Three.", "Two", ("", "Two", " is here.")),
        ("One. Two is here. Three.", "here.", ("Two is ", "here.", "")),
        ("Title\nIt is so\nNext", "so", ("It is ", "so", "")),
        ('He said "No." Then he left.', "left", ("Then he ", "left", ".")),
        ("It costs 3.5 dollars now", "dollars", ("It costs 3.5 ", "dollars", " now")),
        ("甲是一。乙是二。丙是三。", "二", ("乙是", "二", "。")),
    ],
)
def test_an_excerpt_is_the_sentence_around_the_words(text, words, expected):
    start = text.index(words)
    shown = excerpt(text, Span(start, start + len(words)))
    assert (shown.before, shown.words, shown.after.rstrip()) == expected


def test_an_excerpt_of_endless_text_is_short_and_says_that_it_was_cut():
    text = "a" * 9000 + " here " + "b" * 9000
    shown = excerpt(text, Span(9001, 9005))
    assert shown.words == "here"
    assert shown.before.startswith("…aaa")
    assert shown.after.endswith("bbb…")
    assert len(shown.before) + len(shown.after) < 600


def test_endless_words_are_cut_in_the_middle():
    shown = excerpt("x" * 9000, Span(0, 9000))
    assert " … " in shown.words
    assert len(shown.words) < 500
