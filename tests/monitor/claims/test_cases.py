"""The hand-written cases: what a reader takes from a sentence, and what an extractor must find.

A case stands in ``cases/<topic>.toml``:

id, text, role, question, earlier
    What is read; ``role`` is ``"assistant"`` unless it says otherwise.
claims
    The claims that must come out: a plain string, or a table with

    - ``text``, ``any_of`` (wordings of which one must come out) or ``words`` (all of these words
      and at most ``more`` others, 3 if it says nothing);
    - ``scope``, which the claim must carry, and ``not_scope``, which it must not. Without a
      ``not_scope`` it must carry none of `DISCLAIMING` but what ``scope`` names: it is asserted;
    - ``reported_by``, ``as_of``.
either
    Sets of claims, of which one must come out whole beside ``claims``.
optional, extra
    ``optional`` claims may come out, no others, unless ``extra`` is true.
forbidden
    Texts that must not come out, word for word, as asserted claims. With a disclaiming scope
    they may.
skipped
    Words that must lie in skipped stretches with one of the ``reasons``.

Two wordings are the same (`same`) if all of these hold. Case, punctuation and articles do not
count; "isn't" is "is not".

- the F1 of their bags of words is at least 0.8;
- the words that carry the meaning (`GUARDED`: negations, quantifiers, conjunctions, modals,
  numbers, "I" and "you"; and every capitalised word) occur in both or in neither;
- none swaps a content word for another ("the tower was built" is not "the bridge was built");
- the claim has no pronoun which the expectation does not have.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path

import pytest

from belie.datatypes import Claim, Extraction, Role, Scope, SkipReason, Span, Turn
from belie.wiring import make_extractor

FAILING: tuple[tuple[str, str], ...] = (
    ("apposition-at-the-end", "the parser hangs 'from Italy' on the name"),
    ("coordination-three-clauses", "the parser takes the second clause for a thing"),
    ("ellipsis-no-it-does-not", "'it' is taken for breakfast"),
    ("long-biography", "the parser hangs two predicates on a relative clause"),
    ("long-company", "the whole keeps an apposition that the case leaves out"),
    ("long-cause-inside", "the whole keeps a relative clause that the case leaves out"),
    ("number-time-of-day", "the parser takes 'close' for an adjective"),
    ("punctuation-semicolon", "the parser takes 'dates' for a noun"),
    ("punctuation-dash", "the clause after a dash is not cut off"),
    ("quote-title-that-is-a-sentence", "a title of two sentences is cut between them"),
    ("report-without-that", "the whole is marked as a plan beside a report"),
    ("turn-nearer-name-wins", "the first name is preferred to the nearer"),
    ("turn-own-name-before-earlier-name", "the first name is preferred to the nearer"),
)
"""The ids of the cases that fail, each with the reason why."""

SHARE = 0.9
"""The share of all cases that must pass, the failing ones counted."""

DISCLAIMING = frozenset(
    {
        Scope.CONDITIONAL,
        Scope.HYPOTHETICAL,
        Scope.HEDGED,
        Scope.REPORTED,
        Scope.QUESTION,
        Scope.QUOTED,
    }
)
"""A claim with one of these scopes is not asserted by who said it."""

ARTICLES = frozenset({"a", "an", "the"})
NEGATIONS = "not no never none nobody nothing neither nor without dont"
QUANTIFIERS = (
    "all every each some any most many few several half both either only except least more less "
    "usually almost probably allegedly together"
)
CONJUNCTIONS = (
    "and & or if unless because since so although though while when until before after than "
    "provided otherwise instead unlike"
)
MODALS = "may might could would should must can will"
PERSONS = "i we you my our your me us"
NUMBERS = (
    "one two three four five six seven eight nine ten eleven twelve first second third dozen "
    "hundred thousand million billion"
)
THIRD_PERSONS = "it he she they him her them his hers its their theirs who whom whose which"
DEFINITE = (
    "the this that these those there here where when himself herself itself themselves one such "
    "yes no"
)
SMALL_WORDS = (
    "is are was were be been being am has have had do does did to of in on at by for with from "
    "as that then also later but however s therefore too still"
)
GUARDED = frozenset(
    f"{NEGATIONS} {QUANTIFIERS} {CONJUNCTIONS} {MODALS} {PERSONS} {NUMBERS}".split()
)
PRONOUNS = frozenset(THIRD_PERSONS.split())
POINTERS = frozenset(f"{THIRD_PERSONS} {DEFINITE} {PERSONS}".split())
"""How a pronoun, a definite description or "Yes." begins: what it stands for may replace it."""

FUNCTION_WORDS = frozenset(SMALL_WORDS.split())
"""Words that a rewording may swap."""

CONTRACTIONS = (
    (re.compile("’"), "'"),
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'m\b"), " am"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"\b(it|he|she|that|there|what|who|here)'s\b"), r"\1 is"),
    (re.compile(r"'s\b"), " s"),
)
TOKEN = re.compile(r"[$€£]?\d(?:[\d.,:/]*\d)?%?|[^\W\d_]+|&")
CASES = Path(__file__).parent / "cases"


@dataclass(frozen=True, slots=True)
class Expected:
    """A claim that must or may come out."""

    wordings: tuple[str, ...]
    words: tuple[str, ...]
    more: int
    scope: frozenset[Scope]
    not_scope: frozenset[Scope]
    reported_by: str | None
    as_of: str | None

    @property
    def examples(self) -> tuple[str, ...]:
        return self.wordings or (" ".join(self.words),)

    def fits(self, claim: Claim) -> bool:
        return (
            self._fits_text(claim.text)
            and self.scope <= claim.scope
            and not self.not_scope & claim.scope
            and (self.reported_by is None or bag(self.reported_by) == bag(claim.reported_by or ""))
            and (self.as_of is None or bag(self.as_of) <= bag(claim.as_of or ""))
        )

    def _fits_text(self, text: str) -> bool:
        if self.words:
            wanted, got = bag(" ".join(self.words)), bag(text)
            return wanted <= got and (got - wanted).total() <= self.more
        return any(same(wording, text) for wording in self.wordings)


@dataclass(frozen=True, slots=True)
class ExpectedSkip:
    """Words that must be skipped, and the reasons that may be given."""

    text: str
    reasons: frozenset[SkipReason]


@dataclass(frozen=True, slots=True)
class Case:
    """One hand-written case."""

    id: str
    turn: Turn
    earlier: tuple[Turn, ...]
    alternatives: tuple[tuple[Expected, ...], ...]
    optional: tuple[Expected, ...]
    extra: bool
    forbidden: tuple[str, ...]
    skipped: tuple[ExpectedSkip, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Which cases pass, and why the others do not."""

    passed: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]


