from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.ablations import ABLATIONS, MEASURES, ablation_lines, ablation_text, variants
from benchmarks.scoring import Scored
from benchmarks.sets import SETS

pytestmark = pytest.mark.tree

DECOMPOSITION, MERGED, DROPPED, GRAPH, DOMAIN = (ablation.name for ablation in ABLATIONS)


def row(name, **scores):
    return Scored(name, ("x",), "", name, scores, 0.1)


def alarms(*, whole, clashes, sentences):
    """Rows of a set on which every alert is false, as each variant scores them."""
    both = zip(whole, clashes, strict=True)
    rows = [row(str(n), alerts=a, clashes=c) for n, (a, c) in enumerate(both)]
    cut = [replace(one, scores={"alerts": s}) for one, s in zip(rows, sentences, strict=True)]
    return [(one, other, one, one) for one, other in zip(rows, cut, strict=True)]


def by_part(lines):
    return {line.part: line for line in lines}


def test_a_part_that_keeps_false_alarms_away_is_worth_what_comes_without_it():
    rows = alarms(whole=[0, 0, 0, 1], clashes=[0, 2, 0, 1], sentences=[0, 0, 0, 0])
    lines = by_part(ablation_lines({"decode_rct": rows}))
    assert (lines[GRAPH].whole, lines[GRAPH].without) == (0.25, 0.5)
    assert lines[GRAPH].lost == 0.25
    assert lines[DECOMPOSITION].lost == -0.25
    assert lines[MERGED].lost == 0


def test_the_interval_is_that_of_the_difference():
    # always exactly one alert more in four rows alike: the difference varies less than the figures
    rows = alarms(whole=[1, 0] * 50, clashes=[1, 1] * 50, sentences=[0, 0] * 50)
    low, high = by_part(ablation_lines({"decode_rct": rows}))[GRAPH].interval
    assert 0.38 < low < 0.5 < high < 0.62


def test_only_figures_that_change_are_shown_and_the_others_counted():
    rows = alarms(whole=[0, 0], clashes=[1, 1], sentences=[0, 0])
    text = ablation_text(ablation_lines({"decode_rct": rows}), without_domain=False)
    assert GRAPH in text
    assert MERGED not in text
    assert "3 of 4 figures are the same" in text
    assert "no domain data: not run" in text


def test_domain_data_is_ablated_by_other_weights():
    asked = variants(None, Path("other"))
    place = next(ablation.place for ablation in ABLATIONS if ablation.name == DOMAIN)
    assert asked[place].models == Path("other")
    assert place == len(variants(None, None))


def test_every_ablated_set_and_figure_is_one_of_the_table():
    table = {spec.name: {measure.name for measure in spec.measures} for spec in SETS}
    for name, measures in MEASURES.items():
        assert {measure.name for measure in measures} <= table[name]
