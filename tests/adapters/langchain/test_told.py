from __future__ import annotations

import pytest

from belie.adapters.langchain.told import Told
from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Passage,
    Relation,
    Severity,
    Span,
    Verdict,
)

pytestmark = pytest.mark.extras

ALL = Span(0, 1)


def alert(text, *, turn=0, kind=ConflictKind.REFERENCE):
    claim = Claim(f"s1/{turn}#0", text, f"s1/{turn}", ALL, turn)
    premise = Passage(f"s1/{turn}/doc-1#0", "It is 330 m.", "doc-1", ALL, turn)
    verdict = Verdict(premise, claim, Relation.CONTRADICTION, dict.fromkeys(Relation, 0.25))
    return Alert(Conflict(kind, premise, claim, verdict), ALL, ALL, Severity.HIGH, "They clash.")


def test_an_alert_is_news_once_wherever_its_turn_will_stand():
    told = Told()
    assert told.news([alert("300 m.")]) == [alert("300 m.")]
    assert told.news([alert("300 m.", turn=1), alert("310 m.")]) == [alert("310 m.")]


def test_the_same_words_said_twice_are_two_alerts():
    told = Told()
    twice = [alert("300 m."), alert("300 m.", turn=1)]
    assert told.news(twice[:1]) == twice[:1]
    assert told.news(twice) == twice[1:]
    assert told.news(twice) == []


def test_another_kind_of_conflict_is_another_alert():
    told = Told()
    told.news([alert("300 m.")])
    other = alert("300 m.", kind=ConflictKind.CROSS_TURN)
    assert told.news([other]) == [other]


def test_what_the_final_alerts_do_not_hold_is_withdrawn():
    told = Told()
    told.news([alert("300 m."), alert("310 m.")])
    assert told.withdrawn([alert("310 m.", turn=1), alert("320 m.", turn=1)]) == 1
    assert told.withdrawn([alert("300 m."), alert("310 m.")]) == 0
