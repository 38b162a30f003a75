"""What a turn copied from a document is supported by it, and nothing else is."""

import pytest

from belie import Monitor, Settings
from belie.datatypes import Claim, Passage, Relation, Role, Span, Turn, Verdict
from belie.monitor.copying import support_copies
from belie.testing import ScriptedClassifier

SENTENCE = "Perko said the fee was $5 and that it would rise in May."


def judged(sentence, *, claim=None, passage=SENTENCE, premise=None):
    turn = Turn("s", 0, Role.ASSISTANT, f"Here it is. {sentence}")
    span = Span(12, len(turn.text))
    said = Claim("s/0#0", claim or sentence, "s/0", span)
    window = f"Trains are late. {passage} Nobody knows why."
    premise = premise or Passage("p", window, "d", Span(0, len(window)))
    odds = dict(zip(Relation, (0.1, 0.5, 0.3, 0.1), strict=True))
    words = Span(0, 5)
    verdict = Verdict(premise, said, odds, Relation.CONTRADICTION, None, words, words)
    (found,) = support_copies(turn, [verdict])
    return verdict, found


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        (SENTENCE, None),
        ("PERKO said  the fee was $5 and that it would rise in May", None),
        (SENTENCE, "the fee was $5."),
        (SENTENCE, "the fee is $5."),
    ],
)
def test_a_copied_sentence_and_its_clauses_are_supported(sentence, claim):
    before, found = judged(sentence, claim=claim)
    assert found.relation is Relation.ENTAILMENT
    assert found.entailment == pytest.approx(0.973)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    assert (found.premise_span, found.claim_span) == (None, None)
    assert (found.premise, found.claim) == (before.premise, before.claim)


@pytest.mark.parametrize(
    ("sentence", "claim", "passage"),
    [
        ("Perko said the fee was €5 and that it would rise in May.", None, SENTENCE),
        ("Perko said the fee was $5 and that it would rise in May?", None, SENTENCE),
        ("The fee was $5 and it would rise in May.", None, f"It is not true that {SENTENCE}"),
        ("He paid the fee in May.", "Perko paid the fee in May.", "He paid the fee in May."),
        ("It rose.", None, "It rose."),
    ],
)
def test_what_is_not_copied_whole_or_leans_on_other_words_keeps_its_verdict(
    sentence, claim, passage
):
    before, found = judged(sentence, claim=claim, passage=passage)
    assert found == before


def test_a_sentence_that_is_wrapped_in_the_document_is_copied_too():
    passage = "Perko said the fee was $5 and that it\nwould rise in May. It is high."
    _, found = judged(SENTENCE, passage=passage)
    assert found.relation is Relation.ENTAILMENT


def test_every_word_of_a_copied_sentence_is_backed():
    _, found = judged(SENTENCE)
    assert found.ungrounded == ()


def test_the_assistants_own_words_are_no_document():
    premise = Claim("s/0#0", SENTENCE, "s/0", Span(0, len(SENTENCE)))
    before, found = judged(SENTENCE, premise=premise)
    assert found == before


def test_a_monitor_raises_nothing_on_a_copied_sentence_whatever_the_classifier_says():
    said = ["The tower is 330 m tall.", "The tower is 300 m tall."]
    classifier = ScriptedClassifier(default=Relation.CONTRADICTION)
    monitor = Monitor(classifier=classifier, settings=Settings(suggestions=False))
    copied, changed = (
        monitor.observe(text, session=text, documents=[f"Trains are late. {said[0]}"])
        for text in said
    )
    assert copied.alerts == ()
    assert copied.consistency == pytest.approx(0.98, abs=0.02)
    assert changed.alerts
