"""Words with exact borders in any script."""

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.tokens import TokenKind, tokens, whole_clusters, whole_words

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1ec\U0001f1f7"
PIECES = [*"ab1 .'-\r\n$%", "é", "e\u0301", "\u0301", "漢", "か\u3099", FAMILY, FLAG]
TRICKY = st.lists(st.sampled_from(PIECES) | st.characters(exclude_categories=["Cs"])).map("".join)


def cuts(text):
    return [token.span.cut(text) for token in tokens(text)]


def splits_no_cluster(span, text):
    ends = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    return {span.start, span.end} <= ends


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It isn't a well-known U.S. firm.", ["It", "isn't", "a", "well-known", "U.S", "firm"]),
        ("Up -3.5 % to $1,149.50 at 10:30", ["Up", "-3.5", "to", "$", "1,149.50", "at", "10:30"]),
        ("the 5th, 2-1", ["the", "5th", "2-1"]),
        ("塔高330米", ["塔", "高", "330", "米"]),
        ("cafe\u0301 e\u0301te\u0301", ["cafe\u0301", "e\u0301te\u0301"]),
        (f"I am {FAMILY}{FLAG}!", ["I", "am", FAMILY, FLAG]),
        ("... !?", []),
    ],
)
def test_words_are_cut_as_a_reader_sees_them(text, expected):
    assert cuts(text) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x 1990s", TokenKind.NUMBER),
        ("x twelve", TokenKind.NUMBER),
        ("x Berlin", TokenKind.NAME),
        ("Berlin", TokenKind.PLAIN),
        ("iPhone", TokenKind.NAME),
        ("x doesn’t", TokenKind.NEGATION),
        ("x never", TokenKind.NEGATION),
        ("x the", TokenKind.SMALL),
        ("x $", TokenKind.SMALL),
        ("x 😀", TokenKind.PLAIN),
        ("x before", TokenKind.PLAIN),
    ],
)
def test_every_word_has_its_sort(text, kind):
    assert tokens(text)[-1].kind is kind


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Opened", "opening"),
        ("dogs", "dog"),
        ("1,149", "1149"),
        ("ＡＢＣ", "abc"),
        ("é", "e\u0301"),
    ],
)
def test_inflection_case_and_spelling_of_numbers_do_not_count(one, other):
    assert tokens(one)[0].form == tokens(other)[0].form


def test_only_a_part_and_only_so_many_words_are_read():
    assert [token.form for token in tokens("one two red four", Span(4, 16), most=2)] == [
        "two",
        "red",
    ]


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        ("grew by 3.5 points", Span(10, 11), "3.5"),
        ("it isn't so", Span(3, 5), "isn't"),
        ("it isn't so", Span(2, 9), " isn't "),
        ("se\u0301jour", Span(0, 2), "se\u0301jour"),
        ("塔高330米", Span(0, 1), "塔"),
        (f"a {FAMILY} b", Span(3, 4), FAMILY),
        ("a , b", Span(2, 3), ","),
        ("It has 1\u202f500 rooms.", Span(9, 10), "1\u202f500"),
        ("In 1990\u00a0500 came.", Span(8, 9), "500"),
    ],
)
def test_a_span_is_widened_to_whole_words(text, span, expected):
    assert whole_words(span, text).cut(text) == expected


@given(TRICKY)
def test_tokens_are_in_order_apart_and_split_no_grapheme_cluster(text):
    found = [token.span for token in tokens(text)]
    assert all(one.end <= later.start for one, later in pairwise(found))
    assert all(len(span) and splits_no_cluster(span, text) for span in found)


@given(TRICKY, st.data())
def test_widening_covers_the_span_and_splits_nothing(text, data):
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    for widened in (whole_clusters(span, text), whole_words(span, text)):
        assert widened.start <= span.start <= span.end <= widened.end <= len(text)
        assert splits_no_cluster(widened, text)
    for token in tokens(text):
        assert (
            token.span.end <= widened.start
            or widened.end <= token.span.start
            or (widened.start <= token.span.start and token.span.end <= widened.end)
        )
