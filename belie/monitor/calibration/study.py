"""Makes a calibration from labelled rows and measures it on rows held out.

Temperature scaling (Guo et al. 2017). Every figure *after* calibration is cross-validated in five
folds: a row is judged with a temperature, and its alarm raised by a threshold, that were fitted
without it and without other rows of its premise. The calibration itself is then fitted to all
rows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Pair, Passage, Span
from belie.errors import InputError
from belie.monitor.calibration.calibration import CalibratedClassifier, Calibration
from belie.monitor.calibration.fitting import fit_temperature, fit_threshold
from belie.monitor.calibration.labels import CONTRADICTED, groups_of, possible
from belie.monitor.calibration.measures import (
    OperatingPoint,
    Reliability,
    operating_point,
    reliability,
)
from belie.monitor.candidates import Candidate
from belie.monitor.judging import Judge

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Judgement, Relation, Verdict
    from belie.monitor.calibration.labels import Labelled

__all__ = ["FEW_ROWS", "Study", "study"]

FEW_ROWS = 300
"""Below these the figures are rough: a bin of a reliability diagram then holds twenty rows."""
_FEWEST_ROWS, _FEWEST_OF_A_KIND = 50, 10
_FOLDS = 5
_SHOWN_THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A calibration, and what it is worth.

    Parameters
    ----------
    calibration
        Fitted to all rows. Its threshold is ``None`` where the labels do not tell contradictions,
        or where no threshold has the precision asked for.
    rows
        How many rows.
    before, after
        Reliability of the relation that is told: as the classifier is, and held out.
    contradiction_before, contradiction_after
        Reliability of the probability of a contradiction; ``None`` where the labels do not tell.
    points
        What alarms are worth at several thresholds, probabilities held out.
    held_out
        What alarms are worth with probabilities and thresholds held out; ``None`` without one.
    """

    calibration: Calibration
    rows: int
    before: Reliability
    after: Reliability
    contradiction_before: Reliability | None
    contradiction_after: Reliability | None
    points: tuple[OperatingPoint, ...]
    held_out: OperatingPoint | None

    @property
    def is_missed(self) -> bool:
        """Whether the labels tell contradictions, but no threshold is precise enough."""
        return self.contradiction_after is not None and self.calibration.threshold is None

    def to_json(self) -> str:
        """Return the calibration as JSON, with what it is worth beside it."""
        clash = self.contradiction_before, self.contradiction_after
        return self.calibration.to_json(
            rows=self.rows,
            error_of_relation=_errors(self.before, self.after),
            error_of_contradiction=_errors(clash[0], clash[1]) if clash[0] and clash[1] else None,
            held_out=self.held_out
            and {
                "alarms": self.held_out.alarms,
                "precision": round(self.held_out.precision, 4),
                "recall": round(self.held_out.recall, 4),
            },
        )


def study(
    rows: Sequence[Labelled],
    judged: Mapping[Pair, Judgement],
    *,
    model: str,
    precision: float,
) -> Study:
    """Fit a calibration to labelled rows and measure it.

    Parameters
    ----------
    rows
        At least 50, of two premises or more and, where they tell contradictions, 10 with one and
        10 without; no pair twice.
    judged
        What the classifier says of each row's pair.
    model
        The classifier's name.
    precision
        The share in (0, 1] of alarms that shall be right.

    Raises
    ------
    InputError
        If the rows or their premises are too few, or their labels do not fit together.
    """
    groups = groups_of(rows)
    tells = CONTRADICTED in groups
    contradicted = [row.relations <= CONTRADICTED for row in rows]
    _expect_enough(rows, contradicted if tells else None)
    folds = _folds(rows)
    before = _verdicts(rows, judged, Calibration(model=model, temperature=1.0))
    after = _held_out(rows, judged, folds, model=model)
    scores = [_score(verdict) for verdict in after]
    threshold = fit_threshold(scores, contradicted, precision=precision) if tells else None
    return Study(
        calibration=Calibration(
            model=model, temperature=_temperature(rows, judged), threshold=threshold
        ),
        rows=len(rows),
        before=_of_told(before, rows, groups),
        after=_of_told(after, rows, groups),
        contradiction_before=_of_contradiction(before, contradicted) if tells else None,
        contradiction_after=_of_contradiction(after, contradicted) if tells else None,
        points=_points(scores, contradicted) if tells else (),
        held_out=_alarms(scores, contradicted, folds, precision) if threshold else None,
    )


def _errors(before: Reliability, after: Reliability) -> Mapping[str, float]:
    return {"before": round(before.error, 4), "after": round(after.error, 4)}


