"""The pairs of cases.toml: what their values say of one another."""

import tomllib
from pathlib import Path

import pytest

from belie.monitor.values import Outcome, compare_claims, compare_values

GROUPS = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))["group"]
CASES = [
    pytest.param(premise, claim, expected, id=f"{group['topic']}: {claim}")
    for group in GROUPS
    for premise, claim, expected in group["pairs"]
]


@pytest.mark.parametrize(("premise", "claim", "expected"), CASES)
def test_what_the_values_of_two_texts_say(premise, claim, expected):
    found = compare_values(premise, claim)
    assert (found.outcome if found else "none") == expected


@pytest.mark.parametrize(("premise", "claim", "expected"), CASES)
def test_spans_of_values_slice_both_texts_to_words(premise, claim, expected):
    found = compare_values(premise, claim)
    assert bool(found) == (expected != "none")
    if found:
        words = found.premise_span.cut(premise), found.claim_span.cut(claim)
        assert all(word and word == word.strip() for word in words)


def test_values_of_a_wrapped_sentence_are_compared():
    wrapped = "The bridge over the wide river of the\ntown is 330 m long. It is red."
    found = compare_values(wrapped, "The bridge over the wide river of the town is 300 m long.")
    assert found is not None
    assert (found.outcome, found.premise_span.cut(wrapped)) == (Outcome.DIFFERENT, "330")


@pytest.mark.parametrize(("premise", "claim", "expected"), CASES)
def test_two_claims_never_differ_where_neither_text_alone_says_so(premise, claim, expected):
    found = compare_claims(premise, claim)
    backward = compare_values(claim, premise)
    if found and found.outcome is Outcome.DIFFERENT:
        assert expected == backward.outcome == Outcome.DIFFERENT


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("The choir has 40 members.", "The choir has 50 members.", Outcome.DIFFERENT),
        ("The choir has 40 members.", "The choir has forty members.", Outcome.EQUAL),
        ("The choir has over 40 members.", "The choir has 50 members.", Outcome.COMPATIBLE),
        ("The choir has 50 members.", "The choir has over 40 members.", Outcome.COMPATIBLE),
        ("The old choir has 40 members.", "The choir has 50 members.", None),
        ("The choir sang on 5 May.", "The choir sang on 6 May.", None),
    ],
)
def test_two_claims_are_seen_from_both_sides(one, other, expected):
    found = compare_claims(one, other)
    assert (found.outcome if found else None) is expected


def test_two_claims_have_their_own_spans_either_way_round():
    one, other = "The choir has 50 members.", "The choir has over 40 members."
    forward, backward = compare_claims(one, other), compare_claims(other, one)
    assert (forward.premise_span.cut(one), forward.claim_span.cut(other)) == ("50", "over 40")
    assert (backward.premise_span, backward.claim_span) == (
        forward.claim_span,
        forward.premise_span,
    )


@pytest.mark.parametrize(
    ("premise", "narrowed"),
    [
        ("The plan costs $20.", False),
        ("The Pro plan costs $20.", True),
        ("The plan costs $20 in Bonn.", True),
        ("In 2012 the plan costs $20.", True),
        ("The plan, which sells well, costs $20.", False),
    ],
)
def test_a_premise_that_says_more_may_be_of_something_else(premise, narrowed):
    assert compare_values(premise, "The plan costs $10.").narrowed is narrowed


@pytest.mark.parametrize(
    ("premise", "claim", "expected"),
    [
        # The first sum stands in other words; the second is of something else.
        (
            "The film made a total of $9,100 and, later, the book made $60.",
            "The film made more than $8,000.",
            Outcome.EQUAL,
        ),
        # Both numbers are as near to the words of the claim.
        ("It has 27 halls in Bonn, 34 halls in Graz.", "It has over 33 halls in Graz.", None),
    ],
)
def test_a_value_is_not_taken_for_that_of_something_else(premise, claim, expected):
    found = compare_values(premise, claim)
    assert (found.outcome if found else None) is expected


def test_spans_are_exact_behind_letters_of_several_code_points():
    premise, claim = "👩‍👧 漢字. The tower is 330 m tall.", "The tower is 300 m tall."
    found = compare_values(premise, claim)
    assert (found.premise_span.cut(premise), found.claim_span.cut(claim)) == ("330", "300")


@pytest.mark.parametrize("number", ["9" * 5_000, "9" * 400 + ".5", "1" + ",000" * 200])
def test_a_number_too_long_to_be_one_says_nothing(number):
    assert compare_values(f"It has {number} seats.", "It has 5 seats.") is None
    assert compare_values("It has 5 seats.", f"It has {number} seats.") is None


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        ("You can't withdraw more than $500 a day.", "You can't withdraw more than $300 a day."),
        ("Bags must not weigh more than 30 kg.", "Bags must not weigh more than 23 kg."),
        ("The body must not exceed 2 MB.", "The body must not exceed 1 MB."),
    ],
)
def test_a_limit_that_is_denied_does_not_follow_from_a_higher_one(premise, claim):
    found = compare_values(premise, claim)
    assert found is None or found.outcome is Outcome.DIFFERENT
