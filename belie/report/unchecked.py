"""What a report says of words that make no claim, and so were not checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.report.words import clip, spell, squeeze

if TYPE_CHECKING:
    from belie.datatypes import TurnReport

__all__ = ["no_claims", "stretches"]

_QUOTE = 60
"""How many characters of a stretch are quoted."""


def no_claims(report: TurnReport) -> str | None:
    """Return what to say of a turn without claims, which must not look like one that passed.

    ``None`` where the turn has claims. A turn that could not be read, as its warnings say, is
    not one that has nothing to check.

    Examples
    --------
    >>> from belie.datatypes import Role, Skipped, SkipReason, Span, Turn, TurnReport
    >>> hello = Skipped(Span(0, 6), SkipReason.GREETING)
    >>> no_claims(TurnReport(Turn("s1", 0, Role.ASSISTANT, "Hello!"), skipped=(hello,)))
    'nothing to check (greeting)'
    """
    if report.claims:
        return None
    words = "nothing checked" if report.warnings else "nothing to check"
    reasons = dict.fromkeys(spell(skipped.reason) for skipped in report.skipped)
    return f"{words} ({', '.join(reasons)})" if reasons else words


def stretches(report: TurnReport, *, limit: int = 5) -> str:
    """Return on one line the stretches of a turn that make no claim; empty where there is none.

    Parameters
    ----------
    report
        The report of the turn.
    limit
        How many stretches are quoted; the others are counted.

    Examples
    --------
    >>> from belie.datatypes import Role, Skipped, SkipReason, Span, Turn, TurnReport
    >>> turn = Turn("s1", 0, Role.ASSISTANT, "Hello! It is 330 m tall. Shall I go on?")
    >>> spans = {SkipReason.GREETING: Span(0, 6), SkipReason.QUESTION: Span(25, 39)}
    >>> skipped = tuple(Skipped(span, reason) for reason, span in spans.items())
    >>> print(stretches(TurnReport(turn, skipped=skipped)))
    greeting “Hello!” · question “Shall I go on?”
    """
    text = report.turn.text
    quoted = [
        f"{spell(skipped.reason)} “{_quote(text[skipped.span.start : skipped.span.end])}”"
        for skipped in report.skipped[:limit]
    ]
    more = len(report.skipped) - len(quoted)
    return " · ".join([*quoted, *([f"{more} more"] if more else [])])


def _quote(words: str) -> str:
    return clip(squeeze(words), limit=_QUOTE)
