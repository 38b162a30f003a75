"""The numbers a monitor can be tuned by."""

from __future__ import annotations

import math
from dataclasses import dataclass

from belie.errors import InputError
from belie.graph.semantics import ALL_RULES, Rule
from belie.monitor.reasoning import ALL_INFERENCES, Inference

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
    earlier_odds
        What the odds of a contradiction are multiplied by, > 0, where a claim is held against what
        was said before, or shown with other turns only: such premises speak of something else more
        often. Below 1 fewer alerts are raised of them than of a turn's own documents. ``None``
        takes what was calibrated for the shipped model, and 1 for a classifier of your own.
    passages_per_claim
        How many document windows are looked for beside a claim. Of a document of several windows
        the sentences that have the claim's words are read in their place
        (docs/decisions/0027).
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
    long_documents_from
        How many words the documents of a turn need together to be read as long ones: windows of
        them are halved down to the sentence that decides, at about three times the pairs per
        claim (docs/decisions/0013). ``None`` never reads them so.
    rules
        The rules of conversation by which two claims that clash are no contradiction after all:
        a correction, a change over time, somebody else's words. Leave one out, and its clashes
        raise alerts, unless another rule explains them. Not so `Rule.USER_UPDATE`: what users
        say anew is compared with their earlier words only to find such changes, so without it
        nothing is said of them, and the assistant may be held to either.
    suggestions
        Whether alerts say what could stand in the claim's place. The classifier judges each such
        edit before it is shown; without them a turn that has alerts is checked sooner.
    inferences
        The ways in which several statements together may refute a claim: a sum, the order of
        dates, what holds for all of a group. Without any, claims are held against single premises
        only.

    Examples
    --------
    >>> len(Settings().rules - Settings(rules=ALL_RULES - {Rule.USER_UPDATE}).rules)
    1
    """

    threshold: float | None = None
    earlier_odds: float | None = None
    passages_per_claim: int = 3
    claims_per_claim: int = 3
    min_similarity: float = 0.25
    passage_words: int = 110
    passages_searched: int = 256
    max_claims: int = 200
    long_documents_from: int | None = 2_000
    rules: frozenset[Rule] = ALL_RULES
    suggestions: bool = True
    inferences: frozenset[Inference] = ALL_INFERENCES

    def __post_init__(self) -> None:
        self._expect_odds()
        if self.long_documents_from is not None and self.long_documents_from < 1:
            raise InputError(f"expected long_documents_from >= 1, got {self.long_documents_from}")
        if not -1 <= self.min_similarity <= 1:
            raise InputError(f"expected -1 <= min_similarity <= 1, got {self.min_similarity}")
        if unknown := sorted(map(str, self.rules - ALL_RULES)):
            raise InputError(f"expected rules of belie.graph.semantics, got {', '.join(unknown)}")
        if strange := sorted(map(str, self.inferences - ALL_INFERENCES)):
            raise InputError(
                f"expected inferences of belie.monitor.reasoning, got {', '.join(strange)}"
            )
        for name in _COUNTS:
            if getattr(self, name) < 1:
                raise InputError(f"expected {name} >= 1, got {getattr(self, name)}")

    def _expect_odds(self) -> None:
        if self.threshold is not None and not 0 < self.threshold <= 1:
            raise InputError(f"expected 0 < threshold <= 1, got {self.threshold}")
        if self.earlier_odds is not None and not 0 < self.earlier_odds < math.inf:
            raise InputError(f"expected 0 < earlier_odds < inf, got {self.earlier_odds}")
