"""What labelled rows leave possible."""

import pytest

from belie.datatypes import Relation
from belie.errors import InputError
from belie.monitor.calibration.labels import Labelled, groups_of, possible

E, C, P, N = (
    Relation.ENTAILMENT,
    Relation.CONTRADICTION,
    Relation.PARTIAL_CONTRADICTION,
    Relation.NEUTRAL,
)


def rows(*labels):
    return [Labelled("p", str(number), frozenset(label)) for number, label in enumerate(labels)]


def test_without_partial_ones_a_contradiction_may_be_of_either_kind():
    assert possible(rows({C}, {E})) == [{C, P}, {E}]
    assert possible(rows({C}, {P})) == [{C}, {P}]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([{E}, {C}, {N}], [{E}, {C, P}, {N}]),
        ([{E}, {C}, {P}, {N}], [{E}, {C, P}, {N}]),
        ([{E}, {C, P, N}], [{E}, {C, P, N}]),
        ([{C}, {E, N}], [{C, P}, {E, N}]),
        ([{E}, {C}], [{E}, {C, P}, {N}]),
    ],
)
def test_relations_are_told_apart_as_far_as_the_labels_do(labels, expected):
    assert sorted(map(sorted, groups_of(rows(*labels)))) == sorted(map(sorted, expected))


def test_labels_of_two_kinds_are_refused():
    with pytest.raises(InputError, match=r"tell the same relations apart.*take one kind"):
        groups_of(rows({E}, {C}, {C, P, N}))


@pytest.mark.parametrize("labels", [[], [{E}], [{C}, {P}]])
def test_a_single_label_is_refused(labels):
    with pytest.raises(InputError, match="at least two labels"):
        groups_of(rows(*labels))
