"""A dear verifier behind a cheap one: it is asked only where the cheap one is unsure."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from cachetools import LRUCache

from belie.datatypes import Relation, Verification
from belie.errors import InputError
from belie.monitor.keeping import clear

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Candidate, Claim, Turn, Verdict
    from belie.protocols import Verifier

__all__ = ["CascadeVerifier"]

_SESSIONS = 10_000
"""Sessions whose spending is remembered; of more, the one asked about longest ago starts anew."""


class CascadeVerifier:
    """Asks a second verifier about the claims that the first one is unsure of.

    The first is unsure of a claim where one of its verdicts on it gives none of the relations, both
    contradictions taken as one, the probability ``sure``. What the second says of such a claim
    takes the place of all that the first said of it.

    Parameters
    ----------
    first
        Judges every claim, such as belie's own verifier.
    second
        Judges those that are left, such as a `FunctionCallVerifier`.
    sure
        The probability in (0, 1] from which the first is believed.
    budget
        How many claims of a session the second may be asked about; ``None`` sets no limit.

    Raises
    ------
    InputError
        If a number is out of its range.
    """

    def __init__(
        self,
        first: Verifier,
        second: Verifier,
        *,
        sure: float = 0.9,
        budget: int | None = None,
    ) -> None:
        if not 0 < sure <= 1:
            raise InputError(f"expected 0 < sure <= 1, got {sure}")
        if budget is not None and budget < 0:
            raise InputError(f"expected budget >= 0 or None, got {budget}")
        self._first = first
        self._second = second
        self._sure = sure
        self._budget = budget
        self._spent: LRUCache[str, int] = LRUCache(_SESSIONS)
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The names of both, in the order in which they are asked."""
        return f"{self._first.name} > {self._second.name}"

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        """Return the verdicts of the first, and those of the second where the first is unsure."""
        said = self._first.verify(turn, claims, candidates)
        unsure = {one.claim.id for one in said.verdicts if not self._is_sure(one)}
        doubted = [claim for claim in claims if claim.id in unsure]
        asked = doubted[: self._spend(turn.session, len(doubted))]
        warnings = said.warnings
        if len(asked) < len(doubted):
            warnings += (_left_unasked(len(doubted) - len(asked), self._second.name),)
        if not asked:
            return Verification(said.verdicts, warnings)
        ids = {claim.id for claim in asked}
        theirs = [candidate for candidate in candidates if candidate.claim.id in ids]
        second = self._second.verify(turn, asked, theirs)
        kept = tuple(verdict for verdict in said.verdicts if verdict.claim.id not in ids)
        return Verification(kept + second.verdicts, warnings + second.warnings)

    def _is_sure(self, verdict: Verdict) -> bool:
        neutral = verdict.probabilities[Relation.NEUTRAL]
        return self._sure <= max(verdict.entailment, verdict.contradiction, neutral)

    def clear(self) -> None:
        """Have both forget the texts that they keep; what a session has spent stays known."""
        clear(self._first)
        clear(self._second)

    def _spend(self, session: str, wanted: int) -> int:
        """Return about how many claims may be asked, and take them off the session's budget."""
        if self._budget is None:
            return wanted
        with self._lock:
            spent = self._spent.get(session, 0)
            granted = min(wanted, self._budget - spent)
            self._spent[session] = spent + granted
        return granted


def _left_unasked(number: int, name: str) -> str:
    claims = "1 claim was" if number == 1 else f"{number} claims were"
    return f"{claims} left to the first verifier, unsure: the session's budget for {name} is spent"
