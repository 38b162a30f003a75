"""What a monitor needs from outside, as structural protocols.

Foreign classes fit without importing belie. Arrays are NumPy arrays; NumPy is imported for the
type checker only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from belie.datatypes import (
        Alert,
        Candidate,
        Claim,
        ConflictKind,
        Extraction,
        Judgement,
        Pair,
        Review,
        SessionSummary,
        Severity,
        Span,
        StoredAlert,
        Syntax,
        Turn,
        TurnReport,
        Verification,
    )

    Vectors = NDArray[np.float32]

__all__ = ["Archive", "Classifier", "Encoder", "Extractor", "Parser", "Sink", "Store", "Verifier"]


class Extractor(Protocol):
    """Protocol: takes the claims out of a turn; called once per turn by the monitor."""

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the claims of ``turn`` in reading order, each span within ``turn.text``.

        Parameters
        ----------
        turn
            What is read.
        earlier
            The last few turns before it, oldest first: what its pronouns may refer to.
        """
        ...


class Parser(Protocol):
    """Protocol: reads syntax and pronouns; called by belie's own extractor."""

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Syntax]:
        """Return the tree of each sentence, given as words. A tree does not depend on the others.

        Words beyond the model's length hang on the word before them as ``"dep"``.
        """
        ...

    def refer(
        self, text: str, pronouns: Sequence[Span], candidates: Sequence[Span]
    ) -> list[list[float]]:
        """Return for each pronoun how likely it stands for each of the candidates.

        Parameters
        ----------
        text
            A few sentences, the last of which has the pronouns.
        pronouns, candidates
            Spans of ``text``.

        Returns
        -------
        list
            A row for each pronoun with a probability for each candidate; what is missing to 1 is
            the probability that it stands for none of them.
        """
        ...


class Encoder(Protocol):
    """Protocol: turns texts into vectors; called by the search for candidate premises."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return an array of shape (len(texts), dim), each row of length 1.

        A row must not depend on the other texts.
        """
        ...


class Classifier(Protocol):
    """Protocol: judges pairs; called once per turn with all pairs."""

    @property
    def name(self) -> str:
        """Name and version, kept with every verdict."""
        ...

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        """Return one judgement per pair, in order. A judgement must not depend on the others."""
        ...


class Store(Protocol):
    """Protocol: keeps turn reports; the monitor's only memory across restarts."""

    def append(self, report: TurnReport) -> None:
        """Keep one report, whole or not at all.

        Raises
        ------
        StoreError
            If it cannot be kept, or if its turn's index is not the next of its session.
        """
        ...

    def load(self, session: str) -> list[TurnReport]:
        """Return the reports of ``session`` in order; empty for an unknown session."""
        ...

    def review(self, alert: Alert, review: Review) -> None:
        """Add what a person said of an alert to its reviews, found by its session and id.

        Raises
        ------
        StoreError
            If no stored report has the alert, or the review cannot be kept.
        """
        ...

    def sessions(self) -> Iterator[str]:
        """Yield the names of all sessions, oldest first."""
        ...

    def delete(self, session: str) -> None:
        """Forget everything of ``session``; an unknown session is no error."""
        ...

    def close(self) -> None:
        """Give back what the store holds open; it is not used afterwards."""
        ...


class Verifier(Protocol):
    """Protocol: judges the claims of a turn; called once per turn by the monitor."""

    @property
    def name(self) -> str:
        """Name and version, kept with every verdict."""
        ...

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return verdicts on ``claims``, those on the candidates among them.

        Parameters
        ----------
        turn
            Whose claims they are; a verifier may read its documents whole.
        claims
            What is judged, in reading order.
        candidates
            What search found worth holding against each of them: windows of documents, of this
            turn and earlier ones, and earlier claims.
        """
        ...


class Archive(Store, Protocol):
    """Protocol: a store that people look into; those that ship with belie are.

    `belie.storage.sql.SqlStore` says what the parameters mean.
    """

    def overview(
        self,
        *,
        limit: int = 100,
        offset: int = 0,
        since: datetime | None = None,
        before: datetime | None = None,
        with_alerts: bool = False,
        to_review: bool = False,
    ) -> list[SessionSummary]:
        """Return a page of the sessions, the one with the latest last turn first."""
        ...

    def alerts_since(
        self,
        cursor: int = 0,
        *,
        limit: int = 100,
        session: str | None = None,
        kinds: Collection[ConflictKind] = (),
        severity: Severity = ...,
    ) -> list[StoredAlert]:
        """Return the alerts of all sessions that were stored after a cursor, in that order."""
        ...

    def alert_cursor(self) -> int:
        """Return the cursor of the newest alert of all sessions; 0 where there is none."""
        ...

    def delete_older(self, than: datetime) -> list[str]:
        """Forget the sessions whose last turn is older, and return their names, oldest first."""
        ...


class Sink(Protocol):
    """Protocol: is told of each new alert after its turn was stored, and of refused drafts."""

    def __call__(self, alert: Alert, /) -> None:
        """Take one alert.

        What this raises reaches the caller of ``Monitor.observe``, or who closes a stream, when
        the other sinks were told, with the report as its ``belie_report``; of several failures,
        the first.
        """
        ...
