"""What of a passage is read beside a claim, and where its words stand in the passage."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.claims.html import tags
from belie.monitor.excerpts import Excerpt, excerpt, stretch
from belie.monitor.text import sentences

BRIDGE = (
    "The bridge links two towns. It was begun in 1926. Gulls nest there. "
    "The mayor opened it in 1932. Cars pay a toll of two dollars."
)


def read(said, *, text=BRIDGE, least=1):
    found = excerpt(text, said, least=least)
    return [span.cut(text) for span in found.spans]


def test_the_sentences_that_share_words_with_the_claim_are_read_in_their_order():
    assert read("The toll for cars is what the mayor asked for.") == [
        "The mayor opened it in 1932.",
        "Cars pay a toll of two dollars.",
    ]


def test_of_wrapped_prose_the_same_sentences_are_read():
    wrapped = textwrap.fill(BRIDGE, 40)
    said = "The toll for cars is what the mayor asked for."
    found = excerpt(wrapped, said, least=1)
    assert found.text.split() == excerpt(BRIDGE, said, least=1).text.split()


def test_a_sentence_is_chosen_for_what_it_adds():
    text = "Ann Hall ran the shop. Ann Hall ran the shop well. It was sold to Bob."
    assert read("Ann Hall ran the shop that Bob bought.", text=text) == [
        "Ann Hall ran the shop.",
        "It was sold to Bob.",
    ]


def test_where_nothing_is_left_to_add_the_sentence_that_shares_most_is_read():
    text = "Ann ran it. Gulls nest there. Ann Hall ran the shop well. Ann Hall ran the shop."
    assert read("Ann Hall ran the shop.", text=text) == [
        "Ann Hall ran the shop well.",
        "Ann Hall ran the shop.",
    ]


def test_of_sentences_that_share_as_much_the_first_are_read():
    assert read("What was it?") == ["The bridge links two towns.", "It was begun in 1926."]


def test_a_text_that_shares_less_than_half_of_the_words_is_read_whole():
    assert len(read("The mayor swims.")) == 2
    assert read("The mayor swims a lot.") == [BRIDGE]
    assert read("Nobody swims.") == [BRIDGE]


def test_words_that_say_little_do_not_count_and_forms_of_a_word_do():
    text = "It is what it is in it. Boats pass. A nation mourns. Gulls nest."
    assert read("It is a national loss.", text=text) == [
        "It is what it is in it.",
        "A nation mourns.",
    ]


def test_as_many_words_are_read_as_are_asked_for():
    assert len(read("The mayor opened it.", least=11)) == 2
    assert len(read("The mayor opened it.", least=12)) == 3
    assert len(read("The mayor opened it.", least=1000)) == 5


@pytest.mark.parametrize(
    "text",
    [
        "It opened in 1932. It is red.",
        "| plan | price |\n| Basic | $5 |",
        "Run this. Then wait. It is done.\n```\nbelie audit chats/ --html report.html\n```\n",
        "",
    ],
    ids=["short", "table", "code", "empty"],
)
def test_what_is_short_or_has_none_of_the_words_is_read_whole(text):
    whole = Excerpt(text, (Span(0, len(text)),))
    assert excerpt(text, "The Pro plan costs $20.", least=1) == whole


def test_quoted_and_bracketed_sentences_are_prose_and_so_is_a_headed_text():
    text = "Opening hours\n\"We close at six.\" (We open at ten.) He said: 'We never close!'"
    assert len(read("When do they open?", text=text)) == 2


def test_words_of_two_sentences_are_found_in_the_one_that_has_more_of_them():
    whole = "It is old. Boats pass. It is very tall."
    found = Excerpt("It is old. It is very tall.", (Span(0, 10), Span(23, 39)))
    assert found.in_whole(Span(6, 26)).cut(whole) == "It is very tall"
    assert found.in_whole(Span(0, 13)).cut(whole) == "It is old."


def test_tags_of_html_are_not_read_and_words_are_found_between_them():
    html = (
        "<div><p>The <b>toll</b> is <i>$</i>2.</p><ul><li>Gulls nest.</li><li>It leans.</li></ul>"
    )
    found = excerpt(html, "The toll is $3.", least=1)
    assert found.text == "The toll is $2. Gulls nest."
    assert found.in_whole(Span(4, 8)).cut(html) == "toll"
    assert found.in_whole(Span(13, 14)).cut(html) == "2"
    assert excerpt("<p>The <b>toll</b> is $2.</p>", "Swans.", least=1).text == "The toll is $2."
    assert excerpt("<p></p>", "The toll is $3.", least=1).text == "<p></p>"


texts = st.lists(
    st.sampled_from(
        ["Ann ran it. ", "Gulls nest! ", "Bob?\n", "🌊 rose. ", "é. ", "<p>", "<b>", "</b>", "</p>"]
    ),
    max_size=9,
)


@given(texts.map("".join), st.text("Anrgulb 🌊é", max_size=20), st.integers(0, 9), st.data())
def test_every_word_of_an_excerpt_is_found_where_it_stands(text, said, least, data):
    found = excerpt(text, said, least=least)
    assert sorted(found.spans) == list(found.spans)
    if not tags(Span(0, len(text)), text):
        assert found.spans == (Span(0, len(text)),) or set(found.spans) <= set(sentences(text))
    start = data.draw(st.integers(0, len(found.text)))
    word = Span(start, data.draw(st.integers(start, len(found.text))))
    if " " not in word.cut(found.text):
        assert found.in_whole(word).cut(text) == word.cut(found.text)


TOWNS = (
    "It is old. The bridge links the two towns on the banks of the slow river. Boats pass it. "
    "In 1932 the mayor opened it to horses, carts and cars. Gulls nest there. "
    "Since the flood of 1950 it is closed to all that weighs more than two tons."
)


def test_a_stretch_goes_from_the_first_to_the_last_sentence_worth_reading():
    found = stretch(TOWNS, "The mayor opened the bridge in 1937.", "").cut(TOWNS)
    assert found.startswith("The bridge links")
    assert found.endswith("horses, carts and cars.")


def test_a_stretch_holds_what_the_sentence_speaks_of_too():
    said = "The mayor opened the bridge in 1937, and it was closed after the flood."
    found = stretch(TOWNS, "The mayor opened the bridge in 1937.", said).cut(TOWNS)
    assert found.endswith("two tons.")


@pytest.mark.parametrize("text", ["The bridge is long.", "One, two. Three. Four. Five.", ""])
def test_where_no_sentences_are_a_sign_there_is_no_stretch(text):
    assert stretch(text, "Pigeons sleep upstairs.", "") is None


TABLE = (
    "| room | view | bath |\n|---|---|---|\n| Iris | sea | ✗ |\n| Lily | yard | ✓ |\n"
    "| Rose | yard | ✓ |"
)


def test_of_a_table_the_row_is_read_and_its_words_are_found_in_the_whole_text():
    found = excerpt(TABLE, "The Iris room has no bath.", least=20)
    assert found.text == "room: Iris, not bath"
    value = Span(found.text.index("not"), found.text.index(" bath"))
    assert found.in_whole(value).cut(TABLE) == "✗"
    assert found.in_whole(Span(0, 4)).cut(TABLE) == "room"
    assert found.in_whole(Span(6, 10)).cut(TABLE) == "Iris"


def test_words_of_two_cells_are_those_of_the_longer_one():
    found = excerpt(TABLE, "The Iris room has no bath.", least=20)
    assert found.in_whole(Span(6, len(found.text))).cut(TABLE) == "Iris"


def test_every_stretch_of_an_excerpt_of_a_table_lies_in_the_table():
    read = excerpt(TABLE, "The Iris room has no bath.", least=20)
    ends = range(len(read.text) + 1)
    stretches = [Span(start, end) for end in ends for start in range(end + 1)]
    assert all(read.in_whole(span).end <= len(TABLE) for span in stretches)


def test_what_pronouns_stand_for_tells_the_row():
    assert excerpt(TABLE, "It has a bath.", least=20, beside="Lily is upstairs.").text == (
        "room: Lily, bath: yes"
    )
