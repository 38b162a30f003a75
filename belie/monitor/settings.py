"""The numbers a monitor can be tuned by."""

from __future__ import annotations

from dataclasses import dataclass

from belie.errors import InputError

__all__ = ["Settings"]

_COUNTS = (
    "passages_per_claim",
    "claims_per_claim",
    "passage_words",
    "passages_searched",
    "max_claims",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a monitor looks and when it speaks.

    Parameters
    ----------
    threshold
        The probability in (0, 1] of a contradiction, whole or partial, from which a conflict is
        raised; ``None`` takes the one calibrated for the shipped model.
    passages_per_claim
        How many document windows a claim is compared with.
    claims_per_claim
        How many earlier claims, and how many of its own turn, a claim is compared with.
    min_similarity
        The cosine in [-1, 1] below which two claims are taken to be about different things. At
        0.25, 93 of 100 contradictions of MNLI are compared and 1 of 100 random pairs.
    passage_words
        The length of a document window, in words and punctuation marks.
    passages_searched
        How many windows the bi-encoder reads per turn; longer collections are first narrowed by
        shared words, so that a turn's cost does not grow with its documents.
    max_claims
        How many claims of one turn are checked; what is beyond is reported as a warning.
    """

    threshold: float | None = None
    passages_per_claim: int = 3
    claims_per_claim: int = 3
    min_similarity: float = 0.25
    passage_words: int = 110
    passages_searched: int = 256
    max_claims: int = 200

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 < self.threshold <= 1:
            raise InputError(f"expected 0 < threshold <= 1, got {self.threshold}")
        if not -1 <= self.min_similarity <= 1:
            raise InputError(f"expected -1 <= min_similarity <= 1, got {self.min_similarity}")
        for name in _COUNTS:
            if getattr(self, name) < 1:
                raise InputError(f"expected {name} >= 1, got {getattr(self, name)}")
