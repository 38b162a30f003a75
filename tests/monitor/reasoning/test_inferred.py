"""What inferences make of a turn: a conflict with its steps, and of the verdicts nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from belie import ConflictKind, InputError, Relation, Settings
from belie.datatypes import Candidate, Claim, ErrorType, Passage, Span, Verdict
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.reasoning import ALL_INFERENCES, Inference
from belie.monitor.reasoning.inferred import infer
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder

ROOMS, BEDS = "The inn has six rooms.", "Each room has two beds."
NINE, TWELVE = "The inn has nine beds.", "The inn has twelve beds."


@pytest.fixture
def make_monitor(sentence_extractor):
    def make(script=(), *, store=None, **settings):
        checker = Checker(
            extractor=sentence_extractor,
            encoder=WordEncoder(),
            classifier=ScriptedClassifier(dict(script)),
            settings=Settings(**settings),
            threshold=0.9,
        )
        return Monitor(checker=checker, store=store or MemoryStore())

    return make


def test_two_documents_together_raise_one_alert_that_shows_its_steps(make_monitor):
    report = make_monitor().observe(NINE, session="s", documents=[ROOMS, BEDS])
    (alert,) = report.alerts
    conflict = alert.conflict
    assert conflict.kind is ConflictKind.REFERENCE
    assert conflict.verdict.error_type is ErrorType.NUMERIC
    assert conflict.verdict.model == "belie-reasoning/1 total"
    assert set(conflict.path) == {verdict.premise.id for verdict in report.verdicts} | {"s/0#0"}
    assert (conflict.path[0], conflict.path[-1]) == (conflict.premise.id, conflict.claim.id)
    for words in (NINE, ROOMS, BEDS, "6 × 2 = 12 beds"):
        assert words in alert.explanation
    assert alert.claim_span.cut(report.turn.text) == NINE


def test_a_document_and_what_the_user_said_refute_together(make_monitor):
    monitor = make_monitor()
    monitor.observe("I parked for five hours.", session="s", role="user")
    bill = "Parking costs 2 euros per hour."
    report = monitor.observe("Your parking costs 14 euros.", session="s", documents=[bill])
    assert [alert.conflict.path[1:] for alert in report.alerts] == [("s/0#0", "s/1#0")]


def test_the_classifiers_verdicts_stay_as_they_are_beside_what_is_inferred(make_monitor):
    asked = {"session": "s", "documents": [ROOMS, BEDS]}
    report = make_monitor().observe(NINE, **asked)
    alone = make_monitor(inferences=frozenset()).observe(NINE, **asked)
    assert alone.alerts == ()
    assert report.verdicts[: len(alone.verdicts)] == alone.verdicts
    assert len(report.verdicts) == len(alone.verdicts) + 1


def test_a_clash_the_classifier_found_with_a_premise_is_not_raised_twice(make_monitor):
    script = {(ROOMS, NINE): Relation.CONTRADICTION}
    report = make_monitor(script).observe(NINE, session="s", documents=[ROOMS, BEDS])
    assert [alert.conflict.verdict.model for alert in report.alerts] == ["scripted"]


def test_a_passage_that_says_the_claim_itself_is_not_held_to_refute_it(make_monitor):
    script = {(ROOMS, NINE): Relation.ENTAILMENT}
    assert make_monitor(script).observe(NINE, session="s", documents=[ROOMS, BEDS]).alerts == ()


def test_an_answer_that_adds_up_is_not_accused_for_its_parts(make_monitor):
    script = {(ROOMS, TWELVE): Relation.CONTRADICTION, (BEDS, TWELVE): Relation.CONTRADICTION}
    asked = {"session": "s", "documents": [ROOMS, BEDS]}
    report = make_monitor(script).observe(TWELVE, **asked)
    assert report.alerts == ()
    assert {verdict.relation for verdict in report.verdicts} == {Relation.NEUTRAL}
    assert all(sum(one.probabilities.values()) == pytest.approx(1) for one in report.verdicts)
    assert make_monitor(script, inferences=frozenset()).observe(TWELVE, **asked).alerts


def test_one_document_that_adds_up_supports_the_answer(make_monitor):
    script = {(f"{ROOMS} {BEDS}", TWELVE): Relation.CONTRADICTION}
    report = make_monitor(script).observe(TWELVE, session="s", documents=[f"{ROOMS} {BEDS}"])
    assert [verdict.relation for verdict in report.verdicts] == [Relation.ENTAILMENT]


COACHES, SEATS = "Two coaches are booked.", "The coaches have 50 seats each."


def test_a_number_that_comes_out_in_no_known_pattern_is_not_accused(make_monitor):
    claim = "So 100 seats are there for you."
    script = {(SEATS, claim): Relation.CONTRADICTION}
    asked = {"session": "s", "documents": [COACHES, SEATS]}
    report = make_monitor(script).observe(claim, **asked)
    assert report.alerts == ()
    assert "belie-reasoning/1 rate" in {one.model.split(" + ")[-1] for one in report.verdicts}
    without = ALL_INFERENCES - {Inference.RATE}
    assert make_monitor(script, inferences=without).observe(claim, **asked).alerts


@pytest.mark.parametrize(
    ("claim", "premise"),
    [
        ("So 90 seats are there for you.", SEATS),  # does not come out
        ("The coaches have 100 seats each.", SEATS),  # alike in all but the number
    ],
)
def test_a_number_that_does_not_come_out_stays_accused(make_monitor, claim, premise):
    script = {(premise, claim): Relation.CONTRADICTION}
    assert make_monitor(script).observe(claim, session="s", documents=[COACHES, SEATS]).alerts


def test_a_clash_marked_in_other_words_than_the_number_stays():
    said = Claim("s/0#0", "So 100 seats are too few.", "s/0", Span(0, 25))
    seats, coaches = (
        Passage(name, text, name, Span(0, len(text)))
        for name, text in (("seats", SEATS), ("coaches", COACHES))
    )
    sure = dict.fromkeys(Relation, 0.0) | {Relation.CONTRADICTION: 1.0}
    verdict = Verdict(seats, said, sure, Relation.CONTRADICTION)
    pairs = [Candidate(seats, said), Candidate(coaches, said)]

    def relation(words):
        start = said.text.index(words)
        marked = replace(verdict, claim_span=Span(start, start + len(words)))
        asked = {"threshold": 0.9, "inferences": ALL_INFERENCES, "rules": frozenset()}
        return infer([said], pairs, [], [marked], **asked).verdicts[0].relation

    assert relation("100 seats") is Relation.NEUTRAL
    assert relation("too few") is Relation.CONTRADICTION


def test_a_preview_shows_the_same_alert_and_keeps_nothing(make_monitor):
    monitor = make_monitor()
    with monitor.stream(session="s", documents=[ROOMS, BEDS]) as stream:
        (previewed,) = stream.feed(NINE + " It is old.")
        assert monitor.session("s").alerts == ()
    (alert,) = monitor.session("s").alerts
    assert previewed.explanation == alert.explanation
    assert previewed.conflict == alert.conflict


def test_a_session_replayed_from_its_reports_finds_the_same_conflicts(make_monitor):
    store = MemoryStore()
    first = make_monitor(store=store)
    report = first.observe(NINE, session="s", documents=[ROOMS, BEDS])
    again = make_monitor(store=store)
    again.observe("Thanks.", session="s", role="user")
    assert again.session("s").alerts == report.alerts
    assert again.session("s").score == first.session("s").score == 0.0


@pytest.mark.parametrize(
    "then", ["Actually, I parked for seven hours.", "Forget what I said about the parking."]
)
def test_what_the_user_corrected_or_took_back_refutes_nothing(make_monitor, then):
    monitor = make_monitor()
    monitor.observe("I parked for five hours.", session="s", role="user")
    monitor.observe(then, session="s", role="user")
    price = "Parking costs 2 euros per hour."
    report = monitor.observe("Your parking costs 14 euros.", session="s", documents=[price])
    assert report.alerts == ()


def test_a_single_inference_can_be_left_out(make_monitor):
    without = ALL_INFERENCES - {Inference.TOTAL}
    monitor = make_monitor(inferences=without)
    assert monitor.observe(NINE, session="s", documents=[ROOMS, BEDS]).alerts == ()


def test_settings_refuse_what_is_no_inference():
    with pytest.raises(InputError, match=r"expected inferences of .*, got x"):
        Settings(inferences=frozenset({"x"}))
