"""What was said about something, when, on what evidence, and what became of it."""

from __future__ import annotations

import pytest

from belie.datatypes import Claim, Passage, Relation, Role, Scope, Span, Verdict
from belie.errors import InputError
from belie.graph import ClaimGraph, EventKind

ENTAILS, CONTRADICTS = Relation.ENTAILMENT, Relation.CONTRADICTION


def said(turn, text, role=Role.ASSISTANT, **meant):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, role, **meant)


def judged(premise, claim, relation, mass=0.95):
    rest = (1 - mass) / 3
    odds = {each: mass if each is relation else rest for each in Relation}
    return Verdict(premise, claim, odds, relation)


GUIDE = Passage("s/1/guide@0-9", "Some text", "guide", Span(0, 9), 1)
OLD = said(1, "The mill was built in 1850.")
NEW = said(3, "The mill was built in 1920.")
FIX = said(5, "The mill was built in 1870.", scope=frozenset({Scope.CORRECTION}))
BARN = said(7, "The barn is red.")


def graph_of(*verdicts, claims=(BARN,)):
    graph = ClaimGraph(threshold=0.8)
    graph.update(claims, verdicts)
    return graph


def told(history):
    return [(one.kind, one.by.id) for one in history.events]


def test_a_history_tells_in_order_what_happened_to_a_claim():
    support, clash = judged(GUIDE, OLD, ENTAILS), judged(OLD, NEW, CONTRADICTS)
    graph = graph_of(support, clash, judged(NEW, FIX, CONTRADICTS))
    old, new, fix = graph.history("the mill, built")
    assert told(old) == [
        (EventKind.SAID, OLD.id),
        (EventKind.SUPPORTED, GUIDE.id),
        (EventKind.CONTRADICTED, NEW.id),
    ]
    assert [one.verdict for one in old.events] == [None, support, clash]
    assert told(new) == [
        (EventKind.SAID, NEW.id),
        (EventKind.CONTRADICTED, OLD.id),
        (EventKind.CONTRADICTED, GUIDE.id),
        (EventKind.SUPERSEDED, FIX.id),
    ]
    assert new.events[-1].when == (5, 0)
    assert new.events[-1].reason
    assert told(fix) == [(EventKind.SAID, FIX.id)]
    assert [one.stands for one in (old, new, fix)] == [True, False, True]


def test_equal_claims_have_one_history_and_what_is_said_again_stands_again():
    again = said(7, "The mill was built in 1920.")
    graph = graph_of(judged(NEW, FIX, CONTRADICTS), claims=[again])
    (history,) = graph.history(again.id)
    assert history == graph.history(NEW.id)[0]
    assert history.mentions == (NEW, again)
    assert history.text == NEW.text
    assert [kind for kind, _ in told(history)] == ["said", "superseded", "said"]
    assert history.stands


def test_what_was_taken_back_was_retracted():
    graph = graph_of(claims=[OLD, said(3, "Scratch that.")])
    (history,) = graph.history(OLD.id)
    assert told(history)[-1] == (EventKind.RETRACTED, "s/3#0")
    assert not history.stands


def test_a_clash_that_a_rule_excuses_is_told_with_its_reason():
    maybe = said(3, "The mill was built in 1920.", scope=frozenset({Scope.HEDGED}))
    (history,) = graph_of(judged(OLD, maybe, CONTRADICTS)).history(OLD.id)
    assert told(history)[-1] == (EventKind.EXCUSED, maybe.id)
    assert history.events[-1].reason


def test_an_implied_conflict_is_told_of_its_claim():
    other = said(2, "The mill is from 1850.")
    graph = graph_of(judged(OLD, other, ENTAILS), judged(other, NEW, CONTRADICTS))
    (history,) = graph.history(NEW.id)
    assert (EventKind.CONTRADICTED, OLD.id) in told(history)


@pytest.mark.parametrize(
    ("about", "found"),
    [("MILL 1850", 1), ("mill", 3), ("built red", 0), ("mil", 0), (GUIDE.id, 0), ("s/99#0", 0)],
)
def test_words_name_the_claims_that_hold_them_all(about, found):
    graph = graph_of(judged(GUIDE, OLD, ENTAILS), claims=[OLD, NEW, FIX, BARN])
    assert len(graph.history(about)) == found


@pytest.mark.parametrize("about", ["", "?!"])
def test_no_words_are_refused(about):
    with pytest.raises(InputError, match="expected the id of a claim or words of its text, got"):
        graph_of().history(about)
