"""Facts, then logic, without a chat model: a classifier to whom all facts are right, and rules."""

import pytest

from belie.datatypes import Candidate, Claim, ErrorType, Passage, Relation, Role, Span, Turn
from belie.monitor.judging import Judge
from belie.monitor.logic import compare
from belie.monitor.verifying import LocalVerifier
from belie.testing import ScriptedClassifier


def verdict_on(premise, text):
    claim = Claim("s/1#0", text, "s/1", Span(0, len(text)), 1)
    passage = Passage("s/1/d@0", premise, "d", Span(0, len(premise)), 1)
    verifier = LocalVerifier(Judge(ScriptedClassifier(default=Relation.ENTAILMENT)))
    turn = Turn("s", 1, Role.ASSISTANT, text)
    [verdict] = verifier.verify(turn, [claim], [Candidate(passage, claim)]).verdicts
    return verdict


@pytest.mark.parametrize(
    ("premise", "claim", "error_type"),
    [
        (
            "The soil sank because the pump leaked.",
            "The pump leaked because the soil sank.",
            ErrorType.CAUSAL_CONFUSION,
        ),
        (
            "The keep is part of the castle.",
            "The castle is part of the keep.",
            ErrorType.INCLUSION_RELATION,
        ),
        (
            "In May Dr Moore treated Mr Hall for two weeks.",
            "Mr Hall treated Dr Moore for two weeks.",
            ErrorType.ENTITY_INVERSION,
        ),
    ],
)
def test_a_logic_turned_round_contradicts_though_the_classifier_entails(premise, claim, error_type):
    verdict = verdict_on(premise, claim)
    assert (verdict.relation, verdict.error_type) == (Relation.CONTRADICTION, error_type)
    flag = compare(premise, claim)
    assert (verdict.premise_span, verdict.claim_span) == (flag.premise_span, flag.claim_span)


def test_what_is_said_of_all_does_not_follow_from_some_though_the_classifier_entails():
    verdict = verdict_on("Some birds nest on the old bridge.", "All birds nest on the old bridge.")
    assert verdict.relation is Relation.NEUTRAL


def test_a_condition_taken_for_its_converse_is_left_to_the_classifier():
    verdict = verdict_on(
        "You may enter only if you have a pass.", "You may enter if you have a pass."
    )
    assert verdict.relation is Relation.ENTAILMENT
