from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from belie.datatypes import (
    Alert,
    AlertState,
    Anchor,
    Change,
    ChangeKind,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Link,
    LinkKind,
    Passage,
    Relation,
    Review,
    Role,
    Scope,
    ScoredSpan,
    Severity,
    Skipped,
    SkipReason,
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


def skipped_of(turn, **reasons):
    """Return the stretches of ``turn`` that ``reasons`` quotes by the name of each reason."""
    return tuple(
        Skipped(span_of(turn.text, words), SkipReason(reason)) for reason, words in reasons.items()
    )


def report_of(turn, *, claims=(), verdicts=(), alerts=(), warnings=(), skipped=()):
    return TurnReport(
        turn=turn,
        claims=tuple(claims),
        verdicts=tuple(verdicts),
        conflicts=tuple(alert.conflict for alert in alerts),
        alerts=tuple(alerts),
        warnings=tuple(warnings),
        skipped=tuple(skipped),
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


def reworded_chat():
    """A chat whose claims have other words than their turns, and stretches without a claim."""
    user = Turn("prices", 0, Role.USER, "What did it cost?")
    first = Turn(
        "prices",
        1,
        Role.ASSISTANT,
        "Hello! The first iPhone came out in 2007. It was priced at $499, Apple says. "
        "Shall I go on?",
    )
    second = Turn("prices", 2, Role.ASSISTANT, "At launch, perhaps $599. Is that enough? Tell me.")
    last = Turn("prices", 3, Role.ASSISTANT, "You are welcome! Bye!")
    out = claim_of(first, "The first iPhone came out in 2007.")
    words = span_of(first.text, "It was priced at $499")
    priced = Claim(
        f"{first.id}#1",
        "The first iPhone was priced at $499.",
        first.id,
        words,
        1,
        scope=frozenset({Scope.REPORTED}),
        anchors=(
            Anchor(Span(0, 16), span_of(first.text, "It")),
            Anchor(Span(17, 35), span_of(first.text, "was priced at $499")),
        ),
        links=(Link(LinkKind.ORDER, Span(17, 27), Span(31, 35)),),
        reported_by="Apple",
    )
    dear = Claim(
        f"{second.id}#0",
        "The first iPhone cost $599 at launch.",
        second.id,
        Span(0, 24),
        2,
        scope=frozenset({Scope.HEDGED, Scope.AS_OF}),
        as_of="launch",
    )
    clash = verdict_of(
        priced, dear, Relation.CONTRADICTION, premise_words="$499", claim_words="$599"
    )
    alert = Alert(
        Conflict(ConflictKind.CROSS_TURN, priced, dear, clash, (priced.id, dear.id)),
        claim_span=span_of(second.text, "$599"),
        premise_span=span_of(first.text, "$499"),
        severity=Severity.HIGH,
        explanation="Turn 1 said $499, turn 2 says $599.",
    )
    return [
        report_of(user, skipped=skipped_of(user, question=user.text)),
        report_of(
            first,
            claims=[out, priced],
            skipped=skipped_of(first, greeting="Hello!", question="Shall I go on?"),
        ),
        report_of(
            second,
            claims=[dear],
            verdicts=[clash],
            alerts=[alert],
            skipped=skipped_of(second, question="Is that enough?", instruction="Tell me."),
        ),
        report_of(last, skipped=skipped_of(last, greeting=last.text)),
    ]


def mended_chat():
    """A chat with a conflict that a later turn mends, and one that follows from two others."""
    user = Turn("trains", 0, Role.USER, "The train leaves at noon.")
    first = Turn("trains", 1, Role.ASSISTANT, "It leaves at one.")
    second = Turn("trains", 2, Role.ASSISTANT, "Nothing leaves after noon.")
    third = Turn("trains", 3, Role.ASSISTANT, "Sorry, it leaves at noon.")
    noon, one = claim_of(user, user.text), claim_of(first, first.text)
    nothing, mended = claim_of(second, second.text), claim_of(third, "it leaves at noon.")
    wrong = verdict_of(
        noon, one, Relation.CONTRADICTION, premise_words="noon", claim_words="at one"
    )
    judged = verdict_of(
        noon, nothing, Relation.CONTRADICTION, premise_words="noon", claim_words="after noon"
    )
    path = (one.id, noon.id, nothing.id)
    implied = Alert(
        Conflict(ConflictKind.CROSS_TURN, one, nothing, judged, path, discount=0.9),
        claim_span=span_of(second.text, "after noon"),
        premise_span=Span(0, len(first.text)),
        severity=Severity.HIGH,
        explanation="So.",
    )
    review = Review(AlertState.FALSE_ALARM, "Ann", "A joke.", datetime(2026, 3, 2, 8, tzinfo=UTC))
    resolved = replace(
        alert_of(wrong, ConflictKind.USER_FACT, explanation="Noon, not one."),
        resolved_by=mended.id,
    )
    change = Change(
        ChangeKind.SUPERSEDES, one, mended, rule="explicit_correction", reason="It says so."
    )
    return [
        report_of(user, claims=[noon]),
        report_of(first, claims=[one], verdicts=[wrong], alerts=[resolved]),
        report_of(second, claims=[nothing], alerts=[replace(implied, reviews=(review,))]),
        replace(report_of(third, claims=[mended]), changes=(change,)),
    ]


def unbacked_chat():
    """A chat with words that no document backs, beside a clash and what makes no claim."""
    document = Document("tower.md", "The tower is 330 m tall.")
    user = Turn("towers", 0, Role.USER, "How tall is it?")
    first = Turn(
        "towers",
        1,
        Role.ASSISTANT,
        "The tower is 310 m tall and was painted a calm green. Shall I go on?",
        (document,),
    )
    last = Turn("towers", 2, Role.ASSISTANT, "Romans built it, of tin.", (document,))
    tall = claim_of(first, "The tower is 310 m tall and was painted a calm green.")
    built = claim_of(last, last.text)
    clash = verdict_of(
        passage_of(first, document, document.text),
        tall,
        Relation.CONTRADICTION,
        premise_words="330 m",
        claim_words="310 m",
    )
    words = tuple(
        ScoredSpan(span_of(tall.text, one), score)
        for one, score in {"painted": 0.9, "green": 0.8}.items()
    )
    clash = replace(clash, ungrounded=words)
    neutral = verdict_of(passage_of(last, document, document.text), built, Relation.NEUTRAL)
    alert = alert_of(clash, ConflictKind.REFERENCE, explanation="tower.md says 330 m.")
    report = report_of(
        first,
        claims=[tall],
        verdicts=[clash],
        alerts=[alert],
        skipped=skipped_of(first, question="Shall I go on?"),
    )
    painted = span_of(first.text, "painted a calm green")
    spans = span_of(last.text, "Romans built"), span_of(last.text, "tin")
    return [
        report_of(user),
        replace(report, ungrounded=(painted,)),
        replace(report_of(last, claims=[built], verdicts=[neutral]), ungrounded=spans),
    ]


def hostile_chat():
    """The same clash in a chat where every text a stranger can choose is hostile."""
    text = f"{HOSTILE} tall. {HOSTILE}"
    document = Document(HOSTILE, f"{HOSTILE} small {HOSTILE}", {HOSTILE: HOSTILE})
    turn = Turn(HOSTILE, 0, Role.ASSISTANT, text, (document,), HOSTILE)
    claim = Claim(
        f"{turn.id}#0",
        HOSTILE,
        turn.id,
        Span(0, len(text)),
        anchors=(Anchor(Span(0, 5), Span(3, 8)),),
        links=(Link(LinkKind.PART, Span(0, 5), Span(7, 9)),),
        reported_by=HOSTILE,
        as_of=HOSTILE,
    )
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
        reviews=(Review(AlertState.ACKNOWLEDGED, HOSTILE, HOSTILE),),
    )
    report = report_of(
        turn,
        claims=[claim],
        verdicts=[verdict],
        alerts=[alert],
        warnings=[HOSTILE],
        skipped=[Skipped(Span(0, len(text)), SkipReason.META)],
    )
    change = Change(ChangeKind.RETRACTS, claim, claim, HOSTILE, HOSTILE)
    return [replace(report, changes=(change,), ungrounded=(Span(0, len(text)),))]


@pytest.fixture
def chat():
    return phone_chat()


@pytest.fixture
def reworded():
    return reworded_chat()


@pytest.fixture
def mended():
    return mended_chat()


@pytest.fixture
def unbacked():
    return unbacked_chat()


@pytest.fixture
def hostile():
    return hostile_chat()


@pytest.fixture
def hostile_text():
    return HOSTILE


@pytest.fixture(scope="session")
def phone_alert():
    return phone_chat()[2].alerts[0]
