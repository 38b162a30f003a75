"""A session as its owner sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import networkx as nx

    from belie.datatypes import Alert, Claim, TurnReport
    from belie.graph import ClaimGraph

__all__ = ["Session"]


class Session:
    """What a monitor knew of one session when it was asked: a value that does not change."""

    def __init__(self, name: str, *, reports: Sequence[TurnReport], graph: ClaimGraph) -> None:
        self.name = name
        self.reports = tuple(reports)
        self.graph: nx.MultiDiGraph[Any] = graph.view()
        self.score = graph.score()

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts, oldest first."""
        return tuple(alert for report in self.reports for alert in report.alerts)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims of all speakers, oldest first."""
        return tuple(claim for report in self.reports for claim in report.claims)

    def __repr__(self) -> str:
        return f"<Session {self.name!r}: {len(self.reports)} turns, {len(self.alerts)} alerts>"
