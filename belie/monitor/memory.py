"""What a monitor knows of one session; rebuilt from reports without running a model."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Passage, Role
from belie.graph import ClaimGraph
from belie.graph.rules import document_key
from belie.graph.semantics import withdrawals, would_change
from belie.monitor.candidates import Candidate, StatementIndex
from belie.monitor.comparable import comparable
from belie.monitor.documents import DocumentIndex
from belie.monitor.utterances import own_sentences, so_far, whole_sentence, whole_utterances

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from belie.datatypes import (
        Conflict,
        Document,
        Skipped,
        Statement,
        Turn,
        TurnReport,
        Verdict,
    )
    from belie.monitor.settings import Settings
    from belie.monitor.vectors import CachedEncoder

__all__ = ["Memory"]

_RECENT_TURNS = 4
"""Turns that a new turn's pronouns may refer to."""
_CLAIMS_SEARCHED = 256
"""Earlier claims whose vectors are compared in one turn, however long the session."""
_RECENT_CLAIMS = 64
"""Those of them that are the last ones; the others share words or topics with a new claim."""
_CHANGES_CONSIDERED = 8
"""A user's earlier claims among which those that a new one changes are looked for."""
_WEIGHT_OF_KEYS = 0.2
"""Chosen on 400 contradictions of VitaminC, SNLI and MNLI (training rows) among 1,800 claims."""


