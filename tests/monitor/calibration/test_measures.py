"""Reliability and what a threshold brings, on numbers that can be checked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.monitor.calibration.measures import OperatingPoint, operating_point, reliability

ROWS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60)


def test_what_is_said_rightly_has_no_error():
    assert reliability([0.75] * 4, [True, True, True, False]).error == 0


def test_the_error_is_the_mean_distance_over_the_rows():
    diagram = reliability([1.0, 1.0, 1.0, 0.0], [False, False, True, False], bins=2)
    assert diagram.error == pytest.approx(3 / 4 * (1 - 1 / 3))


def test_errors_in_opposite_bins_do_not_cancel():
    assert reliability([0.9, 0.1], [False, True]).error == pytest.approx(0.9)


def test_of_no_rows_there_is_no_error():
    assert (reliability([], []).error, reliability([], []).bins) == (0.0, ())


@given(ROWS)
def test_each_row_is_in_the_bin_of_its_probability(rows):
    diagram = reliability([said for said, _ in rows], [found for _, found in rows])
    assert diagram.count == len(rows)
    assert 0 <= diagram.error <= 1 + 1e-12
    for each in diagram.bins:
        inside = [said for said, _ in rows if each.low <= said + 1e-12 and said <= each.high]
        assert each.count <= len(inside)
        assert each.low - 1e-9 <= each.said <= each.high + 1e-9


@given(ROWS, st.floats(0, 1))
def test_a_higher_threshold_never_finds_more(rows, threshold):
    scores, found = [said for said, _ in rows], [was_so for _, was_so in rows]
    low, high = (operating_point(scores, found, each) for each in (threshold / 2, threshold))
    assert high.alarms <= low.alarms
    assert high.recall <= low.recall
    for point in (low, high):
        assert 0 <= point.interval[0] <= point.precision + 1e-9
        assert point.precision <= point.interval[1] + 1e-9 or not point.alarms


def test_the_interval_is_wilsons():
    low, high = OperatingPoint(0.5, 10, 8, 20).interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
