"""What is taken back without a word in its place."""

from __future__ import annotations

import pytest

from belie.datatypes import Claim, Role, Scope, Skipped, SkipReason, Span, Turn
from belie.graph.semantics import retracted, retraction, withdrawals


def said(text, turn=0, *, role=Role.ASSISTANT, start=0, scope=()):
    span = Span(start, start + len(text))
    return Claim(f"s/{turn}#{start}", text, f"s/{turn}", span, turn, role, scope=frozenset(scope))


PRICE = said("The ticket costs $5.", 1)
OPENING = said("The museum opens at 9.", 1, start=30)
SHOP = said("The museum shop sells postcards.", 3)
EARLIER = [SHOP, OPENING, PRICE]


@pytest.mark.parametrize(
    "text",
    [
        "Scratch that.",
        "Sorry, that was wrong.",
        "Oh, wait, I was mistaken.",
        "I take that back!",
        "Oops, my mistake.",
        "Never mind what I just said.",
        "My last answer was incorrect.",
        "forget it",
    ],
)
def test_a_bare_retraction_takes_back_what_its_speaker_said_last(text):
    assert retracted(said(text, 5), EARLIER) == (SHOP,)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Forget what I said about the ticket.", (PRICE,)),
        ("Please ignore what I told you earlier about the museum.", (SHOP, OPENING)),
        ("Sorry, I was wrong about the postcards.", (SHOP,)),
        ("What I said about the museum shop was wrong.", (SHOP,)),
        ("Ignore the ticket, please.", (PRICE,)),
        ("Forget what I said about the garden.", ()),
    ],
)
def test_a_retraction_with_a_topic_takes_back_what_was_said_about_it(text, taken):
    assert retracted(said(text, 5), EARLIER) == taken


@pytest.mark.parametrize(
    "text",
    [
        "The museum opens at 9.",
        "The witness was wrong.",
        "You were wrong about the price.",
        "Forget-me-nots are blue.",
        "Scratch resistance is a property of glass.",
        "It ignores what was said before.",
        "I was wronged.",
        "Do not forget your passport.",
    ],
)
def test_what_only_sounds_like_it_takes_nothing_back(text):
    assert retraction(said(text, 5)) is None


def test_only_the_speakers_own_words_from_before_are_taken_back():
    mine = said("I live in Rome.", 2, role=Role.USER)
    after = said("It is red.", 7)
    assert retracted(said("Scratch that.", 5), [after, mine, PRICE]) == (PRICE,)
    assert retracted(said("Scratch that.", 5, role=Role.USER), [after, mine, PRICE]) == (mine,)


def skipped_in(text, *pieces):
    return [
        Skipped(Span(text.index(piece), text.index(piece) + len(piece)), SkipReason.META)
        for piece in pieces
    ]


def test_skipped_words_that_take_something_back_become_claims_of_the_graph():
    text = "It is red. Hello! Scratch that."
    turn = Turn("s", 4, Role.USER, text)
    claim = said("It is red.", 4, role=Role.USER)
    (found,) = withdrawals(turn, [claim], skipped_in(text, "Hello!", "Scratch that."))
    assert (found.id, found.text, found.span.cut(text)) == ("s/4#1", *["Scratch that."] * 2)
    assert (found.turn, found.role) == (4, Role.USER)
    assert retracted(found, [claim]) == (claim,)


def test_a_turn_that_says_what_is_right_instead_has_no_bare_retraction():
    text = "Sorry, that was wrong. It is blue."
    turn = Turn("s", 4, Role.ASSISTANT, text)
    right = said("It is blue.", 4, start=23, scope=[Scope.CORRECTION])
    assert withdrawals(turn, [right], skipped_in(text, "Sorry, that was wrong.")) == ()
