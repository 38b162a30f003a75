"""When two claims are one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belie.datatypes import Claim, Role, Scope, Span
from belie.graph import ClaimGraph
from belie.graph.identity import claim_key, same_words


def said(text, turn, role=Role.ASSISTANT, **meant):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, role, **meant)


def same(first, second):
    return claim_key(first) == claim_key(second)


@pytest.mark.parametrize(
    "again",
    ["The mill is old.", "the mill is old", " The  mill is old!", "The mill is old ."],
)
def test_spacing_the_first_letter_and_the_closing_stop_make_no_difference(again):
    assert same(said("The mill is old.", 1), said(again, 3))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The mill is old.", "The mill is not old."),
        ("It costs 10² euros.", "It costs 102 euros."),
        ("Ana is Polish.", "Ana is polish."),
        ("The mill made 1,5 tons.", "The mill made 15 tons."),
        ("Pi is 3.14", "Pi is 314"),
        ("Ben met Ana.", "Ana met Ben."),
    ],
)
def test_other_words_are_another_claim(first, second):
    assert not same(said(first, 1), said(second, 1))


def test_nobody_says_the_same_as_somebody_else():
    assert not same(said("I live in Rome.", 1), said("I live in Rome.", 2, Role.USER))


@pytest.mark.parametrize(
    "meant",
    [
        {"scope": frozenset({Scope.HEDGED})},
        {"scope": frozenset({Scope.REPORTED}), "reported_by": "Ana"},
        {"as_of": "2019"},
    ],
)
def test_what_is_meant_otherwise_is_another_claim(meant):
    plain = said("The mill is old.", 1)
    assert not same(plain, said("The mill is old.", 3, **meant))
    assert same(said("The mill is old.", 1, **meant), said("The mill is old.", 3, **meant))


def test_a_correction_says_the_same_as_what_it_repeats():
    correction = said("The mill is old.", 3, scope=frozenset({Scope.CORRECTION}))
    assert same(said("The mill is old.", 1), correction)


@pytest.mark.parametrize(
    "text", ["It is old.", "Ana came yesterday.", "They live there.", "The next one is old."]
)
def test_words_that_point_elsewhere_mean_the_same_only_within_a_turn(text):
    first = said(text, 1)
    assert not same(first, said(text, 3))
    assert same(first, replace(first, id="s/1#4", span=Span(90, 90 + len(text))))


def test_a_claim_with_context_means_the_same_only_within_a_turn():
    one, other = (said("The old mill stands.", turn, context="the mill") for turn in (1, 3))
    assert not same(one, other)


@pytest.mark.parametrize("text", ["", "...", "!"])
def test_what_is_all_stops_keeps_them(text):
    assert same_words(text) == text


def test_equal_claims_share_a_node_and_keep_their_own_places():
    first, again = said("The mill is old.", 1), said("The mill is old", 5)
    graph = ClaimGraph(threshold=0.5)
    graph.update([first, said("The mill is new.", 3)], [])
    graph.update([again], [])
    assert graph.claims() == (first, said("The mill is new.", 3), again)
    assert graph.mentions(again.id) == graph.mentions(first.id) == (first, again)
    assert set(graph.view()) == {first.id, "s/3#0"}
