"""Conflicts that follow from several verdicts, each rule from both sides."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from belie.datatypes import Claim, ConflictKind, Passage, Relation, Role, Scope, Span, Verdict
from belie.graph import ClaimGraph
from belie.graph.implied import Chains

ENTAILS, CONTRADICTS = Relation.ENTAILMENT, Relation.CONTRADICTION
NEUTRAL = Relation.NEUTRAL


def said(turn, text, number=0, role=Role.ASSISTANT, **meant):
    source, span = f"s/{turn}", Span(50 * number, 50 * number + len(text))
    return Claim(f"{source}#{number}", text, source, span, turn, role, **meant)


def window(turn=0, source="guide"):
    return Passage(f"s/{turn}/{source}@0-9", "Some text", source, Span(0, 9), turn)


def judged(premise, claim, relation, mass=0.95):
    rest = (1 - mass) / 3
    odds = {each: mass if each is relation else rest for each in Relation}
    return Verdict(premise, claim, odds, relation)


A = said(1, "The mill was built in 1850.")
B = said(3, "The mill is from 1850.")
C = said(5, "The mill was built in 1920.")


def graph_of(*verdicts, threshold=0.8, claims=()):
    graph = ClaimGraph(threshold=threshold)
    graph.update(claims, verdicts)
    return graph


def implied(graph):
    return [one for one in graph.conflicts() if one.implied]


def test_what_entails_a_claim_conflicts_with_what_contradicts_it():
    clash = judged(B, C, CONTRADICTS, 0.9)
    graph = graph_of(judged(A, B, ENTAILS), clash)
    direct, found = graph.conflicts()
    assert not direct.implied
    assert direct.score == direct.verdict.contradiction
    assert (found.kind, found.premise, found.claim) == (ConflictKind.CROSS_TURN, A, C)
    assert found.path == (A.id, B.id, C.id)
    assert found.verdict is clash
    assert found.discount == pytest.approx(0.95)
    assert found.score == pytest.approx(0.95 * clash.contradiction)


def test_what_a_claim_entails_is_contradicted_with_it():
    again = said(5, "In 1850 the mill was built.")
    denial = said(3, "The mill was built in 1920.")
    graph = graph_of(judged(A, denial, CONTRADICTS), judged(A, again, ENTAILS))
    (found,) = implied(graph)
    assert (found.premise, found.claim) == (denial, again)
    assert found.path == (denial.id, A.id, again.id)


def test_a_document_of_an_earlier_turn_contradicts_what_contradicts_what_it_says():
    guide = window()
    graph = graph_of(judged(guide, B, ENTAILS), judged(B, C, CONTRADICTS))
    (found,) = implied(graph)
    assert (found.kind, found.premise) == (ConflictKind.REFERENCE, guide)
    assert found.path == (guide.id, B.id, C.id)
    assert found.earlier_document


def test_a_passage_that_follows_from_a_claim_carries_nothing():
    graph = graph_of(judged(B, window(), ENTAILS), judged(B, C, CONTRADICTS))
    assert implied(graph) == []


@pytest.mark.parametrize(("entailment", "found"), [(0.95, 1), (0.85, 0)])
def test_a_chain_counts_only_if_its_product_reaches_the_threshold(entailment, found):
    verdicts = judged(A, B, ENTAILS, entailment), judged(B, C, CONTRADICTS, 0.9)
    assert len(implied(graph_of(*verdicts, threshold=0.85))) == found


@pytest.mark.parametrize("relation", [NEUTRAL, ENTAILS])
def test_a_pair_that_was_judged_is_not_judged_by_a_chain(relation):
    graph = graph_of(judged(A, B, ENTAILS), judged(B, C, CONTRADICTS), judged(A, C, relation, 0.99))
    assert implied(graph) == []


def test_a_pair_judged_a_contradiction_conflicts_once():
    graph = graph_of(judged(A, B, ENTAILS), judged(B, C, CONTRADICTS), judged(A, C, CONTRADICTS))
    assert len(graph.conflicts()) == 2
    assert implied(graph) == []


def test_another_window_of_a_document_that_was_heard_adds_nothing():
    heard = replace(window(), id="s/0/guide@5-14", span=Span(5, 14))
    graph = graph_of(
        judged(window(), B, ENTAILS), judged(B, C, CONTRADICTS), judged(heard, C, NEUTRAL)
    )
    assert implied(graph) == []


@pytest.mark.parametrize(
    "scope", [Scope.HEDGED, Scope.CONDITIONAL, Scope.HYPOTHETICAL, Scope.REPORTED, Scope.QUESTION]
)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_nothing_follows_from_what_is_not_plainly_said(scope, at):
    one, two, three = (
        replace(claim, scope=frozenset({scope}) if at == place else frozenset())
        for place, claim in enumerate((A, B, C))
    )
    assert implied(graph_of(judged(one, two, ENTAILS), judged(two, three, CONTRADICTS))) == []


def test_a_clash_that_a_rule_excuses_carries_nothing():
    correction = replace(C, scope=frozenset({Scope.CORRECTION}))
    graph = graph_of(judged(A, B, ENTAILS), judged(B, correction, CONTRADICTS))
    assert graph.conflicts() == ()


def test_a_rule_may_excuse_what_would_follow():
    """The user has moved: what the assistant heard later does not bind what was said before."""
    here = said(0, "I live in Rome.", role=Role.USER)
    same = said(2, "My home is in Rome.", role=Role.USER)
    there = said(4, "I live in Oslo.", role=Role.USER)
    verdicts = judged(here, same, ENTAILS), judged(same, there, CONTRADICTS)
    assert implied(graph_of(*verdicts)) == []


def test_nothing_follows_from_what_was_taken_back():
    fix = said(4, "The mill is from 1920.", scope=frozenset({Scope.CORRECTION}))
    verdicts = judged(A, B, ENTAILS), judged(B, fix, CONTRADICTS), judged(B, C, CONTRADICTS)
    assert graph_of(*verdicts).conflicts() == ()


def test_parts_of_one_statement_do_not_conflict():
    whole = said(5, "The mill, built in 1850, is new.")
    part = replace(said(5, "The mill is new.", 1), span=Span(0, 30))
    verdicts = judged(B, whole, ENTAILS), judged(B, part, CONTRADICTS)
    assert implied(graph_of(*verdicts)) == []
    apart = replace(part, span=Span(60, 76))
    verdicts = judged(B, whole, ENTAILS), judged(B, apart, CONTRADICTS)
    assert [one.kind for one in implied(graph_of(*verdicts))] == [ConflictKind.SAME_TURN]


def test_chains_have_three_steps_at_most():
    line = [said(turn, f"The mill is from 1850, number {turn}.") for turn in (1, 3, 5, 7)]
    ties = [judged(one, two, ENTAILS, 0.99) for one, two in pairwise(line)]
    denial = said(9, "The mill was built in 1920.")
    graph = graph_of(*ties, judged(line[-1], denial, CONTRADICTS, 0.99), threshold=0.5)
    assert [one.premise for one in implied(graph)] == [line[2], line[1]]


def test_a_claim_brings_few_implied_conflicts_the_likeliest():
    sure = [0.9, 0.99, 0.91, 0.98, 0.92, 0.97]
    near = [said(turn, f"The mill is from 1850, number {turn}.") for turn in range(6)]
    ties = [judged(one, B2, ENTAILS, mass) for one, mass in zip(near, sure, strict=True)]
    graph = graph_of(*ties, judged(B2, C2, CONTRADICTS, 0.99), threshold=0.5)
    assert [one.premise for one in implied(graph)] == [near[1], near[3], near[5]]


B2, C2 = said(7, "The mill is from 1850."), said(9, "The mill was built in 1920.")


def test_what_is_said_again_conflicts_again_without_a_verdict():
    """Equal words are sure to agree, so what was contradicted once is contradicted again."""
    denial = said(3, "The mill was built in 1920.")
    again = replace(A, id="s/5#0", source="s/5", turn=5)
    graph = graph_of(judged(A, denial, CONTRADICTS), claims=[again])
    (found,) = implied(graph)
    assert (found.premise, found.claim, found.discount) == (denial, again, 1.0)
    assert found.path == (denial.id, A.id, again.id)


def test_what_is_said_again_and_judged_again_conflicts_once():
    denial = said(3, "The mill was built in 1920.")
    again = replace(A, id="s/5#0", source="s/5", turn=5)
    graph = graph_of(judged(A, denial, CONTRADICTS), judged(denial, again, CONTRADICTS))
    assert [one.claim for one in graph.conflicts()] == [denial, again]
    assert implied(graph) == []


def test_a_search_is_bounded_however_many_statements_agree():
    chains = Chains(threshold=0.5)
    many = [said(turn, f"The mill is from 1850, number {turn}.") for turn in range(100)]
    for one in many:
        chains.add(one.id, B2.id, judged(one, B2, ENTAILS, 0.99))
    chains.add(B2.id, C2.id, judged(B2, C2, CONTRADICTS, 0.99))
    found = chains.ending_at(C2.id, through=lambda _: True)
    assert 1 < len(found) < 20


def test_a_chain_is_no_surer_than_a_document_leaves_its_contradiction():
    windows = [
        Passage(f"s/0/d@{at}-{at + 9}", "Some text", "d", Span(at, at + 9), 0) for at in (0, 20)
    ]
    entails = judged(windows[1], B2, ENTAILS, 0.6)
    denial = judged(windows[0], B2, CONTRADICTS, 0.97)
    again = replace(B2, id="s/9#0", source="s/9", turn=9)
    graph = graph_of(denial, entails, claims=[again], threshold=0.5)
    direct, repeated = graph.conflicts()
    assert direct.discount < 1
    assert repeated.score == direct.score
