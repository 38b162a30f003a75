"""How a report names things, and how it shows characters that would act instead of being read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import AlertState, ConflictKind, Role, Scope

if TYPE_CHECKING:
    from enum import StrEnum

    from belie.datatypes import Alert, Change, Claim, Conflict

__all__ = [
    "change_words",
    "clip",
    "conflict_words",
    "count",
    "kind_words",
    "scope_words",
    "spell",
    "squeeze",
    "state_words",
    "turn_words",
    "visible",
]

_KINDS = {
    ConflictKind.REFERENCE: "against a document",
    ConflictKind.CROSS_TURN: "against its own earlier words",
    ConflictKind.USER_FACT: "against what the user said",
    ConflictKind.SAME_TURN: "within one message",
    ConflictKind.DOCUMENT: "two documents disagree",
}

_SCOPES = {
    Scope.CONDITIONAL: "conditional",
    Scope.HYPOTHETICAL: "hypothetical",
    Scope.HEDGED: "hedged",
    Scope.REPORTED: "reported",
    Scope.QUESTION: "within a question",
    Scope.QUOTED: "quoted",
    Scope.CORRECTION: "correction",
}
"""Negation can be seen in the claim's own words, and a time is named by the claim."""
_NAME = 60
"""How many characters of a reporter, a reviewer or a time are shown."""
_NOTE = 300
"""How many characters of a claim or a review's note are shown."""

