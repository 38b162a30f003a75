"""What holds for one scope does not clash with what holds for another."""

from __future__ import annotations

import pytest

from belie import check
from belie.datatypes import Span
from belie.monitor.scopes import in_one_scope

ASKED = [
    ("For cars the toll is 5.", "For lorries the toll is 12.", "For lorries the toll is 5."),
    ("For members, it is free.", "For guests, it is 6 euros.", "For guests, it is free."),
    ("With Basic, you get one.", "With Pro, you get ten.", "With Pro, you get one."),
    ("With a visa you may stay.", "Without a visa you may go.", "Without a visa you may stay."),
    ("If you pay now, it is free.", "If you wait, it is dear.", "If you wait, it is free."),
    ("If it is new, we pay.", "Unless it is old, you pay.", "Unless it is old, we pay."),
    ("If you ask, we pay it.", "If you do not ask, you pay it.", "If you do not ask, we pay it."),
    ("If it's new, we pay it.", "If it isn't new, you pay it.", "If it isn't new, we pay it."),
    ("Ask us! In winter we open at 10.", "In summer we open at 9.", "In summer we open at 10."),
]
LEFT = [
    # one scope, or none
    ("For members the pool is free.", "For Members the pool costs 6 euros."),
    ("For members the pool is free.", "The pool costs 6 euros."),
    ("The pool is free for members.", "The pool costs 6 euros for visitors."),
    ("If you ask, we pay it.", "If you do ask, you pay it."),
    # one scope within the other
    ("If it rains, the walk is on Monday.", "If it rains hard, the walk is off."),
    # two kinds of scope
    ("For members the pool is free.", "In winter the pool costs 6 euros."),
    # the other scope is spoken of too
    ("In winter it calls at Ulvik, in summer not.", "In summer, it calls at Ulvik."),
    ("If you qualify for A, you get B.", "If you qualify for B, you get A."),
    ("In winter, the shop opens at ten.", "In summer, the shop opens at nine, in winter not."),
    ("If it is not open, ring the bell, we sleep.", "If we sleep, ring the bell, you may."),
    # the same is said of both, or more, or something quite different
    ("In Japan, the law bans it.", "In Korea, the law bans it."),
    ("In Japan, the law bans it.", "In Korea, the law bans it at night."),
    ("In Japan, the law bans it.", "In Korea, schools and shops close early."),
    # of all
    ("For members the pool is free.", "For visitors the pool has no water."),
    ("If you pay cash, it is free.", "If you pay by card, it is dear for everybody."),
    # times, tiers, and how long
    ("In 1914 the firm moved to Ulm.", "In 1916 the firm moved to Bonn."),
    ("For groups over ten, it is free.", "For groups over twenty, it is dear."),
    ("For six weeks it was first.", "For seven weeks it was second."),
    # what is meant by something said elsewhere
    ("If a dose is due before Monday, we wait.", "If a dose is due earlier, we act."),
    # a first phrase that goes on, and one that is what the sentence tells
    ("In the north of the land it rains.", "In the south of the land it is dry."),
    ("On the island are two goats.", "On the coast are two sheep."),
]
APART = [
    (
        "If the action is ALLOW, the server responds to the query.",
        "If the action is IGNORE, the client drops the query.",
    ),
    ("With the free plan you cannot export data.", "With the pro plan you can export data."),
    (
        "When the light is green, the battery is full.",
        "When the light is red, the battery is nearly empty.",
    ),
    ("For infants, the flight is free.", "For dogs, the flight costs 30 euros."),
]
TOGETHER = [
    ("For guests the pool is free.", "For visitors the pool costs 6 euros."),
    ("For kids the ride is free.", "For children the ride costs 3 euros."),
    ("For infants, the flight is free.", "For babies, the flight costs 30 euros."),
    ("With the free plan you cannot export data.", "With the free plan you can export data."),
    (
        "In the US, 80% of tornadoes are weak.",
        "In the United States, 60% of tornadoes are weak.",
    ),
]


def last_word(text: str) -> Span:
    return Span(text.rindex(" ") + 1, len(text))


@pytest.mark.parametrize(("premise", "claim", "moved"), ASKED)
def test_the_premise_is_asked_in_the_scope_of_the_claim(premise, claim, moved):
    asked = in_one_scope(premise, last_word(premise), claim, last_word(claim))
    assert asked is not None
    assert asked.holds.premise == premise.removeprefix("Ask us! ")
    assert asked.holds.claim == asked.clashes.premise == moved
    assert asked.clashes.claim == claim


@pytest.mark.parametrize(("premise", "claim"), LEFT)
def test_statements_without_a_scope_of_their_own_are_left(premise, claim):
    assert in_one_scope(premise, last_word(premise), claim, last_word(claim)) is None
    assert in_one_scope(claim, last_word(claim), premise, last_word(premise)) is None


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_holds_for_two_scopes_raises_no_alert(one, other):
    assert not check(one, [other]).alerts
    assert not check(other, [one]).alerts


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_a_scope_in_other_words_is_one_scope(one, other):
    assert check(one, [other]).alerts
    assert check(other, [one]).alerts
