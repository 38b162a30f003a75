from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

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
from benchmarks.engines import Engine
from benchmarks.scoring import BATCH, answers, scored
from benchmarks.spent import Spent

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
    """Answers with ready-made verdicts; refuses what holds "refuse"."""

    def __init__(self, verdicts=(), *, alerts_at=(), claims=(), ungrounded=()):
        self.verdicts = tuple(verdicts)
        self.alerts_at = alerts_at
        self.claims = claims
        self.ungrounded = ungrounded
        self.batches = []
        self.seen = []

    def classify(self, premises, claims):
        self.batches.append(len(claims))
        if "refuse" in claims:
            raise InputError("expected a claim, got refuse")
        texts = zip(premises, claims, strict=True)
        return [verdict(passage(p), claim(c), contradiction=0.8) for p, c in texts]

    def observe(self, text, *, session, role="assistant", documents=(), question=None):
        if text == "refuse":
            raise InputError("expected a text, got refuse")
        place = len(self.seen)
        self.seen.append((role, text, tuple(documents), question))
        alerts = tuple(map(alert, self.verdicts)) if place in self.alerts_at else ()
        turn = Turn(session, place, Role(role), text)
        claims, ungrounded = tuple(self.claims), self.ungrounded
        return TurnReport(turn, claims, self.verdicts, (), alerts, ungrounded=ungrounded)

    def forget(self, session):
        del session
        self.seen.append("forgotten")


def ask(items, belie):
    engine = Engine(classify=belie.classify, monitor=belie, threshold=0.65)
    told = answers(items, engine=engine)
    return [scored(item, answer) for item, answer in zip(items, told, strict=True)]


def pairs(*claims):
    return [NliPair(f"p{n}", ("neutral",), "Red.", text) for n, text in enumerate(claims)]


def test_a_pair_keeps_both_contradictions_as_one_score():
    (row,) = ask(pairs("Blue red."), Belie())
    assert row.scores["contradiction"] == pytest.approx(0.8)
    assert row.scores["neutral"] == pytest.approx(0.2)
    assert row.scores["floor"] == 0.5


def test_pairs_are_judged_in_batches_and_stay_in_order():
    belie = Belie()
    rows = ask(pairs(*["Blue."] * (BATCH + 3)), belie)
    assert belie.batches == [BATCH, 3]
    assert [row.id for row in rows] == [f"p{n}" for n in range(BATCH + 3)]


def test_a_refused_pair_costs_only_its_own_row():
    rows = ask(pairs("Blue.", "refuse", "Green."), Belie())
    assert [bool(row.error) for row in rows] == [False, True, False]
    assert rows[1].error == "expected a claim, got refuse"
    assert "contradiction" not in rows[1].scores


def test_a_response_without_evidence_has_no_consistency():
    item = Grounded("g", ("consistent",), "Red.", ("Red.",), peers={"peer X": 0.3})
    (row,) = ask([item], Belie())
    assert "consistency" not in row.scores
    assert row.scores["floor"] == 1.0
    assert row.scores["peer X"] == 0.3


def test_a_response_has_the_reports_consistency_and_its_worst_passage():
    told = [
        verdict(passage(), claim(), entailment=0.6, contradiction=0.1),
        verdict(passage(), claim(), entailment=0.2, contradiction=0.7),
        verdict(claim(), claim(), contradiction=0.9),
    ]
    (row,) = ask([Grounded("g", ("x",), "Red.", ("Red.",))], Belie(told))
    assert row.scores["consistency"] == pytest.approx((0.6 + 0.6 + 1 - 0.7) / 3)
    assert row.scores["reference"] == pytest.approx(0.7)


def test_a_question_goes_with_its_response_and_nothing_is_remembered():
    belie = Belie()
    ask([Grounded("g", ("x",), "Red.", ("Paint.",), question="Which?")] * 2, belie)
    turn = ("assistant", "Red.", ("Paint.",), "Which?")
    assert belie.seen == [turn, "forgotten", turn, "forgotten"]


