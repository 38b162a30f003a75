"""Let a monitor hear a conversation: belie's own parts, or parts that read and judge perfectly.

The perfect parts run no model. What is left to time is belie's own: the index of earlier claims,
the graph, its rules, the alerts, the store.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import belie
from belie.adapters.onnx import OnnxClassifier, OnnxEncoder, load_config
from belie.datatypes import Candidate, Claim, Extraction, Relation, Role, Span
from belie.graph.semantics import would_change
from belie.monitor.checker import Checker
from belie.monitor.comparable import comparable
from belie.monitor.memory import Memory
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder
from belie.wiring import make_extractor
from benchmarks.session_script import PlantKind, clashes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Document, Turn, TurnReport
    from belie.protocols import Encoder
    from benchmarks.session_script import Said, Script

__all__ = [
    "SESSION",
    "AllPairsChecker",
    "Run",
    "hear",
    "perfect_all_pairs",
    "perfect_checker",
    "perfect_monitor",
    "shipped",
    "shipped_all_pairs",
]

SESSION = "benchmark"
_BEGUN = datetime(2026, 1, 5, 9, tzinfo=UTC)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|did|does|will|won|made|sold|became)\b")


@dataclass(frozen=True, slots=True)
class Run:
    """What a monitor made of a conversation, and what each turn took in seconds."""

    reports: tuple[TurnReport, ...]
    seconds: tuple[float, ...]

    @property
    def pairs(self) -> int:
        """How many pairs of claims were judged."""
        return sum(len(report.verdicts) for report in self.reports)

    @property
    def claims(self) -> int:
        """How many claims were made."""
        return sum(len(report.claims) for report in self.reports)

    @property
    def raised(self) -> frozenset[tuple[int, int]]:
        """The turns that conflicts stand between, as (premise's, claim's)."""
        return frozenset(
            (conflict.premise.turn, conflict.claim.turn)
            for report in self.reports
            for conflict in report.conflicts
        )


def hear(script: Script, monitor: Monitor) -> Run:
    """Return what ``monitor`` made of the conversation, turn by turn, a minute apart."""
    reports: list[TurnReport] = []
    seconds: list[float] = []
    for number, said in enumerate(script.turns):
        at = _BEGUN + timedelta(minutes=number)
        started = time.process_time()
        report = monitor.observe(said.text, session=SESSION, role=said.role, at=at)
        seconds.append(time.process_time() - started)
        reports.append(report)
    return Run(tuple(reports), tuple(seconds))


def shipped() -> Monitor:
    """Return a monitor of the shipped models."""
    return belie.Monitor()


def shipped_all_pairs() -> Monitor:
    """Return a monitor of the shipped models that compares each claim with all before it."""
    config = load_config()
    checker = AllPairsChecker(
        extractor=make_extractor(),
        encoder=OnnxEncoder(),
        classifier=OnnxClassifier(),
        settings=Settings(),
        threshold=config.threshold,
        earlier_odds=config.earlier_odds,
    )
    return Monitor(checker=checker, store=MemoryStore())


class AllPairsChecker(Checker):
    """A checker without a search: the naive monitor beside ours."""

    only: frozenset[tuple[str, str]] | None = None
    """The pairs of texts, premise and claim, that it does not leave out; ``None`` for all."""

    def new_memory(self) -> Memory:
        """Return a memory whose candidates are all pairs."""
        memory = _AllPairs(encoder=self._encoder, settings=self._settings, threshold=self.threshold)
        memory.only = self.only
        return memory


class _AllPairs(Memory):
    only: frozenset[tuple[str, str]] | None = None

    def candidates(
        self, turn: Turn, claims: Sequence[Claim], *, without: Sequence[Document] = ()
    ) -> list[Candidate]:
        """Return each claim with all before it, but for those that mean nothing for it."""
        del turn, without  # claims alone are compared, and these conversations have no documents
        before = [claim for report in self.reports for claim in report.claims]
        pairs = (
            Candidate(premise, claim, earlier=True)
            for number, claim in enumerate(claims)
            for premise in (*before, *claims[:number])
            if self.only is None or (premise.text, claim.text) in self.only
        )
        return [pair for pair in pairs if self._accepts(pair)]

    def _accepts(self, pair: Candidate) -> bool:
        earlier, later = pair.premise, pair.claim
        if later.role is Role.ASSISTANT:
            return comparable(pair)
        if not isinstance(earlier, Claim) or earlier.role is Role.ASSISTANT:
            return False
        return earlier.turn < later.turn and would_change(earlier, later, self._settings.rules)


def perfect_monitor(
    script: Script, *, kind: type[Checker] = Checker, encoder: Encoder | None = None
) -> Monitor:
    """Return a monitor of parts that read and judge ``script`` perfectly."""
    checker = perfect_checker(script, kind=kind, encoder=encoder)
    return Monitor(checker=checker, store=MemoryStore())


def perfect_all_pairs(script: Script) -> Monitor:
    """Return the naive monitor of the same parts.

    It judges what was planted together and leaves out all else, which its judge would find neutral
    anyway: so it raises what judging all pairs would raise.
    """

    class PlantedPairsChecker(AllPairsChecker):
        only = frozenset(_relations(script))

    return perfect_monitor(script, kind=PlantedPairsChecker)


def perfect_checker(
    script: Script, *, kind: type[Checker] = Checker, encoder: Encoder | None = None
) -> Checker:
    """Return its checker; without an encoder, similarity is the overlap of words."""
    return kind(
        extractor=_PerfectReader(script),
        encoder=encoder or WordEncoder(dim=384),
        classifier=ScriptedClassifier(_relations(script)),
        settings=Settings(),
        threshold=0.9,
    )


def _relations(script: Script) -> dict[tuple[str, str], Relation]:
    """Return how premise stands to claim, for those planted together; all others are neutral."""
    relations = dict.fromkeys(clashes(script), Relation.CONTRADICTION)
    for plant in script.plants:
        if plant.kind is PlantKind.PARAPHRASE:
            relations[plant.pair.premise, plant.pair.claim] = Relation.ENTAILMENT
    return relations | {(claim, premise): each for (premise, claim), each in relations.items()}


class _PerfectReader:
    """An extractor that knows the script: one claim a turn, its scope as it was meant."""

    def __init__(self, script: Script) -> None:
        self._said: dict[str, Said] = {said.text: said for said in script.turns}

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the one claim of ``turn``."""
        del earlier
        said = self._said[turn.text]
        start = max(0, turn.text.casefold().find(said.claim.casefold()))
        claim = Claim(
            f"{turn.id}#0",
            said.claim,
            turn.id,
            Span(start, min(len(turn.text), start + len(said.claim))),
            turn.index,
            Role(said.role),
            scope=said.scope,
            subject=subject_of(said.claim),
            at=turn.at,
        )
        return Extraction((claim,))


def subject_of(statement: str) -> str:
    """Return the words before the first verb of a short list, or the first two.

    Examples
    --------
    >>> subject_of("The tower of Pisa was built in 1173."), subject_of("Pisa leans to one side.")
    ('The tower of Pisa', 'Pisa leans')
    """
    verb = _VERB.search(statement, 1)
    return statement[: verb.start()].strip() if verb else " ".join(statement.split()[:2])
