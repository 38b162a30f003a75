"""The figures of the perturbation split; what they mean stands in `benchmarks.perturbations`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import weighted
from training.rows import CONFLICT, CONFLICTING, ENTAILMENT, NEUTRAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.perturbed import Judged
    from benchmarks.weighted import Weighted

__all__ = ["PerturbedLine", "kind_lines", "lines"]

ROUNDS = 1000
LOCATED = 0.5
VITAMINC = "vitaminc"
UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True, kw_only=True)
class PerturbedLine:
    """One figure in [0, 1] with its interval and what was promised and hoped for."""

    name: str
    rows: int
    ours: float | None
    interval: tuple[float, float] | None
    must: float | None = None
    aim: float | None = None
    lower: bool = False

    @property
    def passed(self) -> bool | None:
        """Whether what was promised is met; ``None`` without a promise or a figure."""
        if self.must is None or self.ours is None:
            return None
        return self.ours <= self.must if self.lower else self.must <= self.ours


def lines(judged: Sequence[Judged], *, threshold: float) -> list[PerturbedLine]:
    """Return the figures over all kinds of edit.

    Parameters
    ----------
    judged
        Rows made from passages, of VitaminC, and unrelated pairs.
    threshold
        The probability of a contradiction from which belie raises an alert.
    """
    facts = [one for one in judged if one.row.source == VITAMINC]
    apart = [one for one in judged if one.row.source == UNRELATED]
    made = [one for one in judged if one.row.source not in (VITAMINC, UNRELATED)]
    known = [one for one in made if one.row.label != CONFLICT]
    wrong = [one for one in made if one.row.label in CONFLICTING]
    near = [one for one in made if one.row.label == NEUTRAL]
    supported = [one for one in made if one.row.label == ENTAILMENT]
    return [
        _line("four relations, macro-F1", known, _relations(known), must=0.85, aim=0.93),
        _line("calibration error", known, _calibration(known), must=0.05, aim=0.02, lower=True),
        *_types(wrong),
        *_located(wrong),
        *(
            _line(f"precision, {name}", [*wrong, *harmless], metric, must=0.95, aim=0.99)
            for name, harmless in (("unrelated", apart), ("same topic", near))
            for metric in [_precision(wrong, harmless, threshold)]
        ),
        _line(
            "precision, supported", [*wrong, *supported], _precision(wrong, supported, threshold)
        ),
        _line("alerts on contradictions", wrong, _alerts(wrong, threshold)),
        *(
            _line(f"alerts on {name} pairs", harmless, _alerts(harmless, threshold), lower=True)
            for name, harmless in (
                ("unrelated", apart),
                ("same-topic", near),
                ("supported", supported),
            )
        ),
        _line("VitaminC, held-out rows, 3-way accuracy", facts, _facts(facts), must=0.78, aim=0.88),
    ]


def kind_lines(judged: Sequence[Judged]) -> list[PerturbedLine]:
    """Return for each error type how many were found, typed and located."""
    edited = [one for one in judged if one.row.error and one.row.label in CONFLICTING]
    kinds = sorted({str(one.row.error) for one in edited})
    return [
        line
        for kind in kinds
        for rows in [[one for one in edited if one.row.error == kind]]
        for line in (
            _line(f"{kind}: found", rows, _share([one.contradicts for one in rows])),
            _line(f"{kind}: type told right, F1", edited, _type_f1(edited, kind)),
            _line(f"{kind}: located", rows, _share([_is_located(one) for one in rows])),
        )
    ]


def _types(wrong: Sequence[Judged]) -> list[PerturbedLine]:
    edited = [one for one in wrong if one.row.error]
    found = [one for one in edited if one.contradicts]
    return [
        _line("error type, macro-F1", edited, _error_types(edited), must=0.75, aim=0.88),
        _line("error type, macro-F1, where found", found, _error_types(found)),
    ]


def _located(wrong: Sequence[Judged]) -> list[PerturbedLine]:
    marked = [one for one in wrong if one.overlap is not None]
    found = [one for one in marked if one.contradicts]
    return [
        _line("located on both sides", marked, _places(marked), must=0.784, aim=0.92),
        _line("located on both sides, where found", found, _places(found)),
    ]


def _line(
    name: str,
    rows: Sequence[Judged],
    metric: Weighted,
    *,
    must: float | None = None,
    aim: float | None = None,
    lower: bool = False,
) -> PerturbedLine:
    weights = weighted.resampled([one.row.group for one in rows], rounds=ROUNDS)
    return PerturbedLine(
        name=name,
        rows=len(rows),
        ours=weighted.value(metric, len(rows)),
        interval=weighted.interval(metric, weights) if rows else None,
        must=must,
        aim=aim,
        lower=lower,
    )


def _relations(rows: Sequence[Judged]) -> Weighted:
    gold, told = [one.row.label for one in rows], [str(one.relation) for one in rows]
    return lambda weights: weighted.macro_f1(gold, told, weights)


def _calibration(rows: Sequence[Judged]) -> Weighted:
    hits = [_three_way(one.row.label) == _three_way(one.relation) for one in rows]
    sure = [one.sure for one in rows]
    return lambda weights: weighted.calibration_error(sure, hits, weights)


def _facts(rows: Sequence[Judged]) -> Weighted:
    return _share([_three_way(one.row.label) == _three_way(one.relation) for one in rows])


def _three_way(label: str) -> str:
    return CONFLICT if label in CONFLICTING else str(label)


def _error_types(rows: Sequence[Judged]) -> Weighted:
    gold, told = [str(one.row.error) for one in rows], [one.error_type for one in rows]
    return lambda weights: weighted.macro_f1(gold, told, weights)


def _type_f1(rows: Sequence[Judged], kind: str) -> Weighted:
    gold, told = [one.row.error == kind for one in rows], [one.error_type == kind for one in rows]
    return lambda weights: weighted.f1(gold, told, weights)


def _places(rows: Sequence[Judged]) -> Weighted:
    return _share([_is_located(one) for one in rows])


def _is_located(one: Judged) -> bool:
    return one.overlap is not None and LOCATED <= one.overlap


def _alerts(rows: Sequence[Judged], threshold: float) -> Weighted:
    return _share([threshold <= one.contradiction for one in rows])


def _share(true: Sequence[bool]) -> Weighted:
    return lambda weights: weighted.share(true, weights)


def _precision(wrong: Sequence[Judged], harmless: Sequence[Judged], threshold: float) -> Weighted:
    """Return the precision of alerts if there were as many contradictions as harmless pairs.

    The weights are those of ``wrong`` and, after them, of ``harmless``.
    """
    right, false = _alerts(wrong, threshold), _alerts(harmless, threshold)

    def metric(weights: np.ndarray) -> np.ndarray:
        found, raised = right(weights[:, : len(wrong)]), false(weights[:, len(wrong) :])
        total = found + raised
        return np.divide(found, total, out=np.full_like(total, np.nan), where=0 < total)

    return metric
