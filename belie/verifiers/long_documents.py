"""The verifier of long documents, on the shipped models."""

from __future__ import annotations

from belie.monitor import long_documents
from belie.monitor.vectors import CachedEncoder
from belie.wiring import shipped_encoder, shipped_judge

__all__ = ["ScaleVerifier"]


class ScaleVerifier(long_documents.ScaleVerifier):
    """Finds the sentence of long documents that decides on a claim (SCALE, Lattimer et al. 2023).

    A monitor does so by itself from ``Settings(long_documents_from=…)`` words on; hand this over to
    begin sooner, or to have every window judged.

    Parameters
    ----------
    from_words
        How many words the documents of a turn need together; below, search finds what is judged.
        From 1,000 on, more evidence was found than by search (docs/decisions/0013).
    windows_per_claim
        How many windows are judged for each claim; ``None`` judges all, as published.

    Examples
    --------
    >>> from belie import Monitor
    >>> monitor = Monitor(verifier=ScaleVerifier())
    """

    def __init__(self, *, from_words: int = 1_000, windows_per_claim: int | None = 5) -> None:
        super().__init__(
            shipped_judge(),
            CachedEncoder(shipped_encoder()),
            from_words=from_words,
            windows_per_claim=windows_per_claim,
            english_only=True,
        )
