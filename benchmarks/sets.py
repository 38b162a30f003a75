"""The public evaluation sets: where the rows are, how they are asked, what is measured.

Caps keep a whole run under a quarter of an hour on two cores; a cap of ``None`` takes every row.
Published figures of peers are those of the data's own index.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks import build
from benchmarks.data import Item, Row, read_rows, sample
from benchmarks.measures import (
    Measure,
    Metric,
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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.scoring import Scored

__all__ = ["SETS", "TRUE_FOUR", "TRUE_MEAN", "EvalSet", "load_items", "true_mean"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalSet:
    """One evaluation set.

    Parameters
    ----------
    name
        The name in the table.
    file
        The file below the data folder, without ``.jsonl.gz``.
    cap
        How many rows a default run takes; ``None`` for all.
    build
        Makes an item of a row.
    measures
        The lines it adds to the table.
    keep
        Which rows belong to it.
    peer_scores
        The name of the set in the file of peers' scores; empty if they have none.
    """

    name: str
    file: str
    cap: int | None
    build: Callable[[Row], Item]
    measures: tuple[Measure, ...]
    keep: Callable[[Row], bool] = bool
    peer_scores: str = ""


def load_items(spec: EvalSet, data: Path, *, size: int | None, seed: int) -> tuple[list[Item], int]:
    """Return the items of a set, ``size`` of them or all, and how many rows the set has.

    Raises
    ------
    DataError
        If a file is not there.
    """
    rows = [row for row in read_rows(data / f"{spec.file}.jsonl.gz") if spec.keep(row)]
    items = _named_apart([spec.build(row) for row in sample(rows, size, seed=seed)])
    if not spec.peer_scores:
        return items, len(rows)
    peers = build.peer_scores(read_rows(data / "eval/true_peer_scores.jsonl.gz"), spec.peer_scores)
    return [replace(item, peers=peers.get(item.id, {})) for item in items], len(rows)


def _named_apart(items: Sequence[Item]) -> list[Item]:
    """Give an id that occurs again a number: two dialogues must not share a session."""
    seen: Counter[str] = Counter()
    apart: list[Item] = []
    for item in items:
        seen[item.id] += 1
        again = seen[item.id] > 1
        apart.append(replace(item, id=f"{item.id} ({seen[item.id]})") if again else item)
    return apart


def true_mean(rows: Mapping[str, Sequence[Scored]]) -> list[Scored]:
    """Return the rows of the four TRUE sets together, each set a group; none if one is missing."""
    if not all(name in rows for name in TRUE_FOUR):
        return []
    return [replace(row, group=name) for name in TRUE_FOUR for row in rows[name]]


def _floor_auc(positive: str) -> Metric:
    """Return the AUC of shared words, the same way round as ours."""
    return lambda rows: by_auc(positive)(rows, "floor")


def _supported(positive: str) -> Measure:
    """Return the AUC of ``consistency``; a row without evidence counts as one half."""
    metric = by_auc(positive)
    floor = _floor_auc(positive)
    return Measure(name="AUC", metric=metric, key="consistency", floor=floor, missing="consistency")


def _clash(positive: str, key: str, name: str = "AUC") -> Measure:
    """Return the AUC of a contradiction; where nothing was compared there is none."""
    return Measure(name=name, metric=by_auc(positive, missing=0.0), key=key, missing=key)


def _pair_auc(negative: str) -> Measure:
    """Return the AUC of a pair's contradiction beside that of words not shared."""
    floor = _floor_auc(negative)
    return replace(_clash("contradiction", "contradiction"), floor=floor)


