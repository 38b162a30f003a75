"""The ways to check a claim against a long document, and what each of them found at what cost."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie import Settings
from belie.adapters.onnx import OnnxClassifier, OnnxEncoder, load_config
from belie.datatypes import Candidate, Claim, Document, Passage, Relation, Role, Span, Turn
from belie.monitor.judging import Judge
from belie.monitor.long_documents import ScaleVerifier
from belie.monitor.memory import Memory
from belie.monitor.vectors import CachedEncoder
from belie.monitor.verifying import LocalVerifier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Judgement, Pair, Verdict
    from belie.protocols import Classifier, Encoder, Verifier
    from benchmarks.long_texts import Case, Planted

__all__ = ["STRATEGIES", "Bench", "Outcome"]

STRATEGIES = ("top-k", "scale", "all windows")
_ALL_WINDOWS = 110


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a strategy made of one claim.

    Parameters
    ----------
    supported
        Whether the planted fact supports the claim; it contradicts it otherwise.
    planted
        Whether the fact was in the document at all.
    told
        Whether a verdict on a premise that holds the deciding sentence said what the fact says of
        the claim: a contradiction with the threshold's probability at least.
    alert
        Whether a document contradicted the claim with at least the threshold's probability.
    held
        Whether the premise of the verdict that says it most holds the deciding sentence.
    exact
        Whether that premise is the deciding sentence.
    pairs, seconds
        What the classifier was asked, and the seconds of one core that all of it took.
    """

    supported: bool
    planted: bool
    told: bool
    alert: bool
    held: bool
    exact: bool
    pairs: int
    seconds: float


class Bench:
    """Asks the strategies, on the shipped models; what was encoded is remembered.

    Parameters
    ----------
    classifier, encoder
        Take the place of the shipped ones.
    """

    def __init__(
        self, *, classifier: Classifier | None = None, encoder: Encoder | None = None
    ) -> None:
        self._classifier = _Counted(classifier or OnnxClassifier())
        self._encoder = CachedEncoder(encoder or OnnxEncoder())
        self._threshold = load_config().threshold

    def ask(self, strategy: str, case: Case, planted: Planted) -> Outcome:
        """Return the outcome of a strategy, one of `STRATEGIES`."""
        turn, claim = _turn(case, planted.document)
        judge = Judge(self._classifier)
        asked, began = self._classifier.pairs, time.process_time()
        candidates = self._nearest(turn, claim) if strategy == "top-k" else []
        verdicts = self._verifier(strategy, judge).verify(turn, [claim], candidates).verdicts
        seconds = time.process_time() - began
        pairs = self._classifier.pairs - asked
        return self._outcome(case, planted.deciding, verdicts, pairs, seconds)

    def alone(self, case: Case) -> Outcome:
        """Return the outcome where the document is nothing but the fact: no search can beat it."""
        _, claim = _turn(case, Document("long", case.text))
        whole = Passage("alone", case.text, "long", Span(0, len(case.text)))
        verdicts = Judge(self._classifier).judge([Candidate(whole, claim)])
        return self._outcome(case, case.deciding, verdicts, 1, 0.0)

    def forget(self) -> None:
        """Forget what was encoded, so that the next question is asked cold."""
        self._encoder.clear()

    def _nearest(self, turn: Turn, claim: Claim) -> list[Candidate]:
        """Return what a monitor holds against the claim by itself."""
        memory = Memory(encoder=self._encoder, settings=Settings(), threshold=self._threshold)
        memory.documents.add(turn)
        return memory.candidates(turn, [claim])

    def _verifier(self, strategy: str, judge: Judge) -> Verifier:
        if strategy == "top-k":
            return LocalVerifier(judge)
        if strategy == "scale":
            return ScaleVerifier(judge, self._encoder)
        return ScaleVerifier(
            judge, self._encoder, windows_per_claim=None, window_words=_ALL_WINDOWS
        )

    def _outcome(
        self,
        case: Case,
        deciding: Span | None,
        verdicts: Sequence[Verdict],
        pairs: int,
        seconds: float,
    ) -> Outcome:
        clashes = [one for one in verdicts if self._clashes(one)]
        supports = [one for one in verdicts if one.relation is Relation.ENTAILMENT]
        said = supports if case.supported else clashes
        best = max(verdicts, key=_entailment if case.supported else _contradiction)
        return Outcome(
            supported=case.supported,
            planted=deciding is not None,
            told=any(_holds(one, deciding) for one in said),
            alert=bool(clashes),
            held=_holds(best, deciding),
            exact=best.premise.span == deciding,
            pairs=pairs,
            seconds=seconds,
        )

    def _clashes(self, verdict: Verdict) -> bool:
        return verdict.contradicts and self._threshold <= verdict.contradiction


def _holds(verdict: Verdict, deciding: Span | None) -> bool:
    span = verdict.premise.span
    return deciding is not None and span.start <= deciding.start and deciding.end <= span.end


def _entailment(verdict: Verdict) -> float:
    return verdict.entailment


def _contradiction(verdict: Verdict) -> float:
    return verdict.contradiction


class _Counted:
    """A classifier that counts the pairs it is asked about."""

    def __init__(self, classifier: Classifier) -> None:
        self._classifier = classifier
        self.pairs = 0

    @property
    def name(self) -> str:
        return self._classifier.name

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        self.pairs += len(pairs)
        return self._classifier.classify(pairs)


def _turn(case: Case, document: Document) -> tuple[Turn, Claim]:
    turn = Turn("long", 0, Role.ASSISTANT, case.claim, documents=(document,))
    return turn, Claim(f"{turn.id}#0", case.claim, turn.id, Span(0, len(case.claim)))
