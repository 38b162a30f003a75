"""What the consistency graph finds, rule by rule, each rule from both sides."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from dataclasses import replace

import networkx as nx
import pytest

from belie.datatypes import (
    ChangeKind,
    Claim,
    ConflictKind,
    Passage,
    Relation,
    Role,
    Scope,
    Span,
    Verdict,
)
from belie.errors import InputError
from belie.graph import ALL_RULES, ClaimGraph, Edge, EdgeKind, Rule

THRESHOLD = 0.5
ENTAILS = Relation.ENTAILMENT
CONTRADICTS = Relation.CONTRADICTION
PARTLY = Relation.PARTIAL_CONTRADICTION
NEUTRAL = Relation.NEUTRAL
UNASSERTED = [Scope.CONDITIONAL, Scope.HEDGED, Scope.REPORTED]


def said(turn, number=0, *scope, role=Role.ASSISTANT):
    text = f"Statement {number} of turn {turn}."
    source = f"s#1/{turn}"
    scopes = frozenset(scope)
    return Claim(f"{source}#{number}", text, source, Span(0, len(text)), turn, role, (), scopes)


def told(turn, number=0, *scope):
    return said(turn, number, *scope, role=Role.USER)


def window(source="doc", start=0, turn=0):
    passage_id = f"s#1/{turn}/{source}@{start}-{start + 9}"
    return Passage(passage_id, "Some text", source, Span(start, start + 9), turn)


def judged(premise, claim, relation, mass=0.9):
    rest = (1 - mass) / 3
    odds = {each: mass if each is relation else rest for each in Relation}
    return Verdict(premise, claim, odds, relation)


def updated(*verdicts):
    graph = ClaimGraph(threshold=THRESHOLD)
    graph.update([], verdicts)
    return graph


def found(graph):
    return [(one.kind.value, *one.path) for one in graph.conflicts()]


def kinds(*verdicts):
    return [one.kind for one in updated(*verdicts).conflicts()]


# kinds


@pytest.mark.parametrize(
    ("premise", "claim", "kind"),
    [
        (window(), said(1), ConflictKind.REFERENCE),
        (told(0), said(1), ConflictKind.USER_FACT),
        (said(1), said(1, 1), ConflictKind.SAME_TURN),
        (said(1), said(3), ConflictKind.CROSS_TURN),
        (told(0), told(2), ConflictKind.CROSS_TURN),
    ],
)
def test_a_contradiction_raises_a_conflict_of_its_kind_with_the_path_from_premise_to_claim(
    premise, claim, kind
):
    verdict = judged(premise, claim, CONTRADICTS)
    (conflict,) = updated(verdict).conflicts()
    assert conflict.kind is kind
    assert (conflict.premise, conflict.claim, conflict.verdict) == (premise, claim, verdict)
    assert conflict.path == (premise.id, claim.id)


@pytest.mark.parametrize("premise", [window(), said(1), told(2, 0)])
def test_a_user_is_not_held_to_documents_to_the_assistant_or_to_the_same_turn(premise):
    graph = updated(judged(premise, told(2, 1), CONTRADICTS))
    assert found(graph) == []
    assert [edge.relation for edge in graph.edges()] == [EdgeKind.CONTRADICTS]


@pytest.mark.parametrize("premise", [said(3), told(4)])
def test_what_is_said_later_accuses_nothing_of_an_earlier_turn(premise):
    assert kinds(judged(premise, said(1), CONTRADICTS)) == []


def test_passages_are_never_accused():
    graph = updated(
        judged(window("a"), window("b"), CONTRADICTS), judged(said(1), window("b"), CONTRADICTS)
    )
    assert found(graph) == []
    assert len(graph.edges()) == 2


def test_documents_do_not_disagree_about_a_passage():
    support, attack = window("a"), window("b")
    verdicts = judged(support, window("c"), ENTAILS), judged(attack, window("c"), CONTRADICTS)
    assert found(updated(*verdicts)) == []


# what counts


@pytest.mark.parametrize("relation", [CONTRADICTS, PARTLY])
@pytest.mark.parametrize("premise", [window(), said(1)])
def test_a_contradiction_counts_from_the_threshold_on(relation, premise):
    at = Verdict(premise, said(3), odds(relation, 0.75), relation)
    graph, strict = ClaimGraph(threshold=0.75), ClaimGraph(threshold=0.76)
    assert len(graph.update([], [at])) == len(graph.edges()) == 1
    assert len(strict.update([], [at])) == len(strict.edges()) == 0


def odds(relation, mass):
    return dict.fromkeys(Relation, 0.0) | {relation: mass, NEUTRAL: 1 - mass}


def test_both_kinds_of_contradiction_count_as_one_mass():
    mixed = {ENTAILS: 0.1, CONTRADICTS: 0.3, PARTLY: 0.5, NEUTRAL: 0.1}
    graph = ClaimGraph(threshold=0.8)
    assert len(graph.update([], [Verdict(said(1), said(3), mixed, PARTLY)])) == 1


def test_a_relation_other_than_contradiction_raises_nothing_whatever_its_mass():
    mixed = {ENTAILS: 0.4, CONTRADICTS: 0.3, PARTLY: 0.3, NEUTRAL: 0.0}
    assert kinds(Verdict(said(1), said(3), mixed, ENTAILS)) == []


@pytest.mark.parametrize(
    ("relation", "edge"),
    [
        (ENTAILS, EdgeKind.ENTAILS),
        (CONTRADICTS, EdgeKind.CONTRADICTS),
        (PARTLY, EdgeKind.PARTIALLY_CONTRADICTS),
    ],
)
def test_a_verdict_becomes_an_edge_from_premise_to_claim(relation, edge):
    verdict = judged(said(1), said(3), relation)
    assert updated(verdict).edges() == (Edge("s#1/1#0", "s#1/3#0", edge, verdict),)


def test_a_neutral_verdict_adds_its_statements_but_no_edge():
    graph = updated(judged(window(), said(1), NEUTRAL))
    assert graph.edges() == ()
    assert graph.statements() == (window(), said(1))


def test_claims_without_a_verdict_are_statements_too():
    graph = ClaimGraph(threshold=THRESHOLD)
    assert graph.update([said(1, 1), said(1)], []) == ()
    assert graph.claims() == graph.statements() == (said(1), said(1, 1))


def test_claims_are_ordered_by_number_not_by_spelling():
    graph = ClaimGraph(threshold=THRESHOLD)
    graph.update([said(10), said(2, 10), said(2, 9)], [judged(window(), said(2, 9), NEUTRAL)])
    assert graph.claims() == (said(2, 9), said(2, 10), said(10))
    assert graph.statements()[0] == window()


# once


def test_the_same_verdict_again_returns_nothing_and_changes_nothing():
    verdicts = [judged(window(), said(1), CONTRADICTS), judged(told(0), said(1), PARTLY)]
    graph = updated(*verdicts)
    before = graph.statements(), graph.edges(), graph.conflicts()
    assert len(graph.conflicts()) == 2
    assert graph.update([said(1)], verdicts) == ()
    assert (graph.statements(), graph.edges(), graph.conflicts()) == before


def test_a_pair_judged_both_ways_conflicts_once_and_the_later_claim_is_accused():
    back = judged(said(1, 1), said(1), CONTRADICTS, 0.95)
    forth = judged(said(1), said(1, 1), CONTRADICTS)
    assert found(updated(back, forth)) == [("same_turn", "s#1/1#0", "s#1/1#1")]


def test_a_pair_judged_only_backwards_still_conflicts():
    back = judged(said(1, 1), said(1), CONTRADICTS)
    assert found(updated(back)) == [("same_turn", "s#1/1#1", "s#1/1#0")]


def test_a_pair_judged_anew_keeps_the_edge_of_its_first_verdict():
    first = judged(said(1), said(3), CONTRADICTS, 0.8)
    graph = updated(first)
    assert graph.update([], [judged(said(1), said(3), CONTRADICTS, 0.9)]) == ()
    assert [edge.verdict for edge in graph.edges()] == [first]


def test_conflicts_of_equal_strength_come_in_the_order_of_ids():
    verdicts = [
        judged(said(1, 2), said(1, 1), PARTLY),
        judged(said(1, 2), said(1, 0), PARTLY),
        judged(said(0), said(1, 2), PARTLY),
    ]
    paths = [path for _, *path in found(updated(*verdicts))]
    assert paths == [
        [said(0).id, said(1, 2).id],
        [said(1, 2).id, said(1, 0).id],
        [said(1, 2).id, said(1, 1).id],
    ]


def test_different_pairs_conflict_each():
    first, second = judged(said(1), said(3), PARTLY), judged(said(1, 1), said(3), PARTLY)
    assert len(found(updated(first, second))) == 2


def test_conflicts_come_in_the_order_of_claims_then_of_strength():
    verdicts = [
        judged(said(1), said(5, 10), CONTRADICTS, 0.99),
        judged(said(1), said(5, 9), CONTRADICTS, 0.8),
        judged(window(), said(5, 9), CONTRADICTS, 0.9),
        judged(said(1), said(3), CONTRADICTS, 0.7),
    ]
    graph = ClaimGraph(threshold=THRESHOLD)
    returned = graph.update([], verdicts)
    assert [one.verdict for one in returned] == [verdicts[at] for at in (3, 2, 1, 0)]
    assert graph.conflicts() == returned


def test_only_new_conflicts_are_returned():
    graph = updated(judged(said(1), said(3), CONTRADICTS))
    (new,) = graph.update([], [judged(said(1), said(5), CONTRADICTS)])
    assert new.claim == said(5)
    assert len(graph.conflicts()) == 2


# documents


def test_overlapping_windows_of_one_document_raise_one_conflict_by_the_strongest():
    weak = judged(window(start=0), said(1), CONTRADICTS, 0.7)
    strong = judged(window(start=5), said(1), PARTLY, 0.9)
    graph = updated(weak, strong)
    assert [one.verdict for one in graph.conflicts()] == [strong]
    assert len(graph.edges()) == 2


def test_a_document_that_entails_the_claim_does_not_contradict_it_by_a_weaker_window():
    entails = judged(window(start=5), said(1), ENTAILS, 0.9)
    assert kinds(judged(window(), said(1), CONTRADICTS, 0.8), entails) == []


def test_a_document_contradicts_by_its_strongest_window_though_a_weaker_one_entails():
    contradicts = judged(window(), said(1), CONTRADICTS, 0.9)
    entails = judged(window(start=5), said(1), ENTAILS, 0.8)
    assert kinds(contradicts, entails) == [ConflictKind.REFERENCE]


def test_a_document_that_says_both_equally_loudly_contradicts():
    entails, contradicts = window(start=0), window(start=5)
    verdicts = judged(entails, said(1), ENTAILS, 1.0), judged(contradicts, said(1), PARTLY, 1.0)
    assert kinds(*verdicts) == [ConflictKind.REFERENCE]


def odds_of(entails, contradicts):
    odds = dict.fromkeys(Relation, 0.0) | {ENTAILS: entails, CONTRADICTS: contradicts}
    return odds | {NEUTRAL: 1 - entails - contradicts}


def test_a_conflict_is_as_sure_as_the_rest_of_its_document_leaves_it():
    contradicts = Verdict(window(), said(1), odds_of(0.1, 0.9), CONTRADICTS)
    entails = Verdict(window(start=5), said(1), odds_of(0.5, 0.0), ENTAILS)
    (conflict,) = updated(contradicts, entails).conflicts()
    assert conflict.score == pytest.approx(0.9 * 0.5 / (1 - 0.9 * 0.5))
    assert conflict.verdict == contradicts


@pytest.mark.parametrize("order", [1, -1])
def test_a_document_does_not_contradict_what_it_nearly_as_loudly_supports(order):
    contradicts = Verdict(window(), said(1), odds_of(0.0, 0.8), CONTRADICTS)
    entails = Verdict(window(start=5), said(1), odds_of(0.78, 0.0), ENTAILS)
    graph = updated(*(contradicts, entails)[::order])
    assert graph.conflicts() == ()
    assert {edge.verdict.premise for edge in graph.edges()} == {window(), window(start=5)}


def test_what_a_passage_grants_itself_hides_no_support_of_another():
    contradicts = Verdict(window(), said(1), odds_of(0.3, 0.7), CONTRADICTS)
    entails = Verdict(window(start=5), said(1), odds_of(0.2, 0.0), NEUTRAL)
    (conflict,) = updated(contradicts, entails).conflicts()
    assert conflict.score == pytest.approx(0.7 * 0.8 / (1 - 0.7 * 0.2))


@pytest.mark.parametrize("premise", [window("other"), window(start=0)])
def test_only_another_passage_of_the_document_takes_from_a_contradiction(premise):
    contradicts = Verdict(window(), said(1), odds_of(0.1, 0.8), CONTRADICTS)
    entails = Verdict(premise, said(1), odds_of(0.78, 0.0), ENTAILS)
    conflicts = updated(contradicts, entails).conflicts()
    assert {one.score for one in conflicts} == {0.8}


def test_what_a_document_leaves_in_doubt_contradicts_nothing_that_is_said_again():
    again = replace(said(1), id="s#1/3#0", source="s#1/3", turn=3)
    contradicts = Verdict(window(), said(1), odds_of(0.0, 0.8), CONTRADICTS)
    entails = Verdict(window(start=5), said(1), odds_of(0.78, 0.0), ENTAILS)
    sure, unsure = updated(contradicts), updated(contradicts, entails)
    assert [len(graph.update([again], [])) for graph in (sure, unsure)] == [1, 0]


def test_a_document_that_is_in_doubt_does_not_disagree_with_another():
    contradicts = Verdict(window("b"), said(1), odds_of(0.0, 0.8), CONTRADICTS)
    doubt = Verdict(window("b", start=5), said(1), odds_of(0.78, 0.0), ENTAILS)
    support = judged(window("a"), said(1), ENTAILS)
    assert len(kinds(contradicts, support)) == 2
    assert kinds(contradicts, doubt, support) == []


def test_documents_disagree_no_surer_than_one_of_them_contradicts():
    contradicts = Verdict(window("b"), said(1), odds_of(0.0, 0.9), CONTRADICTS)
    doubt = Verdict(window("b", start=5), said(1), odds_of(0.4, 0.0), NEUTRAL)
    reference, document = updated(
        contradicts, doubt, judged(window("a"), said(1), ENTAILS)
    ).conflicts()
    assert reference.score == document.score < 0.9


@pytest.mark.parametrize(("mass", "conflicts"), [(0.9, 1), (0.6, 0)])
def test_a_window_that_arrives_later_counts_if_it_is_stronger(mass, conflicts):
    graph = updated(judged(window(), said(1), ENTAILS, 0.8))
    later = judged(window(start=5), said(1), CONTRADICTS, mass)
    assert len(graph.update([], [later])) == conflicts


def test_a_neutral_window_hides_nothing():
    unsure = {ENTAILS: 0.28, CONTRADICTS: 0.42, PARTLY: 0.0, NEUTRAL: 0.3}
    silent = {ENTAILS: 0.04, CONTRADICTS: 0.45, PARTLY: 0.0, NEUTRAL: 0.51}
    graph = ClaimGraph(threshold=0.4)
    neutral = Verdict(window(), said(1), silent, NEUTRAL)
    (conflict,) = graph.update(
        [], [neutral, Verdict(window(start=5), said(1), unsure, CONTRADICTS)]
    )
    assert conflict.premise == window(start=5)


def test_each_contradicting_document_raises_its_own_conflict():
    a, b = window("a"), window("b")
    assert kinds(judged(a, said(1), PARTLY), judged(b, said(1), PARTLY)) == [
        ConflictKind.REFERENCE,
        ConflictKind.REFERENCE,
    ]


def test_documents_of_one_name_from_different_turns_are_different():
    first, second = window("a", turn=1), window("a", turn=3)
    verdicts = judged(first, said(3), PARTLY), judged(second, said(3), PARTLY)
    assert len(kinds(*verdicts)) == 2


@pytest.mark.parametrize(("pro", "con"), [(0.9, 0.8), (0.8, 0.9)])
def test_two_documents_that_disagree_are_shown_beside_the_reference_conflict(pro, con):
    support = judged(window("a"), said(1), ENTAILS, pro)
    attack = judged(window("b"), said(1), CONTRADICTS, con)
    reference, document = updated(support, attack).conflicts()
    assert reference.kind is ConflictKind.REFERENCE
    assert document.kind is ConflictKind.DOCUMENT
    assert (document.premise, document.claim, document.verdict) == (window("b"), said(1), attack)
    assert document.path == (window("a").id, said(1).id, window("b").id)


@pytest.mark.parametrize("support", [0.98, 0.9, 0.65])
def test_a_disagreement_names_the_strongest_support_once_per_contradicting_document(support):
    graph = updated(
        judged(window("a"), said(1), ENTAILS, 0.6),
        judged(window("b"), said(1), ENTAILS, support),
        judged(window("c"), said(1), CONTRADICTS, 0.95),
        judged(window("d"), said(1), CONTRADICTS, 0.7),
    )
    best, claim = window("b").id, said(1).id
    assert found(graph) == [
        ("reference", window("c").id, claim),
        ("document", best, claim, window("c").id),
        ("reference", window("d").id, claim),
        ("document", best, claim, window("d").id),
    ]


def test_documents_disagree_over_the_mention_they_were_held_against():
    again = replace(said(1), id="s#1/1#9", span=Span(50, 72))
    attack = judged(window("b"), said(1), CONTRADICTS)
    document = updated(attack, judged(window("a"), again, ENTAILS)).conflicts()[-1]
    assert document.kind is ConflictKind.DOCUMENT
    assert document.verdict == attack
    assert document.claim == said(1)
    assert not document.implied


def test_support_that_arrives_later_adds_only_the_disagreement():
    graph = updated(judged(window("b"), said(1), CONTRADICTS))
    (new,) = graph.update([], [judged(window("a"), said(1), ENTAILS)])
    assert new.kind is ConflictKind.DOCUMENT


def test_documents_about_different_claims_do_not_disagree():
    support = judged(window("a"), said(1), ENTAILS)
    assert kinds(support, judged(window("b"), said(1, 1), CONTRADICTS)) == [ConflictKind.REFERENCE]


def test_what_a_user_says_brings_no_documents_into_conflict():
    support, attack = window("a"), window("b")
    assert kinds(judged(support, told(2), ENTAILS), judged(attack, told(2), CONTRADICTS)) == []


def test_an_entailing_claim_is_no_document():
    verdicts = judged(said(1), said(3), ENTAILS), judged(window(), said(3), CONTRADICTS)
    assert kinds(*verdicts) == [ConflictKind.REFERENCE]


# corrections


@pytest.mark.parametrize("says", [said, told])
def test_a_correction_of_ones_own_earlier_claim_supersedes_it_without_a_conflict(says):
    old, new = says(1), says(3, 0, Scope.CORRECTION)
    verdict = judged(old, new, CONTRADICTS)
    graph = updated(verdict)
    assert found(graph) == []
    assert graph.superseded() == {old.id}
    contradicts, supersedes = graph.edges()
    assert (supersedes.start, supersedes.end) == (new.id, old.id)
    assert supersedes.relation is EdgeKind.SUPERSEDES
    assert (contradicts.start, contradicts.end) == (old.id, new.id)
    assert contradicts.relation is EdgeKind.CONTRADICTS
    assert contradicts.verdict is supersedes.verdict is verdict
    assert contradicts.ruling is supersedes.ruling
    assert supersedes.ruling.rule is Rule.EXPLICIT_CORRECTION


def test_without_the_mark_of_a_correction_nothing_is_superseded():
    graph = updated(judged(said(1), said(3), CONTRADICTS))
    assert graph.superseded() == frozenset()
    assert len(found(graph)) == 1


@pytest.mark.parametrize("relation", [ENTAILS, NEUTRAL])
def test_a_correction_supersedes_only_what_it_contradicts(relation):
    graph = updated(judged(said(1), said(3, 0, Scope.CORRECTION), relation))
    assert graph.superseded() == frozenset()


def test_a_correction_supersedes_what_it_is_likelier_than_not_to_contradict():
    graph = ClaimGraph(threshold=0.9)
    unsure = judged(said(1), said(3, 0, Scope.CORRECTION), PARTLY, 0.4)
    assert graph.update([], [unsure, judged(said(1), said(5), CONTRADICTS, 0.95)]) == ()
    assert graph.superseded() == {said(1).id}
    assert [edge.relation for edge in graph.edges()][:1] == [EdgeKind.SUPERSEDES]


def test_where_the_rule_is_left_out_a_correction_that_is_unsure_is_neither_change_nor_conflict():
    for rules, changed in ((ALL_RULES, 1), (ALL_RULES - {Rule.EXPLICIT_CORRECTION}, 0)):
        graph = ClaimGraph(threshold=0.9, rules=rules)
        unsure = judged(said(1), said(3, 0, Scope.CORRECTION), PARTLY, 0.4)
        assert graph.update([], [unsure]) == ()
        assert len(graph.changes()) == changed


def test_correcting_the_user_is_a_conflict_with_the_user():
    graph = updated(judged(told(0), said(1, 0, Scope.CORRECTION), CONTRADICTS))
    assert graph.superseded() == frozenset()
    assert [one.kind for one in graph.conflicts()] == [ConflictKind.USER_FACT]


def test_a_correction_is_still_held_to_the_documents():
    correction = said(1, 0, Scope.CORRECTION)
    assert kinds(judged(window(), correction, CONTRADICTS)) == [ConflictKind.REFERENCE]


def test_a_corrected_claim_conflicts_with_nothing_said_later():
    assert found(updated(*corrected_then(said(5), premise=said(1)))) == []


def test_going_back_to_a_corrected_claim_conflicts_with_the_correction():
    correction = said(3, 0, Scope.CORRECTION)
    graph = updated(*corrected_then(said(5), premise=correction))
    assert found(graph) == [("cross_turn", correction.id, said(5).id)]


def test_what_was_found_before_the_correction_stays_found():
    before = judged(said(1), said(2), CONTRADICTS)
    assert found(updated(before, *corrected_then(said(5), premise=said(1)))) == [
        ("cross_turn", said(1).id, said(2).id)
    ]


@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_correction_counts_from_its_place_on_in_any_batching(at):
    verdicts = corrected_then(said(5), premise=said(1))
    graph = updated(*verdicts[:at])
    graph.update([], verdicts[at:])
    assert found(graph) == []
    assert graph.superseded() == {said(1).id}


def test_a_verdict_that_arrives_late_counts_as_of_its_claim():
    graph = updated(*corrected_then(said(5), premise=said(1)))
    (new,) = graph.update([], [judged(said(1), said(2), CONTRADICTS)])
    assert new.claim == said(2)


def test_a_claim_corrected_twice_counts_as_corrected_from_the_first_time_on():
    again = judged(said(1), said(6, 0, Scope.CORRECTION), CONTRADICTS)
    graph = updated(*corrected_then(said(7), premise=said(1)), again)
    assert graph.update([], [judged(said(1), said(5), CONTRADICTS)]) == ()


def corrected_then(claim, *, premise):
    old, new = said(1), said(3, 0, Scope.CORRECTION)
    return [judged(old, new, CONTRADICTS, 0.7), judged(premise, claim, CONTRADICTS, 0.95)]


def test_a_user_who_changed_their_mind_no_longer_binds_the_assistant():
    changed = judged(told(0), told(2, 0, Scope.CORRECTION), CONTRADICTS)
    assert kinds(changed, judged(told(0), said(3), CONTRADICTS)) == []
    assert kinds(judged(told(0), said(3), CONTRADICTS)) == [ConflictKind.USER_FACT]


def since(earlier, between, claim):
    """A claim that clashes with one statement and follows from one said after it."""
    return judged(earlier, claim, CONTRADICTS), judged(between, claim, ENTAILS)


@pytest.mark.parametrize(
    "between", [told(2), told(2, 0, Scope.CORRECTION), told(0, 1)], ids=["later", "marked", "turn"]
)
def test_what_the_user_said_last_may_be_said_though_the_user_said_otherwise_before(between):
    graph = updated(*since(told(0), between, said(3)))
    assert found(graph) == []
    assert graph.edges()[0].ruling.rule is Rule.USER_UPDATE
    assert kinds(*since(told(2), told(0), said(3))) == [ConflictKind.USER_FACT]


@pytest.mark.parametrize(
    "between",
    [told(2, 0, Scope.HEDGED), told(2, 0, Scope.QUESTION), said(2)],
    ids=["hedged", "asked", "assistant"],
)
def test_only_what_the_user_said_outright_takes_the_place_of_what_the_user_said(between):
    assert kinds(*since(told(0), told(2), said(3))) == []
    assert kinds(*since(told(0), between, said(3))) == [ConflictKind.USER_FACT]


def test_what_the_user_took_back_takes_the_place_of_nothing():
    back = judged(told(1), told(2, 0, Scope.CORRECTION), CONTRADICTS)
    assert kinds(*since(told(0), told(1), said(3))) == []
    assert kinds(back, *since(told(0), told(1), said(3))) == [ConflictKind.USER_FACT]


def test_a_user_who_returns_to_the_first_word_is_held_to_it_again():
    years = "1957", "1937", "1957"
    first, other, again = (
        user_says(at, f"Mill opened in {year}.") for at, year in enumerate(years)
    )
    for known, alerts in (([first, other], 0), ([first, other, again], 1)):
        graph = ClaimGraph(threshold=THRESHOLD)
        assert len(graph.update(known, since(first, other, said(3)))) == alerts


def test_what_the_user_said_of_something_else_takes_the_place_of_nothing():
    home = user_says(0, "I live in Paris.")
    for text, alerts in (("I moved to London.", 0), ("I work in London.", 1)):
        assert len(kinds(*since(home, user_says(1, text), said(3)))) == alerts


def test_a_corrected_fact_may_be_said_again_where_the_correction_alone_was_no_clash():
    correction = said(2, 0, Scope.CORRECTION)
    assert found(updated(*since(said(0), correction, said(3)))) == []
    assert kinds(*since(said(0), said(2), said(3))) == [ConflictKind.CROSS_TURN]


@pytest.mark.parametrize(
    ("earlier", "between", "rule"),
    [
        (told(0), told(2), Rule.USER_UPDATE),
        (said(0), said(2, 0, Scope.CORRECTION), Rule.EXPLICIT_CORRECTION),
    ],
    ids=["user", "assistant"],
)
def test_without_its_rule_what_was_said_since_excuses_nothing(earlier, between, rule):
    for rules, alerts in ((ALL_RULES, 0), (ALL_RULES - {rule}, 1)):
        graph = ClaimGraph(threshold=THRESHOLD, rules=rules)
        assert len(graph.update([], since(earlier, between, said(3)))) == alerts


def part(number, text, subject="The mug"):
    whole = Span(0, 60)
    return Claim(f"s#1/1#{number}", text, "s#1/1", whole, 1, subject=subject)


def later_says(text):
    return Claim("s#1/3#0", text, "s#1/3", Span(0, len(text)), 3)


def beside_parts(agreeing, clashing, later):
    return [judged(agreeing, later, ENTAILS), judged(clashing, later, CONTRADICTS)]


def test_what_follows_from_one_thing_of_a_list_clashes_with_no_other_thing_of_it():
    blue, grey = part(0, "The mug comes in blue."), part(1, "The mug comes in grey.")
    later = later_says("I'd take the mug in blue.")
    assert kinds(*beside_parts(blue, grey, later)) == []
    assert kinds(judged(grey, later, CONTRADICTS)) == [ConflictKind.CROSS_TURN]
    graph = ClaimGraph(threshold=THRESHOLD, rules=ALL_RULES - {Rule.MANY_VALUES})
    assert len(graph.update([], beside_parts(blue, grey, later))) == 1


@pytest.mark.parametrize(
    ("agreeing", "clashing", "later"),
    [
        ("The mug comes in blue.", "The mug comes in grey.", "The mug comes only in blue."),
        ("The mug comes in blue.", "The mug comes in grey.", "There is no mug but the blue one."),
        ("The mug comes in blue.", "The mug does not come in grey.", "There is a grey mug."),
        ("The mug comes in blue.", "The mug costs $5.", "The blue mug costs $6."),
    ],
)
def test_what_leaves_out_the_rest_of_a_list_or_is_of_none_stands(agreeing, clashing, later):
    verdicts = beside_parts(part(0, agreeing), part(1, clashing), later_says(later))
    assert kinds(*verdicts) == [ConflictKind.CROSS_TURN]


def test_a_thing_of_another_list_excuses_nothing():
    agreeing = replace(part(0, "The mug comes in blue."), id="s#1/0#0", source="s#1/0", turn=0)
    clashing, later = part(1, "The mug comes in grey."), later_says("The mug comes in blue.")
    assert kinds(*beside_parts(agreeing, clashing, later)) == [ConflictKind.CROSS_TURN]


@pytest.mark.parametrize("backward", [False, True])
def test_a_correction_within_the_turn_is_none(backward):
    pair = said(1), said(1, 1, Scope.CORRECTION)
    premise, claim = reversed(pair) if backward else pair
    graph = updated(judged(premise, claim, CONTRADICTS))
    assert found(graph) == []
    assert graph.superseded() == {pair[0].id}


def test_an_earlier_claim_does_not_correct_a_later_one_of_its_turn():
    graph = updated(judged(said(1, 0, Scope.CORRECTION), said(1, 1), CONTRADICTS))
    assert [one.kind for one in graph.conflicts()] == [ConflictKind.SAME_TURN]


# what speakers change


def user_says(turn, text):
    source = f"s#1/{turn}"
    return Claim(f"{source}#0", text, source, Span(0, len(text)), turn, Role.USER)


def test_a_change_names_both_claims_the_rule_and_the_reason_and_belongs_to_its_turn():
    old, new = said(1), said(3, 0, Scope.CORRECTION)
    graph = updated(judged(old, new, CONTRADICTS))
    (change,) = graph.changes()
    assert (change.kind, change.premise, change.claim) == (ChangeKind.SUPERSEDES, old, new)
    assert change.rule == "explicit_correction"
    assert change.reason
    assert graph.changes(3) == (change,)
    assert graph.changes(1) == ()


def test_a_clash_that_a_rule_excuses_is_kept_with_its_ruling():
    graph = updated(judged(said(1), said(3, 0, Scope.HEDGED), CONTRADICTS))
    (edge,) = graph.edges()
    assert edge.relation is EdgeKind.CONTRADICTS
    assert edge.ruling.rule is Rule.NOT_ASSERTED
    assert graph.changes() == ()


@pytest.mark.parametrize("says", [said, told])
def test_without_rules_every_clash_is_a_conflict(says):
    graph = ClaimGraph(threshold=THRESHOLD, rules=frozenset())
    graph.update([], [judged(says(1), says(3, 0, Scope.CORRECTION), CONTRADICTS)])
    assert len(found(graph)) == 1
    assert graph.changes() == ()


def test_one_rule_can_be_left_out():
    verdict = judged(said(1), said(3, 0, Scope.HEDGED), CONTRADICTS)
    graph = ClaimGraph(threshold=THRESHOLD, rules=ALL_RULES - {Rule.NOT_ASSERTED})
    assert len(graph.update([], [verdict])) == 1


def test_what_is_taken_back_in_plain_words_is_retracted_without_a_verdict():
    old, back = user_says(0, "I have a boat."), user_says(2, "Scratch that.")
    graph = ClaimGraph(threshold=THRESHOLD)
    graph.update([old], [])
    assert graph.update([back], []) == ()
    assert graph.retracted() == {old.id}
    (edge,) = graph.edges()
    assert (edge.start, edge.end, edge.relation) == (back.id, old.id, EdgeKind.RETRACTS)
    assert edge.verdict is None
    assert edge.ruling.rule is Rule.EXPLICIT_RETRACTION
    assert [one.kind for one in graph.changes(2)] == [ChangeKind.RETRACTS]


def test_what_was_taken_back_conflicts_with_nothing_said_later():
    old, denial = user_says(0, "I have a boat."), said(3)
    for back, conflicts in [("Scratch that.", 0), ("The sun shines.", 1)]:
        graph = ClaimGraph(threshold=THRESHOLD)
        graph.update([old, user_says(2, back)], [])
        assert len(graph.update([], [judged(old, denial, CONTRADICTS)])) == conflicts


def test_nobody_takes_back_what_somebody_else_said():
    graph = ClaimGraph(threshold=THRESHOLD)
    graph.update([said(1), user_says(2, "Scratch that.")], [])
    assert graph.retracted() == frozenset()


def test_with_its_rule_left_out_nothing_is_taken_back():
    graph = ClaimGraph(threshold=THRESHOLD, rules=ALL_RULES - {Rule.EXPLICIT_RETRACTION})
    graph.update([user_says(0, "I have a boat."), user_says(2, "Scratch that.")], [])
    assert graph.retracted() == frozenset()


# equal claims


def again(claim, turn, *scope):
    source = f"s#1/{turn}"
    return replace(claim, id=f"{source}#0", source=source, turn=turn, scope=frozenset(scope))


def test_a_claim_conflicts_once_with_equal_claims_before_it():
    first, second, denial = said(1), again(said(1), 3), said(5)
    graph = updated(judged(first, denial, CONTRADICTS), judged(second, denial, CONTRADICTS))
    assert found(graph) == [("cross_turn", first.id, denial.id)]


def test_every_turn_that_says_it_again_conflicts_again():
    denial, first, second = said(1), said(3), again(said(3), 5)
    graph = updated(judged(denial, first, CONTRADICTS), judged(denial, second, CONTRADICTS))
    assert [one.claim for one in graph.conflicts()] == [first, second]
    assert len(graph.edges()) == 1


def test_equal_claims_do_not_contradict_each_other_whatever_a_classifier_says():
    graph = updated(judged(said(1), again(said(1), 3), CONTRADICTS))
    assert graph.conflicts() == graph.edges() == ()


def test_a_correction_ends_all_equal_claims_before_it_but_not_those_after_it():
    old, same = said(1), again(said(1), 2)
    fix, back = said(3, 0, Scope.CORRECTION), again(said(1), 5)
    graph = updated(judged(same, fix, CONTRADICTS))
    graph.update([old, back], [])
    assert graph.superseded() == {old.id, same.id}
    assert graph.update([], [judged(old, said(7), CONTRADICTS)]) == ()
    assert len(graph.update([], [judged(back, said(9), CONTRADICTS)])) == 1


def test_an_edge_keeps_its_first_verdict_that_no_rule_excuses():
    excused = judged(said(1), said(3, 0, Scope.CORRECTION), CONTRADICTS, 0.9)
    same = again(said(3), 7)
    stands = judged(again(said(1), 5), same, CONTRADICTS, 0.8)
    graph = updated(excused)
    graph.update([], [stands])
    (edge,) = [one for one in graph.edges() if one.relation is EdgeKind.CONTRADICTS]
    assert (edge.verdict, edge.ruling) == (stands, None)


# documents of earlier turns


@pytest.mark.parametrize(("turn", "earlier"), [(1, True), (3, False)])
def test_a_conflict_with_a_document_of_an_earlier_turn_is_labelled_so(turn, earlier):
    (conflict,) = updated(judged(window(turn=turn), said(3), CONTRADICTS)).conflicts()
    assert conflict.earlier_document is earlier


def test_a_conflict_with_a_claim_of_an_earlier_turn_is_with_no_document():
    (conflict,) = updated(judged(said(1), said(3), CONTRADICTS)).conflicts()
    assert not conflict.earlier_document


# scope


@pytest.mark.parametrize("scope", UNASSERTED)
@pytest.mark.parametrize("premise", [said(3), said(1), told(0)])
def test_a_claim_that_is_not_asserted_conflicts_with_no_other_claim(scope, premise):
    assert kinds(judged(premise, said(3, 1, scope), CONTRADICTS)) == []


@pytest.mark.parametrize("scope", UNASSERTED)
@pytest.mark.parametrize("says", [said, told])
def test_a_premise_that_is_not_asserted_conflicts_with_no_claim(scope, says):
    assert kinds(judged(says(1, 0, scope), said(3), CONTRADICTS)) == []


@pytest.mark.parametrize("scope", UNASSERTED)
def test_a_claim_that_is_not_asserted_is_still_held_to_the_documents(scope):
    assert kinds(judged(window(), said(1, 0, scope), CONTRADICTS)) == [ConflictKind.REFERENCE]


def test_a_negated_claim_is_asserted():
    negated = said(3, 0, Scope.NEGATED)
    assert kinds(judged(said(1), negated, CONTRADICTS)) == [ConflictKind.CROSS_TURN]


# views


def test_relations_are_the_edges_from_and_to_one_statement():
    into, out = judged(window(), said(1), ENTAILS), judged(said(1), said(3), PARTLY)
    graph = updated(out, into, judged(window("b"), said(3), ENTAILS))
    assert [edge.verdict for edge in graph.relations(said(1).id)] == [into, out]
    assert len(graph.edges()) == 3


def test_relations_of_an_unknown_statement_are_refused_in_our_own_words():
    with pytest.raises(InputError, match=r"expected the id of a statement .* got 's/9#0'"):
        updated().relations("s/9#0")


def test_score_is_the_share_of_the_assistants_claims_in_no_conflict():
    graph = ClaimGraph(threshold=THRESHOLD)
    assert graph.score() == 1.0
    graph.update([told(0), said(1), said(1, 1), said(1, 2)], [])
    assert graph.score() == 1.0
    graph.update([], [judged(told(0), said(3), CONTRADICTS)])
    assert graph.score() == pytest.approx(3 / 4)
    graph.update([], [judged(said(1), said(3), CONTRADICTS)])
    assert graph.score() == pytest.approx(2 / 4)


def test_score_counts_equal_claims_once_and_what_takes_back_not_at_all():
    back = said(5)
    back = replace(back, text="Scratch that.", span=Span(0, 13))
    graph = ClaimGraph(threshold=THRESHOLD)
    graph.update([told(0), said(1), again(said(1), 3), said(3, 1), back], [])
    graph.update([], [judged(told(0), said(1), CONTRADICTS)])
    assert graph.score() == pytest.approx(1 / 2)


def test_view_is_a_networkx_graph_with_statements_and_verdicts():
    verdict = judged(said(1), said(3), PARTLY)
    view = updated(verdict).view()
    assert view.nodes[said(1).id]["statement"] == said(1)
    data = view.edges[said(1).id, said(3).id, "partially_contradicts"]
    relation = EdgeKind.PARTIALLY_CONTRADICTS
    assert data == {"relation": relation, "verdict": verdict, "ruling": None}
    assert view.nodes[said(1).id]["mentions"] == (said(1),)


def test_view_is_frozen_and_its_attributes_are_its_own():
    graph = updated(judged(said(1), said(3), PARTLY))
    before = graph.statements(), graph.edges()
    view = graph.view()
    with pytest.raises(nx.NetworkXError, match="Frozen graph"):
        view.remove_node(said(1).id)
    view.nodes[said(1).id]["statement"] = None
    view.edges[said(1).id, said(3).id, "partially_contradicts"].clear()
    assert (graph.statements(), graph.edges()) == before


# bad input and cost


@pytest.mark.parametrize("threshold", [0, -0.1, 1.01, float("nan")])
def test_a_threshold_out_of_range_is_refused(threshold):
    with pytest.raises(InputError, match="expected 0 < threshold <= 1, got"):
        ClaimGraph(threshold=threshold)


@pytest.mark.parametrize(
    ("claims", "verdict", "message"),
    [
        ([Claim("c1", "It is red.", "s#1/1", Span(0, 10))], None, "number in the turn>', got 'c1'"),
        ([Claim("s#1/1#0", "It is red.", "s#1/1", Span(0, 10))], None, "one statement per id"),
        ([], judged(said(3), said(3), CONTRADICTS), "judged against itself"),
        ([], Verdict(said(1), said(3), {}, CONTRADICTS), "a probability of each relation"),
        ([], judged(said(1), said(3), CONTRADICTS, float("nan")), "finite probabilities"),
    ],
)
def test_bad_input_is_refused_whole_and_without_the_words_of_the_talk(claims, verdict, message):
    graph = updated(judged(window(), said(1), ENTAILS))
    before = graph.statements(), graph.edges()
    verdicts = [judged(said(1), said(5), CONTRADICTS), *([verdict] if verdict else [])]
    with pytest.raises(InputError, match=message) as caught:
        graph.update([said(7), *claims], verdicts)
    assert "red" not in str(caught.value)
    assert (graph.statements(), graph.edges(), graph.conflicts()) == (*before, ())


def test_the_cost_of_an_update_does_not_grow_with_the_graph():
    assert steps_of_an_update(after=200) == steps_of_an_update(after=20)


def test_the_cost_of_an_update_does_not_grow_with_the_mentions_of_a_claim():
    assert steps_of_a_mention(after=200) == steps_of_a_mention(after=20)


def steps_of_a_mention(*, after):
    """Count the Python instructions of one update that says again what was often contradicted."""
    graph = ClaimGraph(threshold=THRESHOLD)
    graph.update([told(0)], [judged(told(0), said(1), CONTRADICTS)])
    graph.update([again(said(1), 2 * turn + 3) for turn in range(after)], [])
    new = again(said(1), 9001)
    verdicts = [judged(told(0), new, CONTRADICTS), judged(window("b"), new, ENTAILS)]
    return instructions(lambda: graph.update([new], verdicts))


def steps_of_an_update(*, after):
    """Count the Python instructions of one update on a graph with ``after`` earlier turns."""
    graph = ClaimGraph(threshold=THRESHOLD)
    old = [told(0), *(said(2 * turn + 1) for turn in range(after))]
    graph.update(old, [judged(told(0), claim, CONTRADICTS) for claim in old[1:]])
    new = said(9001)
    verdicts = [judged(told(0), new, CONTRADICTS), judged(window("b"), new, ENTAILS)]
    return instructions(lambda: graph.update([new], verdicts))


def instructions(work):
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        count += event == "opcode"
        return trace

    earlier = sys.gettrace()
    gc.collect()  # finalizers of what other tests left would be counted too
    gc.disable()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(earlier)
        gc.enable()
    return count


def test_a_claim_with_its_evidence_takes_at_most_6_kb():
    """Each is judged against three windows and two claims; one in ten contradicts a claim."""
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        graph = ClaimGraph(threshold=THRESHOLD)
        claims = []
        for turn in range(300):
            claims.append(said(turn))
            graph.update(claims[-1:], evidence_of(claims))
        del claims
        used = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert len(graph.claims()) == 300
    assert used / 300 < 6 * 1024


def evidence_of(claims):
    *earlier, claim = claims
    sides = [*(window(name, turn=claim.turn) for name in "abc"), *earlier[::97][:2]]
    clash = CONTRADICTS if claim.turn % 10 == 0 else NEUTRAL
    relations = [ENTAILS, NEUTRAL, NEUTRAL, NEUTRAL, clash]
    return [judged(each, claim, to) for each, to in zip(sides, relations, strict=False)]
