from __future__ import annotations

import logging

import pytest

from belie.adapters.langchain import observer as observing
from belie.adapters.langchain.observer import Observer
from belie.adapters.langchain.runs import Exchange
from belie.adapters.langchain.shapes import Said
from belie.datatypes import Document

pytestmark = pytest.mark.extras

HIGH, LOW = "The tower is 330 m tall.", "The tower is 300 m tall."


def exchange(question="How tall?", answer=LOW, *, ids=(None, None), session="s1", documents=()):
    return Exchange(
        root="run-1",
        session=session,
        question=Said(question, ids[0]) if question else None,
        answer=Said(answer, ids[1]),
        documents=documents,
    )


def said(monitor, session="s1"):
    return [report.turn.text for report in monitor.session(session).reports]


def test_an_exchange_is_a_users_turn_and_then_an_assistants(monitor):
    observer = Observer(monitor=monitor)
    observer.take(exchange(documents=(Document("d", HIGH),)))
    asked, answered = (report.turn for report in monitor.session("s1").reports)
    assert (asked.role, asked.text, asked.documents) == ("user", "How tall?", ())
    assert (answered.role, answered.text, answered.question) == ("assistant", LOW, "How tall?")
    assert [document.text for document in answered.documents] == [HIGH]
    assert observer.observed == 1


def test_an_answer_without_a_question_is_taken_alone(monitor):
    Observer(monitor=monitor).take(exchange(None))
    assert said(monitor) == [LOW]


def test_the_same_message_is_observed_once_in_a_session(monitor):
    observer = Observer(monitor=monitor)
    for session in ("s1", "s1", "s2"):
        observer.take(exchange(ids=("q1", "a1"), session=session))
    assert said(monitor) == said(monitor, "s2") == ["How tall?", LOW]
    assert observer.observed == 2


def test_a_question_answered_anew_is_asked_once(monitor):
    observer = Observer(monitor=monitor)
    for number, answer in enumerate(["One.", "Two."]):
        observer.take(exchange(answer=answer, ids=("q1", f"a{number}")))
    assert said(monitor) == ["How tall?", "One.", "Two."]


def test_equal_words_without_ids_are_said_anew(monitor):
    observer = Observer(monitor=monitor)
    for _ in range(2):
        observer.take(exchange())
    assert said(monitor) == ["How tall?", LOW] * 2


def test_what_is_remembered_is_bounded(monitor, monkeypatch):
    monkeypatch.setattr(observing, "_REMEMBERED", 4)
    observer = Observer(monitor=monitor)
    for number in range(5):
        observer.take(exchange(ids=(f"q{number}", f"a{number}")))
    assert len(observer._seen) == 4


def test_an_exchange_without_a_session_is_one_of_its_own_and_is_warned_about_once(monitor, caplog):
    observer = Observer(monitor=monitor)
    for _ in range(2):
        observer.take(exchange(session=None))
    assert said(monitor, "run-1") == ["How tall?", LOW] * 2
    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert '"metadata": {"session_id": "..."}' in record.getMessage()


class Broken:
    """A monitor that fails for one role, quoting the chat."""

    def __init__(self, monitor, role):
        self.monitor, self.role = monitor, role

    def observe(self, text, *, role, **rest):
        if role == self.role:
            raise RuntimeError(text)
        return self.monitor.observe(text, role=role, **rest)


@pytest.mark.parametrize(("role", "kept"), [("user", [LOW]), ("assistant", ["How tall?"])])
def test_a_turn_that_fails_does_not_take_the_other_with_it(role, kept, monitor, caplog):
    caplog.set_level(logging.INFO)
    observer = Observer(monitor=Broken(monitor, role))
    observer.take(exchange())
    assert said(monitor) == kept
    assert (observer.errors, observer.observed) == (1, len(kept) if role == "user" else 0)
    assert "RuntimeError" in caplog.text
    assert "tower" not in caplog.text
    assert "How tall" not in caplog.text


def test_every_alert_is_told_though_telling_fails(monitor):
    heard = []

    def on_alert(alert):
        heard.append(alert)
        raise RuntimeError("no one listens")

    observer = Observer(monitor=monitor, on_alert=on_alert)
    documents = (Document("d", HIGH), Document("e", f"{HIGH} It is grey."))
    observer.take(exchange("Is it so?", f"{HIGH} {LOW}", documents=documents))
    assert len(heard) == observer.errors == len(monitor.session("s1").alerts) > 1
    assert observer.observed == 1
