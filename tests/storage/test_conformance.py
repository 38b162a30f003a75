from __future__ import annotations

import os
import threading
import uuid
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from belie.datatypes import (
    Alert,
    AlertState,
    Anchor,
    Change,
    ChangeKind,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Link,
    LinkKind,
    Passage,
    Relation,
    Review,
    Role,
    Scope,
    ScoredSpan,
    Severity,
    Skipped,
    SkipReason,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import StoreError
from belie.storage.memory import MemoryStore
from belie.storage.sql import SqlStore

POSTGRES = os.environ.get("BELIE_TEST_POSTGRES", "")
"""A URL such as postgresql+psycopg://user@host/name; each test makes a schema of its own there."""


@contextmanager
def a_postgres_store():
    if not POSTGRES:
        pytest.skip("set BELIE_TEST_POSTGRES to the URL of a PostgreSQL database")
    psycopg = pytest.importorskip("psycopg")
    schema = f"belie_{uuid.uuid4().hex}"
    with psycopg.connect(POSTGRES.replace("+psycopg", ""), autocommit=True) as server:
        server.execute(f"CREATE SCHEMA {schema}")
        joint = "&" if "?" in POSTGRES else "?"
        with SqlStore(f"{POSTGRES}{joint}options=-csearch_path%3D{schema}") as store:
            yield store
        server.execute(f"DROP SCHEMA {schema} CASCADE")


def an_sqlite_store():
    return SqlStore("sqlite://")


KINDS = {"memory": MemoryStore, "sqlite": an_sqlite_store, "postgres": a_postgres_store}


@pytest.fixture(params=[*KINDS, "sqlite file"])
def store(request, tmp_path):
    url = f"sqlite:///{tmp_path / 'belie.db'}"
    with KINDS.get(request.param, lambda: SqlStore(url))() as opened:
        yield opened


def said(session, index, text="Hello."):
    return TurnReport(Turn(session, index, Role.USER, text))


def judged(premise, claim, **details):
    numbers = {
        Relation.ENTAILMENT: 0.1,
        Relation.CONTRADICTION: 0.2 + 1e-17,
        Relation.PARTIAL_CONTRADICTION: 1 / 3,
        Relation.NEUTRAL: 1 - 0.1 - 0.2 - 1 / 3,
    }
    return Verdict(premise, claim, numbers, Relation.PARTIAL_CONTRADICTION, **details)


FACT = Claim("s 1/0#0", "Der Turm ist 330 m hoch. 🗼", "s 1/0", Span(0, 27), 0, Role.USER)
FIRST = TurnReport(Turn("s 1", 0, Role.USER, FACT.text), (FACT,))


def full_report():
    """Return the second turn of ``s 1``, with something in every field."""
    old = Document(
        "a",
        "Der Turm ist 324 m hoch. 🗼" * 3,
        {"page": None, "tags": ["é", {"x": 1.5, "y": -8.4e47}]},
    )
    documents = (old, Document("b", "", {}), Document("a/b", "塔高三百三十米。"))
    turn = Turn(
        "s 1",
        1,
        Role.ASSISTANT,
        "If it rains, it is 300 m, not 330 m — 🌧️.",
        documents,
        question="Wie hoch?",
        at=datetime(
            2026, 3, 1, 12, 30, 15, 123456, tzinfo=timezone(timedelta(hours=5, minutes=30))
        ),
    )
    claim = Claim(
        f"{turn.id}#0",
        "The tower is 300 m if it rains.",
        turn.id,
        Span(0, 24),
        1,
        pieces=(Span(0, 11), Span(13, 24)),
        scope=frozenset({Scope.CONDITIONAL, Scope.NEGATED, Scope.AS_OF}),
        anchors=(Anchor(Span(0, 9), Span(13, 15)), Anchor(Span(13, 18), Span(19, 24))),
        links=(Link(LinkKind.CONDITION, Span(22, 30), Span(0, 18)),),
        reported_by="Wetterdienst 🌧️",
        as_of="heute",
        subject="The tower",
        context="Der Turm ist 330 m hoch. 🗼",
        at=turn.at,
    )
    other = Claim(f"{turn.id}#1", claim.text, turn.id, claim.span, 1)
    window = Passage(f"{turn.id}/a@0-27", old.text[:27], "a", Span(0, 27), 1)
    second = Passage(f"{turn.id}/a/b@0-8", documents[2].text, "a/b", Span(0, 8), 1)
    listed = judged(
        FACT,
        claim,
        error_type=ErrorType.NUMERIC,
        premise_span=Span(13, 18),
        claim_span=Span(13, 18),
        model="fäke 1",
        truncated=True,
    )
    ungrounded = (ScoredSpan(Span(4, 9), 1 / 3), ScoredSpan(Span(13, 18), 1.0))
    compared = judged(window, claim, ungrounded=ungrounded)
    hidden = judged(window, second, ungrounded=())
    conflict = Conflict(ConflictKind.USER_FACT, FACT, claim, listed, (FACT.id, claim.id))
    path = (window.id, second.id)
    between = Conflict(ConflictKind.DOCUMENT, window, other, hidden, path, discount=1 / 3)
    return TurnReport(
        turn,
        (claim, other),
        (listed, compared, judged(claim, other)),
        (conflict,),
        (
            Alert(between, Span(0, 3), Span(13, 18), Severity.LOW, "Two documents disagree."),
            Alert(conflict, Span(3, 4), Span(5, 6), Severity.HIGH, "300 ≠ 330", "It is 330 m."),
        ),
        ("One claim was left out.", "", "🤷"),
        (Skipped(Span(0, 2), SkipReason.META), Skipped(Span(40, 41), SkipReason.CODE)),
        {"extract": 0.25, "classify": 1e-6},
        (Change(ChangeKind.SUPERSEDES, other, claim, "explicit_correction", "Es war 330 m 🗼."),),
        (Span(19, 24), Span(30, 35)),
    )


def test_a_report_comes_back_equal_whatever_is_in_it(store):
    store.append(FIRST)
    store.append(full_report())

    assert store.load("s 1") == [FIRST, full_report()]


def test_timings_come_back_although_they_do_not_count_for_equality(store):
    store.append(FIRST)
    store.append(full_report())

    assert store.load("s 1")[1].timings == {"extract": 0.25, "classify": 1e-6}


def test_a_turn_without_a_word_is_kept(store):
    store.append(said("s", 0, ""))

    assert store.load("s")[0].turn.text == ""


@pytest.mark.parametrize("text", ["a\x00b", "half \ud83d of an emoji", "\x1a0000", "'; DROP TABLE"])
def test_text_that_a_database_may_not_like_comes_back(store, text):
    report = said(text, 0, text)
    report = replace(
        report, turn=replace(report.turn, documents=(Document(text, text, {text: text}),))
    )
    store.append(report)

    assert store.load(text) == [report]
    assert list(store.sessions()) == [text]


def test_sessions_come_oldest_first(store):
    for name in ("zebra", "ant", "mule"):
        store.append(said(name, 0))
    store.append(said("ant", 1))

    assert list(store.sessions()) == ["zebra", "ant", "mule"]


def test_a_deleted_session_that_begins_again_is_the_youngest(store):
    for name in ("zebra", "ant"):
        store.append(said(name, 0))
    store.delete("zebra")
    store.append(said("zebra", 0))

    assert list(store.sessions()) == ["ant", "zebra"]


@pytest.mark.parametrize("index", [-1, 0, 2, 7])
def test_a_turn_that_is_not_the_next_is_refused_and_leaves_no_trace(store, index):
    store.append(said("s", 0))

    with pytest.raises(StoreError, match=f"expected turn 1 of session 's', got {index}"):
        store.append(said("s", index, "Again."))
    assert store.load("s") == [said("s", 0)]


def test_a_session_cannot_begin_in_the_middle(store):
    with pytest.raises(StoreError, match="expected turn 0 of session 's', got 1"):
        store.append(said("s", 1))
    assert list(store.sessions()) == []


def test_delete_forgets_one_session_and_keeps_the_others(store):
    store.append(FIRST)
    store.append(full_report())
    store.append(said("other", 0))
    store.delete("s 1")

    assert store.load("s 1") == []
    assert list(store.sessions()) == ["other"]
    assert store.load("other") == [said("other", 0)]


def test_an_unknown_session_is_empty_and_may_be_deleted(store):
    store.delete("nobody")

    assert store.load("nobody") == []
    assert list(store.sessions()) == []


SEEN = Review(
    AlertState.ACKNOWLEDGED,
    by="Zoë",
    note="'; DROP TABLE \x00 🗼",
    at=datetime(2026, 3, 2, 8, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
)
FALSE = Review(AlertState.FALSE_ALARM)


def reviewed(report, alert, *reviews):
    for review in reviews:
        report = report.reviewed(alert.id, review)
    return report


def test_reviews_are_kept_in_order_and_nothing_else_changes(store):
    report = full_report()
    between, conflict = report.alerts
    store.append(FIRST)
    store.append(report)
    store.review(conflict, SEEN)
    store.review(conflict, FALSE)

    loaded = store.load("s 1")
    assert loaded == [FIRST, reviewed(report, conflict, SEEN, FALSE)]
    assert [alert.reviews for alert in loaded[1].alerts] == [(), (SEEN, FALSE)]
    assert [replace(alert, reviews=()) for alert in loaded[1].alerts] == [between, conflict]
    assert loaded[1].alerts[1].reviews[0].at.utcoffset() == timedelta(hours=-3, minutes=-30)


def test_a_review_of_an_alert_that_is_not_stored_is_refused(store):
    alert = full_report().alerts[0]
    with pytest.raises(StoreError, match="expected an alert of a stored turn of session 's 1'"):
        store.review(alert, SEEN)
    store.append(FIRST)
    with pytest.raises(StoreError, match="expected an alert"):
        store.review(alert, SEEN)

    assert store.load("s 1") == [FIRST]


def test_a_deleted_session_takes_its_reviews_along(store):
    for report in (FIRST, full_report()):
        store.append(report)
    store.review(full_report().alerts[0], SEEN)
    store.delete("s 1")
    for report in (FIRST, full_report()):
        store.append(report)

    assert store.load("s 1") == [FIRST, full_report()]


def test_two_threads_review_one_alert_and_none_is_lost(store):
    report = full_report()
    for each in (FIRST, report):
        store.append(each)
    reviews = [[Review(AlertState.OPEN, by=f"{name} {n}") for n in range(8)] for name in "ab"]

    def add_all(mine):
        for review in mine:
            store.review(report.alerts[0], review)

    in_threads(*[lambda mine=mine: add_all(mine) for mine in reviews])

    kept = store.load("s 1")[1].alerts[0].reviews
    assert sorted(review.by for review in kept) == sorted(r.by for mine in reviews for r in mine)
    assert [review for review in kept if review.by[0] == "a"] == reviews[0]


def test_names_that_look_like_ids_of_others_stay_apart(store):
    reports = [said(name, 0, name) for name in ("a", "a/0", "a/0#0", "A", "a ", " a")]
    for report in reports:
        store.append(report)

    assert [store.load(report.turn.session) for report in reports] == [[each] for each in reports]


def test_statements_that_share_an_id_stay_what_each_was(store):
    claim = Claim("s/0#0", "A.", "s/0", Span(0, 1))
    texts = ("one", "two", "one")
    passages = [Passage("s/0/d@0-3", text, "d", Span(0, 3)) for text in texts]
    reports = [
        replace(said("s", index), verdicts=(judged(passage, claim),))
        for index, passage in enumerate(passages)
    ]
    for report in reports:
        store.append(report)

    assert store.load("s") == reports


def test_what_was_loaded_is_the_callers_to_change(store):
    store.append(said("s", 0))
    store.load("s").clear()

    assert store.load("s") == [said("s", 0)]


def in_threads(*works):
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_threads_fill_two_sessions(store):
    def fill(session):
        for index in range(8):
            store.append(said(session, index, f"{session} {index}"))

    in_threads(lambda: fill("left"), lambda: fill("right"))

    for session in ("left", "right"):
        assert store.load(session) == [said(session, n, f"{session} {n}") for n in range(8)]


def test_of_two_threads_with_the_same_turn_one_loses(store):
    store.append(said("s", 0))
    lost = []

    def try_to_append(text):
        try:
            store.append(said("s", 1, text))
        except StoreError as error:
            lost.append(error)

    in_threads(*[lambda text=text: try_to_append(text) for text in "abcd"])

    assert len(lost) == 3
    assert len(store.load("s")) == 2


any_text = st.text(st.characters(exclude_categories=()), max_size=12)
any_span = st.tuples(st.integers(0, 99), st.integers(0, 99)).map(lambda ends: Span(*sorted(ends)))
any_spans = st.lists(any_span, max_size=3).map(tuple)
any_zone = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
any_time = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=any_zone)  # noqa: DTZ001
any_number = st.floats(0, 1)
any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)
any_document = st.builds(
    Document, any_text, any_text, st.dictionaries(any_text, any_json, max_size=3)
)
any_anchor = st.builds(Anchor, any_span, any_span)
any_link = st.builds(Link, st.sampled_from(LinkKind), any_span, any_span)
any_review = st.builds(
    Review,
    st.sampled_from([state for state in AlertState if state is not AlertState.RESOLVED]),
    any_text,
    any_text,
    st.none() | any_time,
)
any_skipped = st.builds(Skipped, any_span, st.sampled_from(SkipReason))
any_scored = st.builds(ScoredSpan, any_span, any_number)


