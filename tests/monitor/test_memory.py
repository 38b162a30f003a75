"""What is compared with what, and what a replay brings back."""

from dataclasses import replace

import pytest

from belie.datatypes import (
    Claim,
    Document,
    Pair,
    Relation,
    Role,
    Skipped,
    SkipReason,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.graph import EdgeKind
from belie.graph.semantics import ALL_RULES, Rule
from belie.monitor.memory import Memory
from belie.monitor.settings import Settings
from belie.monitor.vectors import CachedEncoder
from belie.testing import WordEncoder

USER, ASSISTANT = Role.USER, Role.ASSISTANT


def new_memory(**settings):
    encoder = CachedEncoder(WordEncoder())
    return Memory(encoder=encoder, settings=Settings(**settings), threshold=0.5)


def claimed(index, text, role=ASSISTANT):
    return Claim(f"s/{index}#0", text, f"s/{index}", Span(0, len(text)), index, role)


def heard(memory, *said):
    """Let the memory hear one claim a turn; return the last with the premises found for it."""
    for role, text in said:
        index = len(memory.reports)
        claim = claimed(index, text, role)
        turn = Turn("s", index, role, text)
        pairs = memory.candidates(turn, [claim])
        memory.remember(TurnReport(turn=turn, claims=(claim,)))
    return [pair.premise.text for pair in pairs]


def test_the_assistant_is_held_against_what_both_said():
    found = heard(
        new_memory(),
        (USER, "I live in Rome."),
        (ASSISTANT, "You live in Oslo."),
        (ASSISTANT, "You live in Bonn."),
    )
    assert set(found) == {"I live in Rome.", "You live in Oslo."}


def test_claims_of_one_sentence_are_told_from_those_of_two():
    text = "The hall is big and the hall is small. The hall is red."
    parts = ("The hall is big", "the hall is small", "The hall is red.")
    claims = [
        replace(claimed(0, part), id=f"s/0#{number}", span=Span(at, at + len(part)))
        for number, part in enumerate(parts)
        for at in [text.index(part)]
    ]
    pairs = new_memory().candidates(Turn("s", 0, ASSISTANT, text), claims)
    found = {(pair.premise.id[-1], pair.claim.id[-1]): pair.one_sentence for pair in pairs}
    assert found == {("0", "1"): True, ("0", "2"): False, ("1", "2"): False}


def test_a_sentence_of_an_earlier_turn_is_another_one():
    memory, text = new_memory(), "The hall is red."
    heard(memory, (ASSISTANT, text))
    [pair] = memory.candidates(Turn("s", 1, ASSISTANT, text), [claimed(1, text)])
    assert not pair.one_sentence


def test_a_user_is_held_against_own_words_that_would_be_changed():
    memory = new_memory()
    heard(memory, (ASSISTANT, "You live in Bonn."), (USER, "I live in Rome."))
    assert heard(memory, (USER, "I live in Oslo.")) == ["I live in Rome."]


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("The Danube ends in Ulm.", "The Danube ends in Bonn."),
        ("I was born in Rome.", "I was born in Oslo."),
        ("My brother lives in Rome.", "My sister lives in Oslo."),
    ],
)
def test_a_user_is_not_held_against_own_words_that_would_not_be_changed(then, now):
    assert heard(new_memory(), (USER, then), (USER, now)) == []


def test_without_the_rule_the_user_is_not_held_against_own_words():
    memory = new_memory(rules=ALL_RULES - {Rule.USER_UPDATE})
    assert heard(memory, (USER, "I live in Rome."), (USER, "I live in Oslo.")) == []


def test_what_is_said_of_others_takes_no_place_of_what_can_clash():
    memory = new_memory(claims_per_claim=1)
    heard(memory, (ASSISTANT, "I have a red car."), (ASSISTANT, "You have an old red car."))
    assert heard(memory, (ASSISTANT, "You have a red car now.")) == ["You have an old red car."]


def edges(memory):
    return {(edge.start, edge.end, edge.relation) for edge in memory.graph.edges()}


def report(index, role, text, *claims, skipped=(), verdicts=()):
    turn = Turn("s", index, role, text)
    return TurnReport(turn=turn, claims=claims, skipped=tuple(skipped), verdicts=tuple(verdicts))


def test_a_replay_brings_back_what_was_taken_back_and_updated_without_a_model():
    rome, oslo = claimed(0, "I live in Rome.", USER), claimed(1, "I live in Oslo.", USER)
    red = claimed(2, "It is red.")
    odds = dict.fromkeys(Relation, 0.0) | {Relation.CONTRADICTION: 1.0}
    back = "Scratch that."
    memory = new_memory()
    memory.replay(
        [
            report(0, USER, rome.text, rome),
            report(
                1,
                USER,
                oslo.text,
                oslo,
                verdicts=[Verdict(rome, oslo, odds, Relation.CONTRADICTION)],
            ),
            report(2, ASSISTANT, red.text, red),
            report(3, ASSISTANT, back, skipped=[Skipped(Span(0, 13), SkipReason.META)]),
        ]
    )
    assert (oslo.id, rome.id, EdgeKind.SUPERSEDES) in edges(memory)
    assert ("s/3#0", red.id, EdgeKind.RETRACTS) in edges(memory)
    assert memory.graph.conflicts() == ()


def test_what_was_said_before_and_shown_with_other_turns_only_is_earlier():
    memory = new_memory()
    old, again, new = (
        Document(name, f"The tower {text}.")
        for name, text in (("old", "leans"), ("again", "is tall"), ("new", "is old"))
    )
    first = Turn("s", 0, ASSISTANT, "The tower stands.", (old, again))
    memory.documents.add(first)
    memory.remember(TurnReport(turn=first, claims=(claimed(0, first.text),)))
    now = Turn("s", 1, ASSISTANT, "The tower fell.", (replace(again, id="b"), new))
    memory.documents.add(now)
    pairs = memory.candidates(now, [claimed(1, now.text)])
    assert {pair.premise.text: pair.earlier for pair in pairs} == {
        old.text: True,
        again.text: False,
        new.text: False,
        first.text: True,
    }


def test_candidates_among_own_claims_have_what_was_said_around_them():
    memory = new_memory()
    first = Turn("s", 0, ASSISTANT, "I fear heights! The tower leans.")
    memory.remember(TurnReport(turn=first, claims=(claimed(0, "The tower leans."),)))
    now = Turn("s", 1, ASSISTANT, "Sure. The tower stands. It is old.")
    claim = replace(claimed(1, "The tower stands."), span=Span(6, 23))
    [pair] = memory.candidates(now, [claim])
    assert pair.said == Pair(first.text, "Sure. The tower stands.")


def test_candidates_among_passages_have_the_sentence_of_the_claim():
    memory = new_memory()
    source = Document("d", "The tower leans.")
    now = Turn("s", 0, ASSISTANT, "Sure. The tower, built long ago, stands.", (source,))
    memory.documents.add(now)
    claim = replace(claimed(0, "The tower stands."), span=Span(6, 40))
    [pair] = memory.candidates(now, [claim])
    assert pair.said == Pair(source.text, "The tower, built long ago, stands.")
