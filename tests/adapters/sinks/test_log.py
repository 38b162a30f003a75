from __future__ import annotations

import logging

import pytest

from belie import InputError
from belie.sinks import LoggingSink


def test_a_line_names_session_turn_severity_and_the_clash(make_alert, caplog):
    alert = make_alert("It is red.", "It is blue.")
    LoggingSink()(alert)
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("belie.alerts", "WARNING")
    assert record.getMessage() == "s turn 3, high: “It is red.”, not “It is blue.”."
    assert record.alert is alert


def test_a_line_says_that_a_draft_was_refused(make_alert, caplog):
    LoggingSink()(make_alert(refused=True))
    assert caplog.records[0].getMessage().startswith("s turn 3, high, refused: ")


def test_the_user_chooses_logger_and_level(make_alert, caplog):
    caplog.set_level(logging.INFO)
    LoggingSink(logging.getLogger("mine"), level=logging.INFO)(make_alert())
    assert [(record.name, record.levelname) for record in caplog.records] == [("mine", "INFO")]


def test_words_cannot_forge_a_line_or_act_on_a_terminal(make_alert, caplog):
    LoggingSink()(make_alert("red\n2026 CRITICAL all is lost \x1b[2J\u2028\u202e", session="a\rb"))
    (record,) = caplog.records
    assert record.getMessage().isprintable()
    assert r"red\n2026 CRITICAL all is lost \x1b[2J\u2028\u202e" in record.getMessage()


def test_long_words_take_no_longer_than_they_must(make_alert, caplog, soon):
    with soon():
        LoggingSink()(make_alert("\x1b" * 1_000_000))
    assert caplog.records[0].getMessage().isprintable()


def test_percent_signs_are_words_like_any(make_alert, caplog):
    sink = LoggingSink()
    sink(make_alert("It grew by 5 %s %d.", session="%s"))
    assert "5 %s %d." in caplog.records[0].getMessage()
    assert sink.health().failed == 0


def test_a_level_that_is_none_is_refused():
    with pytest.raises(InputError, match="a level such as"):
        LoggingSink(level=0)