def tuples_of(strategy, size=4):
    return st.lists(strategy, max_size=size).map(tuple)


any_claim = st.builds(
    Claim,
    any_text,
    any_text,
    any_text,
    any_span,
    st.integers(0, 5),
    st.sampled_from(Role),
    any_spans,
    st.frozensets(st.sampled_from(Scope)),
    tuples_of(any_anchor, 2),
    tuples_of(any_link, 2),
    st.none() | any_text,
    st.none() | any_text,
    any_text,
    any_text,
    st.none() | any_time,
)
any_passage = st.builds(Passage, any_text, any_text, any_text, any_span, st.integers(0, 5))


def any_verdict(statements):
    return st.builds(
        Verdict,
        statements,
        statements,
        st.fixed_dictionaries(dict.fromkeys(Relation, any_number)),
        st.sampled_from(Relation),
        st.none() | st.sampled_from(ErrorType),
        st.none() | any_span,
        st.none() | any_span,
        any_text,
        st.booleans(),
        st.none() | tuples_of(any_scored, 3),
    )


@st.composite
def any_report(draw, session, index, earlier):
    """Draw a turn; its verdicts, conflicts and alerts may or may not be those it lists."""
    turn = Turn(
        session,
        index,
        draw(st.sampled_from(Role)),
        draw(any_text),
        draw(tuples_of(any_document, 3)),
        draw(st.none() | any_text),
        draw(st.none() | any_time),
    )
    claims = draw(tuples_of(any_claim))
    own_claims = (
        st.sampled_from([*claims, *earlier]) | any_claim if claims or earlier else any_claim
    )
    statements = own_claims | any_passage
    verdicts = draw(tuples_of(any_verdict(statements)))
    some_verdict = any_verdict(statements)
    if verdicts:
        some_verdict |= st.sampled_from(verdicts)
    kinds = st.sampled_from(ConflictKind)
    some_conflict = st.builds(
        Conflict, kinds, statements, own_claims, some_verdict, tuples_of(any_text), any_number
    )
    conflicts = draw(tuples_of(some_conflict, 3))
    if conflicts:
        some_conflict |= st.sampled_from(conflicts)
    some_alert = st.builds(
        Alert,
        some_conflict,
        any_span,
        any_span,
        st.sampled_from(Severity),
        any_text,
        st.none() | any_text,
        tuples_of(any_review, 2),
        st.none() | any_text,
    )
    alerts = draw(tuples_of(some_alert, 3))
    warnings, skipped = draw(tuples_of(any_text)), draw(tuples_of(any_skipped, 3))
    some_change = st.builds(
        Change, st.sampled_from(ChangeKind), own_claims, own_claims, any_text, any_text
    )
    changes = draw(tuples_of(some_change, 2))
    return TurnReport(
        turn,
        claims,
        verdicts,
        conflicts,
        alerts,
        warnings,
        skipped,
        changes=changes,
        ungrounded=draw(any_spans),
    )


@st.composite
def any_session(draw):
    session = draw(any_text.filter(bool))
    reports = []
    for index in range(draw(st.integers(1, 3))):
        earlier = [claim for report in reports for claim in report.claims]
        reports.append(draw(any_report(session, index, earlier)))
    return reports


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(reports=any_session())
def test_any_session_comes_back_equal(kind, reports):
    with KINDS[kind]() as store:
        for report in reports:
            store.append(report)

        assert store.load(reports[0].turn.session) == reports


def test_times_come_back_in_any_zone_as_the_same_moment(store):
    east = datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=9)))
    store.append(TurnReport(Turn("s", 0, Role.USER, "Now.", at=east)))

    assert store.load("s")[0].turn.at == datetime(2025, 12, 31, 16, tzinfo=UTC)
