"""A session as its owner sees it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from belie.graph import ClaimGraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Alert, Claim, TurnReport
    from belie.graph import GraphView

__all__ = ["Session"]


class Session:
    """What a monitor knew of one session when it was asked: a value that does not change.

    Parameters
    ----------
    name
        Of the session.
    reports
        Of its turns, in order.
    threshold
        The probability in (0, 1] from which a contradiction is a conflict.
    """

    def __init__(self, name: str, *, reports: Sequence[TurnReport], threshold: float) -> None:
        self.name = name
        self.reports = tuple(reports)
        self._threshold = threshold

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts, oldest first."""
        return tuple(alert for report in self.reports for alert in report.alerts)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims of all speakers, oldest first."""
        return tuple(claim for report in self.reports for claim in report.claims)

    @cached_property
    def graph(self) -> GraphView:
        """A read-only NetworkX graph of the statements and what stands between them."""
        return self._claim_graph.view()

    @cached_property
    def score(self) -> float:
        """The share in [0, 1] of the assistant's claims that are in no conflict."""
        return self._claim_graph.score()

    @cached_property
    def _claim_graph(self) -> ClaimGraph:
        """Built from the reports when first asked for, so that no lock is held meanwhile."""
        graph = ClaimGraph(threshold=self._threshold)
        for report in self.reports:
            graph.update(report.claims, report.verdicts)
        return graph

    def __repr__(self) -> str:
        return f"<Session {self.name!r}: {len(self.reports)} turns, {len(self.alerts)} alerts>"