# Controls but tab and newline; line separators; zero-width space, word joiner and their kin;
# bidirectional embeddings, overrides and isolates; tag characters; lone surrogates.
_ACTIVE = re.compile(
    "\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u200b\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""Return ``text`` with each character that would act written out instead.

    Terminal escapes, bidirectional overrides, zero-width spaces and lone surrogates become signs a
    reader can see; the result is a plain ``str`` that can always be encoded, equal to ``text``
    where there were none.

    Examples
    --------
    >>> visible("\x1b[31mred \u202egnp.exe")
    '␛[31mred ⟦U+202E⟧gnp.exe'
    """
    return _ACTIVE.sub(_sign, text)


def _sign(match: re.Match[str]) -> str:
    char = match.group()
    if char == "\r\n":
        return "\n"
    if char == "\x7f":
        return "\u2421"
    return chr(0x2400 + ord(char)) if char < " " else f"⟦U+{ord(char):04X}⟧"


def squeeze(text: str) -> str:
    r"""Return ``text`` visible and on one line, each run of blanks as one space.

    Examples
    --------
    >>> squeeze("one\n\n  two ")
    'one two '
    """
    return visible(re.sub(r"\s+", " ", text))


def clip(text: str, *, limit: int = 120, around: int = 0) -> str:
    """Return ``text``, or ``limit`` characters of it and an ellipsis where some are left out.

    Parameters
    ----------
    text
        Any text.
    limit
        The most characters of it.
    around
        What is to be in the middle, as far as that can be: by default the beginning is shown.

    Examples
    --------
    >>> clip("overlong", limit=4), clip("short"), clip("overlong", limit=4, around=5)
    ('over…', 'short', '…rlon…')
    """
    if len(text) <= limit:
        return text
    start = max(0, min(around - limit // 2, len(text) - limit))
    end = start + limit
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"


def spell(value: StrEnum) -> str:
    """Return an enum's value as words.

    Examples
    --------
    >>> from belie.datatypes import Relation
    >>> spell(Relation.PARTIAL_CONTRADICTION)
    'partial contradiction'
    """
    return value.value.replace("_", " ")


def kind_words(kind: ConflictKind) -> str:
    """Return between whom a conflict stands, as words.

    Examples
    --------
    >>> kind_words(ConflictKind.CROSS_TURN)
    'against its own earlier words'
    """
    return _KINDS[kind]


def conflict_words(conflict: Conflict) -> str:
    """Return between whom a conflict stands, and whether its document came with an earlier turn.

    A conflict that nobody judged but that follows from others says so.

    Examples
    --------
    >>> from belie.datatypes import Claim, Conflict, Passage, Relation, Span, Verdict
    >>> passage = Passage("s/1/d@0-9", "It is red", "d", Span(0, 9), turn=1)
    >>> claim = Claim("s/3#0", "It is blue", "s/3", Span(0, 10), turn=3)
    >>> verdict = Verdict(passage, claim, {}, Relation.CONTRADICTION)
    >>> conflict_words(Conflict(ConflictKind.REFERENCE, passage, claim, verdict))
    'against a document of an earlier turn'
    """
    words = kind_words(conflict.kind)
    if conflict.earlier_document and conflict.kind is ConflictKind.REFERENCE:
        words += " of an earlier turn"
    return f"{words}, implied" if conflict.implied else words


def state_words(alert: Alert) -> str:
    """Return what became of an alert, empty where nothing did.

    Examples
    --------
    >>> from belie.datatypes import Alert, Claim, Conflict, Relation, Review, Severity, Span
    >>> from belie.datatypes import Verdict
    >>> claim = Claim("s/3#0", "It is blue", "s/3", Span(0, 10), turn=3)
    >>> verdict = Verdict(claim, claim, {}, Relation.CONTRADICTION)
    >>> conflict = Conflict(ConflictKind.SAME_TURN, claim, claim, verdict)
    >>> review = Review(AlertState.FALSE_ALARM, by="Ann", note="It is meant so.")
    >>> state_words(
    ...     Alert(conflict, Span(0, 2), Span(0, 2), Severity.HIGH, "", reviews=(review,))
    ... )
    'false alarm, by Ann: It is meant so.'
    """
    if alert.state is AlertState.RESOLVED:
        turn = (alert.resolved_by or "").rpartition("#")[0].rpartition("/")[2]
        return f"resolved in turn {turn}"
    if alert.state is AlertState.OPEN:
        return ""
    last = alert.reviews[-1]
    by = f", by {clip(last.by, limit=_NAME)}" if last.by else ""
    note = f": {clip(last.note, limit=_NOTE)}" if last.note else ""
    return f"{spell(alert.state)}{by}{note}"


def change_words(change: Change) -> str:
    """Return what a claim changes of an earlier one.

    Examples
    --------
    >>> from belie.datatypes import Change, ChangeKind, Claim, Span
    >>> then = Claim("s/1#0", "It is red.", "s/1", Span(0, 10), turn=1)
    >>> now = Claim("s/3#0", "It is blue.", "s/3", Span(0, 11), turn=3)
    >>> change_words(Change(ChangeKind.SUPERSEDES, then, now, "explicit_correction"))
    '“It is blue.” supersedes “It is red.” of turn 1 (explicit correction)'
    """
    why = ": ".join(part for part in (change.rule.replace("_", " "), change.reason) if part)
    earlier, later = (clip(one.text, limit=_NOTE) for one in (change.premise, change.claim))
    words = f"“{later}” {spell(change.kind)} “{earlier}” of turn {change.premise.turn}"
    return f"{words} ({why})" if why else words


def scope_words(claim: Claim) -> tuple[str, ...]:
    """Return how a claim is meant, as far as it is not plainly asserted.

    Examples
    --------
    >>> from belie.datatypes import Claim, Span
    >>> scope = frozenset({Scope.REPORTED, Scope.HEDGED, Scope.NEGATED, Scope.AS_OF})
    >>> said = "It may not be safe."
    >>> scope_words(
    ...     Claim("s/0#0", said, "s/0", Span(0, 19), scope=scope, reported_by="Ann", as_of="2019")
    ... )
    ('hedged', 'reported by Ann', 'as of 2019')
    """
    words = {scope: word for scope, word in _SCOPES.items() if scope in claim.scope}
    if claim.reported_by is not None:
        words[Scope.REPORTED] = f"reported by {clip(claim.reported_by, limit=_NAME)}"
    if claim.as_of is not None:
        words[Scope.AS_OF] = f"as of {clip(claim.as_of, limit=_NAME)}"
    return tuple(words.values())


def turn_words(index: int, role: Role) -> str:
    """Return the name of a turn; ``index`` is counted from 0, as everywhere in belie.

    Examples
    --------
    >>> turn_words(4, Role.ASSISTANT)
    'turn 4 (assistant)'
    """
    return f"turn {index} ({role.value})"


def count(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun.

    Parameters
    ----------
    number
        How many, at least 0.
    noun
        The word for one.
    plural
        The word for several; ``None`` adds an s.

    Examples
    --------
    >>> count(1, "turn"), count(2, "turn"), count(2, "man", "men")
    ('1 turn', '2 turns', '2 men')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
