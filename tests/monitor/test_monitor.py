"""The line of one turn on fakes: what is asked, what is found, what is kept."""

import asyncio
import gc
import threading
import weakref
from dataclasses import replace
from datetime import UTC, datetime
from types import FunctionType, ModuleType

import pytest

from belie import ConflictKind, InputError, Relation, Role, Settings, StoreError
from belie.datatypes import AlertState, ChangeKind
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.storage.memory import MemoryStore
from belie.storage.sql import SqlStore
from belie.testing import ScriptedClassifier, WordEncoder
from belie.wiring import make_extractor

TALL, SMALL = "The tower is 330 m tall.", "The tower is 300 m tall."
CLASH = {(TALL, SMALL): Relation.CONTRADICTION, (SMALL, TALL): Relation.CONTRADICTION}


@pytest.fixture
def make_monitor(sentence_extractor):
    def make(script=CLASH, *, extractor=None, store=None, classifier=None, settings=None, sinks=()):
        checker = Checker(
            extractor=extractor or sentence_extractor,
            encoder=WordEncoder(),
            classifier=classifier or ScriptedClassifier(script),
            settings=settings or Settings(),
            threshold=0.9,
        )
        return Monitor(checker=checker, store=store or MemoryStore(), sinks=sinks)

    return make


def kinds(report):
    return [conflict.kind for conflict in report.conflicts]


def test_a_number_changed_between_turns_raises_one_alert_with_both_quotes(make_monitor):
    monitor = make_monitor()
    monitor.observe("How tall is it?", session="s", role="user")
    first = monitor.observe(TALL, session="s")
    monitor.observe("Are you sure?", session="s", role="user")
    report = monitor.observe("Yes! " + SMALL, session="s")
    (alert,) = report.alerts
    assert alert.conflict.kind is ConflictKind.CROSS_TURN
    assert alert.claim_span.cut(report.turn.text) == "300"
    assert alert.premise_span.cut(first.turn.text) == "330"
    assert alert.conflict.path == ("s/1#0", "s/3#1")


def test_a_reply_against_its_document_raises_a_reference_alert(make_monitor):
    report = make_monitor().observe(SMALL, session="s", documents=[TALL])
    assert kinds(report) == [ConflictKind.REFERENCE]
    (alert,) = report.alerts
    assert alert.premise_span.cut(report.turn.documents[0].text) == "330"


def test_documents_of_earlier_turns_still_count(make_monitor):
    monitor = make_monitor()
    monitor.observe("Here is the guide.", session="s", documents=[TALL])
    assert kinds(monitor.observe(SMALL, session="s")) == [ConflictKind.REFERENCE]


def test_what_the_user_stated_is_held_against_the_assistant(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="s", role="user")
    assert kinds(monitor.observe(SMALL, session="s")) == [ConflictKind.USER_FACT]


def test_two_claims_of_one_turn_are_compared(make_monitor):
    report = make_monitor().observe(f"{TALL} {SMALL}", session="s")
    assert kinds(report) == [ConflictKind.SAME_TURN]


def test_documents_that_disagree_are_shown_beside_the_claim(make_monitor):
    script = CLASH | {(SMALL, SMALL): Relation.ENTAILMENT}
    report = make_monitor(script).observe(SMALL, session="s", documents=[TALL, SMALL])
    assert kinds(report) == [ConflictKind.REFERENCE, ConflictKind.DOCUMENT]


@pytest.mark.parametrize(("opening", "alerts"), [("Sorry, that was wrong. ", 0), ("Yes. ", 1)])
def test_a_correction_is_no_contradiction(make_monitor, opening, alerts):
    clashing = ScriptedClassifier(default=Relation.CONTRADICTION)
    monitor = make_monitor(extractor=make_extractor(), classifier=clashing)
    monitor.observe(TALL, session="s")
    assert len(monitor.observe(opening + SMALL, session="s").alerts) == alerts
    assert (monitor.session("s").score == 1.0) is (alerts == 0)


