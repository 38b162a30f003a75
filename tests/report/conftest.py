from __future__ import annotations

from datetime import UTC, datetime

import pytest

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
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)

# One of each active thing: markup of every format, terminal escapes, an override, a huge word.
HOSTILE = (
    "<script>alert(1)</script></script><img src=http://evil.example/x onerror=alert(1)> "
    "[click](javascript:alert(1)) [red]red[/red] \x1b[31mred\x1b]8;;http://evil.example\x07 "
    "\u202egnp.exe\u2066 \x00 \ud800 {{ 7*7 }} {% raw %} | `x` **bold** @everyone " + "w" * 3000
)


def span_of(text, words):
    start = text.index(words)
    return Span(start, start + len(words))


def claim_of(turn, text, *, number=0):
    return Claim(
        id=f"{turn.id}#{number}",
        text=text,
        source=turn.id,
        span=span_of(turn.text, text),
        turn=turn.index,
        role=turn.role,
    )


def passage_of(turn, document, text):
    span = span_of(document.text, text)
    place = f"{turn.id}/{document.id}@{span.start}-{span.end}"
    return Passage(id=place, text=text, source=document.id, span=span, turn=turn.index)


def verdict_of(premise, claim, relation, *, premise_words="", claim_words="", error_type=None):
    contradicts = relation in (Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION)
    return Verdict(
        premise=premise,
        claim=claim,
        probabilities={each: 0.91 if each is relation else 0.03 for each in Relation},
        relation=relation,
        error_type=error_type,
        premise_span=span_of(premise.text, premise_words) if contradicts else None,
        claim_span=span_of(claim.text, claim_words) if contradicts else None,
        model="scripted",
    )


def alert_of(verdict, kind, *, severity=Severity.HIGH, explanation="", suggestion=None, path=()):
    premise, claim = verdict.premise, verdict.claim
    return Alert(
        conflict=Conflict(kind, premise, claim, verdict, path or (premise.id, claim.id)),
        claim_span=verdict.claim_span.shift(claim.span.start),
        premise_span=verdict.premise_span.shift(premise.span.start),
        severity=severity,
        explanation=explanation,
        suggestion=suggestion,
    )


def report_of(turn, *, claims=(), verdicts=(), alerts=(), warnings=()):
    return TurnReport(
        turn=turn,
        claims=tuple(claims),
        verdicts=tuple(verdicts),
        conflicts=tuple(alert.conflict for alert in alerts),
        alerts=tuple(alerts),
        warnings=tuple(warnings),
        timings={"classify": 0.012},
    )


def phone_chat():
    """A chat about a phone: clashes with the user, a document, itself, and between documents."""
    history = Document(
        "history.md",
        "Apple announced the iPhone in January 2007. The 4 GB model cost $499 at launch. "
        "It came with a 3.5-inch screen.",
        {"source": "wiki", "page": 3},
    )
    press = Document("press.txt", "Sales began on 29 June 2007. The 4 GB model cost $599.")
    user = Turn("phones", 0, Role.USER, "My phone is the first iPhone, with 4 GB. What was it?")
    first = Turn(
        "phones",
        1,
        Role.ASSISTANT,
        "The first iPhone went on sale in June 2007. It cost $599 at launch. "
        "Your phone has 8 GB of memory.",
        (history, press),
        "What was it?",
        datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
    )
    second = Turn(
        "phones",
        2,
        Role.ASSISTANT,
        "As I said, the first iPhone went on sale in June 2008, and it sold well.",
    )
    fact = claim_of(user, "My phone is the first iPhone, with 4 GB.")
    sale = claim_of(first, "The first iPhone went on sale in June 2007.")
    price = claim_of(first, "It cost $599 at launch.", number=1)
    memory = claim_of(first, "Your phone has 8 GB of memory.", number=2)
    later = claim_of(second, "the first iPhone went on sale in June 2008")
    sold = claim_of(second, "it sold well", number=1)
    cheap = passage_of(first, history, "The 4 GB model cost $499 at launch.")
    dear = passage_of(first, press, "The 4 GB model cost $599.")
    begun = passage_of(first, press, "Sales began on 29 June 2007.")
    partly, wholly = Relation.PARTIAL_CONTRADICTION, Relation.CONTRADICTION
    against_document = verdict_of(
        cheap,
        price,
        partly,
        premise_words="$499",
        claim_words="$599",
        error_type=ErrorType.NUMERIC,
    )
    against_user = verdict_of(
        fact, memory, wholly, premise_words="4 GB", claim_words="8 GB of memory"
    )
    against_itself = verdict_of(
        sale,
        later,
        wholly,
        premise_words="June 2007",
        claim_words="June 2008",
        error_type=ErrorType.TEMPORAL,
    )
    supports = [
        verdict_of(dear, price, Relation.ENTAILMENT),
        verdict_of(begun, sale, Relation.ENTAILMENT),
    ]
    return [
        report_of(user, claims=[fact]),
        report_of(
            first,
            claims=[sale, price, memory],
            verdicts=[*supports, against_document, against_user],
            alerts=[
                alert_of(
                    against_document,
                    ConflictKind.REFERENCE,
                    severity=Severity.MEDIUM,
                    explanation="history.md says $499 where the answer says $599.",
                    suggestion="It cost $499 at launch.",
                ),
                alert_of(
                    against_document,
                    ConflictKind.DOCUMENT,
                    severity=Severity.LOW,
                    explanation="press.txt supports the price, history.md contradicts it.",
                    path=(dear.id, price.id, cheap.id),
                ),
                alert_of(
                    against_user,
                    ConflictKind.USER_FACT,
                    explanation="The user said 4 GB; the answer says 8 GB.",
                ),
            ],
        ),
        report_of(
            second,
            claims=[later, sold],
            verdicts=[against_itself],
            alerts=[
                alert_of(
                    against_itself,
                    ConflictKind.CROSS_TURN,
                    explanation="Turn 1 said June 2007, turn 2 says June 2008.",
                )
            ],
            warnings=["One sentence is in a language the model does not know."],
        ),
    ]


def hostile_chat():
    """The same clash in a chat where every text a stranger can choose is hostile."""
    text = f"{HOSTILE} tall. {HOSTILE}"
    document = Document(HOSTILE, f"{HOSTILE} small {HOSTILE}", {HOSTILE: HOSTILE})
    turn = Turn(HOSTILE, 0, Role.ASSISTANT, text, (document,), HOSTILE)
    claim = Claim(f"{turn.id}#0", HOSTILE, turn.id, Span(0, len(text)))
    passage = passage_of(turn, document, document.text)
    probabilities = {each: 0.97 if each == "contradiction" else 0.01 for each in Relation}
    verdict = Verdict(passage, claim, probabilities, Relation.CONTRADICTION)
    conflict = Conflict(ConflictKind.REFERENCE, passage, claim, verdict, (passage.id, claim.id))
    alert = Alert(
        conflict,
        claim_span=Span(2, text.index("tall") + 4),
        premise_span=Span(0, len(document.text)),
        severity=Severity.HIGH,
        explanation=HOSTILE,
        suggestion=HOSTILE,
    )
    return [report_of(turn, claims=[claim], verdicts=[verdict], alerts=[alert], warnings=[HOSTILE])]


@pytest.fixture
def chat():
    return phone_chat()


@pytest.fixture
def hostile():
    return hostile_chat()


@pytest.fixture
def hostile_text():
    return HOSTILE


@pytest.fixture(scope="session")
def phone_alert():
    return phone_chat()[2].alerts[0]
