import pytest

from belie import InputError, Settings
from belie.graph.semantics import ALL_RULES


@pytest.mark.parametrize("threshold", [0, -0.1, 1.1])
def test_a_threshold_that_is_no_probability_is_refused(threshold):
    with pytest.raises(InputError, match="expected 0 < threshold <= 1"):
        Settings(threshold=threshold)


@pytest.mark.parametrize("odds", [0, -1.0, float("inf"), float("nan")])
def test_odds_that_are_none_are_refused(odds):
    with pytest.raises(InputError, match="expected 0 < earlier_odds < inf"):
        Settings(earlier_odds=odds)


def test_a_similarity_that_is_no_cosine_is_refused():
    with pytest.raises(InputError, match=r"expected -1 <= min_similarity <= 1, got 1\.5"):
        Settings(min_similarity=1.5)


def test_a_number_of_nothing_is_refused():
    with pytest.raises(InputError, match="expected passages_per_claim >= 1, got 0"):
        Settings(passages_per_claim=0)


def test_a_rule_that_does_not_exist_is_named():
    with pytest.raises(InputError, match=r"expected rules of belie\.graph\.semantics, got typo"):
        Settings(rules=frozenset({"typo"}))


def test_a_rule_may_be_left_out_by_its_name():
    assert Settings(rules=ALL_RULES - {"user_update"}).rules < ALL_RULES