def load_expected(entry):
    table = {"text": entry} if isinstance(entry, str) else dict(entry)
    wordings = tuple(table.pop("any_of", ())) or tuple(filter(None, [table.pop("text", "")]))
    scope = frozenset(map(Scope, table.pop("scope", ())))
    expected = Expected(
        wordings=wordings,
        words=tuple(table.pop("words", ())),
        more=table.pop("more", 3),
        scope=scope,
        not_scope=frozenset(map(Scope, table.pop("not_scope", DISCLAIMING - scope))),
        reported_by=table.pop("reported_by", None),
        as_of=table.pop("as_of", None),
    )
    if table or bool(wordings) == bool(expected.words):
        raise ValueError(f"expected a claim with text, any_of or words, got {entry!r}")
    return expected


def load_case(table):
    earlier = tuple(
        Turn("s1", index, Role(turn["role"]), turn["text"])
        for index, turn in enumerate(table.pop("earlier", ()))
    )
    claims = tuple(map(load_expected, table.pop("claims", ())))
    case = Case(
        id=table.pop("id"),
        turn=Turn(
            "s1",
            len(earlier),
            Role(table.pop("role", "assistant")),
            table.pop("text"),
            question=table.pop("question", None),
        ),
        earlier=earlier,
        alternatives=tuple(
            claims + tuple(map(load_expected, either)) for either in table.pop("either", [[]])
        ),
        optional=tuple(map(load_expected, table.pop("optional", ()))),
        extra=table.pop("extra", False),
        forbidden=tuple(table.pop("forbidden", ())),
        skipped=tuple(
            ExpectedSkip(skip["text"], frozenset(map(SkipReason, skip["reasons"])))
            for skip in table.pop("skipped", ())
        ),
    )
    if table:
        raise ValueError(f"unknown keys {sorted(table)} in case {case.id}")
    return case


def load_cases():
    return tuple(
        load_case(table)
        for path in sorted(CASES.glob("*.toml"))
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    )


def tokens(text):
    spelled = text
    for pattern, replacement in CONTRACTIONS:
        spelled = pattern.sub(replacement, spelled)
    return [word for word in TOKEN.findall(spelled) if word.lower() not in ARTICLES]


def lowered(text):
    return [word.lower() for word in tokens(text)]


def bag(text):
    return Counter(lowered(text))


def guarded(text):
    """Return the words of ``text`` that must not be lost: names, numbers and the like."""
    return {
        word.lower()
        for word in tokens(text)
        if word.lower() in GUARDED
        or any(character.isdigit() for character in word)
        or (word != word.lower() and word.lower() not in FUNCTION_WORDS | PRONOUNS)
    }


def content(words):
    return {word for word in words if word not in FUNCTION_WORDS | PRONOUNS}


