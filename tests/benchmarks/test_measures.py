from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.lines import clash, of_groups, of_kinds, supported
from benchmarks.measures import (
    Measure,
    Peer,
    alerted,
    best_balanced,
    by_auc,
    calibrated,
    grouped,
    majority,
    marked,
    of_positive,
    right,
    three_way,
    three_way_f1,
    told_balanced,
)
from benchmarks.scoring import Scored
from benchmarks.table import Beside, as_markdown, as_text, make_line, without_figure
from benchmarks.weighted import value

pytestmark = pytest.mark.tree


def row(gold, group="", *, error="", kinds=(), **scores):
    named = {key.replace("peer_", "peer ").replace("_", " "): n for key, n in scores.items()}
    return Scored("r", (gold, *kinds), group, str(id(named)), named, 0.5, error=error)


def figure(metric, rows, *key):
    return value(metric(rows, *key), len(rows))


def test_a_row_without_evidence_counts_as_one_half():
    rows = [row("yes", s=0.9), row("yes"), row("no", s=0.6), row("no", s=0.4)]
    assert figure(by_auc("yes"), rows, "s") == 0.75


def test_where_nothing_was_compared_there_is_no_contradiction():
    rows = [row("yes", s=0.1), row("no")]
    assert figure(clash("yes", "s").metric, rows, "s") == 1.0


def test_three_relations_are_told_by_the_likeliest():
    rows = [
        row("entailment", entailment=0.4, neutral=0.3, contradiction=0.3),
        row("contradiction", entailment=0.4, neutral=0.3, contradiction=0.3),
    ]
    assert figure(three_way, rows, "") == 0.5
    assert figure(three_way_f1, rows, "") == pytest.approx(1 / 3)
    assert figure(calibrated, rows, "") == pytest.approx(0.1)


def test_a_refused_row_is_never_right():
    assert figure(three_way, [row("entailment", error="no")], "") == 0.0


def test_alerts_are_right_where_something_is_wrong():
    rows = [row("bad", alerts=2), row("bad", alerts=0), row("good", alerts=1), row("good")]
    assert figure(right("bad"), rows, "alerts") == 0.5
    assert figure(alerted, rows, "alerts") == 0.5
    assert figure(told_balanced("bad"), rows[:3], "alerts") == 0.25
    assert figure(of_positive("bad"), rows, "alerts") == 0.5


def test_marked_characters_are_read_by_who_marks_them():
    rows = [row("bad", marked=4, alerts_told=4, alerts_right=2, doubts_told=8, doubts_right=4)]
    assert figure(marked, rows, "alerts") == 0.5
    assert figure(marked, rows, "doubts") == pytest.approx(2 / 3)


def test_groups_count_alike_whatever_their_size():
    rows = [row("yes", "a", s=1.0), row("no", "a", s=0.0)]
    rows += [row("yes", "b", s=0.0), row("no", "b", s=1.0), row("no", "b", s=1.0)]
    assert figure(grouped(by_auc("yes")), rows, "s") == 0.5
    assert figure(grouped(best_balanced("yes")), rows, "s") == 0.75


def test_a_group_without_a_figure_leaves_no_mean():
    assert figure(grouped(by_auc("yes")), [row("yes", "a", s=1.0)], "s") is None


def test_floors_need_no_model():
    rows = [row("a", turns=1), row("a", turns=1), row("b", turns=2), row("b", turns=2)]
    assert figure(majority(), rows) == 0.5
    assert figure(majority("turns"), rows) == 1.0
    words = [row("yes", floor=0.9), row("no", floor=0.1)]
    assert figure(supported("yes").floor, words) == 1.0
    assert figure(clash("yes", "s").floor, words) == 0.0


def test_a_kind_of_error_stands_against_sound_rows_only():
    rows = [row("bad", kinds=("swap",)), row("bad", kinds=("negation",)), row("good")]
    (swap,) = of_kinds(supported("good"), ("swap",), sound="good")
    assert swap.rows(rows) == [rows[0], rows[2]]


