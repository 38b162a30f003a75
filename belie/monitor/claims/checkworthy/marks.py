"""Marks around the words of a sentence: bullets, brackets, quotation marks, emoji."""

from __future__ import annotations

import re

__all__ = ["EMOJI", "end_of_lead", "is_told", "opens_with_quotation", "straighten"]

# Each of these stands for one character, so that offsets hold.
_STRAIGHT = str.maketrans("’‘ʼ´“”„«»？！。", '\'\'\'\'"""""?!.')
EMOJI = "\u2190-\u23ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff"
"""Symbols and emoji, for use inside of square brackets."""
_LEAD = re.compile(
    rf"(?:[\s\"'`*_(\[>#•…{EMOJI}]|[-–—+](?=[\s*_])|\d{{1,3}}[.)](?=\s))*+", re.IGNORECASE
)


def straighten(text: str) -> str:
    """Return ``text`` with straight, narrow marks and of the same length."""
    return text.translate(_STRAIGHT)


def end_of_lead(words: str) -> int:
    """Return where markers, brackets and quotation marks before the first word end."""
    lead = _LEAD.match(words)
    return lead.end() if lead else 0


def opens_with_quotation(words: str) -> bool:
    """Whether a quotation opens the sentence and more words follow it: a title, speech."""
    if not words.startswith('"'):
        return False
    close = words.find('"', 1)
    return 0 < close and any(char.isalnum() for char in words[close:])


def is_told(words: str) -> bool:
    """Whether a sentence ends as something told ends, not asked."""
    return words.rstrip("\"'*_) ").endswith((".", "!"))
