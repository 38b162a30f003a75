"""The straight line of one turn."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from belie.datatypes import TurnReport
from belie.monitor.alerts import make_alert
from belie.monitor.candidates import CachedEncoder
from belie.monitor.judging import Judge
from belie.monitor.memory import Memory

if TYPE_CHECKING:
    from belie.datatypes import Claim, Statement, Turn, Verdict
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

    def new_memory(self) -> Memory:
        """Return the memory of a session that has said nothing yet."""
        return Memory(encoder=self._encoder, settings=self._settings, threshold=self.threshold)

    def check(self, turn: Turn, memory: Memory) -> TurnReport:
        """Return the report of ``turn``; ``memory`` takes in its documents and its conflicts.

        The report is not remembered: the caller stores it first, and drops the memory where that
        fails.
        """
        clock = _Clock()
        extracted = self._extractor.extract(turn)
        claims = extracted[: self._settings.max_claims]
        clock.lap("extract")
        memory.add_documents(turn)
        candidates = memory.candidates(claims)
        clock.lap("search")
        verdicts = tuple(self._judge.judge(candidates))
        clock.lap("classify")
        conflicts = memory.graph.update(claims, verdicts)
        clock.lap("graph")

        def source_text(statement: Statement) -> str:
            return memory.source_text(statement, now=turn)

        alerts = tuple(make_alert(conflict, source_text=source_text) for conflict in conflicts)
        clock.lap("localise")
        return TurnReport(
            turn=turn,
            claims=claims,
            verdicts=verdicts,
            conflicts=conflicts,
            alerts=alerts,
            warnings=_warnings(extracted, claims, verdicts),
            timings=clock.laps,
        )


def _warnings(
    extracted: tuple[Claim, ...], claims: tuple[Claim, ...], verdicts: tuple[Verdict, ...]
) -> tuple[str, ...]:
    warnings: list[str] = []
    if len(claims) < len(extracted):
        warnings.append(
            f"{len(extracted) - len(claims)} of {len(extracted)} claims were not checked: "
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
