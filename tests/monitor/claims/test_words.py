import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.claims.words import tokens

LEFT_OUT = re.compile(r"(?:\s|[*`_]|\[\^?\d{1,3}\]|[\u200b-\u200f\u202a-\u202e\u2060\ufeff])*")
PIECES = (
    "The tower",
    "isn't",
    "Anna’s",
    "**bold**",
    "_so_",
    "`x`",
    "[1]",
    "[^2]",
    "https://a.b/c_d.",
    "www.a.org)",
    "a@b.org",
    "U.S.",
    "1,149.50",
    "12%",
    "e\u0301",
    "\u0301",
    "\u200b",
    "\u200d",
    "👩‍👩‍👧",
    "🇫🇷",
    "漢字",
    "نعم",
    "\x00",
    "\ud800",
    " ",
    "\n",
    "...",
    "n't",
    "*",
    "_",
    "[",
)
texts = st.lists(st.sampled_from(PIECES), max_size=20).map("".join) | st.text(max_size=60)


def cut(text):
    return [span.cut(text) for span in tokens(text, Span(0, len(text)))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The tower leans.", ["The", "tower", "leans", "."]),
        ("12\u202f345\u202f678.5 rooms", ["12\u202f345\u202f678.5", "rooms"]),
        ("1990\u00a0500 rooms", ["1990", "500", "rooms"]),
        ("It isn't; we don’t.", ["It", "is", "n't", ";", "we", "do", "n’t", "."]),
        ("Anna's dog, I'm told, can't.", ["Anna", "'s", "dog", ",", "I", "'m"]),
        ("it costs $1,149.50, or 12%", ["it", "costs", "$", "1,149.50", ",", "or", "12", "%"]),
        ("at 10:30 in the 1990s, on the 3rd", ["at", "10:30", "in", "the", "1990s", ","]),
        ("The U.S. and Dr. Mabuse", ["The", "U.S.", "and", "Dr.", "Mabuse"]),
        ("a well-known “quote” (1999)", ["a", "well", "-", "known", "“", "quote", "”"]),
        ("It uses node.js.", ["It", "uses", "node.js", "."]),
        ("wait... no -- yes", ["wait", "...", "no", "--", "yes"]),
        ("J. Smith stayed.", ["J.", "Smith", "stayed", "."]),
        ("AT&amp;T &#36;5", ["AT", "&amp;", "T", "&#36;", "5"]),
        ("the <b> tag", ["the", "<", "b", ">", "tag"]),
        pytest.param(
            "3.5km away",
            ["3.5"],
        ),
        pytest.param(
            "The answer is no.",
            ["The", "answer", "is", "no", "."],
        ),
        ("write to ann.lee+x@example.org.", ["write", "to", "ann.lee+x@example.org", "."]),
    ],
)
def test_words_are_cut_as_in_the_treebank(text, words):
    assert cut(text)[: len(words)] == words


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("See https://example.com/a_b?c=d,e#f.", "https://example.com/a_b?c=d,e#f"),
        ("(www.example.org/x)", "www.example.org/x"),
        ("Is it http://example.com?", "http://example.com"),
        ('"https://example.com/*a*", she said', "https://example.com/*a*"),
    ],
)
def test_a_link_is_one_word_without_what_ends_the_sentence(text, link):
    assert link in cut(text)


@pytest.mark.parametrize(
    "text",
    [
        "The **tower** leans",
        "The *tower* leans [1]",
        pytest.param("The _tower_ leans"),
        pytest.param("The __tower__ leans[^2]"),
        "The `tower` leans [12]",
        "***The*** tower leans",
        "\ufeffThe \u202etower\u202c leans\u200b",
        '<p>The <a href="https://a.b/c">tower</a> <strong>leans</strong></p>',
    ],
)
def test_marks_of_markdown_tags_citations_and_invisible_characters_are_no_words(text):
    assert cut(text) == ["The", "tower", "leans"]


def test_underscores_within_a_name_and_a_number_in_brackets_that_is_no_citation_stay():
    assert "max_length" in cut("Set max_length now.")
    assert "1889" in cut("It was built [in 1889].")
    assert "2024" in cut("It is [2024] now.")


def test_offsets_count_code_points():
    text = "😀😀 Der Zürich-Turm 漢字 costs $499"
    [price] = [span for span in tokens(text, Span(0, len(text))) if span.cut(text) == "499"]
    assert price == Span(len(text) - 3, len(text))


@pytest.mark.parametrize("text", ["Cafe\u0301", "Zu\u0308rich", "रामायण", "مُحَمَّد"])
def test_a_letter_and_its_combining_marks_are_one_word(text):
    assert cut(text) == [text]


def test_combining_marks_do_not_move_what_follows():
    text = "The cafe\u0301 in Zu\u0308rich cost $499"
    assert cut(text)[-1] == "499"


def test_only_the_words_within_the_span_are_cut():
    text = "The tower leans. It is old."
    assert [span.cut(text) for span in tokens(text, Span(17, 27))] == ["It", "is", "old", "."]
    assert tokens(text, Span(3, 3)) == []


@pytest.mark.parametrize("text", ["", "   \n", "**", "\u200b", "[1] [2]"])
def test_where_nothing_is_said_there_are_no_words(text):
    assert cut(text) == []


@given(texts)
def test_words_are_in_order_and_only_blanks_and_marks_lie_between_them(text):
    end = 0
    for span in tokens(text, Span(0, len(text))):
        assert end <= span.start < span.end <= len(text)
        assert span.cut(text) == span.cut(text).strip()
        assert LEFT_OUT.fullmatch(text, end, span.start)
        end = span.end
    assert LEFT_OUT.fullmatch(text, end)


@given(texts, st.integers(0, 60), st.integers(0, 60))
def test_no_word_reaches_beyond_the_span(text, one, other):
    start, end = sorted(min(place, len(text)) for place in (one, other))
    assert all(start <= span.start < span.end <= end for span in tokens(text, Span(start, end)))


@pytest.mark.parametrize(
    ("before", "unit", "after"),
    [
        ("", "a.", ""),
        ("", "1.", "a"),
        ("", "n", "'t"),
        ("", "n't", ""),
        ("", "a@", ""),
        ("", "http://", ""),
        ("www.a", ".b", " c"),
        ("", "[", ""),
        ("", "_", "a"),
        ("", "*", "a"),
        ("", "-", "a"),
        ("a", "\u0301", "a"),
        pytest.param("www.", ",", "x"),
    ],
)
def test_hostile_text_costs_linear_time(before, unit, after, soon):
    text = before + unit * 100_000 + after
    with soon():
        tokens(text, Span(0, len(text)))
