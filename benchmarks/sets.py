"""The public evaluation sets: where the rows are, how they are asked, what is measured."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from benchmarks import build, lines
from benchmarks.asking import alike_together
from benchmarks.data import Item, Row, read_rows, sample
from benchmarks.lines import clash, of_groups, of_kinds, supported
from benchmarks.measures import Measure, Peer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from benchmarks.scoring import Scored

__all__ = ["SETS", "TRUE_FOUR", "EvalSet", "load_items", "true_mean"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalSet:
    """One evaluation set.

    Parameters
    ----------
    name
        The name in the table.
    file
        The file below the data folder, without ``.jsonl.gz``.
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
    build: Callable[[Row], Item]
    measures: tuple[Measure, ...]
    keep: Callable[[Row], bool] = bool
    peer_scores: str = ""


def load_items(spec: EvalSet, data: Path, *, size: int | None, seed: int) -> tuple[list[Item], int]:
    """Return the items of a set, ``size`` of them or all, and how many rows the set has.

    Rows of one document follow each other, so that what was read of it is used again.

    Raises
    ------
    DataError
        If a file is not there.
    """
    rows = [row for row in read_rows(data / f"{spec.file}.jsonl.gz") if spec.keep(row)]
    items = _named_apart([spec.build(row) for row in sample(rows, size, seed=seed)])
    if spec.peer_scores:
        told = read_rows(data / "eval/true_peer_scores.jsonl.gz")
        peers = build.peer_scores(told, spec.peer_scores)
        items = [replace(item, peers=peers.get(item.id, {})) for item in items]
    return alike_together(items), len(rows)


def _named_apart(items: Sequence[Item]) -> list[Item]:
    """Give an id that occurs again a number: two dialogues are two clusters."""
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


TRUE_FOUR = ("true_q2", "true_qags_cnndm", "true_qags_xsum", "true_summeval")


def _true(name: str) -> EvalSet:
    found = _eval(f"true_{name}", build.response, lines.CONSISTENT)
    return replace(found, peer_scores=name)


def _begin(part: str) -> EvalSet:
    found = _eval(f"begin_{part}", build.response, lines.CONSISTENT)
    return replace(found, keep=_not_generic)


def _not_generic(row: Row) -> bool:
    return row["label"] != "generic"


def _eval(name: str, make: Callable[[Row], Item], *measures: Measure) -> EvalSet:
    return EvalSet(name=name, file=f"eval/{name}", build=make, measures=measures)


SETS = (
    EvalSet(
        name="mnli_dev_gold",
        file="train/nli_mnli_subset",
        build=build.nli,
        measures=(replace(lines.ACCURACY, must=0.76, aim=0.82), lines.CALIBRATION),
        keep=lambda row: row["split"] == "dev" and row.get("label_kind") == "gold",
    ),
    *(_true(name) for name in ("q2", "qags_cnndm", "qags_xsum", "summeval")),
    _eval(
        "qags_sentences",
        build.annotated,
        lines.CONSISTENT,
        *of_groups(lines.CONSISTENT, ("cnndm", "xsum")),
        lines.MARKED,
        lines.DOUBTED,
    ),
    _eval("summedits_8dom", build.edited, *lines.EDITS),
    _eval("decode_human_bot", build.decode_dialogue, *lines.HUMAN_BOT),
    _eval("decode_rct", build.decode_dialogue, *lines.FALSE_ALARMS),
    _eval(
        "decode_pairs_dev",
        build.self_pair,
        replace(lines.PAIRED, must=0.83, aim=0.92),
    ),
    _eval("prosecco_pairs", build.prosecco, *lines.PROSECCO),
    _eval(
        "chatprotect_pairs",
        build.self_pair,
        replace(lines.PAIRED, must=0.86, aim=0.92),
    ),
    _eval(
        "ci_tod",
        build.citod,
        clash("history", "claims", "AUC, history"),
        clash("query", "claims", "AUC, query"),
        clash("kb", "reference", "AUC, table"),
    ),
    _eval("diahalu_v2", build.diahalu, clash("incoherence", "claims")),
    _eval(
        "cdconv_zh_dev",
        build.cdconv,
        clash("contradiction", "claims"),
        *of_kinds(
            clash("contradiction", "claims"),
            ("history", "role_confusion", "intra_sentence"),
            sound="no_contradiction",
        ),
    ),
    _eval(
        "anli_dev",
        build.nli,
        lines.ACCURACY,
        lines.MACRO_F1,
        *of_groups(lines.ACCURACY, ("anli_r1", "anli_r2", "anli_r3")),
    ),
    _eval(
        "healthver_dev",
        build.healthver,
        lines.ACCURACY,
        replace(lines.MACRO_F1, published=(Peer("T5 trained on it, test", 0.796, published=True),)),
    ),
    _eval(
        "defacto_val",
        build.corrected,
        lines.CONSISTENT,
        *of_kinds(lines.CONSISTENT, ("intrinsic", "extrinsic"), sound="consistent"),
        lines.MARKED,
        lines.DOUBTED,
    ),
    _eval(
        "wice_oracle_dev",
        build.wice,
        supported("supported"),
        *of_kinds(
            supported("supported"), ("partially_supported", "not_supported"), sound="supported"
        ),
    ),
    _eval(
        "attributionbench_dev",
        build.claim,
        lines.CONSISTENT,
        *of_groups(lines.CONSISTENT, ("AttributedQA", "ExpertQA", "LFQA", "Stanford-GenSearch")),
    ),
    _eval(
        "factcheckgpt_stance",
        build.claim,
        replace(supported("completely-support"), name="AUC, support"),
        clash("refute", "reference", "AUC, refute"),
    ),
    _eval("foolmetwice_dev", build.claim, supported("supports")),
    _eval("covidfact", build.claim, supported("supported")),
    _true("begin"),
    *(_begin(part) for part in ("dev_cmu", "dev_tc", "dev_wow", "test_wow")),
)
