import pytest

from belie.graph.semantics.genders import gender


@pytest.mark.parametrize(
    ("word", "told"),
    [("he", "he"), ("His", "he"), ("uncle", "he"), ("Hers", "she"), ("queen", "she")],
)
def test_pronouns_and_kin_tell_a_man_from_a_woman(word, told):
    assert gender(word) == told


@pytest.mark.parametrize("word", ["they", "it", "child", "Kim", "human", "sheet", ""])
def test_other_words_do_not(word):
    assert gender(word) is None
