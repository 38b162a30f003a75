"""Putting each alert into its texts: which words, of which turn or document, clash with which."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING

from belie.datatypes import Claim, ConflictKind, Passage, Span
from belie.report.words import clip, scope_words, turn_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.datatypes import Alert, Document, Statement, TurnReport

__all__ = ["Conversation", "Place", "PlacedAlert", "Side", "converse"]

_READING = 400
"""How many characters of a claim's own text are shown."""
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Place:
    """A text of a conversation.

    Parameters
    ----------
    report
        The position of the turn's report in its conversation.
    document
        The position of the document in its turn; ``None`` for the turn's own text.
    """

    report: int
    document: int | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One side of an alert.

    Parameters
    ----------
    label
        Where it was said, and how it is meant if not plainly asserted, in words:
        ``"turn 4 (assistant), hedged"``.
    text
        The turn's or document's text; the statement's own where that text is not at hand.
    span
        The clashing words within ``text``.
    place
        Where ``text`` stands; ``None`` where it is not among the reports.
    reading
        The claim as it was judged, where its words are not those that ``text`` has for it: a name
        for a pronoun, a subject that was supplied.
    """

    label: str
    text: str
    span: Span
    place: Place | None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class PlacedAlert:
    """An alert with its texts.

    Parameters
    ----------
    number
        Its number in the whole report, counted from 1.
    alert
        The alert.
    claim, premise
        Its two sides.
    support
        For documents that disagree: the passage that supports the claim, where it is known.
    between
        For a conflict that follows from others: the statements between premise and claim.
    """

    number: int
    alert: Alert
    claim: Side
    premise: Side
    support: Side | None = None
    between: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Conversation:
    """The reports of one session in order of their turns, each with its alerts."""

    session: str
    by_report: tuple[tuple[TurnReport, tuple[PlacedAlert, ...]], ...]

    @property
    def reports(self) -> tuple[TurnReport, ...]:
        """The reports alone."""
        return tuple(report for report, _ in self.by_report)

    @property
    def alerts(self) -> tuple[PlacedAlert, ...]:
        """The alerts of all turns."""
        return tuple(placed for _, alerts in self.by_report for placed in alerts)


def converse(reports: Sequence[TurnReport], *, first: int = 1) -> tuple[Conversation, ...]:
    """Group reports into conversations, first seen first, and place their alerts.

    Parameters
    ----------
    reports
        Turn reports of any sessions in any order; turns may be missing.
    first
        The number of the first alert.

    Examples
    --------
    >>> from belie.datatypes import Role, Turn, TurnReport
    >>> reports = [TurnReport(Turn("a", index, Role.USER, "Hi.")) for index in (1, 0)]
    >>> [report.turn.index for report in converse(reports)[0].reports]
    [0, 1]
    """
    sessions: dict[str, list[TurnReport]] = {}
    for report in reports:
        sessions.setdefault(report.turn.session, []).append(report)
    numbers = count(first)
    return tuple(_conversation(name, found, numbers) for name, found in sessions.items())


def _conversation(
    session: str, reports: Sequence[TurnReport], numbers: Iterator[int]
) -> Conversation:
    ordered = tuple(sorted(reports, key=lambda report: report.turn.index))
    shelf = _Shelf(ordered)
    placed = [
        tuple(shelf.place(alert, own=own, number=next(numbers)) for alert in report.alerts)
        for own, report in enumerate(ordered)
    ]
    return Conversation(session, tuple(zip(ordered, placed, strict=True)))


class _Shelf:
    """The texts of one conversation, to be found by index and id."""

    def __init__(self, reports: tuple[TurnReport, ...]) -> None:
        self._reports = reports
        self._positions: Mapping[int, int] = {
            report.turn.index: position for position, report in enumerate(reports)
        }

    def place(self, alert: Alert, *, own: int, number: int) -> PlacedAlert:
        """Return ``alert``, raised by the report at position ``own``, with its sides."""
        conflict = alert.conflict
        claim = self._side(conflict.claim, alert.claim_span, conflict.words(conflict.claim), own)
        premise = self._side(
            conflict.premise, alert.premise_span, conflict.words(conflict.premise), own
        )
        between = tuple(self._between(alert, own))
        return PlacedAlert(number, alert, claim, premise, self._support(alert, own), between)

    def _side(self, statement: Statement, span: Span, own_span: Span | None, own: int) -> Side:
        place = self._find(statement, own)
        if place is not None and span.end <= len(self._text(place)):
            text = self._text(place)
            return Side(self._label(statement, place), text, span, place, _reading(statement, text))
        text = statement.text
        fits = own_span is not None and own_span.end <= len(text)
        words = own_span if own_span is not None and fits else Span(0, len(text))
        return Side(self._label(statement, None), text, words, None)

    def _find(self, statement: Statement, own: int) -> Place | None:
        same = self._reports[own].turn.index == statement.turn
        report = own if same else self._positions.get(statement.turn)
        if report is None or isinstance(statement, Claim):
            return None if report is None else Place(report)
        document = _find_document(statement, self._reports[report].turn.documents)
        return None if document is None else Place(report, document)

    def _text(self, place: Place) -> str:
        turn = self._reports[place.report].turn
        return turn.text if place.document is None else turn.documents[place.document].text

    def _label(self, statement: Statement, place: Place | None) -> str:
        if isinstance(statement, Passage):
            return f"document {clip(statement.source)} (turn {statement.turn})"
        role = statement.role if place is None else self._reports[place.report].turn.role
        return ", ".join([turn_words(statement.turn, role), *scope_words(statement)])

    def _between(self, alert: Alert, own: int) -> Iterator[Side]:
        """Yield what an implied conflict follows by, as far as it is at hand."""
        if not alert.conflict.implied or alert.conflict.kind is ConflictKind.DOCUMENT:
            return
        for statement_id in alert.conflict.path[1:-1]:
            statement = self._statements.get(statement_id)
            if statement is not None:
                side = self._side(statement, statement.span, None, own)
                yield replace(side, place=None)  # it is quoted, not marked

    @cached_property
    def _statements(self) -> Mapping[str, Statement]:
        sides = (
            side
            for report in self._reports
            for verdict in report.verdicts
            for side in (verdict.premise, verdict.claim)
        )
        claims = (claim for report in self._reports for claim in report.claims)
        return {statement.id: statement for statement in chain(sides, claims)}

    def _support(self, alert: Alert, own: int) -> Side | None:
        path = alert.conflict.path
        if alert.conflict.kind is not ConflictKind.DOCUMENT or not path:
            return None
        for verdict in self._reports[own].verdicts:
            if isinstance(verdict.premise, Passage) and verdict.premise.id == path[0]:
                return self._side(verdict.premise, verdict.premise.span, None, own)
        return None


def _reading(statement: Statement, text: str) -> str | None:
    """Return a claim's text where it has other words than its turn; signs do not count."""
    if isinstance(statement, Passage) or len(text) < max(span.end for span in statement.spans):
        return None
    said = " ".join(span.cut(text) for span in statement.spans)
    same = _words(said) == _words(statement.text)
    return None if same else clip(statement.text, limit=_READING)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _find_document(passage: Passage, documents: Sequence[Document]) -> int | None:
    named = [at for at, document in enumerate(documents) if document.id == passage.source]
    exact = [at for at in named if passage.text in documents[at].text]
    return next(iter([*exact, *named]), None)
