"""What holds of the consistency graph for any conversation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, ConflictKind, Passage, Relation, Role, Scope, Span, Verdict
from belie.graph import ClaimGraph, EdgeKind

THRESHOLD = 0.5
ROLES = st.sampled_from([Role.USER, Role.ASSISTANT, Role.ASSISTANT])
SCOPES = st.sampled_from([frozenset(), frozenset(), *(frozenset({one}) for one in Scope)])
LASTING = st.sampled_from(["The mill is old.", "The mill is new.", "the mill is new", "It is so."])
WITHDRAWAL = "Scratch that."
TEXTS = LASTING | st.just(WITHDRAWAL)
WEIGHTS = st.tuples(*[st.integers(0, 3)] * 4).filter(any)


@dataclass(frozen=True)
class Batch:
    claims: tuple[Claim, ...]
    verdicts: tuple[Verdict, ...]


def claim_at(turn, number, role, scope, text):
    source, span = f"s/{turn}", Span(50 * number, 50 * number + len(text))
    return Claim(f"{source}#{number}", text, source, span, turn, role, (), scope)


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
def conversations(draw, texts=TEXTS):
    """Draw turns of claims, judged against windows, earlier claims and those of their turn."""
    batches, known = [], []
    for turn in range(draw(st.integers(1, 6))):
        role = draw(ROLES)
        claims = [
            claim_at(turn, at, role, draw(SCOPES), draw(texts))
            for at in range(draw(st.integers(0, 3)))
        ]
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
    """Judge as the monitor does: nothing is compared with a bare withdrawal."""
    others = [one for one in known if one != claim and one.text != WITHDRAWAL]
    if not others or claim.text == WITHDRAWAL:
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
        graph.changes(),
        graph.superseded(),
        graph.retracted(),
        graph.score(),
        graph.minimal_conflicts(),
    )


@given(conversations())
def test_turn_by_turn_equals_all_at_once(turns):
    assert state(fed(turns)[0]) == state(fed([joined(turns)])[0])


@given(conversations(), st.data())
def test_any_batching_of_the_turns_equals_all_at_once(turns, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(turns)))) | {0, len(turns)})
    batches = [joined(turns[a:b]) for a, b in pairwise(cuts)]
    assert state(fed(batches)[0]) == state(fed([joined(turns)])[0])


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


@given(conversations(), st.randoms(use_true_random=False))
def test_the_order_within_an_update_does_not_matter(turns, random):
    whole = joined(turns)
    claims, verdicts = list(whole.claims), list(whole.verdicts)
    random.shuffle(claims)
    random.shuffle(verdicts)
    assert state(fed([Batch(claims, verdicts)])[0]) == state(fed([whole])[0])


@given(conversations())
def test_feeding_again_adds_nothing(turns):
    graph, _ = fed(turns)
    before = state(graph)
    again = [graph.update(batch.claims, batch.verdicts) for batch in [*turns, joined(turns)]]
    assert all(returned == () for returned in again)
    assert state(graph) == before


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


@given(conversations())
def test_a_conflict_rests_on_a_clash_and_its_score_is_at_least_the_threshold(turns):
    graph, _ = fed(turns)
    given_verdicts = joined(turns).verdicts
    for conflict in graph.conflicts():
        assert conflict.verdict in given_verdicts
        assert conflict.verdict.contradicts
        assert THRESHOLD <= conflict.score <= conflict.verdict.contradiction
        sides = conflict.verdict.premise, conflict.verdict.claim
        assert conflict.implied or (conflict.premise, conflict.claim) == sides


@given(conversations())
def test_an_implied_conflict_is_shown_by_its_path_and_never_judged_otherwise(turns):
    graph, _ = fed(turns)
    judged_pairs = {frozenset({one.premise.id, one.claim.id}) for one in joined(turns).verdicts}
    for conflict in graph.conflicts():
        if conflict.implied:
            assert (conflict.path[0], conflict.path[-1]) == (conflict.premise.id, conflict.claim.id)
            assert 3 <= len(conflict.path) <= 5
            assert frozenset({conflict.premise.id, conflict.claim.id}) not in judged_pairs
            assert conflict.score == pytest.approx(along(graph, conflict))


def along(graph, conflict):
    """Multiply the probabilities of the edges of a path; equal claims are sure to agree.

    All steps but the judged contradiction are entailments. Of a pair judged both ways the verdict
    on the later of the two counts, as anywhere.
    """
    clash = {node(graph, conflict.verdict.premise.id), node(graph, conflict.verdict.claim.id)}
    product = 1.0
    for step in pairwise(conflict.path):
        ends = {node(graph, each) for each in step}
        if len(ends) == 2:
            verdict = next(
                edge.verdict
                for edge in graph.relations(step[0])
                if {edge.start, edge.end} == ends and edge.verdict.contradicts == (ends == clash)
            )
            product *= verdict.contradiction if ends == clash else verdict.entailment
    return product


def node(graph, statement_id):
    return graph.mentions(statement_id)[0].id


@given(conversations())
def test_every_clash_of_two_nodes_is_an_edge_and_every_edge_a_verdict(turns):
    graph, _ = fed(turns)
    verdicts = joined(turns).verdicts
    clashes = {
        (node(graph, one.premise.id), node(graph, one.claim.id))
        for one in verdicts
        if one.contradicts and one.contradiction >= THRESHOLD
    }
    drawn = {
        (edge.start, edge.end)
        for edge in graph.edges()
        if edge.relation in (EdgeKind.CONTRADICTS, EdgeKind.PARTIALLY_CONTRADICTS)
    }
    assert drawn == {pair for pair in clashes if len(set(pair)) == 2}
    judged = [edge.verdict for edge in graph.edges() if edge.verdict]  # a withdrawal has none
    assert all(verdict in verdicts for verdict in judged)


@given(conversations())
def test_a_disagreement_of_documents_stands_beside_a_reference_conflict(turns):
    conflicts = fed(turns)[0].conflicts()
    references = {document(one) for one in conflicts if one.kind is ConflictKind.REFERENCE}
    for one in conflicts:
        if one.kind is ConflictKind.DOCUMENT:
            assert document(one) in references
            assert one.path[1:] == (one.claim.id, one.premise.id)


def document(conflict):
    return conflict.claim.turn, conflict.premise.turn, conflict.premise.source


@given(conversations())
def test_equal_claims_share_a_node_and_every_claim_is_mentioned_once(turns):
    graph, _ = fed(turns)
    claims = {one.id: one for one in graph.claims()}
    by_node = {graph.mentions(each) for each in claims}
    assert sorted(one.id for mentions in by_node for one in mentions) == sorted(claims)
    for mentions in by_node:
        assert len({(one.role, one.text.lower().rstrip(".")) for one in mentions}) == 1


@given(conversations(LASTING), conversations(LASTING))
def test_the_order_of_unrelated_conversations_within_a_session_does_not_matter(one, two):
    """Turns are unrelated where they share neither words nor verdicts, and take nothing back."""
    moved = [shifted(batch, by=10) for batch in two]
    forth, back = fed([*one, *moved])[0], fed([*moved, *one])[0]
    assert sorted(map(repr, forth.conflicts())) == sorted(map(repr, back.conflicts()))
    assert set(forth.edges()) == set(back.edges())
    assert forth.statements() == back.statements()
    assert forth.superseded() == back.superseded()
    assert forth.score() == back.score()


def shifted(batch, *, by, session="s"):
    """Say the same of a barn in place of the mill, ``by`` turns later."""

    def move(one):
        turn = one.turn + by
        text = one.text.replace("mill", "barn")
        tail = one.id.removeprefix(f"s/{one.turn}")
        place = f"{session}/{turn}"
        if isinstance(one, Passage):
            return replace(one, id=place + tail, turn=turn)
        return replace(one, id=place + tail, source=place, turn=turn, text=text)

    verdicts = tuple(
        replace(one, premise=move(one.premise), claim=move(one.claim)) for one in batch.verdicts
    )
    return Batch(tuple(map(move, batch.claims)), verdicts)


@given(conversations(), conversations(), st.randoms(use_true_random=False))
def test_sessions_fed_in_turns_share_no_node_and_are_as_if_fed_alone(one, two, random):
    other = [shifted(batch, by=0, session="t") for batch in two]
    graphs = ClaimGraph(threshold=THRESHOLD), ClaimGraph(threshold=THRESHOLD)
    waiting = [list(one), list(other)]
    while any(waiting):
        at = random.choice([at for at in (0, 1) if waiting[at]])
        batch = waiting[at].pop(0)
        graphs[at].update(batch.claims, batch.verdicts)
    assert [state(each) for each in graphs] == [state(fed(each)[0]) for each in (one, other)]
    assert set(graphs[0].view()).isdisjoint(graphs[1].view())


@given(conversations())
def test_score_is_between_0_and_1_and_perfect_only_without_conflicts_of_the_assistant(turns):
    graph, _ = fed(turns)
    accused = [one for one in graph.conflicts() if one.claim.role is Role.ASSISTANT]
    assert 0.0 <= graph.score() <= 1.0
    assert (graph.score() == 1.0) == (not accused)


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
