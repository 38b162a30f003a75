from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.implicit import Outcome, hand_written, tally
from benchmarks.implicit_templates import TEMPLATES, generated

pytestmark = pytest.mark.tree


def outcome(case, **said):
    names = "found", "accused", "found_by_pairs", "accused_by_pairs", "accused_by_inference"
    told = dict.fromkeys(names, False) | said
    return Outcome(case=case, seconds=1.0, seconds_inferring=0.1, **told)


def test_the_same_seed_makes_the_same_cases_each_with_a_twin_of_its_own():
    cases = generated(each=8, seed=8)
    assert cases == generated(each=8, seed=8)
    assert len(cases) == 8 * len(TEMPLATES) >= 300
    assert all(case.claim != case.twin for case in cases)
    assert len({case.id for case in cases}) == len(cases)


def test_half_of_the_hand_written_cases_is_kept_for_testing():
    assert [len(hand_written(half)) for half in (None, "development", "test")] == [60, 30, 30]
    assert all(case.documents or case.turns for case in hand_written())


def test_shares_are_of_all_cases():
    case, *_ = hand_written()
    told = tally([outcome(case, found=True), outcome(case, found=True, accused=True)])
    assert (told.cases, told.found, told.accused, told.found_by_pairs) == (2, 1.0, 0.5, 0.0)
