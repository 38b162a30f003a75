"""The closed loop: check, put suggestions into their places, check again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.monitor.suggestions import Replacement, replacement_between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from belie.datatypes import Alert, TurnReport

__all__ = ["Edit", "Revision", "revised"]


@dataclass(frozen=True, slots=True)
class Edit:
    """What a revision changed in one place.

    Parameters
    ----------
    old
        The words that were replaced, as a span of the text that was handed in.
    new
        What stands there now, as a span of the revised text.
    alerts
        What called for it; more than one where the same words were changed again. The spans of an
        alert slice the text that it was raised on.
    """

    old: Span
    new: Span
    alerts: tuple[Alert, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """A response with its contradictions mended, as far as they could be.

    Parameters
    ----------
    text
        The revised response.
    edits
        What was changed, in order of the text; all other characters are as they were.
    alerts
        What still clashes in ``text``, and could not be mended.
    rounds
        How often suggestions were put into their places.
    """

    text: str
    edits: tuple[Edit, ...]
    alerts: tuple[Alert, ...]
    rounds: int


def revised(text: str, *, check: Callable[[str], TurnReport], rounds: int) -> Revision:
    """Return ``text`` after its suggestions were put into their places, again and again.

    It ends where no alert carries a suggestion, after so many rounds, or with a round that leaves
    as many alerts as there were, which is undone.

    Parameters
    ----------
    text
        What was said.
    check
        Gives the report of a text.
    rounds
        How often at most.
    """
    now, report = Revision(text, (), (), 0), check(text)
    while report.alerts and now.rounds < rounds:
        tried = _with_suggestions(now, report)
        left = check(tried.text) if tried.text != now.text else report
        if len(report.alerts) <= len(left.alerts):
            break
        now, report = tried, left
    return replace(now, alerts=report.alerts)


def _with_suggestions(revision: Revision, report: TurnReport) -> Revision:
    """Return a revision with the suggestions of a report, the first where two touch."""
    text, edits = revision.text, revision.edits
    chosen: list[tuple[Replacement, Alert]] = []
    for alert in report.alerts:
        for replacement in _replacements(alert, report, text):
            if not any(_meet(replacement.span, other.span) for other, _ in chosen):
                chosen.append((replacement, alert))
    for replacement, alert in sorted(chosen, key=lambda one: one[0].span, reverse=True):
        text, edits = replacement.applied(text), _added(edits, replacement, alert)
    return Revision(text, edits, (), revision.rounds + 1)


def _replacements(alert: Alert, report: TurnReport, text: str) -> Iterator[Replacement]:
    """Yield what an alert's suggestion changes in ``text``, wherever the claim is said there.

    Equal claims raise one alert.
    """
    said = alert.conflict.claim.span
    found = replacement_between(said.cut(text), alert.suggestion or said.cut(text))
    if found is None:
        return
    places = (claim.span for claim in report.claims if claim.span.cut(text) == said.cut(text))
    for place in dict.fromkeys((said, *places)):
        yield Replacement(found.span.shift(place.start), found.words)


def _added(edits: Sequence[Edit], replacement: Replacement, alert: Alert) -> tuple[Edit, ...]:
    """Return edits with one more of the text they made; those it meets become a part of it."""
    span, grown = replacement.span, len(replacement.words) - len(replacement.span)
    met = [known for known in edits if _meet(known.new, span)]
    before = [known for known in edits if known.new.end < span.start]
    behind = [known for known in edits if span.end < known.new.start]
    start = min([span.start, *(known.new.start for known in met)])
    end = max([span.end, *(known.new.end for known in met)])
    moved = sum(len(known.new) - len(known.old) for known in before)
    inside = sum(len(known.new) - len(known.old) for known in met)
    edit = Edit(
        old=Span(start - moved, end - moved - inside),
        new=Span(start, end + grown),
        alerts=(*(other for known in met for other in known.alerts), alert),
    )
    later = (Edit(known.old, known.new.shift(grown), known.alerts) for known in behind)
    return (*before, edit, *later)


def _meet(one: Span, other: Span) -> bool:
    """Whether two spans overlap or touch, so that one could not be replaced without the other."""
    return one.start <= other.end and other.start <= one.end
