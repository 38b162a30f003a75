"""The straight line of one turn."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from belie.datatypes import TurnReport
from belie.monitor.alerts import make_alert
from belie.monitor.judging import Judge
from belie.monitor.memory import Memory
from belie.monitor.suggestions import suggest
from belie.monitor.vectors import CachedEncoder

if TYPE_CHECKING:
    from belie.datatypes import Alert, Claim, Conflict, Extraction, Statement, Turn, Verdict
    from belie.monitor.settings import Settings
    from belie.protocols import Classifier, Encoder, Extractor

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
    """

    def __init__(
        self,
        *,
        extractor: Extractor,
        encoder: Encoder,
        classifier: Classifier,
        settings: Settings,
        threshold: float,
    ) -> None:
        self._extractor = extractor
        self._encoder = CachedEncoder(encoder)
        self._judge = Judge(classifier)
        self._settings = settings
        self.threshold = threshold
        self.rules = settings.rules

    def new_memory(self) -> Memory:
        """Return the memory of a session that has said nothing yet."""
        return Memory(encoder=self._encoder, settings=self._settings, threshold=self.threshold)

    def clear(self) -> None:
        """Forget the texts that were encoded and judged lately, of whatever session."""
        self._encoder.clear()
        self._judge.clear()

    def check(self, turn: Turn, memory: Memory) -> TurnReport:
        """Return the report of ``turn``; ``memory`` takes in its documents and its conflicts.

        The report is not remembered: the caller stores it first, and drops the memory where that
        fails.
        """
        clock = _Clock()
        extraction = self._extractor.extract(turn, memory.recent_turns())
        claims = extraction.claims[: self._settings.max_claims]
        clock.lap("extract")
        memory.add_documents(turn)
        candidates = memory.candidates(claims)
        clock.lap("search")
        verdicts = tuple(self._judge.judge(candidates))
        clock.lap("classify")
        conflicts = memory.take_in(turn, claims, verdicts, extraction.skipped)
        clock.lap("graph")

        def source_text(statement: Statement) -> str:
            return memory.source_text(statement, now=turn)

        alerts = tuple(
            make_alert(conflict, source_text=source_text, between=_between(conflict, memory))
            for conflict in conflicts
        )
        clock.lap("localise")
        alerts = suggest(
            alerts,
            turn=turn,
            claims=claims,
            verdicts=verdicts,
            judge=self._judge,
            threshold=self.threshold,
        )
        clock.lap("suggest")
        return TurnReport(
            turn=turn,
            claims=claims,
            verdicts=verdicts,
            conflicts=conflicts,
            alerts=alerts,
            warnings=_warnings(extraction, claims, verdicts),
            skipped=extraction.skipped,
            timings=clock.laps,
            changes=memory.graph.changes(turn.index),
        )

    def preview(self, turn: Turn, memory: Memory) -> tuple[Alert, ...]:
        """Return the alerts that `check` would raise, but for implied ones; nothing is taken in.

        The models' answers stay in the caches, so that a check of the same words is quick.
        """
        extraction = self._extractor.extract(turn, memory.recent_turns())
        claims = extraction.claims[: self._settings.max_claims]
        with memory.documents_of(turn):
            candidates = memory.candidates(claims)
        verdicts = tuple(self._judge.judge(candidates))
        conflicts = memory.foresee(turn, claims, verdicts, extraction.skipped)

        def source_text(statement: Statement) -> str:
            return memory.source_text(statement, now=turn)

        alerts = tuple(make_alert(conflict, source_text=source_text) for conflict in conflicts)
        return suggest(
            alerts,
            turn=turn,
            claims=claims,
            verdicts=verdicts,
            judge=self._judge,
            threshold=self.threshold,
        )


def _between(conflict: Conflict, memory: Memory) -> tuple[Statement, ...]:
    """Return what an implied conflict follows by."""
    if not conflict.implied:
        return ()
    return tuple(memory.graph.mentions(between)[0] for between in conflict.path[1:-1])


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
