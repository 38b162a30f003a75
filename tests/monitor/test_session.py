"""What a session tells of itself, and that what people say of its alerts takes nothing away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie import InputError, Relation, Role, Settings
from belie.graph import EventKind
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder
from belie.wiring import make_extractor

TALL, SMALL, TINY = (f"The tower is {metres} m tall." for metres in (330, 300, 30))
HEIGHTS = TALL, SMALL, TINY
CLASH = {
    (one, other): Relation.CONTRADICTION for one in HEIGHTS for other in HEIGHTS if one != other
}


def monitor_of(extractor):
    checker = Checker(
        extractor=extractor,
        encoder=WordEncoder(),
        classifier=ScriptedClassifier(CLASH),
        settings=Settings(),
        threshold=0.9,
    )
    return Monitor(checker=checker, store=MemoryStore(), sinks=())


@pytest.fixture
def monitor():
    return monitor_of(make_extractor())


def test_two_heights_are_a_minimal_conflict_until_one_is_taken_back(monitor):
    monitor.observe(TALL, session="s")
    monitor.observe(SMALL, session="s")
    (found,) = monitor.session("s").minimal_conflicts()
    assert found.nodes == ("s/0#0", "s/1#0")
    assert monitor.session("s").minimal_conflicts("s/1#0") == (found,)
    monitor.observe("Sorry, scratch that.", session="s")
    assert monitor.session("s").minimal_conflicts() == ()


def test_minimal_conflicts_of_what_was_never_said_are_refused(monitor):
    monitor.observe(TALL, session="s")
    with pytest.raises(InputError, match="s/9#0"):
        monitor.session("s").minimal_conflicts("s/9#0")


def test_taking_words_back_is_an_event_of_what_was_said_and_no_claim_of_its_own(monitor):
    monitor.observe(TALL, session="s")
    monitor.observe("Forget what I said about the tower.", session="s")
    (history,) = monitor.session("s").history("tower")
    assert (history.text, history.stands) == (TALL, False)
    (said, taken_back) = history.events
    assert (said.kind, taken_back.kind) == (EventKind.SAID, EventKind.RETRACTED)
    (named,) = monitor.session("s").history(taken_back.by.id)
    assert named.text == "Forget what I said about the tower."


TURNS = st.lists(
    st.tuples(st.sampled_from(Role), st.sampled_from(HEIGHTS), st.booleans()), max_size=5
)
REVIEWS = st.lists(
    st.tuples(
        st.integers(0, 99),
        st.sampled_from([Monitor.acknowledge, Monitor.mark_false, Monitor.reopen]),
        st.text(max_size=9),
    ),
    min_size=1,
    max_size=6,
)


def held(monitor, turns):
    """Hold a conversation with at least one alert, and return its session."""
    monitor.observe(TALL, session="s")
    monitor.observe(SMALL, session="s")
    for role, text, with_document in turns:
        documents = [TALL] if with_document and role is Role.ASSISTANT else ()
        monitor.observe(text, session="s", role=role, documents=documents)
    return monitor.session("s")


def kept(session):
    return (
        [(alert.id, alert.conflict, alert.claim_span) for alert in session.alerts],
        [(report.conflicts, report.verdicts, report.changes) for report in session.reports],
        list(session.graph.edges(keys=True)),
        session.minimal_conflicts(),
        session.score,
    )


@given(before=TURNS, reviews=REVIEWS, after=TURNS)
def test_whatever_people_say_of_alerts_none_of_them_nor_a_conflict_nor_an_edge_is_lost(
    sentence_extractor, before, reviews, after
):
    reviewed, untouched = monitor_of(sentence_extractor), monitor_of(sentence_extractor)
    said = held(reviewed, before)
    held(untouched, before)
    for number, review, note in reviews:
        review(reviewed, said.alerts[number % len(said.alerts)], by="Ann", note=note)
    assert kept(reviewed.session("s")) == kept(said)
    assert sum(len(alert.reviews) for alert in reviewed.session("s").alerts) == len(reviews)
    assert kept(held(reviewed, after)) == kept(held(untouched, after))
    assert said.alerts
