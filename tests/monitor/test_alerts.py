from dataclasses import replace

import pytest

import belie
from belie.datatypes import (
    Alert,
    AlertState,
    Change,
    ChangeKind,
    Claim,
    Conflict,
    ConflictKind,
    Passage,
    Relation,
    Review,
    Role,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.errors import InputError
from belie.monitor.alerts import make_alert, resolved, without_doubles

TURN_TEXT = "Well. The phone cost $599."
DOCUMENT_TEXT = "Intro. Apple sold it for $499. More."


def conflict(kind=ConflictKind.REFERENCE, relation=Relation.CONTRADICTION, premise=None):
    claim = Claim("s/3#0", "The phone cost $599.", "s/3", Span(6, 26), turn=3)
    premise = premise or Passage("p", "Apple sold it for $499.", "price list", Span(7, 30), turn=3)
    odds = dict.fromkeys(Relation, 0.01) | {relation: 0.97}
    verdict = Verdict(premise, claim, odds, relation, None, Span(18, 22), Span(15, 19))
    return Conflict(kind, premise, claim, verdict)


def alert(found):
    return make_alert(
        found,
        source_text=lambda statement: (
            DOCUMENT_TEXT if isinstance(statement, Passage) else TURN_TEXT
        ),
    )


def test_spans_slice_the_turn_and_the_document():
    made = alert(conflict())
    assert made.claim_span.cut(TURN_TEXT) == "$599"
    assert made.premise_span.cut(DOCUMENT_TEXT) == "$499"


def test_without_clashing_words_the_whole_statements_are_shown():
    found = conflict()
    bare = Verdict(found.premise, found.claim, found.verdict.probabilities, Relation.CONTRADICTION)
    made = alert(Conflict(found.kind, found.premise, found.claim, bare))
    assert made.claim_span.cut(TURN_TEXT) == "The phone cost $599."
    assert made.premise_span.cut(DOCUMENT_TEXT) == "Apple sold it for $499."


@pytest.mark.parametrize(
    "text",
    [
        "It is well known that the bridge opened in 1937.",
        "As you know, the bridge opened in 1937, right?",
    ],
)
def test_a_claim_and_a_part_of_it_that_clash_in_the_same_words_are_one_alert(text):
    report = belie.check(text, ["The bridge opened in 1957."])
    assert len(report.conflicts) == 2
    assert [found.claim_span.cut(text) for found in report.alerts] == ["1937"]
    assert report.alerts[0].conflict.claim.text == "the bridge opened in 1937."


def test_alerts_on_other_words_or_other_sources_or_of_other_claims_are_no_doubles():
    whole = alert(conflict())
    claim = Claim("s/3#1", "The phone cost it.", "s/3", Span(6, 26), turn=3)
    other = Passage("q", "Apple sold it for $499.", "other list", Span(7, 30), turn=3)
    apart = [
        whole,
        replace(whole, conflict=replace(whole.conflict, claim=claim)),
        replace(whole, conflict=replace(whole.conflict, premise=other)),
        replace(whole, claim_span=Span(10, 15)),
    ]
    assert without_doubles(apart) == tuple(apart)


@pytest.mark.parametrize(
    ("kind", "relation", "expected"),
    [
        (ConflictKind.REFERENCE, Relation.CONTRADICTION, Severity.HIGH),
        (ConflictKind.CROSS_TURN, Relation.PARTIAL_CONTRADICTION, Severity.MEDIUM),
        (ConflictKind.DOCUMENT, Relation.CONTRADICTION, Severity.LOW),
    ],
)
def test_severity_follows_kind_and_relation(kind, relation, expected):
    assert alert(conflict(kind, relation)).severity is expected


def test_the_explanation_quotes_both_sides_and_names_the_document():
    words = alert(conflict()).explanation
    assert "“$599”" in words
    assert "“$499”" in words
    assert "document “price list”" in words


@pytest.mark.parametrize(
    ("kind", "role", "where"),
    [
        (ConflictKind.CROSS_TURN, Role.ASSISTANT, "turn 1 says"),
        (ConflictKind.SAME_TURN, Role.ASSISTANT, "the same turn says"),
        (ConflictKind.USER_FACT, Role.USER, "the user in turn 1 says"),
    ],
)
def test_the_explanation_says_where_the_other_side_stands(kind, role, where):
    premise = Claim("s/1#0", "Apple sold it for $499.", "s/1", Span(3, 26), turn=1, role=role)
    assert where in alert(conflict(kind, premise=premise)).explanation


def test_documents_that_disagree_are_both_told_of():
    words = alert(conflict(ConflictKind.DOCUMENT)).explanation
    assert words.startswith("The documents disagree: document “price list” says “$499”")


def a_claim(turn, number=0, role=Role.ASSISTANT):
    return Claim(f"s/{turn}#{number}", "It is.", f"s/{turn}", Span(0, 6), turn=turn, role=role)


def a_report(turn, *, alerts=(), changes=()):
    said = Turn("s", turn, Role.ASSISTANT, "It is. It is.")
    return TurnReport(said, alerts=tuple(alerts), changes=tuple(changes))


def raised(premise, claim):
    odds = dict.fromkeys(Relation, 0.01) | {Relation.CONTRADICTION: 0.97}
    verdict = Verdict(premise, claim, odds, Relation.CONTRADICTION)
    found = Conflict(ConflictKind.CROSS_TURN, premise, claim, verdict)
    return Alert(found, Span(0, 6), Span(0, 6), Severity.HIGH, "")


def supersedes(premise, claim):
    return Change(ChangeKind.SUPERSEDES, premise, claim)


FIRST, SECOND = a_claim(1), a_claim(3)


@pytest.mark.parametrize("side", [FIRST, SECOND], ids=["premise", "claim"])
def test_an_alert_is_resolved_by_the_first_later_turn_that_withdraws_a_side(side):
    reports = [
        a_report(3, alerts=[raised(FIRST, SECOND)]),
        a_report(5, changes=[supersedes(a_claim(2), a_claim(5))]),
        a_report(6, changes=[supersedes(side, a_claim(6))]),
        a_report(7, changes=[supersedes(side, a_claim(7))]),
    ]
    (alert,) = resolved(reports)[0].alerts
    assert (alert.resolved_by, alert.state) == ("s/6#0", AlertState.RESOLVED)
    (before,) = resolved(reports[:2])[0].alerts
    assert (before.resolved_by, before.state) == (None, AlertState.OPEN)


def test_a_change_in_the_turn_of_the_alert_resolves_nothing():
    change = supersedes(FIRST, a_claim(3, 1))
    reports = [a_report(3, alerts=[raised(FIRST, SECOND)], changes=[change])]
    assert resolved(reports) == tuple(reports)


def test_only_a_turn_can_resolve():
    with pytest.raises(InputError, match="expected a review to acknowledge"):
        Review(AlertState.RESOLVED)


def test_an_implied_conflict_tells_what_it_follows_by_and_quotes_what_was_judged():
    then = Claim("s/1#0", "Closed all week.", "s/1", Span(0, 16), turn=1)
    now = Claim("s/3#0", "Open on Monday.", "s/3", Span(0, 15), turn=3)
    between = Claim("s/2#0", "Closed on Monday.", "s/2", Span(0, 17), turn=2)
    odds = dict.fromkeys(Relation, 0.0) | {Relation.CONTRADICTION: 1.0}
    judged = Verdict(between, now, odds, Relation.CONTRADICTION, None, Span(0, 6), Span(0, 4))
    path = (then.id, between.id, now.id)
    found = Conflict(ConflictKind.CROSS_TURN, then, now, judged, path, discount=0.9)
    made = make_alert(found, source_text=lambda one: one.text, between=[between])
    assert made.claim_span.cut(now.text) == "Open"
    assert made.premise_span.cut(then.text) == then.text
    assert made.explanation == (
        "Turn 3 says “Open”, but turn 1 says “Closed all week.”: together they cannot hold by way "
        "of “Closed on Monday.” (90% sure)."
    )


def test_a_document_of_an_earlier_turn_is_told_with_its_turn():
    earlier = Passage("p", "Apple sold it for $499.", "price list", Span(7, 30), turn=1)
    assert "document “price list” of turn 1 says" in alert(conflict(premise=earlier)).explanation


def test_what_was_said_again_in_the_same_words_counts_as_the_side():
    said = [
        Claim(f"s/{turn}#0", "The shop opens at 9.", f"s/{turn}", Span(0, 20), turn=turn)
        for turn in (0, 1)
    ]
    reports = [
        a_report(3, alerts=[raised(said[0], SECOND)]),
        a_report(5, changes=[supersedes(said[1], a_claim(5))]),
    ]
    assert resolved(reports)[0].alerts[0].resolved_by == "s/5#0"
