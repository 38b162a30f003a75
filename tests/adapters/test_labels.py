"""The names that models and data sets give to relations."""

import pytest

from belie.adapters.labels import NAMES, relations_of
from belie.datatypes import Relation


@pytest.mark.parametrize("relation", list(Relation))
def test_every_relation_is_known_by_its_own_name(relation):
    assert relations_of(relation.value) == {relation}


@pytest.mark.parametrize("name", ["NOT ENOUGH INFO", " Not-enough-info ", "nei"])
def test_case_blanks_and_punctuation_do_not_count(name):
    assert relations_of(name) == {Relation.NEUTRAL}


def test_a_denied_relation_leaves_the_others():
    assert relations_of("not_entailment") == set(Relation) - {Relation.ENTAILMENT}
    assert relations_of("not contradiction") == {Relation.ENTAILMENT, Relation.NEUTRAL}


def test_no_name_allows_everything():
    assert all(relations < set(Relation) for relations in NAMES.values())


@pytest.mark.parametrize("name", ["", "irony", "label_0", "1"])
def test_an_unknown_name_means_nothing(name):
    assert relations_of(name) is None
