from __future__ import annotations

import pytest

from belie.datatypes import (
    Claim,
    Passage,
    Relation,
    Role,
    ScoredSpan,
    Span,
    Turn,
    TurnReport,
    Verdict,
    least_ungrounded,
)
from belie.errors import InputError


@pytest.mark.parametrize(("start", "end"), [("a", "b"), (1.5, 2), (0, None), (3, 2), (-1, 2)])
def test_a_span_is_of_whole_numbers_in_order(start, end):
    with pytest.raises(InputError, match=r"expected whole numbers 0 <= start <= end, got Span\("):
        Span(start, end)


def words(*scores):
    """Words of one letter each, those without a score left out."""
    return tuple(
        ScoredSpan(Span(place, place + 1), score) for place, score in enumerate(scores) if score
    )


def judged(claim, entailment, contradiction, ungrounded=None):
    rest = 1 - entailment - contradiction
    odds = dict(zip(Relation, (entailment, contradiction, 0.0, rest), strict=True))
    statement = Claim(claim, "a b c", "s/0", Span(0, 5))
    passage = Passage(f"of {claim}", "a", "d", Span(0, 1))
    return Verdict(passage, statement, odds, Relation.NEUTRAL, ungrounded=ungrounded)


def consistency(*verdicts):
    return TurnReport(Turn("s", 0, Role.ASSISTANT, "a b c"), verdicts=verdicts).consistency


def test_consistency_is_the_mean_of_three_views_where_nothing_is_told_of_words():
    found = consistency(judged("one", 0.9, 0.0), judged("two", 0.5, 0.2))

    assert found == pytest.approx(((0.9 + 0.5) / 2 + 0.5 + 0.8) / 3)


def test_the_least_backed_word_counts_as_far_as_its_claim_lacks_support():
    backed, open_ = judged("one", 0.9, 0.0, words(0.8)), judged("two", 0.5, 0.2, words(0.3, 0.6))

    assert consistency(backed, open_) == pytest.approx((0.7 + 0.5 + 0.8 + (1 - 0.5 * 0.6)) / 4)


def test_a_response_whose_words_are_all_backed_loses_nothing_by_them():
    assert consistency(judged("one", 1.0, 0.0, ())) == 1.0


def test_a_word_that_another_passage_backs_does_not_count():
    lacking = judged("one", 0.2, 0.0, words(0.9)), judged("one", 0.1, 0.0, ())

    assert consistency(*lacking) == pytest.approx((0.2 + 0.2 + 1 + 1) / 4)


def test_words_that_one_of_several_texts_backs_are_backed():
    assert least_ungrounded([words(0.9, 0.8), words(0.0, 0.4, 0.7), None]) == words(0.0, 0.4)
    assert least_ungrounded([words(0.9), ()]) == ()
    assert least_ungrounded([None]) is least_ungrounded([]) is None