def test_a_refused_response_is_a_row_with_an_error():
    (row,) = ask([Grounded("g", ("x",), "refuse", (), marks=((0, 2),))], Belie())
    assert row.error
    assert row.scores == {"marked": 2.0}


def test_marked_characters_are_counted_for_alerts_doubts_and_unseen_words():
    # the annotators mark "Blue", an alert its first letter; no document backs "lue is", and the
    # document has only "is"
    text = "Blue is old"
    told = [verdict(passage(), claim(text))]
    belie = Belie(told, alerts_at=(0,), claims=[claim(text)], ungrounded=(Span(1, 7),))
    (row,) = ask([Grounded("g", ("x",), text, ("It is.",), marks=((0, 4),))], belie)
    assert row.scores["marked"] == 4
    assert (row.scores["alerts told"], row.scores["alerts right"]) == (1, 1)
    assert (row.scores["doubts told"], row.scores["doubts right"]) == (7, 4)
    assert (row.scores["floor told"], row.scores["floor right"]) == (7, 4)


LINES = (Line("assistant", "Hi."), Line("user", "Hello."), Line("assistant", "Hello bye."))


def test_a_dialogue_is_observed_turn_by_turn_in_a_session_that_is_forgotten():
    belie = Belie()
    item = Dialogue("d", ("x",), LINES, (2,), documents=("Table.",))
    (row,) = ask([item], belie)
    assert belie.seen == [
        ("assistant", "Hi.", (), None),
        ("user", "Hello.", (), None),
        ("assistant", "Hello bye.", ("Table.",), None),
        "forgotten",
    ]
    assert row.steps == 3
    assert row.scores["turns"] == 3
    assert row.scores["floor"] == 0.5


def test_a_dialogue_tells_its_own_words_from_the_users_and_the_documents():
    told = [
        verdict(claim(), claim(turn=2), contradiction=0.4),
        verdict(claim(turn=1, role=Role.USER), claim(turn=2), contradiction=0.6),
        verdict(passage(), claim(turn=2), contradiction=0.8),
    ]
    (row,) = ask([Dialogue("d", ("x",), LINES, (2,))], Belie(told))
    assert row.scores["self"] == pytest.approx(0.4)
    assert row.scores["claims"] == pytest.approx(0.6)
    assert row.scores["reference"] == pytest.approx(0.8)


def test_verdicts_of_at_least_the_threshold_are_counted_before_any_rule_of_the_graph():
    told = [verdict(passage(), claim(), contradiction=share) for share in (0.6, 0.65, 0.9)]
    (row,) = ask([Dialogue("d", ("x",), LINES, (2,))], Belie(told))
    assert (row.scores["clashes"], row.scores["alerts"]) == (2, 0)


def test_alerts_of_the_checked_turn_are_counted_apart_from_all():
    told = [verdict(passage(), claim(), contradiction=0.9)]
    (row,) = ask([Dialogue("d", ("x",), LINES, (2,))], Belie(told, alerts_at=(0, 2)))
    assert row.scores["alerts"] == 1
    assert row.scores["alerts_anywhere"] == 2


class Chat:
    """Counts a call for each turn that belie takes; one that is refused is paid for as well."""

    name = "chat"

    def __init__(self, belie):
        self.belie = belie
        self.calls = 0

    @property
    def usage(self):
        return SimpleNamespace(calls=self.calls, input_tokens=0, output_tokens=0, unmeasured=0)

    def observe(self, text, **options):
        self.calls += 1
        return self.belie.observe(text, **options)

    def forget(self, session):
        self.belie.forget(session)


def test_each_answer_says_what_it_took_of_a_chat_model():
    told = [replace(verdict(passage(), claim()), model=name) for name in ("chat", "local")]
    chat = Chat(Belie(told))
    engine = Engine(classify=None, monitor=chat, threshold=0.65, chat=chat)
    texts = ("Red.", "refuse", "Blue.")
    items = [Grounded("g", ("x",), text, ("Red.",)) for text in texts]
    spent = [answer.spent for answer in answers(items, engine=engine)]
    assert spent == [Spent(2, 1, calls=1), Spent(calls=1), Spent(2, 1, calls=1)]