def same(wording, text):
    """Return whether the two say the same, by the rules of the module's docstring."""
    wanted, got = bag(wording), bag(text)
    common = (wanted & got).total()
    return (
        0.8 * (wanted.total() + got.total()) <= 2 * common
        and all(word in wanted and word in got for word in guarded(wording) | guarded(text))
        and not (content(wanted - got) and content(got - wanted))
        and not (got.keys() - wanted.keys()) & PRONOUNS
    )


def is_asserted(claim):
    return not claim.scope & DISCLAIMING


def is_forbidden(claim, case):
    return any(lowered(text) == lowered(claim.text) for text in case.forbidden)


def find_failures(case, extraction):
    """Return in plain words what is wrong with the claims of one case; empty if it passes."""
    return [
        *find_wrong_claims(case, extraction.claims),
        *(
            f"asserts {claim.text!r}"
            for claim in extraction.claims
            if is_asserted(claim) and is_forbidden(claim, case)
        ),
        *(
            f"does not skip {skip.text!r} as {sorted(skip.reasons)}"
            for skip in case.skipped
            if not is_skipped(skip, case.turn, extraction)
        ),
        *find_inexact(case.turn, extraction),
    ]


def find_wrong_claims(case, claims):
    """Return what is missing and what is too much, by the alternative that fits best."""
    return min(
        (
            [
                *(f"lacks {expected}" for expected in find_missing(wanted, claims)),
                *(f"has {claim}" for claim in find_surplus(case, wanted, claims)),
            ]
            for wanted in case.alternatives
        ),
        key=len,
    )


def find_missing(wanted, claims):
    return [
        f"{expected.wordings or expected.words} {describe_scope(expected.scope)}"
        for expected in wanted
        if not any(expected.fits(claim) for claim in claims)
    ]


def find_surplus(case, wanted, claims):
    if case.extra:
        return []
    return [
        f"{claim.text!r} {describe_scope(claim.scope)}"
        for claim in claims
        if not any(expected.fits(claim) for expected in wanted + case.optional)
        and (is_asserted(claim) or not is_forbidden(claim, case))
    ]


def describe_scope(scope):
    return str(sorted(scope)) if scope else "asserted"


def is_skipped(skip, turn, extraction):
    start = turn.text.index(skip.text)
    covered = {
        place
        for skipped in extraction.skipped
        if skipped.reason in skip.reasons
        for place in range(skipped.span.start, skipped.span.end)
    }
    return all(
        place in covered
        for place in range(start, start + len(skip.text))
        if turn.text[place].isalnum()
    )


def find_inexact(turn, extraction):
    """Return which ids and offsets are wrong: every span must slice to words of the turn."""
    ids = [claim.id for claim in extraction.claims]
    skipped = [skip.span for skip in extraction.skipped]
    return [
        *([] if ids == [f"{turn.id}#{number}" for number in range(len(ids))] else [f"ids {ids}"]),
        *(
            f"skips {span} outside of the text or out of order"
            for before, span in pairwise([Span(0, 0), *skipped])
            if not before.end <= span.start < span.end <= len(turn.text)
        ),
        *(
            f"{flaw} in {claim}"
            for claim in extraction.claims
            for flaw in find_inexact_claim(claim, turn)
        ),
    ]


def find_inexact_claim(claim, turn):
    spans = claim.spans
    if not all(is_words(span, turn.text) for span in spans):
        return ["a span that does not slice to words"]
    return [
        *(["another source, turn or role"] if not is_of(claim, turn) else []),
        *(
            ["pieces that overlap or are out of order"]
            if any(later.start < earlier.end for earlier, later in pairwise(spans))
            else []
        ),
        *(
            ["a span that does not reach from the first to the last piece"]
            if claim.span != Span(spans[0].start, spans[-1].end)
            else []
        ),
        *find_inexact_anchors(claim, turn),
    ]


def is_of(claim, turn):
    return (claim.source, claim.turn, claim.role) == (turn.id, turn.index, turn.role)


def is_words(span, text):
    """Return whether ``span`` lies in ``text`` and cuts no word."""
    return (
        span.start < span.end <= len(text)
        and span.cut(text) == span.cut(text).strip()
        and not cuts_a_word(span.start, text)
        and not cuts_a_word(span.end, text)
    )


def cuts_a_word(place, text):
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def find_inexact_anchors(claim, turn):
    if not claim.anchors:
        return [] if needs_no_anchors(claim, turn) else ["a text without anchors"]
    starts = [anchor.span.start for anchor in claim.anchors]
    return [
        *(["anchors out of order"] if starts != sorted(starts) else []),
        *(f"{anchor}" for anchor in claim.anchors if not is_exact(anchor, claim, turn)),
    ]


def needs_no_anchors(claim, turn):
    """Return whether the text is a slice of its turn, or wholly supplied, as for "Yes."."""
    source = claim.span.cut(turn.text)
    return claim.text == source or not bag(claim.text) & bag(source)


