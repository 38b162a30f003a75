"""Probabilities where contradictions are rarer, or more frequent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import CONTRADICTIONS, Relation
from belie.monitor.prior import with_prior

TOLD = dict(zip(Relation, (0.1, 0.5, 0.3, 0.1), strict=True))
SAID = st.tuples(*[st.floats(0.001, 1.0)] * len(Relation)).map(
    lambda masses: {
        relation: mass / sum(masses) for relation, mass in zip(Relation, masses, strict=True)
    }
)


def contradicted(told):
    return sum(told[relation] for relation in CONTRADICTIONS)


def test_without_other_odds_nothing_changes():
    assert with_prior(TOLD, 1.0) == pytest.approx(TOLD)


@given(SAID, st.floats(0.01, 100.0))
def test_the_odds_are_multiplied_and_nothing_else_changes(told, odds):
    changed = with_prior(told, odds)
    assert sum(changed.values()) == pytest.approx(1.0)
    before, after = contradicted(told), contradicted(changed)
    assert after * (1 - before) == pytest.approx(odds * before * (1 - after), abs=1e-9)
    ratio = changed[Relation.NEUTRAL] * told[Relation.ENTAILMENT]
    assert ratio == pytest.approx(told[Relation.NEUTRAL] * changed[Relation.ENTAILMENT])