def _expect_enough(rows: Sequence[Labelled], contradicted: Sequence[bool] | None) -> None:
    if len(rows) < _FEWEST_ROWS:
        raise InputError(
            f"expected at least {_FEWEST_ROWS} usable rows, got {len(rows)}: label more"
        )
    if len({row.premise for row in rows}) < 2:
        raise InputError(
            f"expected rows of at least 2 premises, got {len(rows)} rows of one: label claims "
            "against other premises too"
        )
    if contradicted is None:
        return
    fewer = min(sum(contradicted), len(rows) - sum(contradicted))
    if fewer < _FEWEST_OF_A_KIND:
        raise InputError(
            f"expected at least {_FEWEST_OF_A_KIND} rows with a contradiction and as many without, "
            f"got {sum(contradicted)} and {len(rows) - sum(contradicted)}"
        )


def _folds(rows: Sequence[Labelled]) -> list[int]:
    """Return each row's fold: rows of one premise together, labels spread evenly."""
    of_premise: dict[str, int] = {}
    taken: Counter[frozenset[Relation]] = Counter()
    for row in rows:
        if row.premise not in of_premise:
            of_premise[row.premise] = taken[row.relations] % _FOLDS
            taken[row.relations] += 1
    if not any(of_premise.values()):  # each label has one premise, which would leave one fold
        of_premise = {premise: number % _FOLDS for number, premise in enumerate(of_premise)}
    return [of_premise[row.premise] for row in rows]


def _held_out(
    rows: Sequence[Labelled],
    judged: Mapping[Pair, Judgement],
    folds: Sequence[int],
    *,
    model: str,
) -> list[Verdict]:
    """Return each row's verdict under the temperature of the other folds."""
    labels = possible(rows)
    verdicts: dict[int, Verdict] = {}
    for fold in sorted(set(folds)):
        inside = [number for number, its in enumerate(folds) if its == fold]
        outside = [number for number, its in enumerate(folds) if its != fold]
        temperature = fit_temperature(
            [judged[_pair(rows[number])].probabilities for number in outside],
            [labels[number] for number in outside],
        )
        calibration = Calibration(model=model, temperature=temperature)
        chosen = [rows[number] for number in inside]
        verdicts.update(zip(inside, _verdicts(chosen, judged, calibration), strict=True))
    return [verdicts[number] for number in range(len(rows))]


def _temperature(rows: Sequence[Labelled], judged: Mapping[Pair, Judgement]) -> float:
    return fit_temperature([judged[_pair(row)].probabilities for row in rows], possible(rows))


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A classifier that repeats what was judged before."""

    name: str
    judged: Mapping[Pair, Judgement]

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [self.judged[pair] for pair in pairs]


def _verdicts(
    rows: Sequence[Labelled], judged: Mapping[Pair, Judgement], calibration: Calibration
) -> list[Verdict]:
    """Return the verdicts of a monitor, premises taken as passages."""
    recorded = _Recorded(calibration.model, judged)
    return Judge(CalibratedClassifier(recorded, calibration)).judge(
        [
            Candidate(
                Passage(f"premise-{row.line}", row.premise, "rows", Span(0, len(row.premise))),
                Claim(f"claim-{row.line}", row.claim, "rows", Span(0, len(row.claim))),
            )
            for row in rows
        ]
    )


def _pair(row: Labelled) -> Pair:
    return Pair(row.premise, row.claim)


def _score(verdict: Verdict) -> float:
    """Return what a threshold is held against: 0 where another relation is likelier."""
    return verdict.contradiction if verdict.contradicts else 0.0


def _of_told(
    verdicts: Sequence[Verdict],
    rows: Sequence[Labelled],
    groups: Sequence[frozenset[Relation]],
) -> Reliability:
    """Return the reliability of the likeliest group of relations."""
    said: list[float] = []
    found: list[bool] = []
    for verdict, row in zip(verdicts, rows, strict=True):
        masses = [sum(verdict.probabilities[relation] for relation in group) for group in groups]
        told = max(range(len(groups)), key=masses.__getitem__)
        said.append(min(1.0, masses[told]))
        found.append(row.relations <= groups[told])
    return reliability(said, found)


def _of_contradiction(verdicts: Sequence[Verdict], contradicted: Sequence[bool]) -> Reliability:
    return reliability([min(1.0, verdict.contradiction) for verdict in verdicts], contradicted)


def _points(scores: Sequence[float], contradicted: Sequence[bool]) -> tuple[OperatingPoint, ...]:
    return tuple(
        operating_point(scores, contradicted, threshold) for threshold in _SHOWN_THRESHOLDS
    )


def _alarms(
    scores: Sequence[float], contradicted: Sequence[bool], folds: Sequence[int], precision: float
) -> OperatingPoint:
    """Return what alarms are worth with the threshold of each fold fitted to the others."""
    alarms = right = 0
    for fold in set(folds):
        inside = [number for number, its in enumerate(folds) if its == fold]
        outside = [number for number, its in enumerate(folds) if its != fold]
        threshold = fit_threshold(
            [scores[number] for number in outside],
            [contradicted[number] for number in outside],
            precision=precision,
        )
        if threshold is not None:
            point = operating_point(
                [scores[number] for number in inside],
                [contradicted[number] for number in inside],
                threshold,
            )
            alarms, right = alarms + point.alarms, right + point.right
    return OperatingPoint(None, alarms, right, sum(contradicted))
