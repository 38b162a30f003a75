from __future__ import annotations

import pytest

from belie.datatypes import (
    Candidate,
    Claim,
    Document,
    Passage,
    Relation,
    Role,
    Span,
    Turn,
    Verdict,
    Verification,
)
from belie.errors import InputError
from belie.monitor.cascade import CascadeVerifier
from belie.monitor.checker import Checker
from belie.monitor.judging import Judge
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.monitor.verifying import LocalVerifier, Remembered
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

TALL, SMALL = "The tower is 330 m tall.", "The tower is 300 m tall."
DOCUMENT = Document("guide", TALL)


class Oracle:
    """Gives every candidate one relation with one probability, and keeps what it was asked."""

    def __init__(self, relation, *, sure=0.97, name="oracle", warnings=()):
        self.name = name
        self._relation, self._sure, self._warnings = relation, sure, warnings
        self.asked = []

    def verify(self, turn, claims, candidates):
        del turn
        self.asked.append([claim.text for claim in claims])
        rest = (1 - self._sure) / 3
        odds = {each: self._sure if each is self._relation else rest for each in Relation}
        verdicts = (
            Verdict(one.premise, one.claim, odds, self._relation, model=self.name)
            for one in candidates
        )
        return Verification(tuple(verdicts), self._warnings)


def said(number, text=SMALL):
    return Claim(f"s/1#{number}", text, "s/1", Span(0, len(text)), 1, Role.ASSISTANT)


def turn_of(*claims, documents=(DOCUMENT,), index=1):
    text = " ".join(claim.text for claim in claims)
    return Turn("s", index, Role.ASSISTANT, text, documents=documents)


def held_against_the_guide(*claims):
    passage = Passage("s/1/guide@0-24", TALL, "guide", Span(0, len(TALL)), 1)
    return [Candidate(passage, claim) for claim in claims]


def verify(verifier, *claims):
    return verifier.verify(turn_of(*claims), claims, held_against_the_guide(*claims))


def test_belies_own_verifier_judges_each_candidate_with_the_classifier():
    classifier = ScriptedClassifier({(TALL, SMALL): Relation.CONTRADICTION})
    local = LocalVerifier(Judge(classifier))
    (verdict,) = verify(local, said(0)).verdicts
    assert verdict.contradicts
    assert (local.name, verdict.model) == ("scripted", "scripted")


def test_what_was_verified_lately_is_not_asked_again():
    oracle = Oracle(Relation.ENTAILMENT)
    remembered = Remembered(oracle)
    assert verify(remembered, said(0)) == verify(remembered, said(0))
    assert len(oracle.asked) == 1
    verify(remembered, said(0, TALL))
    assert len(oracle.asked) == 2


def test_another_document_is_another_question():
    oracle = Oracle(Relation.ENTAILMENT)
    remembered, claim = Remembered(oracle), said(0)
    for text in (TALL, SMALL):
        remembered.verify(turn_of(claim, documents=(Document("guide", text),)), [claim], [])
    assert len(oracle.asked) == 2


def test_a_cleared_memory_asks_again():
    oracle = Oracle(Relation.ENTAILMENT)
    remembered = Remembered(oracle)
    verify(remembered, said(0))
    remembered.clear()
    verify(remembered, said(0))
    assert len(oracle.asked) == 2


def test_a_verifier_that_keeps_words_forgets_them_with_the_memory():
    class Keeping(Oracle):
        def clear(self):
            self.asked.clear()

    keeping = Keeping(Relation.ENTAILMENT)
    remembered = Remembered(keeping)
    verify(remembered, said(0))
    remembered.clear()
    assert keeping.asked == []


def test_the_second_verifier_is_not_asked_where_the_first_is_sure():
    first, second = Oracle(Relation.CONTRADICTION, sure=0.95), Oracle(Relation.ENTAILMENT)
    (verdict,) = verify(CascadeVerifier(first, second, sure=0.9), said(0)).verdicts
    assert verdict.relation is Relation.CONTRADICTION
    assert second.asked == []


def test_the_second_verifier_has_the_last_word_where_the_first_is_unsure():
    first = Oracle(Relation.CONTRADICTION, sure=0.6, warnings=("one",))
    second = Oracle(Relation.ENTAILMENT, name="second", warnings=("two",))
    cascade = CascadeVerifier(first, second)
    verification = verify(cascade, said(0))
    (verdict,) = verification.verdicts
    assert (verdict.relation, verdict.model) == (Relation.ENTAILMENT, "second")
    assert verification.warnings == ("one", "two")
    assert cascade.name == "oracle > second"