ACCURACY = Measure(name="accuracy, 3-way", metric=three_way, floor=majority)
MACRO_F1 = Measure(name="macro-F1, 3-way", metric=three_way_f1)
CONSISTENT = _supported("consistent")
LENGTHS = ("2-4 turns", "6 turns", "8 turns", "10 turns", "over 10 turns")
HUMAN_BOT = Measure(
    name="accuracy of alerts",
    metric=right("contradiction"),
    key="alerts",
    floor=majority_by("floor"),
    published=Peer("RoBERTa on DECODE, all 764", 0.847, published=True),
)
FALSE_ALARMS = Measure(
    name="false alarms, checked turn", metric=alerted, key="alerts", bar=0.08, lower=True
)
EDITS = Measure(
    name="best BA, mean of domains",
    metric=grouped(best_balanced("consistent")),
    key="consistency",
    floor=lambda rows: grouped(best_balanced("consistent"))(rows, "floor"),
    published=Peer("GPT-4", 0.8425, published=True),
    missing="consistency",
)
TRUE_MEAN = Measure(
    name="AUC, mean of four",
    metric=grouped(by_auc("consistent")),
    key="consistency",
    floor=lambda rows: grouped(by_auc("consistent"))(rows, "floor"),
    bar=0.68,
    missing="consistency",
)
TRUE_FOUR = ("true_q2", "true_qags_cnndm", "true_qags_xsum", "true_summeval")


def _true(name: str) -> EvalSet:
    return EvalSet(
        name=f"true_{name}",
        file=f"eval/true_{name}",
        cap=None,
        build=build.response,
        measures=(CONSISTENT,),
        peer_scores=name,
    )


def _eval(
    name: str, make: Callable[[Row], Item], *measures: Measure, cap: int | None = None
) -> EvalSet:
    return EvalSet(name=name, file=f"eval/{name}", cap=cap, build=make, measures=measures)


SETS = (
    EvalSet(
        name="mnli_dev_gold",
        file="train/nli_mnli_subset",
        cap=None,
        build=build.nli,
        measures=(replace(ACCURACY, bar=0.70),),
        keep=lambda row: row["split"] == "dev" and row.get("label_kind") == "gold",
    ),
    *(_true(name) for name in ("q2", "qags_cnndm", "qags_xsum", "summeval")),
    _eval(
        "decode_human_bot",
        build.decode_dialogue,
        HUMAN_BOT,
        _clash("contradiction", "self"),
        *(replace(HUMAN_BOT, group=group, published=None) for group in LENGTHS),
    ),
    _eval(
        "decode_rct",
        build.decode_dialogue,
        FALSE_ALARMS,
        replace(FALSE_ALARMS, name="false alarms, any turn", key="alerts_anywhere", bar=None),
    ),
    _eval("chatprotect_pairs", build.self_pair, _pair_auc("no_contradiction")),
    _eval("anli_dev", build.nli, ACCURACY, MACRO_F1),
    _eval(
        "healthver_dev",
        build.healthver,
        ACCURACY,
        replace(MACRO_F1, published=Peer("T5 trained on it, test", 0.796, published=True)),
    ),
    _eval("decode_pairs_dev", build.self_pair, _pair_auc("not_contradiction"), cap=2000),
    _eval(
        "prosecco_pairs",
        build.prosecco,
        _pair_auc("no_contradiction"),
        Measure(name="F1", metric=by_f1("contradiction"), key="contradiction"),
    ),
    _eval(
        "ci_tod",
        build.citod,
        _clash("history", "claims", "AUC, history"),
        _clash("query", "claims", "AUC, query"),
        _clash("kb", "reference", "AUC, table"),
    ),
    _eval("diahalu_v2", build.diahalu, _clash("incoherence", "claims")),
    _true("begin"),
    _eval("qags_sentences", build.response, CONSISTENT, cap=120),
    _eval("wice_oracle_dev", build.wice, _supported("supported"), cap=300),
    _eval("attributionbench_dev", build.claim, CONSISTENT, cap=300),
    _eval(
        "summedits_8dom",
        build.response,
        CONSISTENT,
        EDITS,
        Measure(name="BA of alerts", metric=alerted_balanced("inconsistent"), key="alerts"),
        cap=320,
    ),
    _eval(
        "factcheckgpt_stance",
        build.claim,
        replace(_supported("completely-support"), name="AUC, support"),
        _clash("refute", "reference", "AUC, refute"),
        cap=400,
    ),
    _eval("foolmetwice_dev", build.claim, _supported("supports"), cap=400),
    _eval("covidfact", build.claim, _supported("supported"), cap=400),
    _eval("defacto_val", build.response, CONSISTENT, cap=240),
)
