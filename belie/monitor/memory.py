"""What a monitor knows of one session; rebuilt from reports without running a model."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Passage, Role
from belie.graph import ClaimGraph
from belie.monitor.candidates import Candidate, StatementIndex
from belie.monitor.judging import comparable
from belie.monitor.passages import passages

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Document, Statement, Turn, TurnReport
    from belie.monitor.candidates import CachedEncoder
    from belie.monitor.settings import Settings

__all__ = ["Memory"]


class Memory:
    """The reports, the graph and the searchable statements of one session.

    Not thread-safe: the monitor holds one lock per session.
    """

    def __init__(self, *, encoder: CachedEncoder, settings: Settings, threshold: float) -> None:
        self._encoder = encoder
        self._settings = settings
        self._claims = StatementIndex(encoder, searched=settings.passages_searched)
        self._passages = StatementIndex(encoder, searched=settings.passages_searched)
        self._documents: set[str] = set()
        self.graph = ClaimGraph(threshold=threshold)
        self.reports: list[TurnReport] = []

    def add_documents(self, turn: Turn) -> None:
        """Make the turn's documents searchable; a text seen before is not added again."""
        for document in turn.documents:
            if document.text not in self._documents:
                self._documents.add(document.text)
                self._passages.add(self._windows(document, turn))

    def candidates(self, claims: Sequence[Claim]) -> list[Candidate]:
        """Return the pairs worth judging for the assistant's new claims, claim by claim."""
        checked = [claim for claim in claims if claim.role is Role.ASSISTANT]
        if not checked:
            return []
        texts = [claim.text for claim in checked]
        of_passages = self._passages.search(texts, k=self._settings.passages_per_claim)
        of_claims = self._search_claims(self._claims, texts)
        found = _joined(of_passages, of_claims, self._same_turn(checked))
        pairs = [
            Candidate(premise, claim)
            for claim, premises in zip(checked, found, strict=True)
            for premise in premises
        ]
        return [pair for pair in pairs if comparable(pair)]

    def remember(self, report: TurnReport) -> None:
        """Keep a report whose conflicts the graph has already found."""
        self.reports.append(report)
        self._claims.add(report.claims)

    def replay(self, reports: Iterable[TurnReport]) -> None:
        """Take in stored reports in order; no model is run."""
        for report in reports:
            self.add_documents(report.turn)
            self.graph.update(report.claims, report.verdicts)
            self.remember(report)

    def source_text(self, statement: Statement, *, now: Turn) -> str:
        """Return the whole text that ``statement`` was taken from.

        Parameters
        ----------
        statement
            A claim or a passage of this session.
        now
            The turn that is being checked and not yet remembered.
        """
        turn = now if statement.turn == now.index else self.reports[statement.turn].turn
        if isinstance(statement, Passage):
            return next(d.text for d in turn.documents if d.id == statement.source)
        return turn.text

    def _windows(self, document: Document, turn: Turn) -> list[Passage]:
        return passages(
            document, turn_id=turn.id, turn=turn.index, size=self._settings.passage_words
        )

    def _search_claims(self, index: StatementIndex, texts: Sequence[str]) -> list[list[Statement]]:
        settings = self._settings
        return index.search(
            texts, k=settings.claims_per_claim, min_similarity=settings.min_similarity
        )

    def _same_turn(self, claims: Sequence[Claim]) -> list[list[Statement]]:
        """Return for each claim the most similar claims before it in its turn."""
        earlier = StatementIndex(self._encoder, searched=self._settings.passages_searched)
        found: list[list[Statement]] = []
        for claim in claims:
            found.extend(self._search_claims(earlier, [claim.text]))
            earlier.add([claim])
        return found


def _joined(*several: list[list[Statement]]) -> list[list[Statement]]:
    return [list(chain(*found)) for found in zip(*several, strict=True)]
