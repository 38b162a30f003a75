"""The loops that peers run over a document, on belie's own classifier.

All pairs, as in SummaC
    Each sentence of the response beside each sentence of the document (Laban et al. 2022).
Large chunks, as in SCALE
    Each sentence of the response beside pieces of the document, as long as the model can read
    (Lattimer et al. 2023).

Both score a sentence by its best support and the response by the mean.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import belie
from belie.datatypes import Pair, Relation
from belie.monitor.text import sentences
from benchmarks.speed_figures import Figure, median_seconds
from benchmarks.texts import document, reply

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belie.protocols import Classifier

__all__ = ["all_pairs", "large_chunks", "loops", "support"]

CHUNK = 120
"""Words of a chunk: with its claim within the 256 tokens that the shipped model reads."""
RUNS = 3


def all_pairs(text: str, response: str) -> list[list[Pair]]:
    """Return for each sentence of ``response`` its pairs with the sentences of ``text``."""
    return _beside(_cut(text), response)


def large_chunks(text: str, response: str, *, words: int = CHUNK) -> list[list[Pair]]:
    """Return for each sentence of ``response`` its pairs with chunks of at most ``words`` words.

    A sentence that is longer is a chunk of its own.
    """
    chunks: list[str] = []
    for sentence in _cut(text):
        longer = f"{chunks[-1]} {sentence}" if chunks else sentence
        if chunks and len(longer.split()) <= words:
            chunks[-1] = longer
        else:
            chunks.append(sentence)
    return _beside(chunks, response)


def support(asked: Sequence[Sequence[Pair]], *, classifier: Classifier) -> float:
    """Return the mean over the claims of their best entailment, in [0, 1]."""
    judged = classifier.classify([pair for pairs in asked for pair in pairs])
    entailments = iter(judgement.probabilities[Relation.ENTAILMENT] for judgement in judged)
    return statistics.mean(max(next(entailments) for _ in pairs) for pairs in asked)


def loops(*, classifier: Classifier, words: int) -> list[Figure]:
    """Return the seconds of one response of three sentences by belie and by each loop."""
    texts = [(document(words, seed=500 + run), reply(seed=500 + run)) for run in range(RUNS)]
    name = f"response, document of {words} words"
    ours = median_seconds([lambda t=text, r=said: belie.check(r, [t]) for text, said in texts])
    return [
        Figure(kind=name, name=f"{name}: belie.check", value=ours, unit="s", ratio=1.0),
        *(
            Figure(
                kind=name,
                name=f"{name}: {title}, {pairs} pairs",
                value=taken,
                unit="s",
                ratio=taken / ours,
            )
            for title, loop in (("all pairs", all_pairs), ("large chunks", large_chunks))
            for pairs, taken in [_timed(loop, texts, classifier)]
        ),
    ]


def _timed(
    loop: Callable[[str, str], list[list[Pair]]],
    texts: Sequence[tuple[str, str]],
    classifier: Classifier,
) -> tuple[int, float]:
    """Return how many pairs the first response takes, and the median time of all."""
    taken = median_seconds(
        [lambda t=text, r=said: support(loop(t, r), classifier=classifier) for text, said in texts]
    )
    return sum(map(len, loop(*texts[0]))), taken


def _beside(premises: Sequence[str], response: str) -> list[list[Pair]]:
    return [[Pair(premise, claim) for premise in premises] for claim in _cut(response)]


def _cut(text: str) -> list[str]:
    return [span.cut(text) for span in sentences(text)]