def test_a_users_turn_is_not_judged(make_monitor):
    classifier = ScriptedClassifier(CLASH)
    monitor = make_monitor(classifier=classifier)
    monitor.observe(TALL, session="s", role="user")
    report = monitor.observe(SMALL, session="s", role="user")
    assert (report.verdicts, [claim.role for claim in report.claims]) == ((), [Role.USER])


def test_sessions_are_kept_apart(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="one")
    assert monitor.observe(SMALL, session="two").alerts == ()


def test_a_monitor_on_the_same_store_goes_on_without_judging_again(make_monitor):
    store = MemoryStore()
    before = make_monitor(store=store)
    before.observe(TALL, session="s", documents=["The guide says hello."])
    before.observe(SMALL, session="s")
    classifier = ScriptedClassifier(CLASH)
    after = make_monitor(store=store, classifier=classifier)
    assert after.session("s").alerts == before.session("s").alerts != ()
    assert classifier.calls == []
    assert after.observe(TALL, session="s").turn.index == 2


def test_the_graph_of_a_session_is_a_copy(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="s")
    assert set(monitor.session("s").graph.nodes) == {"s/0#0"}
    assert monitor.session("s").graph is not monitor.session("s").graph


class BrokenStore(MemoryStore):
    broken = True

    def append(self, report):
        if self.broken:
            raise StoreError("the disk is full")
        super().append(report)


def test_a_turn_that_cannot_be_stored_leaves_no_trace(make_monitor):
    store = BrokenStore()
    monitor = make_monitor(store=store)
    with pytest.raises(StoreError):
        monitor.observe(TALL, session="s")
    store.broken = False
    report = monitor.observe(SMALL, session="s")
    assert (report.turn.index, report.alerts) == (0, ())


def test_sinks_hear_of_each_alert_after_it_was_stored(make_monitor):
    store, heard = MemoryStore(), []
    monitor = make_monitor(
        store=store, sinks=[lambda alert: heard.append((alert, len(store.load("s"))))]
    )
    monitor.observe(TALL, session="s")
    report = monitor.observe(SMALL, session="s")
    assert heard == [(report.alerts[0], 2)]


def failing(message):
    def sink(_):
        raise OSError(message)

    return sink


def test_a_sink_that_fails_keeps_no_other_from_the_alert_and_the_first_error_is_raised(
    make_monitor,
):
    heard = []
    monitor = make_monitor(sinks=[failing("first"), failing("second"), heard.append])
    monitor.observe(TALL, session="s")
    with pytest.raises(OSError, match="first") as raised:
        monitor.observe(SMALL, session="s")
    assert raised.value.__notes__ == ["2 sink calls failed: OSError, OSError"]
    assert heard == [*monitor.session("s").alerts]
    assert raised.value.belie_report == monitor.session("s").reports[-1]


def test_the_sinks_hear_of_a_refused_draft_which_is_stored_nowhere(make_monitor):
    store, heard = MemoryStore(), []
    monitor = make_monitor(store=store, sinks=[failing("down"), heard.append])
    monitor.observe(TALL, session="s")
    (alert,) = monitor.preview(SMALL, session="s")
    with pytest.raises(OSError, match="down"):
        monitor.tell([alert])
    assert heard == [replace(alert, refused=True)]
    assert monitor.session("s").alerts == ()
    assert len(store.load("s")) == 1


def test_forgetting_a_session_removes_it_everywhere(make_monitor):
    store = MemoryStore()
    monitor = make_monitor(store=store)
    monitor.observe(TALL, session="s")
    monitor.forget("s")
    assert store.load("s") == []
    assert monitor.session("s").claims == ()
    assert monitor.sessions() == ()


class RaisesAfterDeleting(MemoryStore):
    def delete(self, session):
        super().delete(session)
        raise StoreError("expected to erase what is left, got a full disk")

    def delete_older(self, before):
        super().delete_older(before)
        raise StoreError("expected to erase what is left, got a full disk")


