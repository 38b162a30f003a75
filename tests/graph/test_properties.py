"""What holds of the consistency graph for any conversation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belie.datatypes import Claim, ConflictKind, Passage, Relation, Role, Scope, Span, Verdict
from belie.graph import ClaimGraph, EdgeKind

THRESHOLD = 0.5
ROLES = st.sampled_from([Role.USER, Role.ASSISTANT, Role.ASSISTANT])
SCOPES = st.sampled_from([frozenset(), frozenset(), *(frozenset({one}) for one in Scope)])
WEIGHTS = st.tuples(*[st.integers(0, 3)] * 4).filter(any)

few = settings(max_examples=40, deadline=None, database=None)


@dataclass(frozen=True)
class Batch:
    claims: tuple[Claim, ...]
    verdicts: tuple[Verdict, ...]


def claim_at(turn, number, role, scope):
    source = f"s/{turn}"
    return Claim(f"{source}#{number}", "It is so.", source, Span(0, 9), turn, role, (), scope)


def window_at(turn, source, start):
    passage_id = f"s/{turn}/{source}@{start}-{start + 9}"
    return Passage(passage_id, "Some text", source, Span(start, start + 9), turn)


def verdict_of(premise, claim, weights):
    """Name the relation as the monitor does: both contradictions compete as one."""
    entails, contradicts, partly, neutral = (one / sum(weights) for one in weights)
    masses = {
        Relation.ENTAILMENT: entails,
        Relation.CONTRADICTION: contradicts,
        Relation.PARTIAL_CONTRADICTION: partly,
        Relation.NEUTRAL: neutral,
    }
    if contradicts + partly >= max(entails, neutral):
        whole = partly <= contradicts
        relation = Relation.CONTRADICTION if whole else Relation.PARTIAL_CONTRADICTION
    else:
        relation = Relation.ENTAILMENT if neutral <= entails else Relation.NEUTRAL
    return Verdict(premise, claim, masses, relation)


@st.composite
def conversations(draw):
    """Draw turns of claims, judged against windows, earlier claims and those of their turn."""
    batches, known = [], []
    for turn in range(draw(st.integers(1, 6))):
        role = draw(ROLES)
        claims = [claim_at(turn, at, role, draw(SCOPES)) for at in range(draw(st.integers(0, 3)))]
        known += [
            window_at(turn, name, at)
            for name in draw(st.sets(st.sampled_from("abc")))
            for at in (0, 5)
        ]
        verdicts = [draw(judged(claim, [*known, *claims])) for claim in claims]
        batches.append(Batch(tuple(claims), tuple(one for each in verdicts for one in each)))
        known += claims
    return batches


def judged(claim, known):
    others = [one for one in known if one != claim]
    if not others:
        return st.just(())
    premises = st.lists(st.sampled_from(others), max_size=5, unique_by=lambda one: one.id)
    return premises.flatmap(
        lambda chosen: st.tuples(
            *(st.builds(verdict_of, st.just(one), st.just(claim), WEIGHTS) for one in chosen)
        )
    )


def joined(batches):
    claims = tuple(claim for batch in batches for claim in batch.claims)
    return Batch(claims, tuple(verdict for batch in batches for verdict in batch.verdicts))


def fed(batches):
    """Return the graph after one update per batch, and what each returned."""
    graph = ClaimGraph(threshold=THRESHOLD)
    return graph, [graph.update(batch.claims, batch.verdicts) for batch in batches]


def state(graph):
    return (
        graph.statements(),
        graph.edges(),
        graph.conflicts(),
        graph.superseded(),
        graph.score(),
    )


@few
@given(conversations())
def test_turn_by_turn_equals_all_at_once(turns):
    assert state(fed(turns)[0]) == state(fed([joined(turns)])[0])


@few
@given(conversations(), st.data())
def test_any_batching_of_the_turns_equals_all_at_once(turns, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(turns)))) | {0, len(turns)})
    batches = [joined(turns[a:b]) for a, b in pairwise(cuts)]
    assert state(fed(batches)[0]) == state(fed([joined(turns)])[0])


@few
@given(conversations())
def test_claim_by_claim_equals_all_at_once(turns):
    assert state(fed(one for turn in turns for one in by_claim(turn))[0]) == state(
        fed([joined(turns)])[0]
    )


def by_claim(turn):
    """Yield a batch per claim; a pair within the turn is known with the later of its two."""
    for claim in turn.claims:
        known = [
            verdict
            for verdict in turn.verdicts
            if max((verdict.claim, verdict.premise), key=lambda one: place(one, turn)) == claim
        ]
        yield Batch((claim,), tuple(known))


def place(statement, turn):
    return turn.claims.index(statement) if statement in turn.claims else -1


@few
@given(conversations(), st.randoms(use_true_random=False))
def test_the_order_within_an_update_does_not_matter(turns, random):
    whole = joined(turns)
    claims, verdicts = list(whole.claims), list(whole.verdicts)
    random.shuffle(claims)
    random.shuffle(verdicts)
    assert state(fed([Batch(claims, verdicts)])[0]) == state(fed([whole])[0])


@few
@given(conversations())
def test_feeding_again_adds_nothing(turns):
    graph, _ = fed(turns)
    before = state(graph)
    again = [graph.update(batch.claims, batch.verdicts) for batch in [*turns, joined(turns)]]
    assert all(returned == () for returned in again)
    assert state(graph) == before


@few
@given(conversations())
def test_every_returned_conflict_is_new_and_kept(turns):
    graph, returned = fed(turns)
    flat = tuple(conflict for each in returned for conflict in each)
    assert flat == graph.conflicts()
    assert len(set(map(identity, flat))) == len(flat)


def identity(conflict):
    if isinstance(conflict.premise, Passage):
        return conflict.kind, conflict.claim.id, conflict.premise.source, conflict.premise.turn
    return frozenset({conflict.claim.id, conflict.premise.id})


@few
@given(conversations())
def test_a_conflict_rests_on_a_clash_of_at_least_the_threshold(turns):
    graph, _ = fed(turns)
    given_verdicts = joined(turns).verdicts
    for conflict in graph.conflicts():
        assert conflict.verdict in given_verdicts
        assert conflict.verdict.contradicts
        assert conflict.verdict.contradiction >= THRESHOLD
        assert (conflict.premise, conflict.claim) == (
            conflict.verdict.premise,
            conflict.verdict.claim,
        )


@few
@given(conversations())
def test_every_clash_is_an_edge_and_every_edge_a_verdict(turns):
    graph, _ = fed(turns)
    verdicts = joined(turns).verdicts
    clashes = {
        (one.premise.id, one.claim.id)
        for one in verdicts
        if one.contradicts and one.contradiction >= THRESHOLD
    }
    drawn = {
        (edge.start, edge.end)
        for edge in graph.edges()
        if edge.relation in (EdgeKind.CONTRADICTS, EdgeKind.PARTIALLY_CONTRADICTS)
    }
    assert drawn == clashes
    assert all(edge.verdict in verdicts for edge in graph.edges())


@few
@given(conversations())
def test_a_disagreement_of_documents_stands_beside_a_reference_conflict(turns):
    conflicts = fed(turns)[0].conflicts()
    references = {one.verdict.premise.id for one in conflicts if one.kind == "reference"}
    for one in conflicts:
        if one.kind is ConflictKind.DOCUMENT:
            assert one.premise.id in references
            assert one.path[1:] == (one.claim.id, one.premise.id)


@few
@given(conversations())
def test_score_is_between_0_and_1_and_perfect_only_without_conflicts_of_the_assistant(turns):
    graph, _ = fed(turns)
    accused = [one for one in graph.conflicts() if one.claim.role is Role.ASSISTANT]
    assert 0.0 <= graph.score() <= 1.0
    assert (graph.score() == 1.0) == (not accused)


@few
@given(conversations(), st.sampled_from(["add_node", "add_edge", "remove_nodes_from", "clear"]))
def test_view_cannot_be_changed_and_nothing_done_to_it_reaches_the_graph(turns, attempt):
    graph, _ = fed(turns)
    before = state(graph)
    view = graph.view()
    arguments = {"add_node": ["x"], "add_edge": ["x", "y"], "remove_nodes_from": [list(view)]}
    with pytest.raises(nx.NetworkXError):
        getattr(view, attempt)(*arguments.get(attempt, []))
    for _, attributes in view.nodes(data=True):
        attributes.clear()
    for *_, attributes in view.edges(data=True):
        attributes.clear()
    assert state(graph) == before
