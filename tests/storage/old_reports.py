"""What the databases of older versions in ``schemas`` hold, as the belie of that time appended it.

Runs on the datatypes of then and of now: the files were made with it, and it says what they hold.
"""

from __future__ import annotations

from datetime import UTC, datetime

from belie import datatypes
from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Passage,
    Relation,
    Role,
    Scope,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)

SAID = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
OLD, NEW = "The bridge opened in 1937.", "It's true 🌉: the bridge opened in 1957."
NUMBERS = {
    Relation.ENTAILMENT: 0.125,
    Relation.CONTRADICTION: 0.25,
    Relation.PARTIAL_CONTRADICTION: 0.5,
    Relation.NEUTRAL: 0.125,
}


def judged(premise, claim, **details):
    return Verdict(premise, claim, NUMBERS, Relation.PARTIAL_CONTRADICTION, **details)


def session(name, said):
    """Return two turns with something in every table of version 1."""
    documents = (Document("d 'q'", OLD * 2, {"page": 3, "tags": ["é", None]}), Document("e", ""))
    turns = [
        Turn(name, 0, Role.ASSISTANT, OLD, at=said),
        Turn(name, 1, Role.ASSISTANT, NEW, documents, question="When?", at=said),
    ]
    first = Claim(f"{turns[0].id}#0", OLD, turns[0].id, Span(0, 26))
    second = Claim(
        f"{turns[1].id}#0",
        NEW[13:],
        turns[1].id,
        Span(13, len(NEW)),
        1,
        pieces=(Span(13, 20), Span(21, len(NEW))),
        scope=frozenset({Scope.NEGATED, Scope.HEDGED}),
    )
    passage = Passage(f"{turns[1].id}/d 'q'@0-26", OLD, "d 'q'", Span(0, 26), 1)
    other = Passage(f"{turns[1].id}/d 'q'@26-52", OLD, "d 'q'", Span(26, 52), 1)
    clash = judged(
        first,
        second,
        error_type=ErrorType.TEMPORAL,
        premise_span=Span(21, 25),
        claim_span=Span(22, 26),
        model="old 1",
        truncated=True,
    )
    verdicts = (clash, judged(passage, second))
    conflicts = (
        Conflict(ConflictKind.CROSS_TURN, first, second, clash, (first.id, second.id)),
        Conflict(ConflictKind.REFERENCE, passage, second, verdicts[1]),
        Conflict(ConflictKind.DOCUMENT, other, second, judged(other, passage)),
    )
    alerts = tuple(
        Alert(conflict, Span(35, 39), Span(21, 25), severity, f"“1957” {severity}", suggestion)
        for conflict, severity, suggestion in zip(
            conflicts, Severity, (None, "the bridge opened in 1937.", None), strict=True
        )
    )
    return [
        TurnReport(turns[0], (first,), timings={"extract": 0.5}),
        TurnReport(turns[1], (second,), verdicts, conflicts[:2], alerts, ("Left out.",)),
    ]


def newer_session():
    """Return a session with what version 3 brought."""
    turn = Turn("n", 0, Role.USER, "I think it opened in 1957. No, in 1937.", at=SAID)
    claims = [
        Claim(
            f"n/0#{number}",
            f"it opened in {year}",
            "n/0",
            Span(8, 25),
            role=Role.USER,
            anchors=(datatypes.Anchor(Span(0, 17), Span(8, 25)),),
            links=(datatypes.Link(datatypes.LinkKind.ORDER, Span(0, 2), Span(3, 9)),),
            reported_by="Ann",
            as_of="1957",
            subject="it",
            context="the bridge",
            at=SAID,
        )
        for number, year in enumerate((1957, 1937))
    ]
    verdict = judged(*claims)
    conflict = Conflict(ConflictKind.SAME_TURN, *claims, verdict, discount=0.75)
    change = datatypes.Change(datatypes.ChangeKind.SUPERSEDES, *claims, "a_rule", "A reason.")
    skipped = (datatypes.Skipped(Span(0, 7), datatypes.SkipReason.SUBJECTIVE),)
    alert = Alert(conflict, Span(0, 1), Span(2, 3), Severity.LOW, "Clash.")
    return [
        TurnReport(
            turn,
            tuple(claims),
            (verdict,),
            (conflict,),
            (alert,),
            skipped=skipped,
            changes=(change,),
        )
    ]


BOTH = [*session("s 1/0#0", SAID), *session("t", None)]
REPORTS = {1: BOTH}
if hasattr(datatypes, "Review"):
    REPORTS[3] = REPORTS[4] = [*BOTH, *newer_session()]
    SEEN = datatypes.Review(datatypes.AlertState.FALSE_ALARM, by="Ann", note="It's not.", at=SAID)
    REVIEWS = [(BOTH[1].alerts[0], SEEN), (REPORTS[3][-1].alerts[0], SEEN)]