@pytest.mark.parametrize(
    "remove", [lambda monitor: monitor.forget("s"), lambda monitor: monitor.delete_older(NEW)]
)
def test_what_a_store_deleted_before_it_raised_is_not_answered_from(make_monitor, remove):
    monitor = make_monitor(store=RaisesAfterDeleting(), classifier=ScriptedClassifier(CLASH))
    monitor.observe(TALL, session="s", at=OLD)
    assert monitor.preview(SMALL, session="s")
    with pytest.raises(StoreError, match="full disk"):
        remove(monitor)
    assert monitor.preview(SMALL, session="s") == ()


def test_a_released_session_leaves_memory_and_goes_on_from_the_store(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="s")
    memory = weakref.ref(monitor._memory("s"))
    monitor.release("s")
    assert memory() is None
    assert len(monitor.observe(SMALL, session="s").alerts) == 1
    assert monitor.sessions() == ("s",)


OLD, NEW = datetime(2024, 5, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC)


def test_sessions_older_than_a_time_leave_store_and_memory(make_monitor, store):
    monitor = make_monitor(store=store)
    for at, session in ((OLD, "b"), (NEW, "kept"), (OLD, "a")):
        monitor.observe(TALL, session=session, at=at, documents=["The vault is open."])
    memory = weakref.ref(monitor._memory("a"))
    assert monitor.delete_older(datetime(2025, 1, 1, tzinfo=UTC)) == ("b", "a")
    assert memory() is None
    assert monitor.sessions() == ("kept",)
    assert monitor.session("a").claims == ()
    assert monitor.preview(SMALL, session="a") == ()
    assert monitor.observe(SMALL, session="b").alerts == ()
    assert len(monitor.observe(SMALL, session="kept").alerts) == 1


def test_nothing_of_the_sessions_deleted_by_age_is_left_in_memory(make_monitor):
    classifier = ScriptedClassifier(CLASH)
    monitor = make_monitor(classifier=classifier)
    monitor.observe("The code is 4711.", session="s", at=OLD, documents=["The code is 4712."])
    monitor.observe("The code is 4713.", session="s", at=OLD)
    classifier.calls.clear()
    assert any("4711" in text for text in texts_held(monitor))
    monitor.delete_older(NEW)
    assert not [text for text in texts_held(monitor) if "code is" in text]


def test_a_store_that_cannot_delete_by_age_is_named(make_monitor):
    with pytest.raises(InputError, match="expected a store with delete_older, got list"):
        make_monitor(store=["no store"]).delete_older(NEW)


def test_sessions_may_speak_while_old_ones_are_deleted(make_monitor):
    monitor = make_monitor({})

    def delete():
        for _ in range(300):
            monitor.delete_older(datetime(2025, 1, 1, tzinfo=UTC))

    deleting = threading.Thread(target=delete)
    deleting.start()
    for number in range(60):
        monitor.observe(TALL, session=f"old-{number % 3}", at=OLD)
        monitor.observe(TALL, session="new", at=NEW)
    deleting.join()
    monitor.delete_older(datetime(2025, 1, 1, tzinfo=UTC))
    assert monitor.sessions() == ("new",)
    assert [report.turn.index for report in monitor.session("new").reports] == list(range(60))
    assert monitor.observe(TALL, session="old-0", at=OLD).turn.index == 0


def test_a_running_monitor_sees_what_others_write_to_its_store(make_monitor, store):
    here, there = make_monitor(store=store), make_monitor(store=store)
    alert = an_alert(here)
    there.mark_false(alert, by="Ann")
    (seen,) = here.session("s").alerts
    assert (seen.state, seen.reviews[0].by) == (AlertState.FALSE_ALARM, "Ann")
    here.reopen(alert, by="Bob")
    assert [review.by for review in there.session("s").alerts[0].reviews] == ["Ann", "Bob"]
    there.observe("It is grey.", session="s")
    assert len(here.session("s").reports) == 3
    store.delete("s")
    assert here.session("s").claims == ()
    assert here.preview(SMALL, session="s") == ()
    assert here.observe(TALL, session="s", index=0).turn.index == 0


@pytest.fixture(params=[MemoryStore, lambda: SqlStore("sqlite://")], ids=["memory", "sql"])
def store(request):
    with request.param() as opened:
        yield opened


