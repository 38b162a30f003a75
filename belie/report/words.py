"""How a report names things, and how it shows characters that would act instead of being read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import ConflictKind, Role

if TYPE_CHECKING:
    from enum import StrEnum

__all__ = ["clip", "count", "kind_words", "spell", "squeeze", "turn_words", "visible"]

_KINDS = {
    ConflictKind.REFERENCE: "against a document",
    ConflictKind.CROSS_TURN: "against its own earlier words",
    ConflictKind.USER_FACT: "against what the user said",
    ConflictKind.SAME_TURN: "within one message",
    ConflictKind.DOCUMENT: "two documents disagree",
}

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


def clip(text: str, *, limit: int = 120) -> str:
    """Return ``text``, or its first ``limit`` characters and an ellipsis.

    Examples
    --------
    >>> clip("overlong", limit=4), clip("short")
    ('over…', 'short')
    """
    return text if len(text) <= limit else f"{text[:limit]}…"


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