class Memory:
    """The reports, the graph and the searchable statements of one session.

    Not thread-safe: the monitor holds one lock per session.
    """

    def __init__(self, *, encoder: CachedEncoder, settings: Settings, threshold: float) -> None:
        self._encoder = encoder
        self._settings = settings
        self._threshold = threshold
        self._claims = StatementIndex(
            encoder,
            searched=_CLAIMS_SEARCHED,
            recent=_RECENT_CLAIMS,
            weight_of_keys=_WEIGHT_OF_KEYS,
        )
        self.documents = DocumentIndex(encoder=encoder, settings=settings)
        self.graph = ClaimGraph(threshold=threshold, rules=settings.rules)
        self.reports: list[TurnReport] = []

    def candidates(
        self, turn: Turn, claims: Sequence[Claim], *, without: Sequence[Document] = ()
    ) -> list[Candidate]:
        """Return the pairs worth judging for the new claims of a turn, claim by claim.

        The assistant's are held against documents, earlier claims and each other; the user's
        against the user's earlier ones, where they would change them.

        Parameters
        ----------
        turn
            The one that is being checked.
        claims
            Those of the turn.
        without
            Documents that are not searched.
        """
        checked = [claim for claim in claims if claim.role is Role.ASSISTANT]
        stated = [claim for claim in claims if claim.role is Role.USER]
        alone = not len(self.documents) and len(checked) < 2
        own = {} if alone else own_sentences(checked, turn.text)
        of_passages = self.documents.search(checked, own, without=without)
        of_claims = self._search_claims(self._claims, checked, comparable)
        premises = [
            *_joined(of_passages, of_claims, self._same_turn(checked)),
            *self._changed_by(stated),
        ]
        said = so_far(claims, turn.text) if len(self._claims) else {}
        shown = self.documents.shown(turn)
        return [
            Candidate(
                premise,
                claim,
                whole_sentence(premise, claim, own[claim.id]),
                earlier=document_key(premise) not in shown,
            )
            if isinstance(premise, Passage)
            else self._beside_utterances(
                premise,
                claim,
                turn,
                said.get(claim.id, ""),
                one_sentence=premise.id in own and own[premise.id] == own[claim.id],
            )
            for claim, found in zip((*checked, *stated), premises, strict=True)
            for premise in found
        ]

    def take_in(
        self,
        turn: Turn,
        claims: Sequence[Claim],
        verdicts: Sequence[Verdict],
        skipped: Iterable[Skipped],
    ) -> tuple[Conflict, ...]:
        """Feed the graph with what was said and taken back in ``turn``; return its conflicts."""
        return self.graph.update((*claims, *withdrawals(turn, claims, skipped)), verdicts)

    def foresee(
        self,
        turn: Turn,
        claims: Sequence[Claim],
        verdicts: Sequence[Verdict],
        skipped: Iterable[Skipped],
    ) -> tuple[Conflict, ...]:
        """Return the conflicts that `take_in` would find, but for implied ones; nothing changes.

        They are found in a graph of the new verdicts and the last turns, so that this costs no
        more in a long session. What no longer held before the turn is left out.
        """
        ended = self.graph.superseded() | self.graph.retracted()
        recent = [claim for report in self.reports[-_RECENT_TURNS:] for claim in report.claims]
        taken_back = withdrawals(turn, claims, skipped)
        standing = [verdict for verdict in verdicts if verdict.premise.id not in ended]
        graph = ClaimGraph(threshold=self._threshold, rules=self._settings.rules)
        conflicts = graph.update((*recent, *claims, *taken_back), standing)
        return tuple(conflict for conflict in conflicts if not conflict.implied)

    def remember(self, report: TurnReport) -> None:
        """Keep a report whose conflicts the graph has already found."""
        self.reports.append(report)
        self._claims.add(report.claims)

    def replay(self, reports: Iterable[TurnReport]) -> None:
        """Take in stored reports in order; no model is run."""
        for report in reports:
            self.documents.add(report.turn)
            self.take_in(report.turn, report.claims, report.verdicts, report.skipped)
            self.remember(report)

    def standing_claims(self) -> tuple[Claim, ...]:
        """Return the last claims that their speakers have not changed since, the last first."""
        ended = self.graph.superseded() | self.graph.retracted()
        recent = chain.from_iterable(reversed(report.claims) for report in reversed(self.reports))
        return tuple(claim for claim in islice(recent, _RECENT_CLAIMS) if claim.id not in ended)

    def recent_turns(self) -> tuple[Turn, ...]:
        """Return the last few turns, oldest first."""
        return tuple(report.turn for report in self.reports[-_RECENT_TURNS:])

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

    def _beside_utterances(
        self, premise: Claim, claim: Claim, now: Turn, said: str, *, one_sentence: bool
    ) -> Candidate:
        """Return two claims with the utterances they stand in, where these tell more."""
        earlier = self.source_text(premise, now=now)
        beside = whole_utterances(premise, earlier, claim, said)
        return Candidate(premise, claim, beside, earlier=True, one_sentence=one_sentence)

    def _search_claims(
        self,
        index: StatementIndex,
        claims: Sequence[Claim],
        accept: Callable[[Candidate], bool],
    ) -> list[list[Statement]]:
        settings = self._settings
        return index.search(
            claims,
            k=settings.claims_per_claim,
            min_similarity=settings.min_similarity,
            accept=accept,
        )

    def _changed_by(self, claims: Sequence[Claim]) -> list[list[Statement]]:
        """Return for each claim of the user the own earlier ones it would change, if they clash."""
        near = self._claims.search(
            claims,
            k=_CHANGES_CONSIDERED,
            min_similarity=self._settings.min_similarity,
            accept=_of_user,
        )
        return [
            [one for one in found if self._would_change(one, claim)][
                : self._settings.claims_per_claim
            ]
            for claim, found in zip(claims, near, strict=True)
        ]

    def _would_change(self, earlier: Statement, later: Claim) -> bool:
        return isinstance(earlier, Claim) and would_change(earlier, later, self._settings.rules)

    def _same_turn(self, claims: Sequence[Claim]) -> list[list[Statement]]:
        """Return for each claim the most similar claims before it in its turn."""
        earlier = StatementIndex(self._encoder, searched=self._settings.max_claims)
        found: list[list[Statement]] = []
        for claim in claims:
            found.extend(self._search_claims(earlier, [claim], comparable))
            earlier.add([claim])
        return found


def _of_user(pair: Candidate) -> bool:
    return isinstance(pair.premise, Claim) and pair.premise.role is Role.USER


def _joined(*several: Sequence[Sequence[Statement]]) -> list[list[Statement]]:
    return [list(chain(*found)) for found in zip(*several, strict=True)]
