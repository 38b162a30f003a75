"""The rules of conversation, on hand-written pairs of both kinds.

``cases/<rule>.toml`` holds pairs that the rule explains, ``cases/contradictions.toml`` pairs that
no rule may explain. A case is two claims that a classifier takes for a contradiction:

earlier, later
    The two texts; their scopes are those that extraction reads off them.
speakers
    Who says them; the assistant both unless it says otherwise.
correction
    True where extraction saw that the later one stands in a correction.
said, as_of
    The days of the two turns, and the times the two claims were marked with.
rules
    Those of which one must speak, where it is not the one that names the file.
failing
    Why it fails; it must go on failing until this is taken out.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, ErrorType, Relation, Role, Scope, Span, Verdict
from belie.graph import EdgeKind
from belie.graph.semantics import ALL_RULES, Rule, ruling
from belie.monitor.claims.scope import meaning

CASES = Path(__file__).parent / "cases"


def said(text, *, turn=1, role=Role.ASSISTANT, at=None, subject="", as_of="", correction=False):
    """Return the claim of a turn that says ``text``, with the scope that extraction reads."""
    read = meaning(text)
    return Claim(
        f"s/{turn}#0",
        text,
        f"s/{turn}",
        Span(0, len(text)),
        turn,
        role,
        scope=read.scope | ({Scope.CORRECTION} if correction else set()),
        reported_by=read.reported_by,
        as_of=as_of or read.as_of,
        subject=subject,
        at=at and datetime(at.year, at.month, at.day, 12, tzinfo=UTC),
    )


def clash(premise, claim, error_type=None):
    odds = dict.fromkeys(Relation, 0.0) | {Relation.CONTRADICTION: 1.0}
    return Verdict(premise, claim, odds, Relation.CONTRADICTION, error_type)


@dataclass(frozen=True)
class Case:
    earlier: object
    later: object
    rules: tuple[str, ...]
    failing: str

    @property
    def id(self):
        return f"{self.earlier.text} / {self.later.text}"


def cases(path):
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
        speakers = row.get("speakers", ["assistant", "assistant"])
        days, marks = row.get("said", [None, None]), row.get("as_of", ["", ""])
        earlier, later = (
            said(
                row[side],
                turn=turn,
                role=Role(speaker),
                at=day,
                as_of=mark,
                correction=turn == 3 and row.get("correction", False),
            )
            for side, turn, speaker, day, mark in zip(
                ("earlier", "later"), (1, 3), speakers, days, marks, strict=True
            )
        )
        rules = tuple(row.get("rules", [path.stem]))
        yield Case(earlier, later, rules, row.get("failing", ""))


CONTRADICTIONS = list(cases(CASES / "contradictions.toml"))
HARMLESS = [
    case
    for path in sorted(CASES.glob("*.toml"))
    if path.stem != "contradictions"
    for case in cases(path)
]
EXPLAINED = [case for case in HARMLESS if not case.failing]


def ruled(case, rules=ALL_RULES):
    return ruling(case.earlier, case.later, clash(case.earlier, case.later), rules)


def expect_to_fail(case, request):
    if case.failing:
        request.applymarker(pytest.mark.xfail(reason=case.failing, strict=True))


@pytest.mark.parametrize("case", HARMLESS, ids=lambda case: case.id)
def test_a_clash_that_is_none_is_explained_by_its_rule(case, request):
    expect_to_fail(case, request)
    found = ruled(case)
    assert found is not None
    assert found.rule in case.rules
    assert found.reason.endswith(".")


@pytest.mark.parametrize("case", CONTRADICTIONS, ids=lambda case: case.id)
def test_a_true_contradiction_stands(case, request):
    expect_to_fail(case, request)
    assert ruled(case) is None


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.value)
def test_each_rule_can_be_switched_off_and_then_its_pairs_are_not_explained_by_it(rule):
    own = [case for case in EXPLAINED if (found := ruled(case)) and found.rule is rule]
    assert own
    others = [ruled(case, ALL_RULES - {rule}) for case in own]
    assert all(found is None or found.rule is not rule for found in others)
    assert None in others
    assert all(ruled(case, frozenset({rule})).rule is rule for case in own)


def test_without_rules_every_clash_stands():
    assert all(ruled(case, frozenset()) is None for case in EXPLAINED)


EDGES = {
    Rule.EXPLICIT_CORRECTION: {EdgeKind.SUPERSEDES},
    Rule.EXPLICIT_RETRACTION: {EdgeKind.RETRACTS},
    Rule.USER_UPDATE: {EdgeKind.SUPERSEDES},
    Rule.STATE_OVER_TIME: {EdgeKind.SUPERSEDES, None},
}


@pytest.mark.parametrize("rule", Rule, ids=lambda rule: rule.value)
def test_only_what_ends_an_earlier_claim_makes_an_edge(rule):
    edges = {found.edge for case in EXPLAINED if (found := ruled(case)) and found.rule is rule}
    assert edges == EDGES.get(rule, {None})


def test_what_was_said_before_is_mended_within_a_turn_and_not_by_another_one():
    once, now = said("I said it costs $10."), said("It costs $12.")
    assert ruling(once, now, clash(once, now)).rule is Rule.EXPLICIT_CORRECTION
    later = said("It costs $12.", turn=3)
    assert ruling(once, later, clash(once, later)) is None


def test_a_user_updates_between_turns_and_not_within_one():
    here, there = said("I live in Rome.", role=Role.USER), said("I live in Oslo.", role=Role.USER)
    assert ruling(here, there, clash(here, there)) is None


def test_a_subject_known_from_extraction_is_taken_for_what_it_is():
    texts = "Luckily Ada found Rome warm.", "Luckily Tom found Rome cold."
    unknown = [said(text, turn=turn) for text, turn in zip(texts, (1, 3), strict=True)]
    known = [
        said(text, turn=turn, subject=subject)
        for text, turn, subject in zip(texts, (1, 3), ("Ada", "Tom"), strict=True)
    ]
    assert ruling(*unknown, clash(*unknown)) is None
    assert ruling(*known, clash(*known)).rule is Rule.DIFFERENT_SUBJECTS


@pytest.mark.parametrize("error_type", [ErrorType.NUMERIC, ErrorType.NEGATION])
def test_a_clash_of_numbers_or_a_denial_is_never_two_values_side_by_side(error_type):
    dog, cat = said("I have a dog."), said("I have a cat.", turn=3)
    assert ruling(dog, cat, clash(dog, cat)).rule is Rule.MANY_VALUES
    assert ruling(dog, cat, clash(dog, cat, error_type)) is None


WORDS = (
    "I", "my", "you", "brother", "Anna", "'s", "lives", "is", "was", "has", "used", "to", "in",
    "Rome", "2019", "March", "5", "99", "$5", "yesterday", "now", "not", "the", "first", "of",
    "if", "only", "also", "it",
)  # fmt: skip
TEXTS = st.one_of(
    st.text(alphabet=st.sampled_from("aAiI's \"'.,2019$%-é漢😀"), max_size=40),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
)


@given(TEXTS, TEXTS, st.sampled_from(Role), st.sampled_from(Role))
def test_any_two_texts_can_be_ruled_on_and_always_in_the_same_way(one, other, first, second):
    earlier, later = said(one, role=first), said(other, turn=3, role=second)
    verdict = clash(earlier, later)
    assert ruling(earlier, later, verdict) == ruling(earlier, later, verdict)
    assert ruling(earlier, earlier, clash(earlier, earlier), frozenset()) is None


@pytest.mark.parametrize("words", ["don't ", "was x ", "the of ", "1 ", "if ", "5 May ", "A, "])
def test_a_claim_of_hostile_length_takes_no_longer_than_a_sentence(words, soon):
    long, short = said(words * 9000 + "now"), said("It is red.", turn=3)
    with soon():
        ruling(long, short, clash(long, short))
        ruling(short, long, clash(short, long))
