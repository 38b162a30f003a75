import re
from dataclasses import replace

import pytest

from belie.datatypes import Candidate, Claim, Document, Relation, Role, ScoredSpan, Span, Turn
from belie.errors import InputError
from belie.monitor.judging import Judge
from belie.monitor.long_documents import ScaleVerifier
from belie.monitor.passages import passages
from belie.monitor.vectors import CachedEncoder
from belie.monitor.verifying import LocalVerifier
from belie.testing import ScriptedClassifier, WordEncoder

NOISE = " ".join(f"Item {number} lies on shelf {number} of the store." for number in range(300))
CLAIM = "The Orvanne lake is deep."
FACT = "The Orvanne lake is shallow."


class Says:
    """A classifier to which a premise says of any claim what the first told words in it say."""

    name = "says"

    def __init__(self, told):
        self._told = told
        self.calls = []

    def classify(self, pairs):
        self.calls.append(list(pairs))
        return ScriptedClassifier(
            {(one.premise, one.claim): self._relation(one.premise) for one in pairs}
        ).classify(pairs)

    def _relation(self, premise):
        return next(
            (relation for words, relation in self._told.items() if words in premise),
            Relation.NEUTRAL,
        )


class Lacks(Says):
    """Such a one that also tells which words of a claim its premise has not."""

    def classify(self, pairs):
        answers = super().classify(pairs)
        return [
            replace(answer, ungrounded_words=tuple(_lacking(one.premise, one.claim)))
            for one, answer in zip(pairs, answers, strict=True)
        ]


def _lacking(premise, claim):
    for word in re.finditer(r"\w+", claim):
        yield ScoredSpan(Span(*word.span()), 0.0 if word.group() in premise else 0.9)


def turn_of(*texts, session="s"):
    documents = tuple(Document(f"d{number}", text) for number, text in enumerate(texts))
    return Turn(session, 1, Role.ASSISTANT, CLAIM, documents)


def claims_of(turn, *texts, role=Role.ASSISTANT):
    return [
        Claim(f"{turn.id}#{number}", text, turn.id, Span(0, len(text)), turn.index, role)
        for number, text in enumerate(texts)
    ]


def verifier_of(classifier, **options):
    return ScaleVerifier(Judge(classifier), CachedEncoder(WordEncoder()), **options)


@pytest.mark.parametrize("windows", [5, None])
@pytest.mark.parametrize(
    "relation",
    [Relation.ENTAILMENT, Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION],
)
def test_the_premise_is_the_one_sentence_that_decides(windows, relation):
    turn = turn_of(NOISE, f"{NOISE} {FACT} {NOISE}")
    classifier = Says({FACT: relation})
    verification = verifier_of(classifier, windows_per_claim=windows).verify(
        turn, claims_of(turn, CLAIM), []
    )
    [verdict] = [one for one in verification.verdicts if one.relation is relation]
    assert verdict.premise.text == FACT
    assert verdict.premise.span.cut(turn.documents[1].text) == FACT
    assert verdict.premise.id == f"s/1/d1@{len(NOISE) + 1}-{len(NOISE) + 1 + len(FACT)}"


def test_a_sentence_that_decides_only_beside_another_is_kept_with_it():
    both = "The Orvanne lake is famous. It is shallow."
    turn = turn_of(f"{NOISE} {both} {NOISE}")
    verification = verifier_of(Says({both: Relation.CONTRADICTION})).verify(
        turn, claims_of(turn, CLAIM), []
    )
    [verdict] = [one for one in verification.verdicts if one.contradicts]
    assert both in verdict.premise.text


def test_two_sentences_that_were_torn_apart_are_read_together():
    begun, opened = "The Orvanne lake was shallow.", "The Orvanne lake is deep now."
    turn = turn_of(f"{begun} {opened} {NOISE}")
    told = {
        f"{begun} {opened}": Relation.ENTAILMENT,
        begun: Relation.CONTRADICTION,
        opened: Relation.ENTAILMENT,
    }
    verification = verifier_of(Says(told)).verify(turn, claims_of(turn, CLAIM), [])
    [verdict] = verification.verdicts
    assert verdict.premise.text == f"{begun} {opened}"
    assert verdict.relation is Relation.ENTAILMENT


def test_sentences_far_apart_that_disagree_are_both_told():
    support = "The Orvanne lake is deep and cold."
    turn = turn_of(f"{FACT} {NOISE} {support}")
    told = {FACT: Relation.CONTRADICTION, support: Relation.ENTAILMENT}
    verification = verifier_of(Says(told)).verify(turn, claims_of(turn, CLAIM), [])
    assert {one.premise.text: one.relation for one in verification.verdicts} == told


