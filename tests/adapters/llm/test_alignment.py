from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.llm.alignment import align, anchored
from belie.datatypes import Span

pytestmark = pytest.mark.extras

TEXTS = st.text(
    st.one_of(st.sampled_from("ab the.\n“”😀é\u0301漢字\ud83d\u200b*|"), st.characters()),
    max_size=80,
)


def slices(quotes, text):
    return [[span.cut(text) for span in spans] for spans in align(quotes, text)]


@given(TEXTS, st.data())
def test_a_slice_of_the_text_is_found_to_the_character(text, data):
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : data.draw(st.integers(start, len(text)))].strip()
    assert slices([quote], text) == [[quote] if quote else []]


@given(TEXTS, st.lists(TEXTS, max_size=5))
def test_whatever_is_quoted_the_spans_stand_in_the_text_in_order(text, quotes):
    for spans in align(quotes, text):
        assert list(spans) == sorted(spans)
        assert all(left.end <= right.start for left, right in pairwise(spans))
        assert all(0 < len(span) and span.end <= len(text) for span in spans)


@given(st.lists(st.sampled_from(["It is red.", "It is big.", "It is old."]), max_size=12))
def test_quotes_that_come_in_order_each_get_a_place_of_their_own(sentences):
    text = " ".join(sentences)
    places = [span.start for (span,) in align(sentences, text)]
    assert places == [11 * number for number in range(len(sentences))]


def test_a_quote_that_comes_more_often_than_it_stands_gets_the_last_place_again():
    assert align(["a fox", "a fox", "a fox"], "a fox, a fox")[1:] == [(Span(7, 12),)] * 2


def test_a_word_is_not_found_within_another_word():
    assert align(["he"], "The heron: he fishes.") == [(Span(11, 13),)]


def test_a_short_quote_is_looked_for_behind_the_quote_before_it():
    text = "In 1999 it rained. The dam broke in 1999 too."
    assert align(["The dam broke", "1999"], text)[1] == (Span(36, 40),)


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("the tower is tall", "Yes, the **tower** is tall!", ["the **tower** is tall"]),
        ("It’s 330 m  tall", "Hm. It's 330 m\ntall, no?", ["It's 330 m\ntall"]),
        ("She recieved the prize", "She received the prize in Oslo.", ["She received the prize"]),
        ("THE DOOR IS SHUT", "But the door is shut now.", ["the door is shut"]),
        (
            "caf\u00e9 cr\u00e8me br\u00fbl\u00e9e",
            "A cafe\u0301 cre\u0300me bru\u0302le\u0301e.",
            None,
        ),
        ("“Berlin ist gross”", "Ja: Berlin ist gross.", ["Berlin ist gross"]),
        ("該塔高三百三十米", "是的,该塔高三百三十米。", ["塔高三百三十米"]),
    ],
)
def test_a_quote_that_was_copied_badly_is_found(quote, text, found):
    (spans,) = slices([quote], text)
    assert spans == (found or [text[2:-1]])


def test_a_quote_that_leaves_words_out_is_found_in_pieces():
    text = "The library, which has seven floors, opened in 1962 after a delay."
    assert slices(["The library ... opened in 1962"], text) == [["The library", "opened in 1962"]]


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "  ",
        "The moon is made of cheese.",
        "The tower is 300 m tall.",
        "The tower is 330 m tall, and it was painted green by seven giants in the dark.",
        "?!",
        "x" * 10_000,
    ],
)
def test_what_the_text_does_not_say_is_not_found(quote):
    assert align([quote], "The tower is 330 m tall.") == [()]


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("a" * 200_000, "a" * 150 + "b" * 150),
        ("the a " * 40_000, "the b " * 60),
        ("x1 a x2 b " * 20_000, "a y1 b y2 " * 39),
        ("a b " * 50_000, "b b a " * 60),
        ("([{" * 60_000, "{[(" * 130),
    ],
)
def test_hostile_text_costs_little_time_for_each_quote(text, quote, soon):
    with soon():
        align([quote] * 3, text)


@given(TEXTS, TEXTS)
def test_the_words_of_an_anchor_are_the_same_on_both_sides(claim, source):
    for anchor in anchored(claim, [Span(0, len(source))], source):
        assert anchor.span.cut(claim) == anchor.source.cut(source)


def test_a_claim_that_is_its_source_has_no_anchors():
    assert anchored("is red", [Span(3, 9)], "It is red.") == ()


def test_anchors_skip_what_the_claim_supplies_and_what_it_leaves_out():
    source = "Apple released the first iPhone in 2007, priced at $499 at the time."
    claim = "The first iPhone was priced at $499 at the time."
    cuts = [
        (anchor.span.cut(claim), anchor.source.cut(source))
        for anchor in anchored(claim, [Span(0, len(source))], source)
    ]
    assert cuts == [("first iPhone",) * 2, ("priced at $499 at the time",) * 2]


def test_anchors_are_taken_from_each_of_several_spans():
    source = "The library, which has seven floors, opened in 1962."
    anchors = anchored("The library opened in 1962.", [Span(0, 11), Span(37, 51)], source)
    assert [anchor.source for anchor in anchors] == [Span(0, 11), Span(37, 51)]


def test_a_name_in_a_pronouns_place_is_anchored_to_the_pronoun():
    (name, rest) = anchored("Ada Lovelace wrote it.", [Span(0, 12)], "She wrote it.")
    assert (name.span, name.source) == (Span(0, 12), Span(0, 3))
    assert rest.span == Span(13, 21)
