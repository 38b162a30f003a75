"""The line of one turn on fakes: what is asked, what is found, what is kept."""

import asyncio
import threading

import pytest

from belie import ConflictKind, InputError, Relation, Role, Settings, StoreError
from belie.monitor.checker import Checker
from belie.monitor.claims import ClauseExtractor
from belie.monitor.monitor import Monitor
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

TALL, SMALL = "The tower is 330 m tall.", "The tower is 300 m tall."
CLASH = {(TALL, SMALL): Relation.CONTRADICTION, (SMALL, TALL): Relation.CONTRADICTION}


def make_monitor(script=CLASH, *, store=None, classifier=None, settings=None, sinks=()):
    checker = Checker(
        extractor=ClauseExtractor(),
        encoder=WordEncoder(),
        classifier=classifier or ScriptedClassifier(script),
        settings=settings or Settings(),
        threshold=0.9,
    )
    return Monitor(checker=checker, store=store or MemoryStore(), sinks=sinks)


def kinds(report):
    return [conflict.kind for conflict in report.conflicts]


def test_a_number_changed_between_turns_raises_one_alert_with_both_quotes():
    monitor = make_monitor()
    monitor.observe("How tall is it?", session="s", role="user")
    first = monitor.observe(TALL, session="s")
    monitor.observe("Are you sure?", session="s", role="user")
    report = monitor.observe("Yes! " + SMALL, session="s")
    (alert,) = report.alerts
    assert alert.conflict.kind is ConflictKind.CROSS_TURN
    assert alert.claim_span.cut(report.turn.text) == "300"
    assert alert.premise_span.cut(first.turn.text) == "330"
    assert alert.conflict.path == ("s/1#0", "s/3#0")


def test_a_reply_against_its_document_raises_a_reference_alert():
    report = make_monitor().observe(SMALL, session="s", documents=[TALL])
    assert kinds(report) == [ConflictKind.REFERENCE]
    (alert,) = report.alerts
    assert alert.premise_span.cut(report.turn.documents[0].text) == "330"


def test_documents_of_earlier_turns_still_count():
    monitor = make_monitor()
    monitor.observe("Here is the guide.", session="s", documents=[TALL])
    assert kinds(monitor.observe(SMALL, session="s")) == [ConflictKind.REFERENCE]


def test_what_the_user_stated_is_held_against_the_assistant():
    monitor = make_monitor()
    monitor.observe(TALL, session="s", role="user")
    assert kinds(monitor.observe(SMALL, session="s")) == [ConflictKind.USER_FACT]


def test_two_claims_of_one_turn_are_compared():
    report = make_monitor().observe(f"{TALL} {SMALL}", session="s")
    assert kinds(report) == [ConflictKind.SAME_TURN]


def test_documents_that_disagree_are_shown_beside_the_claim():
    script = CLASH | {(SMALL, SMALL): Relation.ENTAILMENT}
    report = make_monitor(script).observe(SMALL, session="s", documents=[TALL, SMALL])
    assert kinds(report) == [ConflictKind.REFERENCE, ConflictKind.DOCUMENT]


def test_a_correction_is_no_contradiction():
    monitor = make_monitor()
    monitor.observe(TALL, session="s")
    report = monitor.observe(f"Sorry, that was wrong. {SMALL}", session="s")
    assert report.alerts == ()
    assert monitor.session("s").score == 1.0


def test_a_users_turn_is_not_judged():
    classifier = ScriptedClassifier(CLASH)
    monitor = make_monitor(classifier=classifier)
    monitor.observe(TALL, session="s", role="user")
    report = monitor.observe(SMALL, session="s", role="user")
    assert (report.verdicts, [claim.role for claim in report.claims]) == ((), [Role.USER])


def test_sessions_are_kept_apart():
    monitor = make_monitor()
    monitor.observe(TALL, session="one")
    assert monitor.observe(SMALL, session="two").alerts == ()


def test_a_monitor_on_the_same_store_goes_on_without_judging_again():
    store = MemoryStore()
    before = make_monitor(store=store)
    before.observe(TALL, session="s", documents=["The guide says hello."])
    before.observe(SMALL, session="s")
    classifier = ScriptedClassifier(CLASH)
    after = make_monitor(store=store, classifier=classifier)
    assert after.session("s").alerts == before.session("s").alerts != ()
    assert classifier.calls == []
    assert after.observe(TALL, session="s").turn.index == 2


def test_the_graph_of_a_session_is_a_copy():
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


def test_a_turn_that_cannot_be_stored_leaves_no_trace():
    store = BrokenStore()
    monitor = make_monitor(store=store)
    with pytest.raises(StoreError):
        monitor.observe(TALL, session="s")
    store.broken = False
    report = monitor.observe(SMALL, session="s")
    assert (report.turn.index, report.alerts) == (0, ())


def test_sinks_hear_of_each_alert_after_it_was_stored():
    store, heard = MemoryStore(), []
    monitor = make_monitor(
        store=store, sinks=[lambda alert: heard.append((alert, len(store.load("s"))))]
    )
    monitor.observe(TALL, session="s")
    report = monitor.observe(SMALL, session="s")
    assert heard == [(report.alerts[0], 2)]


def test_forgetting_a_session_removes_it_everywhere():
    store = MemoryStore()
    monitor = make_monitor(store=store)
    monitor.observe(TALL, session="s")
    monitor.forget("s")
    assert store.load("s") == []
    assert monitor.session("s").claims == ()
    assert monitor.sessions() == ()


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b", "😀"])
def test_a_turn_without_words_is_kept_and_claims_nothing(text):
    report = make_monitor().observe(text, session="s")
    assert (report.claims, report.consistency) == ((), None)


def test_claims_beyond_the_limit_are_reported_not_dropped_in_silence():
    monitor = make_monitor(settings=Settings(max_claims=3))
    report = monitor.observe("It rains. It snows. It hails. It thaws.", session="s")
    assert len(report.claims) == 3
    assert report.warnings == ("1 of 4 claims were not checked: Settings(max_claims=3)",)


def test_bad_input_leaves_the_session_as_it_was():
    monitor = make_monitor()
    monitor.observe(TALL, session="s")
    with pytest.raises(InputError):
        monitor.observe("x", session="s", role="wizard")
    assert len(monitor.session("s").reports) == 1


def test_no_evidence_is_unverifiable():
    report = make_monitor().observe(TALL, session="s", documents=["Cats sleep."])
    assert report.unverifiable == report.claims
    assert report.alerts == ()


async def test_aobserve_lets_the_loop_go_on_and_finds_the_same():
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


def test_threads_on_many_sessions_get_gapless_turns_and_no_alert_of_others():
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
    for name in range(6):
        session = monitor.session(f"s{name}")
        assert [report.turn.index for report in session.reports] == list(range(8))
        assert session.alerts == ()
    shared = monitor.session("shared").reports
    assert [report.turn.index for report in shared] == list(range(48))


def test_the_same_conversation_gives_the_same_reports():
    def run():
        monitor = make_monitor()
        for text in (TALL, SMALL, "It is old, and it is red."):
            monitor.observe(text, session="s", documents=[TALL, "The tower is old. It is red."])
        return monitor.session("s").reports

    assert run() == run()