def test_words_that_stand_elsewhere_in_a_window_are_backed():
    turn = turn_of(f"{NOISE} {FACT} It is deep in winter. {NOISE}")
    claim = "The Orvanne lake is deep and old."
    verification = verifier_of(Lacks({FACT: Relation.CONTRADICTION})).verify(
        turn, claims_of(turn, claim), []
    )
    [verdict] = [one for one in verification.verdicts if one.contradicts]
    assert verdict.premise.text == FACT
    assert [word.span.cut(claim) for word in verdict.ungrounded] == ["and", "old"]


def test_all_claims_take_a_step_together():
    turn = turn_of(f"{FACT} {NOISE}")
    texts = [CLAIM, *(f"Item {number} lies on shelf 5." for number in range(7, 90, 9))]
    steps = [steps_of(turn, [text]) for text in texts]
    # Rules beside exceptions are asked about in steps of their own, which some claims need.
    assert max(steps) <= steps_of(turn, texts) <= max(steps) + 2


def steps_of(turn, texts):
    classifier = Says({FACT: Relation.CONTRADICTION})
    verifier_of(classifier).verify(turn, claims_of(turn, *texts), [])
    return len(classifier.calls)


def test_verdicts_come_claim_by_claim():
    turn = turn_of(f"{FACT} {NOISE}")
    claims = claims_of(turn, "Item 7 lies on shelf 7.", CLAIM, "Item 8 lies on shelf 8.")
    earlier = Claim("s/0#0", "The lake is small.", "s/0", Span(0, 18))
    verification = verifier_of(ScriptedClassifier()).verify(
        turn, claims, [Candidate(earlier, claim) for claim in claims]
    )
    ids = [verdict.claim.id for verdict in verification.verdicts]
    assert ids == sorted(ids)
    assert set(ids) == {claim.id for claim in claims}


def test_earlier_claims_and_passages_of_earlier_turns_are_judged_as_ever():
    turn = turn_of(NOISE)
    [claim] = claims_of(turn, CLAIM)
    earlier = Claim("s/0#0", "The lake is small.", "s/0", Span(0, 18))
    before = passages(Document("old", "The Orvanne was dry."), turn_id="s/0", turn=0, size=50)
    given = [Candidate(earlier, claim), Candidate(before[0], claim)]
    verdicts = verifier_of(ScriptedClassifier()).verify(turn, [claim], given).verdicts
    premises = [verdict.premise for verdict in verdicts]
    assert earlier in premises
    assert before[0] in premises


def test_what_search_found_in_the_documents_is_not_judged_besides():
    turn = turn_of(NOISE)
    [claim] = claims_of(turn, CLAIM)
    found = passages(turn.documents[0], turn_id=turn.id, turn=1, size=110)[:3]
    verdicts = verifier_of(ScriptedClassifier()).verify(
        turn, [claim], [Candidate(passage, claim) for passage in found]
    )
    assert not {one.premise.id for one in verdicts.verdicts} & {one.id for one in found}


def test_documents_that_are_short_together_are_judged_as_ever():
    turn = turn_of("It is red. " * 30, FACT)
    [claim] = claims_of(turn, CLAIM)
    found = passages(turn.documents[1], turn_id=turn.id, turn=1, size=110)
    candidates = [Candidate(passage, claim) for passage in found]
    classifier = Says({FACT: Relation.CONTRADICTION})
    ours = verifier_of(classifier, from_words=1_000).verify(turn, [claim], candidates)
    assert ours == LocalVerifier(Judge(classifier)).verify(turn, [claim], candidates)


def test_what_users_say_is_not_held_against_documents():
    turn = turn_of(NOISE)
    classifier = ScriptedClassifier()
    verification = verifier_of(classifier).verify(turn, claims_of(turn, CLAIM, role=Role.USER), [])
    assert verification.verdicts == ()
    assert classifier.calls == []


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "```\ncode\n```"])
def test_a_document_without_sentences_gives_no_verdict(text):
    turn = turn_of(text)
    assert verifier_of(ScriptedClassifier()).verify(turn, claims_of(turn, CLAIM), []).verdicts == ()


def test_pairs_do_not_grow_with_the_document():
    pairs = []
    for times in (1, 4):
        classifier = Says({FACT: Relation.CONTRADICTION})
        turn = turn_of(" ".join([NOISE] * times + [FACT]))
        verifier_of(classifier).verify(turn, claims_of(turn, CLAIM), [])
        pairs.append(sum(len(call) for call in classifier.calls))
    assert pairs[1] <= pairs[0] + 5


@pytest.mark.parametrize(
    "options",
    [
        {"from_words": -1},
        {"windows_per_claim": 0},
        {"window_words": 0},
        {"sentences_searched": 0},
    ],
)
def test_numbers_out_of_range_are_refused(options):
    with pytest.raises(InputError, match="expected"):
        verifier_of(ScriptedClassifier(), **options)


def test_its_name_says_which_classifier_it_asks():
    assert verifier_of(ScriptedClassifier()).name == "scale/scripted"
