"""What the documents of a conversation say of each claim: one voice a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.graph import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Claim, Conflict, Passage, Verdict
    from belie.graph.rules import DocumentKey

__all__ = ["Documents"]


class Documents:
    """Remembers for each claim the strongest verdict of each document.

    Documents that disagree are found through a claim that leans on one of them, so no two passages
    are ever compared.

    Parameters
    ----------
    threshold
        The probability in (0, 1] of a contradiction from which it counts.
    """

    def __init__(self, *, threshold: float) -> None:
        self._threshold = threshold
        self._voices: dict[tuple[str, int], dict[DocumentKey, Verdict]] = {}

    def hear(
        self, passage: Passage, claim: Claim, verdict: Verdict, *, node: str
    ) -> Iterator[Conflict]:
        """Take in what one window of a document says and yield the conflicts that it brings.

        Parameters
        ----------
        passage, claim, verdict
            The window, the claim it was held against, and what a classifier said of them.
        node
            The id of the claim's node: what is said twice in a turn is one thing to disagree about.
        """
        voices = self._voices.setdefault((node, claim.turn), {})
        key = rules.document_key(passage)
        if not rules.stronger(verdict, voices.get(key)):
            return
        voices[key] = verdict
        clashes = rules.clashes(verdict, threshold=self._threshold)
        conflict = rules.raised(verdict) if clashes else None
        if conflict is not None:
            yield conflict
        yield from rules.disagreements(voices.values(), threshold=self._threshold)

    def said(self, passage: Passage, claim: Claim, *, node: str) -> Verdict | None:
        """Return the strongest verdict of the document of ``passage``; ``None`` if it is silent."""
        voices = self._voices.get((node, claim.turn), {})
        return voices.get(rules.document_key(passage))
