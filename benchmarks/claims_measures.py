"""How far the claims of an extractor match those of people: the definitions.

**Tokens**: the runs of letters and digits of a text, in lower case, as a multiset; punctuation is
dropped. Function words stay in, and supplied words (a shared subject, a resolved name) count like
all others.

**Similarity** of two claims: the F1 of their multisets of tokens, twice the shared ones over all.

**Precision, recall, F1**: within a row the predicted claims and the gold claims are paired one to
one, so that the sum of their similarities is the largest (Kuhn 1955). Over all rows, precision is
that sum divided by the number of predicted claims, recall by that of gold claims, F1 their
harmonic mean. The *strict* F1 counts 1 for a pair whose similarity is at least 0.8, else 0.

**Atomicity**: the share of predicted claims that hold exactly one gold claim; *compound* is the
share that hold two or more. A gold claim is held if three quarters of its content words are in
the predicted claim. Gold claims nest ("a castle", "an old castle"): one whose content words are
all in another gold claim that is held as well does not count beside it. What holds none is a
fragment, or a claim that people did not make.

**Standing alone**: the share of predicted claims that do not begin with a demonstrative and have
no third-person pronoun without a name or a noun with an article before it in the claim. It is a
rule over words (`claims_words`), the same for all extractors: read it beside that of the gold.

**Coverage**: the share of the content words of the sentence that are in the text of a claim.
Content words are the tokens that are not in a closed list of English function words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from benchmarks.claims_words import content_words, stands_alone, tokens

try:
    from scipy.optimize import (  # pyright: ignore[reportMissingTypeStubs]
        linear_sum_assignment,  # pyright: ignore[reportUnknownVariableType]
    )
except ImportError as error:
    raise ImportError(
        "expected scipy for pairing claims, found none: install belie with its extra dev"
    ) from error

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = [
    "RowScore",
    "atomicity",
    "claim_f1",
    "claim_precision",
    "claim_recall",
    "compounds",
    "coverage",
    "held",
    "match",
    "mean_words",
    "score_row",
    "similarity",
    "standing",
    "strict_f1",
]

SAME = 0.8
HELD = 0.75


def similarity(first: Counter[str], second: Counter[str]) -> float:
    """Return the F1 of two multisets of tokens, in [0, 1].

    Examples
    --------
    >>> similarity(tokens("The tower leans."), tokens("the tower"))
    0.8
    """
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def match(predicted: Sequence[str], gold: Sequence[str]) -> tuple[float, ...]:
    """Return the similarities of the pairs of the best one-to-one pairing.

    Examples
    --------
    >>> match(["It leans.", "The tower is old.", "It is red."], ["The tower is old.", "It leans."])
    (1.0, 1.0)
    """
    if not predicted or not gold:
        return ()
    ours, theirs = [tokens(text) for text in predicted], [tokens(text) for text in gold]
    table = np.array([[similarity(first, second) for second in theirs] for first in ours])
    rows, columns = cast(
        "tuple[NDArray[np.int64], NDArray[np.int64]]", linear_sum_assignment(table, maximize=True)
    )
    return tuple(float(table[row, column]) for row, column in zip(rows, columns, strict=True))


def held(claim: str, gold: Sequence[str]) -> int:
    """Return how many gold claims ``claim`` holds; nested ones count once.

    Examples
    --------
    >>> gold = ["The castle stands.", "The old castle stands.", "Kings lived there."]
    >>> held("The old castle stands.", gold), held("The old castle stands, kings lived.", gold)
    (1, 2)
    """
    words = content_words(claim)
    parts = {content_words(text) for text in gold}
    inside = [part for part in parts if part and HELD * len(part) <= len(part & words)]
    return sum(not any(part < other for other in inside) for part in inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowScore:
    """The counts of one row, of which all measures are sums.

    Parameters
    ----------
    group
        The part of the set it belongs to.
    similarity
        The sum over the best pairing.
    strict
        How many pairs of it have a similarity of at least 0.8.
    predicted, gold
        How many claims there are.
    atomic, compound, standing
        How many predicted claims hold one gold claim, hold several, stand alone.
    words
        In all predicted claims.
    content, carried
        The content words of the sentence, and those of them that are in a claim.
    """

    group: str
    similarity: float
    strict: int
    predicted: int
    gold: int
    atomic: int
    compound: int
    standing: int
    words: int
    content: int
    carried: int


def score_row(
    sentence: str, predicted: Sequence[str], gold: Sequence[str], *, group: str = ""
) -> RowScore:
    """Return the counts of one row.

    Examples
    --------
    >>> row = score_row("It is old and red.", ["It is old and red."], ["It is old.", "It is red."])
    >>> row.predicted, row.gold, row.compound, row.carried
    (1, 2, 1, 2)
    """
    pairs = match(predicted, gold)
    parts = [held(claim, gold) for claim in predicted]
    content = content_words(sentence)
    said = content_words(" ".join(predicted))
    return RowScore(
        group=group,
        similarity=sum(pairs),
        strict=sum(SAME <= pair for pair in pairs),
        predicted=len(predicted),
        gold=len(gold),
        atomic=sum(part == 1 for part in parts),
        compound=sum(1 < part for part in parts),
        standing=sum(stands_alone(claim) for claim in predicted),
        words=sum(tokens(claim).total() for claim in predicted),
        content=len(content),
        carried=len(content & said),
    )


def claim_precision(rows: Sequence[RowScore]) -> float | None:
    """Return the similarity per predicted claim; ``None`` without any."""
    return _ratio(sum(row.similarity for row in rows), sum(row.predicted for row in rows))


def claim_recall(rows: Sequence[RowScore]) -> float | None:
    """Return the similarity per gold claim; ``None`` without any."""
    return _ratio(sum(row.similarity for row in rows), sum(row.gold for row in rows))


def claim_f1(rows: Sequence[RowScore]) -> float | None:
    """Return the harmonic mean of precision and recall.

    Examples
    --------
    >>> claim_f1([score_row("It is old.", ["It is old."], ["It is old.", "It is red."])])
    0.6666666666666666
    """
    return _ratio(2 * sum(row.similarity for row in rows), _claims(rows))


def strict_f1(rows: Sequence[RowScore]) -> float | None:
    """Return the F1 where a pair counts 1 from a similarity of 0.8, else 0."""
    return _ratio(2 * sum(row.strict for row in rows), _claims(rows))


def atomicity(rows: Sequence[RowScore]) -> float | None:
    """Return the share of predicted claims that hold exactly one gold claim."""
    return _ratio(sum(row.atomic for row in rows), sum(row.predicted for row in rows))


def compounds(rows: Sequence[RowScore]) -> float | None:
    """Return the share of predicted claims that hold two gold claims or more."""
    return _ratio(sum(row.compound for row in rows), sum(row.predicted for row in rows))


def standing(rows: Sequence[RowScore]) -> float | None:
    """Return the share of predicted claims that stand alone."""
    return _ratio(sum(row.standing for row in rows), sum(row.predicted for row in rows))


def coverage(rows: Sequence[RowScore]) -> float | None:
    """Return the share of the sentences' content words that some claim carries."""
    return _ratio(sum(row.carried for row in rows), sum(row.content for row in rows))


def mean_words(rows: Sequence[RowScore]) -> float | None:
    """Return the number of words of a predicted claim."""
    return _ratio(sum(row.words for row in rows), sum(row.predicted for row in rows))


def _claims(rows: Sequence[RowScore]) -> int:
    return sum(row.predicted + row.gold for row in rows)


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None