def is_exact(anchor, claim, turn):
    if len(claim.text) < anchor.span.end or len(turn.text) < anchor.source.end:
        return False
    words, source = anchor.span.cut(claim.text), anchor.source.cut(turn.text)
    inside = claim.span.start <= anchor.source.start and anchor.source.end <= claim.span.end
    points = source.lower().split()[:1] and source.lower().split()[0] in POINTERS
    same = source.casefold() in {words.casefold(), words.casefold().replace("'", "")}  # "dont"
    return inside and (same or bool(points))


def run(case, extractor):
    return find_failures(case, extractor.extract(case.turn, earlier=case.earlier))


def report(extractor):
    """Return which cases pass with ``extractor``, and why the others fail."""
    outcomes = [(case.id, "; ".join(run(case, extractor))) for case in load_cases()]
    return Report(
        passed=tuple(name for name, why in outcomes if not why),
        failed=tuple((name, why) for name, why in outcomes if why),
    )


def parameters():
    reasons = dict(FAILING)
    return [
        pytest.param(
            case,
            id=case.id,
            marks=pytest.mark.xfail(reason=reasons[case.id]) if case.id in reasons else (),
        )
        for case in load_cases()
    ]


@pytest.fixture(scope="module")
def extractor():
    return make_extractor()


@pytest.mark.parametrize("case", parameters())
def test_the_claims_say_what_the_text_says(case, extractor):
    assert run(case, extractor) == []


def test_nine_cases_in_ten_pass(extractor):
    result = report(extractor)
    assert SHARE * len(load_cases()) <= len(result.passed), result.failed


def test_there_are_at_least_150_cases_each_with_its_own_id():
    ids = [case.id for case in load_cases()]
    assert 150 <= len(ids) == len(set(ids))
    assert {name for name, _ in FAILING} <= set(ids)


def test_the_words_of_a_case_occur_in_its_text():
    for case in load_cases():
        assert all(skip.text in case.turn.text for skip in case.skipped), case.id


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.id)
def test_what_a_case_expects_is_what_it_allows(case):
    for wanted in case.alternatives:
        claims = [as_claim(expected, expected.examples[0]) for expected in wanted]
        assert find_wrong_claims(case, claims) == []
    for expected in chain(*case.alternatives, case.optional):
        for text in expected.examples:
            claim = as_claim(expected, text)
            assert not (is_asserted(claim) and is_forbidden(claim, case)), text


def as_claim(expected, text):
    return Claim(
        "s1/0#0",
        text,
        "s1/0",
        Span(0, 1),
        scope=expected.scope if expected.not_scope else frozenset({Scope.HEDGED}),
        reported_by=expected.reported_by,
        as_of=expected.as_of,
    )


class WholeText:
    """An extractor that takes each text as one asserted claim."""

    def extract(self, turn, earlier=()):
        del earlier
        text = turn.text.strip()
        if not text:
            return Extraction()
        start = turn.text.index(text)
        span = Span(start, start + len(text))
        return Extraction((Claim(f"{turn.id}#0", text, turn.id, span, turn.index, turn.role),))


class Nothing:
    """An extractor that finds no claims."""

    def extract(self, turn, earlier=()):
        del turn, earlier
        return Extraction()


@pytest.mark.parametrize("idle", [WholeText(), Nothing()])
def test_an_extractor_that_does_nothing_fails_most_cases(idle):
    assert len(report(idle).passed) < 0.5 * len(load_cases())


@pytest.mark.parametrize(
    ("wording", "text"),
    [
        ("The bridge is open", "the bridge is open."),
        ("The bridge isn't open", "The bridge is not open"),
        ("Paris is the capital of France", "Paris is capital of France"),
        ("The church was built by monks", "The old church was built by monks"),
        ("Anna left because she was tired", "Anna left because Anna was tired"),
    ],
)
def test_a_wording_is_the_same_if_nothing_that_matters_differs(wording, text):
    assert same(wording, text)


@pytest.mark.parametrize(
    ("wording", "text"),
    [
        ("The bridge is not open to any cars", "The bridge is open to any cars"),
        ("The church was built in 1312 by monks", "The church was built in 1321 by monks"),
        ("The church was built in 1312 by monks", "The church was built by monks"),
        ("Paris has a large old river port", "France has a large old river port"),
        ("All the old houses were rebuilt there", "The old houses were rebuilt there"),
        ("The tower was built in 1889", "It was built in 1889"),
        ("The tower was built in 1889", "The bridge was built in 1889"),
        ("The match was off because it rained", "The match was off"),
        ("You live in an old house", "I live in an old house"),
    ],
)
def test_a_wording_differs_if_it_says_something_else(wording, text):
    assert not same(wording, text)
