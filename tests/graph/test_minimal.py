"""The smallest sets of statements that cannot all hold."""

from __future__ import annotations

from itertools import pairwise

import pytest

from belie.datatypes import Claim, Passage, Relation, Role, Scope, Span, Verdict
from belie.errors import InputError
from belie.graph import ClaimGraph

ENTAILS, CONTRADICTS = Relation.ENTAILMENT, Relation.CONTRADICTION


def said(turn, text, role=Role.ASSISTANT, **meant):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, role, **meant)


def window(source):
    return Passage(f"s/0/{source}@0-9", "Some text", source, Span(0, 9), 0)


def judged(premise, claim, relation, mass=0.95):
    rest = (1 - mass) / 3
    odds = {each: mass if each is relation else rest for each in Relation}
    return Verdict(premise, claim, odds, relation)


A = said(1, "The mill was built in 1850.")
B = said(3, "The mill is from 1850.")
C = said(5, "The mill was built in 1920.")
APART = said(7, "The barn is red.")


def graph_of(*verdicts, threshold=0.8):
    graph = ClaimGraph(threshold=threshold)
    graph.update([APART], verdicts)
    return graph


def sets(graph, about=None):
    return [one.nodes for one in graph.minimal_conflicts(about)]


def test_without_a_contradiction_there_is_none():
    assert sets(graph_of(judged(A, B, ENTAILS))) == []


def test_two_statements_that_contradict_each_other_are_one():
    (found,) = graph_of(judged(A, C, CONTRADICTS)).minimal_conflicts()
    assert found.nodes == found.path == (A.id, C.id)
    assert found.score == found.conflict.verdict.contradiction


def test_it_is_no_surer_than_the_rest_of_a_document_leaves_its_contradiction():
    other = Passage("s/0/a@20-29", "Some text", "a", Span(20, 29), 0)
    told = judged(window("a"), C, CONTRADICTS), judged(other, C, ENTAILS, 0.5)
    (conflict,) = graph_of(*told, threshold=0.5).minimal_conflicts()
    assert conflict.score == conflict.conflict.score < told[0].contradiction


def test_what_entails_a_side_is_in_one_of_its_own_and_the_sides_are_surer():
    graph = graph_of(judged(A, B, ENTAILS), judged(B, C, CONTRADICTS))
    direct, derived = graph.minimal_conflicts()
    assert direct.nodes == (B.id, C.id)
    assert derived.path == (A.id, B.id, C.id)
    assert derived.score == pytest.approx(0.95 * direct.score)


def test_two_documents_that_disagree_are_one_through_the_claim():
    one, other = window("one"), window("other")
    graph = graph_of(judged(one, B, ENTAILS), judged(other, B, CONTRADICTS))
    assert set(sets(graph)) == {tuple(sorted((other.id, B.id))), (one.id, other.id)}


def test_what_contradicts_itself_by_what_follows_from_it_is_one_alone():
    both, one, other = window("both"), said(3, "The mill is old."), said(5, "The mill is new.")
    graph = graph_of(
        judged(both, one, ENTAILS), judged(both, other, ENTAILS), judged(one, other, CONTRADICTS)
    )
    alone, pair = sorted(graph.minimal_conflicts(), key=lambda found: len(found.nodes))
    assert alone.nodes == (both.id,)
    assert alone.path == (both.id, one.id, other.id, both.id)
    assert pair.nodes == (one.id, other.id)


def test_sets_about_a_statement_hold_its_node():
    graph = graph_of(judged(A, B, ENTAILS), judged(B, C, CONTRADICTS))
    assert sets(graph, A.id) == [(A.id, C.id)]
    assert len(sets(graph, C.id)) == 2
    assert sets(graph, APART.id) == []


def test_an_unknown_statement_is_refused():
    with pytest.raises(InputError, match="expected the id of a statement"):
        graph_of().minimal_conflicts("s/99#0")


def test_what_was_corrected_is_in_none():
    fix = said(5, "The mill is from 1920.", scope=frozenset({Scope.CORRECTION}))
    before = judged(A, B, CONTRADICTS)
    assert sets(graph_of(before)) == [(A.id, B.id)]
    assert sets(graph_of(before, judged(B, fix, CONTRADICTS))) == []


def test_a_pair_that_was_judged_otherwise_is_none():
    graph = graph_of(
        judged(A, B, ENTAILS), judged(B, C, CONTRADICTS), judged(A, C, Relation.NEUTRAL)
    )
    assert sets(graph) == [(B.id, C.id)]


def test_none_holds_another():
    texts = [said(turn, f"The mill is from 18{turn}0.") for turn in range(6)]
    ties = [judged(one, two, ENTAILS) for one, two in pairwise(texts)]
    graph = graph_of(*ties, judged(texts[0], texts[5], CONTRADICTS), threshold=0.5)
    found = [set(one) for one in sets(graph)]
    assert len(found) > 1
    assert not any(one < other for one in found for other in found)
