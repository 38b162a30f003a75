"""Where two texts differ, told by their words."""

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.difference import unshared

PASSAGE = (
    "The bridge is painted red. It was opened in May 1937 by Mayor Rossi. "
    "About 40 million cars cross it in a year."
)
PAIRS = [
    ("It cost $499 in June.", "It cost $599 in June.", "$499", "$599"),
    ("The tower is 330 m tall.", "The tower is 300 m tall.", "330", "300"),
    ("Prices rose by 3.5% in Oslo.", "Prices rose by 4.5% in Oslo.", "3.5%", "4.5%"),
    (PASSAGE, "The bridge opened in May 1957.", "1937", "1957"),
    (PASSAGE, "The bridge was opened by Mayor Lapham.", "Rossi", "Lapham"),
    (PASSAGE, "About 10 million cars cross the bridge in a year.", "40", "10"),
    ("The shop is open on Sundays.", "The shop is not open on Sundays.", "is", "is not"),
    ("The shop does not open early.", "The shop opens early.", "does not open", "opens"),
    ("They can leave.", "They cannot leave.", "can", "cannot"),
    ("Anna Berg led the office.", "Anna Stein led the office.", "Berg", "Stein"),
    ("It closes before noon.", "It closes after noon.", "before", "after"),
    ("She is happy with it 😀.", "She is happy with it 😡.", "😀", "😡"),
    ("5 % in May and 5 % in June.", "5 % in May and 7 % in June.", "5", "7"),
    ("这座桥很旧。塔高330米，很漂亮。", "塔高300米，很漂亮。", "330", "300"),
    ("橋は赤いです", "橋は青いです", "赤", "青"),
    ("Le cafe\u0301 est ouvert.", "Le cafe\u0301 est ferme\u0301.", "ouvert", "ferme\u0301"),
    ("Es öffnete am 3 Mai 1990.", "Es öffnete am 4 Juni 1991.", "3 Mai 1990", "4 Juni 1991"),
]


@pytest.mark.parametrize(("premise", "claim", "in_premise", "in_claim"), PAIRS)
def test_the_clashing_words_of_both_sides_are_found(premise, claim, in_premise, in_claim):
    assert unshared(premise, claim).cut(premise) == in_premise
    assert unshared(claim, premise).cut(claim) == in_claim


def test_of_a_repeated_word_the_one_that_differs_is_found():
    text = "5 % in May and 5 % in June."
    assert unshared(text, "5 % in May and 7 % in June.") == Span(15, 16)


def test_a_word_that_the_other_text_has_elsewhere_is_no_news():
    claim = "The red bridge was opened in 1957."
    assert unshared(claim, PASSAGE).cut(claim) == "1957"


def test_inflected_words_are_the_same_word():
    claim = "The bridges opens in Rome."
    assert unshared(claim, "The bridge opened in Oslo.").cut(claim) == "Rome"


def test_swapped_names_give_a_name():
    text, other = "Mary gave John the book.", "John gave Mary the book."
    assert unshared(text, other).cut(text) in {"Mary", "gave John", "John"}


@pytest.mark.parametrize("text", ["It is tall.", "", "   ", "...", "漢字"])
def test_where_nothing_differs_it_is_the_whole(text):
    assert unshared(text, text) == Span(0, len(text))


def test_against_nothing_it_is_the_words():
    assert unshared("It is tall.", "").cut("It is tall.") == "tall"


def test_a_long_text_costs_no_more_than_its_beginning():
    text = "The tower is 330 m tall. " + "word " * 400_000
    assert unshared(text, "The tower is 300 m tall.").cut(text) == "330"


WORDS = [
    "bridge",
    "Oslo",
    "5",
    "not",
    "the",
    "漢",
    "か\u3099",
    "e\u0301te\u0301",
    "👩\u200d👧",
    "$3",
    ".",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=60)


@given(TEXTS, TEXTS)
@example("\u06003%\u0301", "")
@example(" \u0301a", "b")
def test_it_always_slices_and_splits_no_grapheme_cluster(text, other):
    span = unshared(text, other)
    ends = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    assert {span.start, span.end} <= ends
    assert len(span) or not text


@given(st.lists(st.sampled_from(["red", "old", "near", "Oslo", "built"]), max_size=8), st.data())
def test_a_changed_word_is_always_found(words, data):
    place = data.draw(st.integers(0, len(words)))
    text = " ".join([*words[:place], "7", *words[place:]])
    other = " ".join([*words[:place], "9", *words[place:]])
    assert unshared(text, other).cut(text) == "7"
