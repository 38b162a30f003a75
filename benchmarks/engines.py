"""What is measured: the shipped belie, other weights, or belie with a part taken away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Protocol

from cachetools import LRUCache

from belie import Monitor, Settings
from belie.adapters.onnx import MODELS, OnnxClassifier, OnnxEncoder, OnnxParser, load_config
from belie.datatypes import Relation
from belie.monitor.claims.extractor import ClaimExtractor
from belie.monitor.judging import Judge
from belie.monitor.vectors import CachedEncoder
from belie.wiring import candidates_of
from benchmarks.claims_peers import SentenceExtractor
from benchmarks.verifiers_compared import SHIPPED, Choice, Parts, make

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from belie.datatypes import Extraction, Judgement, Pair, Turn, TurnReport, Verdict
    from belie.protocols import Classifier, Extractor, Verifier

__all__ = ["Classify", "Engine", "Observer", "Partial", "Variant", "engine_of"]

TEXTS = 50_000
"""Vectors kept for all variants together."""
PAIRS = 20_000
"""Judgements kept for all variants together; each holds a score for every word."""


class Partial(StrEnum):
    """What becomes of the class "partial contradiction"."""

    KEPT = "kept"
    MERGED = "merged"
    """Its share goes to contradiction, as if the two had been trained as one."""
    DROPPED = "dropped"
    """Its share goes to the other three in proportion, as if the model had never heard of it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Which belie is measured.

    Parameters
    ----------
    models
        A folder with ``cross_encoder.onnx``, ``config.json`` and ``tokenizer.json`` in place of
        the shipped ones; bi-encoder and parser stay those that ship.
    sentences
        Whether every sentence is a claim, in place of belie's own extractor.
    partial
        What becomes of partial contradictions.
    verifier
        What judges the claims of a turn; pairs of texts are the classifier's, whatever it is.
    """

    models: Path | None = None
    sentences: bool = False
    partial: Partial = Partial.KEPT
    verifier: Choice = SHIPPED


class Observer(Protocol):
    """Protocol: the part of ``belie.Monitor`` that the benchmark calls."""

    def observe(
        self,
        text: str,
        *,
        session: str,
        role: str = ...,
        documents: Sequence[str] = ...,
        question: str | None = ...,
    ) -> TurnReport:
        """Take one turn and return what it produced."""
        ...

    def forget(self, session: str) -> None:
        """Remove everything of a session."""
        ...


class Classify(Protocol):
    """Protocol: ``belie.classify``."""

    def __call__(self, premises: Sequence[str], claims: Sequence[str]) -> list[Verdict]:
        """Return one verdict a pair."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """What the benchmark asks, so that a test can put its own behind it.

    ``threshold`` is the probability of a contradiction from which belie raises an alert; ``chat``
    the verifier that asks a chat model, if one does.
    """

    classify: Classify
    monitor: Observer
    threshold: float
    chat: Verifier | None = None


@cache
def engine_of(variant: Variant) -> Engine:
    """Return the engine of a variant, loaded once per process; variants share what was judged."""
    folder = variant.models or MODELS
    classifier = _partial(_classifier(folder), variant.partial)
    config = load_config(folder)
    judge = Judge(classifier, earlier_odds=config.earlier_odds)
    made = make(variant.verifier, Parts(judge, _encoder()))
    return Engine(
        classify=lambda premises, claims: judge.judge(candidates_of(premises, claims)),
        monitor=Monitor(
            extractor=SentenceExtractor() if variant.sentences else _extractor(folder),
            encoder=_encoder(),
            classifier=classifier,
            verifier=made.verifier,
            settings=Settings(threshold=config.threshold, earlier_odds=config.earlier_odds),
        ),
        threshold=config.threshold,
        chat=made.chat,
    )


# Loaded once per process and shared by all variants; what they keep is keyed by content.


@cache
def _classifier(folder: Path) -> Classifier:
    return _Remembering(OnnxClassifier(folder))


@cache
def _encoder() -> CachedEncoder:
    return CachedEncoder(OnnxEncoder(), size=TEXTS)


@cache
def _extractor(folder: Path) -> Extractor:
    judge = Judge(_classifier(folder))
    return _Extracting(ClaimExtractor(OnnxParser(), entailments=judge.entailments))


class _Remembering:
    """A classifier that judges a pair once, whichever variant asks."""

    def __init__(self, classifier: Classifier) -> None:
        self._classifier = classifier
        self._kept: LRUCache[Pair, Judgement] = LRUCache(PAIRS)

    @property
    def name(self) -> str:
        return self._classifier.name

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        found = {pair: self._kept[pair] for pair in pairs if pair in self._kept}
        new = [pair for pair in dict.fromkeys(pairs) if pair not in found]
        found.update(zip(new, self._classifier.classify(new), strict=True))
        self._kept.update({pair: found[pair] for pair in new})
        return [found[pair] for pair in pairs]


class _Extracting:
    """An extractor that reads a turn once, whichever variant asks."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._kept: LRUCache[object, Extraction] = LRUCache(PAIRS)

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        said = (turn.id, turn.role, turn.text, turn.question)
        key = (said, tuple((one.id, one.role, one.text, one.question) for one in earlier))
        if key not in self._kept:
            self._kept[key] = self._extractor.extract(turn, earlier)
        return self._kept[key]


def _partial(classifier: Classifier, partial: Partial) -> Classifier:
    return classifier if partial is Partial.KEPT else _WithoutPartial(classifier, partial)


class _WithoutPartial:
    """A classifier whose partial contradictions become something else."""

    def __init__(self, classifier: Classifier, partial: Partial) -> None:
        self._classifier = classifier
        self._partial = partial

    @property
    def name(self) -> str:
        return f"{self._classifier.name}, partial {self._partial}"

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [
            replace(answer, probabilities=without_partial(answer.probabilities, self._partial))
            for answer in self._classifier.classify(pairs)
        ]


def without_partial(
    probabilities: Mapping[Relation, float], partial: Partial
) -> Mapping[Relation, float]:
    """Return probabilities of which partial contradiction has none.

    Examples
    --------
    >>> told = dict(zip(Relation, (0.25, 0.25, 0.5, 0.0)))
    >>> [round(one, 2) for one in without_partial(told, Partial.MERGED).values()]
    [0.25, 0.75, 0.0, 0.0]
    >>> [round(one, 2) for one in without_partial(told, Partial.DROPPED).values()]
    [0.5, 0.5, 0.0, 0.0]
    """
    lost = probabilities[Relation.PARTIAL_CONTRADICTION]
    rest = {**probabilities, Relation.PARTIAL_CONTRADICTION: 0.0}
    if partial is Partial.MERGED:
        return {**rest, Relation.CONTRADICTION: rest[Relation.CONTRADICTION] + lost}
    if lost == 1:
        return {**rest, Relation.NEUTRAL: 1.0}
    return {relation: share / (1 - lost) for relation, share in rest.items()}
