from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.sinks.redaction import _moved
from belie.datatypes import AlertState, Anchor, ConflictKind, Link, LinkKind, Review, Scope, Span
from belie.sinks import Redacted

NAMES = {"id", "source", "session", "path", "model", "resolved_by", "by"}
"""Fields that hold names of sessions, documents, models and reviewers, no words."""


def redacted(alert, redact):
    heard = []
    Redacted(heard.append, redact)(alert)
    return heard[0]


def words(value, name=""):
    """Every word in a value and the values in it, but names."""
    if is_dataclass(value):
        for field in fields(value):
            yield from words(getattr(value, field.name), field.name)
    elif isinstance(value, tuple):
        for each in value:
            yield from words(each, name)
    elif isinstance(value, str) and not isinstance(value, Enum) and name not in NAMES:
        yield value


def full(alert):
    """The alert with every field filled that can hold words."""
    review = Review(AlertState.OPEN, by="Bo", note="SECRET note")
    claim = replace(
        alert.conflict.claim,
        anchors=(Anchor(Span(0, 2), Span(0, 2)),),
        links=(Link(LinkKind.CAUSE, Span(0, 2), Span(3, 5)),),
        reported_by="SECRET reporter",
        as_of="SECRET time",
        subject="SECRET subject",
        context="SECRET context",
        scope=frozenset({Scope.REPORTED}),
    )
    verdict = replace(alert.conflict.verdict, claim=claim)
    conflict = replace(alert.conflict, claim=claim, verdict=verdict)
    return replace(alert, conflict=conflict, suggestion="SECRET way out", reviews=(review,))


@pytest.mark.parametrize("kind", [ConflictKind.REFERENCE, ConflictKind.CROSS_TURN])
def test_no_field_keeps_a_word_that_must_not_leave(kind, make_alert):
    alert = full(make_alert("It is SECRET.", "It is no SECRET.", kind=kind))
    assert len([each for each in words(alert) if "SECRET" in each]) > 10
    left = redacted(alert, lambda text: text.replace("SECRET", "[hidden]"))
    assert not [each for each in words(left) if "SECRET" in each]


def test_without_any_words_only_names_and_numbers_are_left(make_alert):
    left = redacted(full(make_alert()), lambda _: "")
    assert set(words(left)) == {"", "Turn 3 clashes with turn 1 (98% sure)."}


def test_what_needs_no_redaction_is_told_as_it_is(make_alert):
    alert = full(make_alert())
    assert redacted(alert, lambda text: text) == alert


def test_an_explanation_that_quotes_half_a_number_is_replaced(make_alert):
    alert = make_alert("Call 555-0199.", "Call 555-0100.")
    alert = replace(alert, explanation="Turn 3 says “0199”, but turn 1 says “0100”.")
    left = redacted(alert, lambda text: re.sub(r"\d{3}-\d{4}", "[number]", text))
    assert left.explanation == "Turn 3 clashes with turn 1 (98% sure)."
    assert left.conflict.claim.text == "Call [number]."


def test_clashing_words_are_marked_on_neither_side_where_they_were_redacted(make_alert):
    alert = make_alert("Ann is in.", "Ann is out.")
    left = redacted(alert, lambda text: text.replace("Ann", "Somebody"))
    verdict = left.conflict.verdict
    assert (verdict.premise.text, verdict.claim.text) == ("Somebody is out.", "Somebody is in.")
    assert (verdict.premise_span, verdict.claim_span) == (None, None)


def test_a_document_is_named_as_one(make_alert):
    left = redacted(make_alert(kind=ConflictKind.REFERENCE), lambda _: "")
    assert left.explanation == "Turn 3 clashes with a document of turn 1 (98% sure)."


def test_the_alert_of_the_report_keeps_its_words(make_alert):
    alert = make_alert("Ann is in.")
    assert redacted(alert, lambda _: "").id == alert.id
    assert alert.conflict.claim.text == "Ann is in."


def test_what_the_function_raises_stops_the_alert(make_alert):
    heard = []

    def redact(text):
        raise ValueError(f"cannot read {len(text)} signs")

    with pytest.raises(ValueError, match="cannot read"):
        Redacted(heard.append, redact)(make_alert())
    assert heard == []


def test_long_texts_take_no_longer_than_they_must(make_alert, soon):
    with soon():
        left = redacted(make_alert("a" * 2_000_000 + "b", "a" * 2_000_000), lambda text: text[1:])
    assert left.conflict.claim.text.endswith("b")


@given(st.text("ab1", max_size=12), st.integers(0, 12), st.integers(0, 12), st.text("1x"))
def test_clashing_words_that_are_still_marked_are_the_same_words(text, start, length, mask):
    start = min(start, len(text))
    span = Span(start, min(start + length, len(text)))
    new = text.replace("1", mask)
    moved = _moved(span, text, new)
    assert moved is None or moved.cut(new) == span.cut(text)
