import pytest

from belie import check
from belie.datatypes import (
    Anchor,
    Claim,
    Judgement,
    Passage,
    Relation,
    Role,
    ScoredSpan,
    Span,
    Turn,
    Verdict,
)
from belie.monitor.grounding import ungrounded_by, ungrounded_in

TEXT = "The tower is red and was built by Romans in 1937."
TURN = Turn("s", 0, Role.ASSISTANT, TEXT)
CLAIM = Claim("s/0#0", TEXT, TURN.id, Span(0, len(TEXT)))


def scored(**scores):
    """The words of the text with these scores, and all others with none."""
    return tuple(
        ScoredSpan(Span(TEXT.index(word), TEXT.index(word) + len(word)), score)
        for word, score in scores.items()
    )


def verdict(words, *, relation=Relation.NEUTRAL, name="d", claim=CLAIM):
    odds = {one: float(one is relation) for one in Relation}
    passage = Passage(name, "The tower is tall.", name, Span(0, 18))
    return Verdict(passage, claim, odds, relation, ungrounded=words)


def quoted(*verdicts, turn=TURN):
    return [span.cut(turn.text) for span in ungrounded_in(turn, verdicts)]


def test_a_word_is_backed_as_well_as_the_reading_that_backs_it_best():
    answers = [
        Judgement({}, ungrounded_words=scored(tower=0.01, red=0.9, Romans=0.5)),
        Judgement({}, ungrounded_words=scored(tower=0.3, red=0.2, Romans=0.7)),
    ]

    assert ungrounded_by(answers) == scored(red=0.2, Romans=0.5)


def test_of_a_classifier_that_scores_no_words_nothing_is_known():
    assert ungrounded_by([Judgement({})]) is None
    assert quoted(verdict(None)) == []


def test_words_that_all_passages_lack_are_told_in_the_words_of_the_turn():
    both = verdict(scored(red=0.9, Romans=0.8)), verdict(scored(Romans=0.5), name="e")

    assert quoted(*both) == ["Romans"]


def test_a_word_that_is_backed_as_likely_as_not_is_told_and_no_likelier_one():
    assert quoted(verdict(scored(red=0.49, Romans=0.5))) == ["Romans"]


def test_stretches_bridge_a_word_and_end_with_no_small_one():
    words = (*scored(was=0.9, built=0.9, Romans=0.9), ScoredSpan(Span(41, 43), 0.9))

    assert quoted(verdict(words)) == ["built by Romans"]


def test_small_words_alone_are_not_told():
    assert quoted(verdict((ScoredSpan(Span(41, 43), 0.9),))) == []


def test_two_words_between_part_two_stretches():
    assert quoted(verdict(scored(red=0.9, built=0.9))) == ["red", "built"]


def test_a_claim_that_one_passage_entails_lacks_nothing():
    backed = verdict(scored(red=0.9), relation=Relation.ENTAILMENT, name="e")

    assert quoted(verdict(scored(red=0.9)), backed) == []


def test_what_the_speaker_said_before_backs_nothing():
    said = Claim("s/0#9", TEXT, TURN.id, Span(0, len(TEXT)))
    odds = {one: float(one is Relation.ENTAILMENT) for one in Relation}
    again = Verdict(said, CLAIM, odds, Relation.ENTAILMENT)

    assert quoted(verdict(scored(red=0.9)), again) == ["red"]


def test_documents_that_disagree_are_no_words_of_the_turn():
    other = Passage("e", TEXT, "e", Span(0, len(TEXT)))

    assert quoted(verdict(scored(red=0.9), claim=other)) == []


def test_words_of_a_contradicted_claim_are_told_too():
    assert quoted(verdict(scored(red=0.9), relation=Relation.CONTRADICTION)) == ["red"]


def test_a_pronoun_stands_for_the_name_that_a_claim_has_in_its_place():
    turn = Turn("s", 0, Role.ASSISTANT, "It is red.")
    anchors = (
        Anchor(Span(0, 9), Span(0, 2)),
        Anchor(Span(9, 17), Span(2, 10)),
    )
    claim = Claim("s/0#0", "The tower is red.", turn.id, Span(0, 10), anchors=anchors)
    words = (ScoredSpan(Span(13, 16), 0.9),)

    assert quoted(verdict(words, claim=claim), turn=turn) == ["red"]


def test_stretches_of_two_claims_that_overlap_are_one():
    again = Claim("s/0#1", TEXT, TURN.id, Span(0, len(TEXT)))
    longer = verdict((*scored(built=0.9, Romans=0.9), *scored(**{"1937": 0.9})))
    found = quoted(longer, verdict(scored(Romans=0.9), claim=again))

    assert found == ["built by Romans in 1937"]


@pytest.mark.parametrize(
    ("said", "lacking"),
    [
        ("Louie, an orangutan, was voiced by Louis Prima.", "voiced by Louis Prima"),
        ("King Louie rules the jungle primates.", None),
    ],
)
def test_the_shipped_classifier_tells_what_a_document_does_not_say(said, lacking):
    document = "King Louie is an orangutan who was the leader of the other jungle primates."
    report = check(said, documents=[document])
    found = " ".join(span.cut(said) for span in report.ungrounded)

    assert (lacking in found) if lacking else (found == "")
