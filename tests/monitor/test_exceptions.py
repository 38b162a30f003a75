"""What one sentence states is not taken back by an exception beside it."""

import pytest

from belie.monitor.exceptions import rule_and_rest
from belie.wiring import check

RETURNS = (
    "Customers may return any item within 30 days of delivery for a full refund. "
    "Items on sale cannot be returned. Shipping costs are not refunded."
)


def test_the_sentence_with_most_of_the_words_is_the_rule():
    first, second, third = RETURNS.replace(". ", ".|").split("|")
    assert rule_and_rest(RETURNS, "Items are returned within 30 days.") == (
        first,
        f"{second} {third}",
    )
    assert rule_and_rest(RETURNS, "Items on sale can be returned.") == (second, f"{first} {third}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Items on sale cannot be returned.", "Items can be returned."),
        ("Items can be returned. Items can be swapped.", "Items are blue."),
        (RETURNS, "Nobody swims."),
        ("", "It is."),
    ],
    ids=["one sentence", "as many words in two", "none", "nothing"],
)
def test_where_none_has_more_words_than_the_others_there_is_no_rule(text, said):
    assert rule_and_rest(text, said) is None


@pytest.mark.parametrize(
    "said",
    [
        "You can return items within 30 days.",
        "You have 30 days to return an item.",
        "Sale items cannot be returned.",
    ],
)
def test_a_rule_stands_beside_its_exception(said):
    assert not check(said, documents=[RETURNS]).alerts


@pytest.mark.parametrize(
    "said",
    [
        "You can return items within 90 days.",
        "You can return sale items.",
        "Shipping costs are refunded.",
    ],
)
def test_what_the_rule_or_the_exception_contradicts_is_raised(said):
    assert check(said, documents=[RETURNS]).alerts
