"""Other words for the same, and counts told as bounds."""

import random
import re

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.rewrites import bounded, rewrite

pytestmark = pytest.mark.tree


def versions(text, marks=()):
    return {rewrite(text, marks, random.Random(seed)) for seed in range(60)}


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("It sold 12,500 copies.", "It sold 12500 copies."),
        ("It cost $2.5 million.", "It cost $2,500,000."),
        ("About 45% agreed.", "About 45 percent agreed."),
        ("It opened on May 4, 1999.", "It opened on 4 May 1999."),
        ("It opened on 4 May 1999.", "It opened on May 4, 1999."),
        ("It has three rooms.", "It has 3 rooms."),
        ("It has 3 rooms.", "It has three rooms."),
        ("It was not open.", "It wasn't open."),
        ("It wasn't open.", "It was not open."),
        ("He left the U.S. in May.", "He left the United States in May."),
        ("He left the US.", "He left the United States."),
        ("The film was long.", "The movie was long."),
        ("In 1990, the mill burnt down.", "The mill burnt down in 1990."),
    ],
)
def test_the_same_in_other_words(text, other):
    assert (other, ()) in versions(text)


@pytest.mark.parametrize(
    "text",
    [
        "It ships with the USPS by then.",
        "He moved to the U.S.",
        "He is from the U.S. Senate.",
        "It cost $2.1234567 million.",
        "Nothing here is known by another name.",
    ],
)
def test_nothing_else_is_touched(text):
    assert versions(text) == {(text, ())}


def test_marked_words_stay_and_their_marks_move_with_them():
    text = "In 1990, the film cost $3 million, not 12,500 dollars."
    at = text.index("12,500")
    found = versions(text, ((at, at + 6),))
    assert len(found) > 2
    for other, marks in found:
        assert [other[slice(*mark)] for mark in marks] == ["12,500"]


def holds(words, value):
    """Whether a bound is true of a value; a round figure is within a tenth."""
    number = int(re.sub(r"\D", "", words))
    bounds = {"more": value > number, "fewer": value < number, "at": value >= number}
    return bounds.get(words.split()[0], abs(value - number) <= value / 10)


@pytest.mark.parametrize("value", ["14", "105", "374", "2,250", "60"])
def test_a_true_bound_holds_and_a_false_one_does_not(value):
    text = f"The hall holds {value} books."
    for seed in range(30):
        for true in (True, False):
            bound = bounded(text, random.Random(seed), true=true)
            words = bound.text[slice(*bound.after)]
            assert text[slice(*bound.before)] == value
            assert bound.text == f"The hall holds {words} books."
            assert holds(words, int(value.replace(",", ""))) is true


@pytest.mark.parametrize(
    "text",
    [
        "He fell on lap 50 again.",
        "It was 1987 when they won.",
        "It holds more than 200 books.",
        "A name is made with 15 characters or less.",
        "You can reply within 60 days.",
        "It has 3 rooms.",
    ],
    ids=["a name", "a year", "a bound", "a bound after it", "a limit", "small"],
)
def test_what_is_no_plain_count_is_left(text):
    found = [bounded(text, random.Random(seed), true=True) for seed in range(5)]
    assert found == [None] * 5