def test_both_contradictions_count_as_one_when_the_first_is_asked_how_sure_it_is():
    odds = {
        Relation.ENTAILMENT: 0.02,
        Relation.CONTRADICTION: 0.48,
        Relation.PARTIAL_CONTRADICTION: 0.48,
        Relation.NEUTRAL: 0.02,
    }

    class Torn(Oracle):
        def verify(self, turn, claims, candidates):
            del turn, claims
            (one,) = candidates
            return Verification((Verdict(one.premise, one.claim, odds, self._relation),))

    second = Oracle(Relation.ENTAILMENT)
    verify(CascadeVerifier(Torn(Relation.CONTRADICTION), second), said(0))
    assert second.asked == []


def test_a_budget_is_spent_claim_by_claim_and_then_said_to_be():
    first, second = Oracle(Relation.NEUTRAL, sure=0.5), Oracle(Relation.ENTAILMENT, name="dear")
    cascade = CascadeVerifier(first, second, budget=3)
    verify(cascade, said(0, "A one."), said(1, "A two."))
    verification = verify(cascade, said(0, "A three."), said(1, "A four."))
    assert second.asked == [["A one.", "A two."], ["A three."]]
    relations = {one.claim.text: one.relation for one in verification.verdicts}
    assert relations == {"A three.": Relation.ENTAILMENT, "A four.": Relation.NEUTRAL}
    (warning,) = verification.warnings
    assert warning.startswith("1 claim was left to the first verifier")
    assert "dear" in warning


def test_each_session_has_a_budget_of_its_own():
    first, second = Oracle(Relation.NEUTRAL, sure=0.5), Oracle(Relation.ENTAILMENT)
    cascade, claim = CascadeVerifier(first, second, budget=1), said(0)
    for session in ("one", "two", "one"):
        turn = Turn(session, 1, Role.ASSISTANT, SMALL, documents=(DOCUMENT,))
        cascade.verify(turn, [claim], held_against_the_guide(claim))
    assert len(second.asked) == 2


@pytest.mark.parametrize("wrong", [{"sure": 0.0}, {"sure": 1.1}, {"budget": -1}])
def test_a_number_out_of_its_range_is_refused(wrong):
    with pytest.raises(InputError, match="expected"):
        CascadeVerifier(Oracle(Relation.NEUTRAL), Oracle(Relation.NEUTRAL), **wrong)


@pytest.fixture
def make_monitor(sentence_extractor):
    def make(verifier):
        checker = Checker(
            extractor=sentence_extractor,
            encoder=WordEncoder(),
            classifier=ScriptedClassifier(),
            settings=Settings(),
            threshold=0.9,
            verifier=verifier,
        )
        return Monitor(checker=checker, store=MemoryStore())

    return make


def test_a_monitor_takes_its_verdicts_and_warnings_from_the_verifier_it_is_given(make_monitor):
    oracle = Oracle(Relation.CONTRADICTION, warnings=("one call failed",))
    report = make_monitor(oracle).observe(SMALL, session="s", documents=[TALL])
    assert [alert.conflict.verdict.model for alert in report.alerts] == ["oracle"]
    assert "one call failed" in report.warnings


def test_a_turn_that_was_previewed_is_verified_once(make_monitor):
    oracle = Oracle(Relation.CONTRADICTION)
    monitor = make_monitor(oracle)
    previewed = monitor.preview(SMALL, session="s", documents=[TALL])
    report = monitor.observe(SMALL, session="s", documents=[TALL])
    assert len(oracle.asked) == 1
    assert [one.conflict for one in previewed] == [one.conflict for one in report.alerts]


def test_a_premise_may_be_a_window_that_search_did_not_find(make_monitor):
    class Citing(Oracle):
        def verify(self, turn, claims, candidates):
            del candidates
            (document,) = turn.documents
            span = Span(document.text.index("330"), document.text.index("330") + 5)
            cited = Passage("s/0/guide@13-18", span.cut(document.text), document.id, span, 0)
            return super().verify(turn, claims, [Candidate(cited, claim) for claim in claims])

    report = make_monitor(Citing(Relation.CONTRADICTION)).observe(
        SMALL, session="s", documents=[{"id": "guide", "text": TALL}]
    )
    (alert,) = report.alerts
    assert alert.premise_span.cut(TALL) in "330 m"
