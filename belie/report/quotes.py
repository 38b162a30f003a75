"""What a report quotes of a turn: stretches that make no claim, words that no document backs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.report.words import clip, spell, squeeze

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Span, TurnReport

__all__ = ["no_claims", "stretches", "ungrounded"]

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
        f"{spell(skipped.reason)} {_quote(text, skipped.span)}"
        for skipped in report.skipped[:limit]
    ]
    return _listed(quoted, len(report.skipped))


def ungrounded(report: TurnReport, *, limit: int = 5) -> str:
    """Return on one line the words of a turn that no document backs; empty where there are none.

    Parameters
    ----------
    report
        The report of the turn.
    limit
        How many stretches are quoted; the others are counted.

    Examples
    --------
    >>> from belie.datatypes import Role, Span, Turn, TurnReport
    >>> turn = Turn("s1", 0, Role.ASSISTANT, "It is 330 m tall and was built by Romans.")
    >>> print(ungrounded(TurnReport(turn, ungrounded=(Span(21, 40),))))
    “was built by Romans”
    """
    text = report.turn.text
    spans = [span for span in report.ungrounded if text[span.start : span.end].strip()]
    return _listed([_quote(text, span) for span in spans[:limit]], len(spans))


def _quote(text: str, span: Span) -> str:
    return f"“{clip(squeeze(text[span.start : span.end]), limit=_QUOTE)}”"


def _listed(quoted: Sequence[str], number: int) -> str:
    more = number - len(quoted)
    return " · ".join([*quoted, *([f"{more} more"] if more else [])])
