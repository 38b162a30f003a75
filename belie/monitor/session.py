"""A session as its owner sees it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from belie.errors import InputError
from belie.graph import ClaimGraph
from belie.graph.semantics import ALL_RULES, withdrawals
from belie.monitor.alerts import resolved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Alert, Change, Claim, TurnReport
    from belie.graph import GraphView, History
    from belie.graph.minimal import MinimalConflict
    from belie.graph.semantics import Rule

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
    rules
        The rules of conversation that may excuse a clash.
    """

    def __init__(
        self,
        name: str,
        *,
        reports: Sequence[TurnReport],
        threshold: float,
        rules: frozenset[Rule] = ALL_RULES,
    ) -> None:
        self.name = name
        self._reports = tuple(reports)
        self._threshold = threshold
        self._rules = rules

    @property
    def threshold(self) -> float:
        """The probability in (0, 1] from which a contradiction is a conflict."""
        return self._threshold

    @cached_property
    def reports(self) -> tuple[TurnReport, ...]:
        """The reports of all turns, each alert in its present state."""
        return resolved(self._reports)

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """All alerts in their present state, oldest first; none is ever taken away."""
        return tuple(alert for report in self.reports for alert in report.alerts)

    def alert(self, alert_id: str) -> Alert:
        """Return the alert with an id.

        Raises
        ------
        InputError
            If the session has none such.
        """
        found = next((alert for alert in self.alerts if alert.id == alert_id), None)
        if found is None:
            raise InputError(
                f"expected the id of an alert of session {self.name!r}, got {alert_id!r}"
            )
        return found

    @property
    def changes(self) -> tuple[Change, ...]:
        """All that speakers changed of their earlier words, oldest first."""
        return tuple(change for report in self._reports for change in report.changes)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims of all speakers, oldest first."""
        return tuple(claim for report in self._reports for claim in report.claims)

    @cached_property
    def graph(self) -> GraphView:
        """A read-only NetworkX graph of the statements and what stands between them."""
        return self._claim_graph.view()

    @cached_property
    def score(self) -> float:
        """The share in [0, 1] of the assistant's claims that are in no conflict."""
        return self._claim_graph.score()

    def history(self, about: str) -> tuple[History, ...]:
        """Return what was said about something, when, on what evidence, and what became of it.

        Parameters
        ----------
        about
            The id of a claim, or words that its text shall hold. What only takes words back
            ("Forget what I said about the price.") claims nothing: it is an event of what it
            takes back, and has a history of its own by its id alone.

        Raises
        ------
        InputError
            If ``about`` has no words.
        """
        found = self._claim_graph.history(about)
        said = {claim.id for claim in self.claims} | {about}
        return tuple(
            one for one in found if not said.isdisjoint(mention.id for mention in one.mentions)
        )

    def minimal_conflicts(self, about: str | None = None) -> tuple[MinimalConflict, ...]:
        """Return the smallest sets of statements that cannot all hold, the surest first.

        Of what still stands: not what was superseded or retracted, and no clash that a rule
        excuses.

        Parameters
        ----------
        about
            The id of a claim or passage that each set shall hold; ``None`` for all sets.

        Raises
        ------
        InputError
            If the session has no such statement.
        """
        return self._claim_graph.minimal_conflicts(about)

    @cached_property
    def _claim_graph(self) -> ClaimGraph:
        """Built from the reports when first asked for, so that no lock is held meanwhile."""
        graph = ClaimGraph(threshold=self._threshold, rules=self._rules)
        for report in self._reports:
            taken_back = withdrawals(report.turn, report.claims, report.skipped)
            graph.update((*report.claims, *taken_back), report.verdicts)
        return graph

    def __repr__(self) -> str:
        return f"<Session {self.name!r}: {len(self._reports)} turns, {len(self.alerts)} alerts>"
