"""What becomes of an answer before it is observed; with real chains see ``test_handler*.py``."""

from __future__ import annotations

import threading

import pytest

from belie.adapters.langchain.intake import Intake
from belie.adapters.langchain.observer import Observer
from belie.adapters.langchain.options import Options
from belie.adapters.langchain.redacting import redacted
from belie.adapters.langchain.runs import Exchange
from belie.adapters.langchain.sampling import is_sampled
from belie.adapters.langchain.shapes import Said
from belie.datatypes import Document

pytestmark = pytest.mark.extras


def exchange(answer, *, session="s1", question="How tall is Ann?"):
    return Exchange(
        f"run-{answer}", session, Said(question), Said(answer), (Document("d", answer),)
    )


class Slow:
    """A monitor that observes when its gate is open."""

    def __init__(self, monitor):
        self.monitor = monitor
        self.begun, self.gate = threading.Event(), threading.Event()

    def observe(self, text, **rest):
        self.begun.set()
        assert self.gate.wait(30)
        return self.monitor.observe(text, **rest)


def answers(monitor, session="s1"):
    return [r.turn.text for r in monitor.session(session).reports if r.turn.role == "assistant"]


def test_an_answer_that_waited_too_long_is_late(monitor):
    slow, now = Slow(monitor), [0.0]
    observer = Observer(monitor=slow)
    intake = Intake(observer=observer, options=Options(deadline_ms=500), clock=lambda: now[0])
    intake.take(exchange("One."))
    assert slow.begun.wait(30)
    intake.take(exchange("Two."))
    now[0] = 0.25
    intake.take(exchange("Three."))
    now[0] = 0.75
    slow.gate.set()
    assert intake.flush(30)
    assert answers(monitor) == ["One.", "Three."]
    assert (intake.late, intake.dropped, observer.observed) == (1, 0, 2)


def test_without_a_deadline_an_answer_may_wait_for_ever(monitor):
    now = iter([0.0, 1e9])
    intake = Intake(observer=Observer(monitor=monitor), options=Options(), clock=lambda: next(now))
    intake.take(exchange("One."))
    assert intake.flush(30)
    assert (answers(monitor), intake.late) == (["One."], 0)


def test_the_oldest_of_a_full_queue_can_be_dropped(monitor, caplog):
    slow = Slow(monitor)
    options = Options(max_queue=1, drop="oldest")
    intake = Intake(observer=Observer(monitor=slow), options=options)
    intake.take(exchange("One."))
    assert slow.begun.wait(30)
    for answer in ("Two.", "Three.", "Four."):
        intake.take(exchange(answer))
    assert (intake.dropped, intake.queued) == (2, 1)
    assert len(caplog.records) == 1
    slow.gate.set()
    assert intake.flush(30)
    assert answers(monitor) == ["One.", "Four."]


def test_half_of_the_conversations_are_watched_and_each_of_them_whole(monitor):
    observer = Observer(monitor=monitor)
    intake = Intake(observer=observer, options=Options(sample_rate=0.5))
    sessions = [f"s{number}" for number in range(8)]
    for answer in ("One.", "Two."):
        for session in sessions:
            intake.take(exchange(answer, session=session))
    assert intake.flush(30)
    watched = [session for session in sessions if is_sampled(session, 0.5)]
    assert 0 < len(watched) < len(sessions)
    assert sorted(monitor.sessions()) == watched
    assert all(answers(monitor, session) == ["One.", "Two."] for session in watched)
    assert (observer.observed, intake.skipped) == (
        2 * len(watched),
        2 * (len(sessions) - len(watched)),
    )


def test_a_run_without_a_session_is_sampled_by_itself(monitor):
    intake = Intake(observer=Observer(monitor=monitor), options=Options(sample_rate=0))
    intake.take(exchange("One.", session=None))
    assert (intake.skipped, monitor.sessions()) == (1, ())


def without_ann(text):
    return text.replace("Ann", "[name]")


def test_every_text_is_redacted_before_the_monitor_has_it(monitor):
    options = Options(redact=without_ann, mode="inline")
    Intake(observer=Observer(monitor=monitor), options=options).take(exchange("Ann is tall."))
    asked, answered = (report.turn for report in monitor.session("s1").reports)
    assert (asked.text, answered.text) == ("How tall is [name]?", "[name] is tall.")
    assert (answered.question, answered.documents[0].text) == (asked.text, answered.text)


def test_an_exchange_without_a_redaction_stays_the_same_object():
    untouched = exchange("One.")
    assert redacted(untouched, None) is untouched


@pytest.mark.parametrize("redact", [lambda _: None, lambda text: text.no_such_thing])
def test_what_cannot_be_redacted_is_not_kept(redact, monitor):
    observer = Observer(monitor=monitor)
    Intake(observer=observer, options=Options(redact=redact, mode="inline")).take(exchange("Ann."))
    assert observer.observed == 0
    assert observer.errors > 0
    assert monitor.session("s1").reports == ()
