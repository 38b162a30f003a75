"""Other words for the same: rewrites that change no meaning, so that no edit betrays a label.

A claim that agrees with its premise rarely repeats it. These rewrites move a text away from its
source without moving what it says: figures and dates in another form, contractions, words for
which there is a plain equal, an opening adverbial put last.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from training import lexicon

if TYPE_CHECKING:
    import random

    from training.rows import Span, Spans

_MONTH = "|".join(lexicon.MONTHS)


@dataclass(frozen=True, slots=True)
class Change:
    """One stretch of a text and what may stand in its place."""

    span: Span
    words: str


Rule = Callable[[str], list[Change]]


def _by(pattern: str, words: Callable[[re.Match[str]], str | None]) -> Rule:
    compiled = re.compile(pattern)

    def find(text: str) -> list[Change]:
        found = ((match.span(), words(match)) for match in compiled.finditer(text))
        return [Change(span, new) for span, new in found if new is not None]

    return find


def _plain_number(match: re.Match[str]) -> str:
    return match.group().replace(",", "")


def _millions(match: re.Match[str]) -> str | None:
    value = float(match.group(2)) * {"million": 1e6, "billion": 1e9}[match.group(3)]
    return f"{match.group(1)}{value:,.0f}" if value == int(value) else None


def _as_digits(match: re.Match[str]) -> str | None:
    word = match.group().lower()
    return str(lexicon.NUMBER_WORDS.index(word) + 2) if word in lexicon.NUMBER_WORDS else None


def _as_word(match: re.Match[str]) -> str | None:
    value = int(match.group())
    return (
        lexicon.NUMBER_WORDS[value - 2] if value - 2 in range(len(lexicon.NUMBER_WORDS)) else None
    )


def _synonym(match: re.Match[str]) -> str | None:
    return lexicon.SYNONYMS.get(match.group())


_RULES: tuple[Rule, ...] = (
    _by(r"(?<![\w.,$€£])\d{1,3}(?:,\d{3})+(?![\w.,]\d)", _plain_number),
    _by(r"([$€£]?)\b(\d+(?:\.\d+)?) (million|billion)\b", _millions),
    _by(r"(?<=\d)%", lambda _: " percent"),
    _by(r"(?<=\d) (?:percent|per cent)\b", lambda _: "%"),
    _by(rf"\b({_MONTH}) (\d{{1,2}}), (\d{{4}})\b", lambda m: f"{m[2]} {m[1]} {m[3]}"),
    _by(rf"\b(\d{{1,2}}) ({_MONTH}) (\d{{4}})\b", lambda m: f"{m[2]} {m[1]}, {m[3]}"),
    _by(r"(?<=[a-z] )(?:two|three|four|five|six|seven|eight|nine|ten)(?= [a-z])", _as_digits),
    _by(r"(?<=[a-z] )\d{1,2}(?= [a-z]{3,})(?! (?:million|billion|percent))", _as_word),
    _by(r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should) not\b",
        lambda m: f"{m[1]}n't"),
    _by(r"\b(is|are|was|were|do|does|did|has|have|had|would|could|should)n't\b",
        lambda m: f"{m[1]} not"),
    _by(r"\bcannot\b", lambda _: "can't"),
    _by(r"\bkm\b", lambda _: "kilometres"),
    _by(r"\bkilomet(?:re|er)s\b", lambda _: "km"),
    _by(r"\bthe (?:U\.S\.(?!$)|US\b)(?! [A-Z])", lambda _: "the United States"),
    _by(r"\bthe United States\b(?! [A-Z])", lambda _: "the US"),
    _by(r"\b[a-z]+\b", _synonym),
    _by(r"\b[a-z]+\b", _synonym),
    _by(r"^((?:In|On|During|Since|Until) [^,.;:]{3,40}), ([^;:]+)\.$",
        lambda m: f"{_first(m[2])} {m[1][0].lower()}{m[1][1:]}."),
)  # fmt: skip


def _first(clause: str) -> str:
    """The clause as the beginning of a sentence."""
    return clause[0].upper() + clause[1:]


def rewrite(text: str, marks: Spans, rng: random.Random) -> tuple[str, Spans]:
    """The text with one to three stretches in other words, none of them marked, and its marks.

    The same text and marks where no rewrite fits.
    """
    for _ in range(rng.choice((1, 1, 2, 3))):
        changes = [change for rule in _RULES for change in rule(text)]
        free = [change for change in changes if not _touches(change.span, marks)]
        if not free:
            break
        change = rng.choice(free)
        text, marks = _apply(text, marks, change)
    return text, marks


def _touches(span: Span, marks: Spans) -> bool:
    return any(span[0] < end and start < span[1] for start, end in marks)


def _apply(text: str, marks: Spans, change: Change) -> tuple[str, Spans]:
    start, end = change.span
    longer = len(change.words) - (end - start)
    moved = tuple((a + longer, b + longer) if a >= end else (a, b) for a, b in marks)
    return text[:start] + change.words + text[end:], moved


# --- bounds ------------------------------------------------------------------------------------

_COUNT = re.compile(r"(?<=[a-z] )(\d{1,3}(?:,\d{3})+|\d{2,6})(?= [a-z]{3,})")
# A count may follow these; what follows another word may be a name: "lap 50", "Windows 95".
_COUNTING = re.compile(
    r"\b(?:has|have|had|is|was|are|were|with|for|contain(?:s|ed)?|compris(?:es|ed)|includ(?:es|"
    r"ed)|sold|won|scored|registered|received|killed|cost|costs|employs|employed|carry|carries|holds|"
    r"held|lasts|lasted|made|published|located|needs|needed|requires|required|covers|covered|"
    r"produced|seats|allows|allow|takes|based on|at)$"
)
# A figure before these is a bound already: "15 characters or less", "four leaves and more".
BOUND_AFTER = re.compile(
    r"\+| onwards?\b|\W*(?:[\w%]+ ){0,2}(?:or|and) (?:less|fewer|more|greater|later|higher|older|"
    r"above|below|earlier|lower|younger|under|over|up|newer)\b"
)


@dataclass(frozen=True, slots=True)
class Bound:
    """A count told as a bound or rounded: the text and the words that changed."""

    text: str
    before: Span
    after: Span


def bounded(text: str, rng: random.Random, *, true: bool) -> Bound | None:
    """A count becomes "more than 200", "about 1,200": true, or false by a clear margin."""
    matches = [
        m
        for m in _COUNT.finditer(text)
        if _COUNTING.search(text[: m.start()].rstrip()) and not BOUND_AFTER.match(text, m.end())
    ]
    if not matches:
        return None
    match = rng.choice(matches)
    value = int(match.group().replace(",", ""))
    if 1200 <= value <= 2040 and "," not in match.group():  # may well be a year
        return None
    unit = 10 ** (len(str(value)) - 1)
    below, above = value // unit * unit, (value // unit + 1) * unit
    close = round(value / unit * 10) * unit // 10
    choices = {
        True: [f"more than {below - (below == value):,}", f"fewer than {above:,}",
               f"at least {below:,}", f"about {close:,}", f"around {close:,}"],
        False: [f"more than {above:,}", f"fewer than {below:,}", f"about {above + 2 * unit:,}",
                f"at least {above:,}"],
    }  # fmt: skip
    new = rng.choice(choices[true])
    changed = text[: match.start()] + new + text[match.end() :]
    return Bound(changed, match.span(), (match.start(), match.start() + len(new)))
