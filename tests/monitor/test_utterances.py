"""Which pairs of claims are also judged by the utterances they stand in, and what comes of it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, Judgement, Pair, Passage, Relation, Role, Span
from belie.monitor.candidates import Candidate
from belie.monitor.utterances import (
    beside_sentence,
    beside_utterances,
    doubtful,
    of_documents,
    own_sentences,
    pooled,
    so_far,
    to_blame,
    whole_sentence,
    whole_utterances,
)

EARLIER = "I never did. I was too scared of heights!"
LATER = "The view from the balloon was lovely. You should try it."


def claim(text, *, turn, role=Role.ASSISTANT):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn, role)


def odds(contradiction, *, partial=0.0):
    return {
        Relation.ENTAILMENT: 0.0,
        Relation.CONTRADICTION: contradiction,
        Relation.PARTIAL_CONTRADICTION: partial,
        Relation.NEUTRAL: 1 - contradiction - partial,
    }


NEVER, VIEW = claim("I never did.", turn=0), claim("The view was lovely.", turn=2)
SAID = Pair(EARLIER, LATER)


def utterances(premise, earlier, claim):
    return whole_utterances(premise, earlier, claim, so_far([claim], LATER)[claim.id])


def test_utterances_are_the_text_of_one_turn_and_what_the_other_said_by_then():
    view = replace(VIEW, span=Span(0, 37))
    there = replace(VIEW, span=Span(38, 56))
    assert utterances(NEVER, EARLIER, there) == SAID
    assert utterances(NEVER, EARLIER, view) == Pair(EARLIER, LATER[:37])


@pytest.mark.parametrize(
    ("premise", "earlier"),
    [
        (claim("I never did.", turn=0, role=Role.USER), EARLIER),
        (claim("I never did.", turn=2), LATER),
        (Passage("s/0/d@0", "Nobody did.", "d", Span(0, 11)), "Nobody did."),
        (NEVER, "word " * 61),
    ],
    ids=["of the user", "of the same turn", "of a document", "long"],
)
def test_other_premises_have_none(premise, earlier):
    assert utterances(premise, earlier, VIEW) is None


def test_claims_that_are_all_that_was_said_have_none():
    view = claim(LATER, turn=2)
    assert utterances(NEVER, NEVER.text, view) is None


SOURCE = Passage("s/0/d@0", "Nobody did.", "d", Span(0, 11))


def test_the_sentence_of_a_claim_is_asked_where_it_tells_more():
    view = replace(VIEW, span=Span(0, 37))
    sentence = own_sentences([view], LATER)[view.id]
    assert sentence == "The view from the balloon was lovely."
    assert whole_sentence(SOURCE, view, sentence) == Pair(SOURCE.text, sentence)


def test_of_a_long_passage_the_sentence_is_asked_beside_what_shares_its_words():
    text = "Gulls nest there. " * 20 + "The view from the tower is fine."
    source = replace(SOURCE, text=text, span=Span(0, len(text)))
    asked = whole_sentence(source, VIEW, "The view from the tower was lovely.")
    assert asked is not None
    assert asked.premise.endswith(" The view from the tower is fine.")
    assert len(asked.premise.split()) == 40


@pytest.mark.parametrize("sentence", ["It was lovely.", "\U0001f600 the view was lovely", ""])
def test_a_sentence_that_is_shorter_or_of_the_same_words_is_not_asked(sentence):
    assert whole_sentence(SOURCE, VIEW, sentence) is None


def test_sentences_beside_documents_are_asked_without_doubt_and_utterances_with_it():
    candidates = [Candidate(SOURCE, VIEW, SAID), Candidate(NEVER, VIEW, SAID)]
    told = [odds(0.0), odds(0.2)]
    assert of_documents(candidates, told) == {0: SAID}
    assert doubtful(candidates, told) == {1: SAID}


@pytest.mark.parametrize(
    ("supporting", "asked"), [((0.9, 0.1, 0.8, 0.2), 4), ((0.9, 0.1, 0.2, 0.8), 0)]
)
def test_a_sentence_that_joins_what_several_documents_say_is_not_asked(supporting, asked):
    first, second = VIEW, replace(VIEW, id="s/2#1", text="You should try it.")
    sources = SOURCE, replace(SOURCE, id="s/0/e@0", source="e", text="It was lovely.")
    candidates = [
        Candidate(source, one, Pair(source.text, LATER))
        for one in (first, second)
        for source in sources
    ]
    told = [odds(0.0) | {Relation.ENTAILMENT: share} for share in supporting]
    assert len(of_documents(candidates, told)) == asked


def test_a_sentence_that_joins_what_one_document_says_in_several_places_is_asked():
    first, second = VIEW, replace(VIEW, id="s/2#1", text="You should try it.")
    near, far = SOURCE, replace(SOURCE, id="s/0/d@1", text="It was lovely.")
    candidates = [
        Candidate(near, first, Pair(near.text, LATER)),
        Candidate(far, second, Pair(far.text, LATER)),
    ]
    told = [odds(0.0) | {Relation.ENTAILMENT: 0.9}] * 2
    assert len(of_documents(candidates, told)) == 2


def test_utterances_are_asked_of_all_claims_that_may_clash():
    candidates = [Candidate(NEVER, VIEW, said) for said in (SAID, SAID, None, Pair("a", "b"))]
    told = [odds(0.3), odds(0.1, partial=0.3), odds(0.9), odds(0.09)]
    assert doubtful(candidates, told) == {0: SAID, 1: SAID}


def test_the_claims_that_clash_most_stand_for_their_utterances():
    other = Pair("a", "b")
    told = [odds(0.3), odds(0.1, partial=0.3), odds(0.2)]
    judged = {SAID: odds(0.9), other: odds(0.9)}
    found = beside_utterances({0: SAID, 1: SAID, 2: other}, told, judged)
    assert list(found) == [1, 2]
    assert all(each[Relation.CONTRADICTION] > 0.5 for each in found.values())


def test_no_claims_are_surer_than_they_and_their_utterances_say_together():
    told = [odds(0.9), odds(0.8), odds(0.2)]
    found = beside_utterances(dict.fromkeys(range(3), SAID), told, {SAID: odds(0.3)})
    assert list(found) == [0, 1]
    assert all(
        0.3 < found[number][Relation.CONTRADICTION] < told[number][Relation.CONTRADICTION]
        for number in found
    )


def test_claims_and_utterances_that_agree_are_surer_than_those_that_do_not():
    both, one, none = (
        pooled(odds(claims), odds(said))[Relation.CONTRADICTION]
        for claims, said in ((0.8, 0.8), (0.8, 0.2), (0.2, 0.2))
    )
    assert both == pytest.approx(0.8)
    assert none == pytest.approx(0.2)
    assert none < one < both


def test_a_claim_stays_supported_beside_a_sentence_that_says_more():
    claim = odds(0.0) | {Relation.ENTAILMENT: 0.9, Relation.NEUTRAL: 0.1}
    more = odds(0.0) | {Relation.ENTAILMENT: 0.02, Relation.NEUTRAL: 0.98}
    assert 0.5 < beside_sentence(claim, more)[Relation.ENTAILMENT] < 0.9


def blamed(*claims, sentence, sources=(SOURCE, SOURCE)):
    """Return which claims of a sentence take the blame, from how much each clashes."""
    said = Judgement(odds(sentence))
    candidates = [Candidate(source, VIEW, SAID) for source, _ in zip(sources, claims, strict=True)]
    asked = dict.fromkeys(range(len(claims)), SAID)
    return to_blame(candidates, asked, [odds(each) for each in claims], {SAID: said})


def test_where_a_sentence_clashes_more_than_its_claims_the_worst_takes_the_blame():
    assert blamed(0.2, 0.7, sentence=0.9) == [1]
    assert blamed(0.8, 0.7, sentence=0.9) == [0]


@pytest.mark.parametrize(
    ("claims", "sentence"), [((0.2, 0.95), 0.9), ((0.1, 0.2), 0.5), ((0.1, 0.2), 0.4)]
)
def test_nobody_is_blamed_where_a_claim_clashes_as_much_or_the_sentence_hardly_does(
    claims, sentence
):
    assert blamed(*claims, sentence=sentence) == []


def test_a_claim_alone_is_not_blamed_for_its_sentence_nor_for_another_passage():
    other = replace(SOURCE, id="s/0/d@1")
    assert blamed(0.7, sentence=0.9, sources=(SOURCE,)) == []
    assert blamed(0.2, 0.7, sentence=0.9, sources=(SOURCE, other)) == []


def test_what_excludes_each_other_leaves_the_claims_as_they_are():
    assert pooled(odds(1.0), odds(0.0)) == odds(1.0)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_what_is_pooled_is_a_distribution(first, second, share):
    one = odds(first * share, partial=first * (1 - share))
    found = pooled(one, odds(second), share=share)
    assert sum(found.values()) == pytest.approx(1)
    assert all(0 <= mass <= 1 + 1e-9 for mass in found.values())


def test_a_text_that_says_less_than_its_claim_has_the_claim_in_its_place():
    full = claim("I have never flown a balloon.", turn=0)
    assert whole_utterances(full, "Never.", VIEW, LATER) == Pair(full.text, LATER)
    more = "No, never. I am scared of it."
    assert whole_utterances(full, more, VIEW, LATER) == Pair(more, LATER)
    pronouns = "It was too high."
    named = claim("The balloon was too high.", turn=0)
    assert whole_utterances(named, pronouns, VIEW, LATER) == Pair(pronouns, LATER)


def test_two_short_answers_that_their_claims_stand_for_have_no_utterances():
    full = claim("I have never flown a balloon.", turn=0)
    now = claim("I have flown a balloon.", turn=2)
    assert whole_utterances(full, "Never.", now, "I have.") is None
