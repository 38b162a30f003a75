import pytest

from belie.datatypes import (
    Claim,
    Conflict,
    ConflictKind,
    Passage,
    Relation,
    Role,
    Severity,
    Span,
    Verdict,
)
from belie.monitor.alerts import make_alert

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
