from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Passage,
    Relation,
    Role,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import InputError
from benchmarks.data import Dialogue, Grounded, Line, NliPair
from benchmarks.scoring import BATCH, Engine, score

pytestmark = pytest.mark.tree


def verdict(premise, claim, *, contradiction=0.0, entailment=0.0):
    probabilities = {
        Relation.ENTAILMENT: entailment,
        Relation.CONTRADICTION: contradiction / 2,
        Relation.PARTIAL_CONTRADICTION: contradiction / 2,
        Relation.NEUTRAL: 1 - entailment - contradiction,
    }
    return Verdict(premise, claim, probabilities, Relation.NEUTRAL)


def passage(text="Red."):
    return Passage("p", text, "d", Span(0, len(text)))


def claim(text="Blue.", *, turn=0, role=Role.ASSISTANT):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn=turn, role=role)


def alert(told):
    conflict = Conflict(ConflictKind.REFERENCE, told.premise, told.claim, told)
    return Alert(conflict, Span(0, 1), Span(0, 1), Severity.LOW, "")


class Belie:
    """The three doors, answering with ready-made verdicts; refuses what holds "refuse"."""

    def __init__(self, verdicts=(), *, alerts_at=()):
        self.verdicts = tuple(verdicts)
        self.alerts_at = alerts_at
        self.batches = []
        self.seen = []

    @property
    def engine(self):
        return Engine(check=self.check, classify=self.classify, monitor=self)

    def classify(self, premises, claims):
        self.batches.append(len(claims))
        if "refuse" in claims:
            raise InputError("expected a claim, got refuse")
        texts = zip(premises, claims, strict=True)
        return [verdict(passage(p), claim(c), contradiction=0.8) for p, c in texts]

    def check(self, response, *, documents=(), question=None):
        return self.observe(response, session=question or "", documents=documents)

    def observe(self, text, *, session, role="assistant", documents=()):
        if text == "refuse":
            raise InputError("expected a text, got refuse")
        place = sum(name == session for name, *_ in self.seen)
        self.seen.append((session, role, text, tuple(documents)))
        alerts = tuple(map(alert, self.verdicts)) if place in self.alerts_at else ()
        return TurnReport(Turn(session, place, Role(role), text), (), self.verdicts, (), alerts)


def pairs(*claims):
    return [NliPair(f"p{n}", ("neutral",), "Red.", text) for n, text in enumerate(claims)]


def test_a_pair_keeps_both_contradictions_as_one_score():
    (row,) = score(pairs("Blue red."), engine=Belie().engine)
    assert row.scores["contradiction"] == pytest.approx(0.8)
    assert row.scores["neutral"] == pytest.approx(0.2)
    assert row.scores["floor"] == 0.5


def test_pairs_are_judged_in_batches_and_stay_in_order():
    belie = Belie()
    rows = list(score(pairs(*["Blue."] * (BATCH + 3)), engine=belie.engine))
    assert belie.batches == [BATCH, 3]
    assert [row.id for row in rows] == [f"p{n}" for n in range(BATCH + 3)]


def test_a_refused_pair_costs_only_its_own_row():
    rows = list(score(pairs("Blue.", "refuse", "Green."), engine=Belie().engine))
    assert [bool(row.error) for row in rows] == [False, True, False]
    assert rows[1].error == "expected a claim, got refuse"
    assert "contradiction" not in rows[1].scores


def test_a_response_without_evidence_has_no_consistency():
    item = Grounded("g", ("consistent",), "Red.", ("Red.",), peers={"peer X": 0.3})
    (row,) = score([item], engine=Belie().engine)
    assert "consistency" not in row.scores
    assert row.scores["floor"] == 1.0
    assert row.scores["peer X"] == 0.3


def test_a_response_has_the_reports_consistency_and_its_worst_passage():
    told = [
        verdict(passage(), claim(), entailment=0.6, contradiction=0.1),
        verdict(passage(), claim(), entailment=0.2, contradiction=0.7),
        verdict(claim(), claim(), contradiction=0.9),
    ]
    (row,) = score([Grounded("g", ("x",), "Red.", ("Red.",))], engine=Belie(told).engine)
    assert row.scores["consistency"] == pytest.approx(0.6)
    assert row.scores["reference"] == pytest.approx(0.7)


def test_a_refused_response_is_a_row_with_an_error():
    (row,) = score([Grounded("g", ("x",), "refuse", ())], engine=Belie().engine)
    assert row.error
    assert row.scores == {}


LINES = (Line("assistant", "Hi."), Line("user", "Hello."), Line("assistant", "Bye."))


def test_a_dialogue_is_observed_turn_by_turn_in_a_session_of_its_own():
    belie = Belie()
    item = Dialogue("d", ("x",), LINES, (2,), documents=("Table.",))
    (row,) = score([item], engine=belie.engine)
    assert [(role, text, documents) for _, role, text, documents in belie.seen] == [
        ("assistant", "Hi.", ()),
        ("user", "Hello.", ()),
        ("assistant", "Bye.", ("Table.",)),
    ]
    assert row.steps == 3
    assert row.scores["floor"] == 3


def test_a_dialogue_tells_its_own_words_from_the_users_and_the_documents():
    told = [
        verdict(claim(), claim(turn=2), contradiction=0.4),
        verdict(claim(turn=1, role=Role.USER), claim(turn=2), contradiction=0.6),
        verdict(passage(), claim(turn=2), contradiction=0.8),
    ]
    (row,) = score([Dialogue("d", ("x",), LINES, (2,))], engine=Belie(told).engine)
    assert row.scores["self"] == pytest.approx(0.4)
    assert row.scores["claims"] == pytest.approx(0.6)
    assert row.scores["reference"] == pytest.approx(0.8)


def test_alerts_of_the_checked_turn_are_counted_apart_from_all():
    told = [verdict(passage(), claim(), contradiction=0.9)]
    belie = Belie(told, alerts_at=(0, 2))
    (row,) = score([Dialogue("d", ("x",), LINES, (2,))], engine=belie.engine)
    assert row.scores["alerts"] == 1
    assert row.scores["alerts_anywhere"] == 2