def test_a_group_has_no_bar_of_the_whole():
    whole = Measure(name="x", metric=alerted, must=0.5, aim=0.6, published=(Peer("P", 0.5),))
    (part,) = of_groups(whole, ("a",))
    assert (part.must, part.aim, part.published) == (None, None, ())


def test_peers_are_recomputed_on_the_same_rows_or_published_and_best_first():
    rows = [row("yes", s=0.9, peer_X=0.1, peer_Y=0.8), row("no", s=0.1, peer_X=0.9, peer_Y=0.2)]
    measure = Measure(
        name="AUC", metric=by_auc("yes"), key="s", published=(Peer("Z", 0.5, published=True),)
    )
    told = [(peer.name, peer.value, peer.published) for peer in measure.peers(rows)]
    assert told == [("Y", 1.0, False), ("Z", 0.5, True), ("X", 0.0, False)]


def test_a_peer_is_measured_on_the_rows_it_judged():
    rows = [row("yes", peer_X=0.8), row("no", peer_X=0.2), row("no", s=0.1)]
    (peer,) = Measure(name="AUC", metric=by_auc("yes"), key="s").peers(rows)
    assert peer == Peer("X", 1.0)


def test_a_line_says_what_it_is_about():
    rows = [row("yes", "a", s=0.9), row("no", "a", error="no"), row("no", "b", s=0.1)]
    measure = Measure(
        name="AUC", metric=by_auc("yes"), key="s", must=0.6, aim=1.0, group="a", missing="s"
    )
    line = make_line("set", rows, 9, measure)
    assert (line.used, line.total, line.ours, line.passed) == (2, 9, 1.0, True)
    assert (line.without, line.failed, line.seconds) == (1, 1, 0.5)
    assert "AUC, a" in as_text([line])
    assert "1 without evidence, 1 refused" in as_text([line])
    assert ">= 60.0 met | >= 100.0 met" in as_markdown([line])


def test_a_bar_from_above_is_missed_by_more():
    rows = [row("x", alerts=1), row("x", alerts=0)]
    measure = Measure(name="alarms", metric=alerted, key="alerts", must=0.08, lower=True)
    line = make_line("set", rows, 2, measure)
    assert line.passed is False
    assert "<= 8.0 MISSED" in as_text([line])


def test_an_aim_is_no_promise():
    measure = Measure(name="x", metric=alerted, key="alerts", aim=0.9)
    line = make_line("set", [row("x")], 1, measure)
    assert line.passed is None
    assert "MISSED" not in as_text([line])


def test_a_figure_worse_than_no_model_at_all_is_called_so():
    rows = [row("yes", s=0.1, floor=0.9), row("no", s=0.9, floor=0.1)]
    measure = Measure(name="AUC", metric=by_auc("yes"), key="s", floor=supported("yes").floor)
    assert "UNDER THE FLOOR" in as_text([make_line("set", rows, 2, measure)])


def test_published_figures_are_marked_and_shown_without_any_row():
    peers = (Peer("GPT", 0.9, published=True),)
    line = make_line("set", [], 0, Measure(name="x", metric=alerted, published=peers))
    assert line.ours is None
    assert "GPT 90.0 (p)" in as_text([line])


def test_figures_and_notes_of_other_verifiers_stand_beside_ours():
    measure = Measure(name="AUC", metric=by_auc("yes"), key="s", must=0.6, missing="s")
    ours, theirs = (
        make_line("set", [row("yes", s=score), row("no", error=error)], 2, measure)
        for score, error in ((0.9, ""), (0.1, "no"))
    )
    beside = [Beside("scale", (theirs,)), Beside("mine", (without_figure(theirs),))]
    titles, line = as_text([ours], name="local", beside=beside).splitlines()
    assert titles.split()[3:9] == ["local", "95", "%", "scale", "mine", "must"]
    assert " 0.0    -     >= 60.0 met " in line
    assert line.endswith("1 without evidence; scale: 1 without evidence, 1 refused")
