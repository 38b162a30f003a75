from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.langchain.sampling import is_sampled

pytestmark = pytest.mark.extras

RATES = st.floats(0, 1)


@given(session=st.text(), rates=st.tuples(RATES, RATES))
def test_a_higher_rate_watches_all_that_a_lower_one_does(session, rates):
    assert is_sampled(session, min(rates)) <= is_sampled(session, max(rates))


@given(session=st.text())
def test_none_and_all_are_exact(session):
    assert not is_sampled(session, 0.0)
    assert is_sampled(session, 1.0)


def test_the_share_is_about_the_rate():
    watched = sum(is_sampled(f"user-{number}", 0.1) for number in range(10_000))
    assert 900 < watched < 1_100
