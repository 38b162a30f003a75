"""A fitted temperature and threshold as a value, and a classifier that goes by it."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Judgement, Pair, Relation
    from belie.protocols import Classifier

__all__ = ["FORMAT", "CalibratedClassifier", "Calibration", "tempered"]

FORMAT = 1
"""The version of the file that ``belie calibrate`` writes."""
_LEAST, _MOST = 0.05, 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """How a classifier's probabilities are corrected, and from where a contradiction counts.

    Parameters
    ----------
    model
        The name of the classifier that it was fitted to.
    temperature
        What the logits are divided by (Guo et al. 2017), in [0.05, 20]; above 1 the classifier
        becomes less sure.
    threshold
        The probability in (0, 1] of a contradiction from which a conflict is raised; ``None``
        where the rows did not tell.

    Raises
    ------
    InputError
        If a number is out of its range.

    Examples
    --------
    >>> calibration = Calibration(model="my-nli", temperature=1.5, threshold=0.9)
    >>> Calibration.from_json(calibration.to_json()) == calibration
    True
    >>> calibration.name
    'my-nli+calibration-c2c73578'
    """

    model: str
    temperature: float
    threshold: float | None = None

    def __post_init__(self) -> None:
        if not _LEAST <= self.temperature <= _MOST:
            raise InputError(f"expected {_LEAST} <= temperature <= {_MOST}, got {self.temperature}")
        if self.threshold is not None and not 0 < self.threshold <= 1:
            raise InputError(f"expected 0 < threshold <= 1, got {self.threshold}")

    @property
    def name(self) -> str:
        """The classifier's name and a digest of the numbers; every verdict carries it."""
        numbers = f"{self.temperature!r} {self.threshold!r}"
        return f"{self.model}+calibration-{sha256(numbers.encode()).hexdigest()[:8]}"

    def to_json(self, **figures: object) -> str:
        """Return it as JSON, with figures that a reader may want to see beside it."""
        fields = {
            "format": FORMAT,
            "model": self.model,
            "temperature": self.temperature,
            "threshold": self.threshold,
        }
        return json.dumps({**fields, **figures}, indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Calibration:
        """Read what `to_json` wrote; figures beside it are left alone.

        Raises
        ------
        InputError
            If the text is no calibration of this format.
        """
        try:
            fields = json.loads(text)
            version, threshold = fields["format"], fields["threshold"]
            calibration = cls(
                model=str(fields["model"]),
                temperature=float(fields["temperature"]),
                threshold=None if threshold is None else float(threshold),
            )
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise InputError(
                f"expected a calibration written by `belie calibrate`, got {error!r}"
            ) from error
        if version != FORMAT:
            raise InputError(f"expected a calibration of format {FORMAT}, got {version!r}")
        return calibration


class CalibratedClassifier:
    """A classifier whose probabilities are corrected by a calibration.

    Parameters
    ----------
    classifier
        Judges; its words and whatever else it says of a pair stay as they are.
    calibration
        Was fitted to it.

    Raises
    ------
    InputError
        If the calibration was fitted to another classifier, or to another version of it.
    """

    def __init__(self, classifier: Classifier, calibration: Calibration) -> None:
        if classifier.name != calibration.model:
            raise InputError(
                f"expected a calibration of {classifier.name}, got one of {calibration.model}; "
                "run `belie calibrate` again with this classifier"
            )
        self._classifier = classifier
        self._calibration = calibration

    @property
    def name(self) -> str:
        """The classifier's name and the calibration's digest."""
        return self._calibration.name

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement per pair, in order."""
        return [
            replace(
                answer,
                probabilities=tempered(answer.probabilities, self._calibration.temperature),
            )
            for answer in self._classifier.classify(pairs)
        ]


def tempered(
    probabilities: Mapping[Relation, float], temperature: float
) -> Mapping[Relation, float]:
    """Return what a softmax gives whose logits are divided by ``temperature``.

    The logits are not needed: dividing them raises each probability to the power of one over the
    temperature, up to a common factor.

    Examples
    --------
    >>> from belie.datatypes import Relation
    >>> odds = {Relation.ENTAILMENT: 0.8, Relation.NEUTRAL: 0.2}
    >>> {relation.value: round(share, 3) for relation, share in tempered(odds, 2.0).items()}
    {'entailment': 0.667, 'neutral': 0.333}
    """
    powers = {
        relation: math.pow(probability, 1 / temperature)
        for relation, probability in probabilities.items()
    }
    whole = sum(powers.values())
    return {relation: power / whole for relation, power in powers.items()}
