from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.measures import (
    Measure,
    Peer,
    alerted,
    alerted_balanced,
    best_balanced,
    by_auc,
    by_f1,
    grouped,
    majority,
    majority_by,
    right,
    three_way,
    three_way_f1,
)
from benchmarks.scoring import Scored
from benchmarks.table import as_markdown, as_text, make_line

pytestmark = pytest.mark.tree


def row(gold, group="", *, error="", **scores):
    named = {key.replace("peer_", "peer "): value for key, value in scores.items()}
    return Scored("r", (gold,), group, named, 0.5, error=error)


def test_a_row_without_evidence_counts_as_one_half():
    rows = [row("yes", s=0.9), row("yes"), row("no", s=0.6), row("no", s=0.4)]
    assert by_auc("yes")(rows, "s") == 0.75


def test_three_relations_are_told_by_the_likeliest():
    rows = [
        row("entailment", entailment=0.4, neutral=0.3, contradiction=0.3),
        row("contradiction", entailment=0.4, neutral=0.3, contradiction=0.3),
    ]
    assert three_way(rows, "") == 0.5
    assert three_way_f1(rows, "") == pytest.approx(1 / 3)


def test_a_refused_row_is_never_right():
    assert three_way([row("entailment", error="no")], "") == 0.0


def test_alerts_are_right_where_something_is_wrong():
    rows = [row("bad", alerts=2), row("bad", alerts=0), row("good", alerts=1), row("good")]
    assert right("bad")(rows, "alerts") == 0.5
    assert alerted(rows, "alerts") == 0.5
    assert alerted_balanced("bad")(rows[:3], "alerts") == 0.25


def test_f1_takes_one_half_as_its_threshold():
    rows = [row("bad", s=0.9), row("bad", s=0.5), row("good", s=0.1)]
    assert by_f1("bad")(rows, "s") == pytest.approx(2 / 3)


def test_groups_count_alike_whatever_their_size():
    rows = [row("yes", "a", s=1.0), row("no", "a", s=0.0)]
    rows += [row("yes", "b", s=0.0), row("no", "b", s=1.0), row("no", "b", s=1.0)]
    assert grouped(by_auc("yes"))(rows, "s") == 0.5
    assert grouped(best_balanced("yes"))(rows, "s") == 0.75


def test_a_group_without_a_figure_leaves_no_mean():
    assert grouped(by_auc("yes"))([row("yes", "a", s=1.0)], "s") is None


def test_floors_need_no_model():
    rows = [row("a", floor=1), row("a", floor=1), row("b", floor=2), row("b", floor=2)]
    assert majority(rows) == 0.5
    assert majority_by("floor")(rows) == 1.0


def test_the_best_peer_is_recomputed_on_the_same_rows_or_published():
    rows = [row("yes", s=0.9, peer_X=0.1, peer_Y=0.8), row("no", s=0.1, peer_X=0.9, peer_Y=0.2)]
    measure = Measure(name="AUC", metric=by_auc("yes"), key="s")
    assert measure.best_peer(rows) == Peer("Y", 1.0)
    better = Peer("Z", 1.1, published=True)
    assert Measure(name="", metric=by_auc("yes"), published=better).best_peer(rows) == better


def test_a_line_says_what_it_is_about():
    rows = [row("yes", "a", s=0.9), row("no", "a", error="no"), row("no", "b", s=0.1)]
    measure = Measure(name="AUC", metric=by_auc("yes"), key="s", bar=0.6, group="a", missing="s")
    line = make_line("set", rows, 9, measure)
    assert (line.used, line.total, line.ours, line.passed) == (2, 9, 1.0, True)
    assert (line.without, line.failed, line.seconds) == (1, 1, 0.5)
    assert "AUC, a" in as_text([line])
    assert ">= 60.0 met" in as_markdown([line])


def test_a_bar_from_above_is_missed_by_more():
    rows = [row("x", alerts=1), row("x", alerts=0)]
    measure = Measure(name="alarms", metric=alerted, key="alerts", bar=0.08, lower=True)
    line = make_line("set", rows, 2, measure)
    assert line.passed is False
    assert "<= 8.0 MISSED" in as_text([line])


def test_published_figures_are_marked():
    peer = Peer("GPT", 0.9, published=True)
    line = make_line("set", [], 0, Measure(name="x", metric=alerted, published=peer))
    assert "GPT 90.0 (p)" in as_text([line])
