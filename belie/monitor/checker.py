"""The straight line of one turn."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Passage, Scope, TurnReport
from belie.monitor.alerts import make_alert, without_doubles
from belie.monitor.copying import support_copies
from belie.monitor.corrections import in_full
from belie.monitor.grounding import ungrounded_in
from belie.monitor.judging import Judge
from belie.monitor.keeping import clear, clear_results
from belie.monitor.long_documents import ScaleVerifier
from belie.monitor.memory import Memory
from belie.monitor.reasoning.inferred import MODEL, infer
from belie.monitor.siblings import without_siblings
from belie.monitor.suggestions import suggest
from belie.monitor.vectors import CachedEncoder
from belie.monitor.verifying import LocalVerifier, Remembered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import (
        Alert,
        Candidate,
        Claim,
        Conflict,
        Extraction,
        Statement,
        Turn,
        Verdict,
        Verification,
    )
    from belie.monitor.reasoning.derivation import Derivation
    from belie.monitor.reasoning.inferred import Inferences, Inferred
    from belie.monitor.settings import Settings
    from belie.protocols import Classifier, Encoder, Extractor, Verifier

__all__ = ["Checker"]


class Checker:
    """Checks one turn against what a session's memory holds.

    Parameters
    ----------
    extractor, encoder, classifier
        The parts that read.
    settings
        The numbers.
    threshold
        The probability in (0, 1] from which a contradiction is a conflict.
    earlier_odds
        What the odds of a contradiction of an earlier statement are multiplied by, > 0.
    verifier
        Judges the claims of a turn in place of the classifier, which still judges suggestions.
    english_only
        Whether the classifier is left out of what is not English; a verifier decides for itself.
    """

    def __init__(
        self,
        *,
        extractor: Extractor,
        encoder: Encoder,
        classifier: Classifier,
        settings: Settings,
        threshold: float,
        earlier_odds: float = 1.0,
        verifier: Verifier | None = None,
        english_only: bool = False,
    ) -> None:
        self._extractor = extractor
        self._encoder = CachedEncoder(encoder)
        self._judge = Judge(classifier, earlier_odds=earlier_odds)
        self._long_documents = (
            ScaleVerifier(
                self._judge,
                self._encoder,
                from_words=settings.long_documents_from,
                english_only=english_only,
            )
            if settings.long_documents_from and not verifier
            else None
        )
        local = self._long_documents or LocalVerifier(self._judge, english_only=english_only)
        self._verifier = Remembered(verifier) if verifier else local
        self._settings = settings
        self.threshold = threshold
        self.rules = settings.rules

    def new_memory(self) -> Memory:
        """Return the memory of a session that has said nothing yet."""
        return Memory(encoder=self._encoder, settings=self._settings, threshold=self.threshold)

    def clear(self) -> None:
        """Forget the texts that were read, encoded and judged lately, of whatever session."""
        for part in (self._extractor, self._encoder, self._judge, self._verifier):
            clear(part)
        clear_results()

    def check(self, turn: Turn, memory: Memory) -> TurnReport:
        """Return the report of ``turn``; ``memory`` takes in its documents and its conflicts.

        The report is not remembered: the caller stores it first, and drops the memory where that
        fails.
        """
        clock = _Clock()
        extraction = self._extractor.extract(turn, memory.recent_turns())
        claims = self._claims(turn, extraction, memory)
        clock.lap("extract")
        memory.documents.add(turn)
        candidates = self._candidates(turn, claims, memory)
        clock.lap("search")
        verification = self._verified(turn, claims, candidates, memory)
        clock.lap("classify")
        inferred = self._inferred(claims, candidates, verification, memory)
        verdicts = inferred.verdicts
        clock.lap("infer")
        conflicts = memory.take_in(turn, claims, verdicts, extraction.skipped)
        conflicts = _with_paths(conflicts, inferred.inferred)
        clock.lap("graph")
        alerts = _alerts(conflicts, turn, memory, inferred)
        ungrounded = ungrounded_in(turn, verdicts)
        clock.lap("localise")
        alerts = self._suggested(alerts, turn, claims, verdicts)
        clock.lap("suggest")
        return TurnReport(
            turn=turn,
            claims=claims,
            verdicts=verdicts,
            conflicts=conflicts,
            alerts=alerts,
            warnings=(*_warnings(extraction, claims, verdicts), *verification.warnings),
            skipped=extraction.skipped,
            timings=clock.laps,
            changes=memory.graph.changes(turn.index),
            ungrounded=ungrounded,
        )

    def preview(self, turn: Turn, memory: Memory) -> tuple[Alert, ...]:
        """Return the alerts that `check` would raise, but for implied ones; nothing is taken in.

        The models' answers stay in the caches, so that a check of the same words is quick.
        """
        extraction = self._extractor.extract(turn, memory.recent_turns())
        claims = self._claims(turn, extraction, memory)
        with memory.documents.including(turn):
            candidates = self._candidates(turn, claims, memory)
        verification = self._verified(turn, claims, candidates, memory)
        inferred = self._inferred(claims, candidates, verification, memory)
        verdicts = inferred.verdicts
        conflicts = memory.foresee(turn, claims, verdicts, extraction.skipped)
        conflicts = _with_paths(conflicts, inferred.inferred)
        alerts = _alerts(conflicts, turn, memory, inferred)
        return self._suggested(alerts, turn, claims, verdicts)

    def prepare(self, turn: Turn, memory: Memory) -> None:
        """Read the documents of a turn that is still being said, so that its check is quick."""
        if self._long_documents and self._long_documents.reads(turn):
            self._long_documents.prepare(turn)
        else:
            memory.documents.prepare(turn)

    def _claims(self, turn: Turn, extraction: Extraction, memory: Memory) -> tuple[Claim, ...]:
        """Return the claims of a turn that are checked, corrections of a value in full."""
        claims = extraction.claims[: self._settings.max_claims]
        if not any(Scope.CORRECTION in claim.scope for claim in claims):
            return claims
        before = memory.recent_turns()[-1:]
        return in_full(turn, claims, memory.standing_claims(), before[0] if before else None)

    def _candidates(self, turn: Turn, claims: Sequence[Claim], memory: Memory) -> list[Candidate]:
        """Return the pairs worth judging; what is read whole need not be searched."""
        whole = self._long_documents and self._long_documents.reads(turn)
        return memory.candidates(turn, claims, without=turn.documents if whole else ())

    def _verified(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate], memory: Memory
    ) -> Verification:
        """Return what the verifier says, of each document as its first turn brought it."""

        def first(premise: Statement) -> Statement:
            return (
                memory.documents.at_first(premise, turn)
                if isinstance(premise, Passage)
                else premise
            )

        found = self._verifier.verify(turn, claims, candidates)
        before = [one.text for one in reversed(memory.recent_turns())]
        copied = support_copies(turn, found.verdicts)
        verdicts = without_siblings(turn, copied, before=before)
        return replace(
            found,
            verdicts=tuple(replace(one, premise=first(one.premise)) for one in verdicts),
            read=tuple(replace(one, premise=first(one.premise)) for one in found.read),
        )

    def _inferred(
        self,
        claims: Sequence[Claim],
        candidates: Sequence[Candidate],
        verification: Verification,
        memory: Memory,
    ) -> Inferences:
        return infer(
            claims,
            (*candidates, *verification.read),
            memory.standing_claims(),
            verification.verdicts,
            threshold=self.threshold,
            inferences=self._settings.inferences,
            rules=self._settings.rules,
        )

    def _suggested(
        self,
        alerts: tuple[Alert, ...],
        turn: Turn,
        claims: tuple[Claim, ...],
        verdicts: tuple[Verdict, ...],
    ) -> tuple[Alert, ...]:
        if not self._settings.suggestions:
            return alerts
        return suggest(
            alerts,
            turn=turn,
            claims=claims,
            verdicts=verdicts,
            judge=self._judge,
            threshold=self.threshold,
        )


def _alerts(
    conflicts: Sequence[Conflict], turn: Turn, memory: Memory, inferred: Inferences
) -> tuple[Alert, ...]:
    def source_text(statement: Statement) -> str:
        return memory.source_text(statement, now=turn)

    alerts = [
        make_alert(
            conflict,
            source_text=source_text,
            between=_between(conflict, memory),
            derivation=_derivation(conflict, inferred.inferred),
        )
        for conflict in conflicts
    ]
    return without_doubles(alerts)


def _between(conflict: Conflict, memory: Memory) -> tuple[Statement, ...]:
    """Return what an implied conflict follows by."""
    if not conflict.implied:
        return ()
    return tuple(memory.graph.mentions(between)[0] for between in conflict.path[1:-1])


def _with_paths(
    conflicts: Sequence[Conflict], inferred: Sequence[Inferred]
) -> tuple[Conflict, ...]:
    """Return conflicts with all premises of those that follow from several on their paths."""
    paths: dict[tuple[str, ...], tuple[str, ...]] = {
        (one.verdict.premise.id, one.verdict.claim.id): one.path for one in inferred
    }
    return tuple(
        replace(one, path=paths[one.path])
        if one.verdict.model.startswith(MODEL) and one.path in paths
        else one
        for one in conflicts
    )


def _derivation(conflict: Conflict, inferred: Sequence[Inferred]) -> Derivation | None:
    return next((one.derivation for one in inferred if one.verdict == conflict.verdict), None)


def _warnings(
    extraction: Extraction, claims: tuple[Claim, ...], verdicts: tuple[Verdict, ...]
) -> tuple[str, ...]:
    warnings = list(extraction.warnings)
    extracted = len(extraction.claims)
    if len(claims) < extracted:
        warnings.append(
            f"{extracted - len(claims)} of {extracted} claims were not checked: "
            f"Settings(max_claims={len(claims)})"
        )
    cut = sum(verdict.truncated for verdict in verdicts)
    if cut:
        warnings.append(f"{cut} of {len(verdicts)} verdicts saw only the beginning of a text")
    return tuple(warnings)


class _Clock:
    """Seconds per step; measured only, nothing depends on them."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, step: str) -> None:
        now = time.perf_counter()
        self.laps[step] = now - self._last
        self._last = now