def an_alert(monitor):
    monitor.observe(TALL, session="s")
    (alert,) = monitor.observe(SMALL, session="s").alerts
    return alert


def test_a_person_may_acknowledge_mark_false_and_reopen_and_the_last_word_counts(
    make_monitor, store
):
    monitor = make_monitor(store=store)
    alert = an_alert(monitor)
    assert (alert.state, alert.id) == (AlertState.OPEN, "s/1#0 cross_turn s/0#0")
    at = datetime(2026, 3, 1, 9, tzinfo=UTC)
    seen = monitor.acknowledge(alert, by="Ann", note="Known.", at=at)
    assert seen.state is AlertState.ACKNOWLEDGED
    assert monitor.mark_false(alert, by="Bob").state is AlertState.FALSE_ALARM
    assert monitor.reopen(seen).state is AlertState.OPEN
    (kept,) = monitor.session("s").alerts
    assert [(review.by, review.note, review.at) for review in kept.reviews] == [
        ("Ann", "Known.", at),
        ("Bob", "", None),
        ("", "", None),
    ]


def test_a_review_survives_a_restart_and_changes_no_other_alert(make_monitor, store):
    monitor = make_monitor(store=store)
    first = an_alert(monitor)
    (second,) = monitor.observe(TALL, session="s").alerts[:1]
    monitor.mark_false(first, note="It shrank.")
    expected = [(first.id, AlertState.FALSE_ALARM), (second.id, AlertState.OPEN)]
    for one in (monitor, make_monitor(store=store)):
        alerts = one.session("s").alerts
        assert [(alert.id, alert.state) for alert in alerts][:2] == expected


def test_a_review_loses_no_alert_conflict_or_edge(make_monitor):
    monitor = make_monitor()
    alert = an_alert(monitor)
    before = monitor.session("s")
    monitor.acknowledge(alert)
    monitor.mark_false(alert)
    after = monitor.session("s")
    assert [one.id for one in after.alerts] == [one.id for one in before.alerts]
    assert [one.conflicts for one in after.reports] == [one.conflicts for one in before.reports]
    assert set(after.graph.edges(keys=True)) == set(before.graph.edges(keys=True)) != set()
    assert after.score == before.score


def test_an_alert_of_another_monitor_is_refused(make_monitor):
    alert = an_alert(make_monitor())
    with pytest.raises(InputError, match="expected an alert of a stored turn of session 's'"):
        make_monitor().acknowledge(alert)
    with pytest.raises(InputError, match="expected the id of an alert of session 's', got 'x'"):
        make_monitor().session("s").alert("x")


def corrected(monitor):
    """A contradiction, then a correction of its later side."""
    alert = an_alert(monitor)
    report = monitor.observe("Sorry, that was wrong. " + TALL, session="s")
    return alert, report


def test_a_correction_resolves_the_alert_and_is_shown_as_a_change(make_monitor, store):
    clashing = ScriptedClassifier(CLASH)
    monitor = make_monitor(extractor=make_extractor(), classifier=clashing, store=store)
    alert, report = corrected(monitor)
    assert report.alerts == ()
    (change,) = report.changes
    assert change.kind is ChangeKind.SUPERSEDES
    assert (change.premise.id, change.claim.turn) == ("s/1#0", 2)
    for one in (monitor, make_monitor(store=store)):
        session = one.session("s")
        assert session.changes == (change,)
        assert session.alert(alert.id).state is AlertState.RESOLVED
        assert session.alert(alert.id).resolved_by == change.claim.id


def test_a_false_alarm_stays_one_whatever_comes_later(make_monitor):
    clashing = ScriptedClassifier(CLASH)
    monitor = make_monitor(extractor=make_extractor(), classifier=clashing)
    alert, _ = corrected(monitor)
    assert monitor.mark_false(alert).state is AlertState.FALSE_ALARM
    assert monitor.reopen(alert).state is AlertState.RESOLVED


def test_a_view_does_not_change_when_an_alert_is_reviewed_later(make_monitor):
    monitor = make_monitor()
    alert = an_alert(monitor)
    before = monitor.session("s")
    monitor.acknowledge(alert)
    assert before.alerts[0].state is AlertState.OPEN


def texts_held(root):
    """All strings that can be reached from an object of belie's, through its attributes too."""
    seen, found, waiting = set(), set(), [root]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType | FunctionType):
            continue
        seen.add(id(one))
        if isinstance(one, str):
            found.add(one)
        waiting.extend(gc.get_referents(one))
    return found


def test_nothing_of_a_forgotten_session_is_left_in_memory(make_monitor):
    classifier = ScriptedClassifier(CLASH)
    monitor = make_monitor(classifier=classifier)
    secret = "The vault code is 4711."
    monitor.observe(secret, session="s", documents=["The vault code is 4712."])
    monitor.observe("The vault code is 4713.", session="s")
    monitor.observe(TALL, session="kept")
    classifier.calls.clear()
    assert any("4711" in text for text in texts_held(monitor))
    monitor.forget("s")
    assert not [text for text in texts_held(monitor) if "vault" in text]
    assert monitor.session("kept").claims[0].text == TALL


def test_forgetting_a_session_forgets_its_reviews(make_monitor, store):
    monitor = make_monitor(store=store)
    monitor.acknowledge(an_alert(monitor))
    monitor.forget("s")
    assert an_alert(monitor).state is AlertState.OPEN
    assert monitor.session("s").alerts[0].reviews == ()


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b", "😀"])
def test_a_turn_without_words_is_kept_and_claims_nothing(make_monitor, text):
    report = make_monitor(extractor=make_extractor()).observe(text, session="s")
    assert (report.claims, report.consistency) == ((), None)


def test_claims_beyond_the_limit_are_reported_not_dropped_in_silence(make_monitor):
    monitor = make_monitor(settings=Settings(max_claims=3))
    report = monitor.observe("It rains. It snows. It hails. It thaws.", session="s")
    assert len(report.claims) == 3
    assert report.warnings == ("1 of 4 claims were not checked: Settings(max_claims=3)",)


def test_bad_input_leaves_the_session_as_it_was(make_monitor):
    monitor = make_monitor()
    monitor.observe(TALL, session="s")
    with pytest.raises(InputError):
        monitor.observe("x", session="s", role="wizard")
    assert len(monitor.session("s").reports) == 1


def test_no_evidence_is_unverifiable(make_monitor):
    report = make_monitor().observe(TALL, session="s", documents=["Cats sleep."])
    assert report.unverifiable == report.claims
    assert report.alerts == ()


async def test_aobserve_lets_the_loop_go_on_and_finds_the_same(make_monitor):
    monitor = make_monitor()
    await monitor.aobserve(TALL, session="s")
    ticks = 0

    async def tick():
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    report = await monitor.aobserve(SMALL, session="s")
    ticking.cancel()
    assert kinds(report) == [ConflictKind.CROSS_TURN]
    assert ticks > 1


def test_threads_on_many_sessions_get_gapless_turns_and_no_alert_of_others(make_monitor):
    monitor = make_monitor()

    def talk(name):
        for number in range(8):
            monitor.observe(TALL if name % 2 else SMALL, session=f"s{name}")
            monitor.observe(f"Place {number} is big.", session="shared")

    threads = [threading.Thread(target=talk, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    nodes = [set(monitor.session(f"s{name}").graph.nodes) for name in range(6)]
    assert sum(map(len, nodes)) == len(set().union(*nodes)) == 6
    for name in range(6):
        session = monitor.session(f"s{name}")
        assert [report.turn.index for report in session.reports] == list(range(8))
        assert session.alerts == ()
    shared = monitor.session("shared").reports
    assert [report.turn.index for report in shared] == list(range(48))


def test_the_same_conversation_gives_the_same_reports(make_monitor):
    def run():
        monitor = make_monitor()
        for text in (TALL, SMALL, "It is old, and it is red."):
            monitor.observe(text, session="s", documents=[TALL, "The tower is old. It is red."])
        return monitor.session("s").reports

    assert run() == run()
