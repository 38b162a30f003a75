"""Numbers as people write them: "1,250", "3.5 million", "twenty-one", "two and a half", "¾"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import digits
from typing import TYPE_CHECKING

from belie.graph.letters import plain_letters
from belie.graph.word_sets import word_list
from belie.monitor.text import GROUPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "DECIMAL_COMMA",
    "NUMBER_AHEAD",
    "NUMBER_PARTS",
    "NUMERAL",
    "ORDINAL",
    "Numeral",
    "numeral_of",
    "ordinal_of",
]

_ONES = word_list("one two three four five six seven eight nine")
_TEENS = word_list(
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = word_list("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINAL_ONES = word_list("first second third fourth fifth sixth seventh eighth ninth")
_ORDINAL_TEENS = word_list(
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
    "nineteenth"
)
_WORTH = {
    "a": 1, "an": 1, "zero": 0,
    **{word: number for number, word in enumerate(_ONES, 1)},
    **{word: number for number, word in enumerate(_TEENS, 10)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
}  # fmt: skip
_SCALES = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "lakh": 1e5, "crore": 1e7,
    "k": 1e3, "m": 1e6, "mn": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12,
}  # fmt: skip
_FRACTIONS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_ROUGHLY = 0.02
"""How far what is called a third or a half may be from it."""
_GLYPHS = {"½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3, "⅛": 1 / 8, "⅕": 1 / 5}
_ORDINALS = {
    **{word: number for number, word in enumerate(_ORDINAL_ONES, 1)},
    **{word: number for number, word in enumerate(_ORDINAL_TEENS, 10)},
    **{word[:-1] + "ieth": 10 * number for number, word in enumerate(_TENS, 2)},
    **{
        f"{ten}-{one}": 10 * tens + ones
        for tens, ten in enumerate(_TENS, 2)
        for ones, one in enumerate(_ORDINAL_ONES, 1)
    },
    "hundredth": 100,
}  # fmt: skip


def _any(words: Iterable[str]) -> str:
    return "|".join(words)


_DIGITS = (  # of numbers that a float can hold; longer ones are codes
    rf"(?:\d{{1,3}}(?:[,'’]\d{{3}}|{GROUPED}){{1,6}}(?!\d)|"
    r"\d{1,18})(?:\.\d{1,18})?|\.\d{1,18}"
)
DECIMAL_COMMA = r"\d{1,3}(?:\.\d{3}){1,5},\d{1,2}(?!\d)|\d{1,15},\d{1,2}(?!\d)"
"""Such as "1.299,00": a number only before or behind a unit, "pages 3,5" are two."""
_UNDER_100 = rf"(?:(?:{_any(_TENS)})(?:[ -](?:{_any(_ONES)}))?|{_any(_TEENS)}|{_any(_ONES)})"
_HUNDREDS = r"[ -](?:hundred|dozen)\b"
_UNDER_1000 = (
    rf"(?:(?:{_UNDER_100}|a(?={_HUNDREDS}))(?:{_HUNDREDS}(?: (?:and )?{_UNDER_100}\b)?|(?<!\ba)\b)"
    r"|zero\b)"
)
_SCALE = r"(?:thousand|million|billion|trillion|lakh|crore)\b"
_SHORT_SCALE = r"(?:[ \u00a0]?(?:bn|mn)|k|K|tn|M|B)\b"
_SPELLED = (
    rf"(?:{_UNDER_1000}|an?(?=[ -]{_SCALE}))(?:[ -]{_SCALE}"
    rf"(?:,? (?:and )?(?:{_UNDER_1000}|an?)[ -]{_SCALE}){{0,4}}(?:,? (?:and )?{_UNDER_1000})?"
    r"|(?<!\ba)(?<!\ban))"
)
_SOME_PARTS = r"(?:thirds|fifths|sixths|sevenths|eighths|ninths|tenths)"
_PARTS = r"(?:thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?)"
_FRACTION = (
    rf"(?:(?:a|one)[ -])?half(?= (?:of|an?|the)\b)"
    rf"|{_UNDER_100}[ -](?:{_PARTS}(?= (?:of|the)\b)|{_SOME_PARTS}\b)"
    rf"|an?[ -]{_PARTS}(?= (?:of|the)\b)"
    r"|\d/\d{1,2}(?= (?:of|cups?|inch|miles?|teaspoons?)\b)"
)
_HALF_A = (
    r"half an? (?:dozen|thousand|million|billion|trillion)\b|half an?(?= (?:minute|hour|day|month|"
    r"year|decade|mile|met(?:re|er)|kilomet(?:re|er)|foot|inch|lit(?:re|er)|kilo|pound|ounce|tonne|"
    r"degree|percent|per cent|percentage point)\b)"
)
_GLYPH = f"[{''.join(_GLYPHS)}]"
_AND_A_HALF = rf"(?:{_DIGITS}|{_UNDER_100}) and a (?:half|quarter)\b"
NUMERAL = (
    rf"(?:{_AND_A_HALF}|\b(?i:{_HALF_A})|\b(?i:{_FRACTION})|"
    rf"(?:{_DIGITS})(?:[ \u00a0-]?{_SCALE}|{_SHORT_SCALE}|{_GLYPH}| \d/\d{{1,2}}\b)?|{_GLYPH}|"
    rf"\b(?i:{_SPELLED}))"
)
NUMBER_AHEAD = (
    rf"(?:(?:{_any(_TENS)}|{_any(_TEENS)}|{_any(_ONES)}|zero|a{_HUNDREDS}|an?[ -]{_SCALE})\b|"
    rf"{_HALF_A}|(?:a[ -])?half(?= (?:of|an?|the)\b)|an?[ -]{_PARTS}(?= (?:of|the)\b)|"
    rf"\.?\d+|{_GLYPH})"
)
"""The beginning of any number: as much as a lookahead needs, for a tenth of its time."""
NUMBER_PARTS = (
    *digits, *_ONES, *_TEENS, *_TENS, *word_list("zero hundred dozen"), *_FRACTIONS,
    *(scale for scale in _SCALES if 3 < len(scale)),
)  # fmt: skip
"""Of these every number in ASCII has one at least, in lower case."""
ORDINAL = (
    rf"(?i:\b(?:(?<!\d,)\d{{1,3}}(?:,\d{{3}}){{0,5}}(?:st|nd|rd|th)|"
    rf"{_any(sorted(_ORDINALS, key=len, reverse=True))})\b)"
)


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as written.

    Parameters
    ----------
    number
        What it is worth.
    half
        Half a unit of its last digit: 0.05 million for "3.5 million", 0.5 for "12".
    rounded
        Whether it shows itself to be measured or rounded: by decimals or a word for a scale.
    scale
        What the word for a scale behind it is worth: a million in "3.5 million".
    fraction
        Whether it is a share of one, such as "two thirds".
    """

    number: float
    half: float
    rounded: bool = False
    scale: float = 1.0
    fraction: bool = False


def numeral_of(words: str) -> Numeral:
    """Return the number that ``words``, which `NUMERAL` matched, stand for.

    Examples
    --------
    >>> numeral_of("3.5 million")
    Numeral(number=3500000.0, half=50000.0, rounded=True, scale=1000000.0, fraction=False)
    >>> numeral_of("two hundred and five").number
    205.0
    """
    plain = plain_letters(words).lower().strip()
    for shows, read in _WRITTEN:
        if shows(plain):
            return read(plain)
    return _spelled(plain)


def ordinal_of(words: str) -> int:
    """Return the place in an order that ``words``, which `ORDINAL` matched, name.

    Examples
    --------
    >>> ordinal_of("Twenty-first"), ordinal_of("3rd")
    (21, 3)
    """
    plain = plain_letters(words).lower()
    return int(re.sub(r"\D", "", plain)) if plain[0].isdigit() else _ORDINALS[plain]


def _plain(digits: str) -> float:
    return float(re.sub(r"[,'’\s]", "", digits))


def _with_comma(plain: str) -> Numeral:
    return _in_digits(plain.replace(".", "").replace(",", "."))


def _in_digits(plain: str) -> Numeral:
    """Digits, and perhaps a scale behind them."""
    match = re.match(_DIGITS, plain)
    digits = match[0] if match else plain
    scale = _SCALES.get(plain[len(digits) :].strip(" -\u00a0"), 1.0)
    decimals = len(digits.partition(".")[2])
    half = scale * 0.5 / 10**decimals
    return Numeral(_plain(digits) * scale, half, bool(decimals) or scale > 1, scale)


def _half_a(plain: str) -> Numeral:
    """Half of a scale ("half a million") or of the unit that follows ("half an hour")."""
    if plain.endswith("dozen"):
        return Numeral(6.0, 0.5)
    scale = _SCALES.get(plain.rsplit(maxsplit=1)[-1], 1.0)
    return Numeral(scale / 2, scale / 20, rounded=scale > 1, scale=scale)


def _and_a_part(plain: str) -> Numeral:
    first, _, part = plain.partition(" and a ")
    return Numeral(numeral_of(first).number + 1 / _FRACTIONS[part], 0.0)


def _glyph(plain: str) -> Numeral:
    whole = _plain(plain[:-1] or "0")
    return Numeral(whole + _GLYPHS[plain[-1]], 0.0, fraction=len(plain) == 1)


def _written_fraction(plain: str) -> Numeral:
    whole, _, part = plain.rpartition(" ")
    above, below = part.split("/")
    number = _plain(whole or "0") + int(above) / max(int(below), 1)
    return Numeral(number, 0.0, fraction=not whole)


def _spelled_fraction(plain: str) -> Numeral:
    count, _, part = plain.replace("-", " ").rpartition(" ")
    number = _spelled(count).number if count else 1.0
    below = _FRACTIONS.get(part) or _FRACTIONS[part.removesuffix("s")]
    return Numeral(number / below, _ROUGHLY, fraction=True)


def _spelled(plain: str) -> Numeral:
    """A number in words: what stands before a scale is multiplied by it, all is added up."""
    total = part = 0.0
    smallest = 1.0
    for word in re.split(r"[ ,-]+", plain):
        if word in _SCALES:
            total += (part or 1.0) * _SCALES[word]
            part, smallest = 0.0, _SCALES[word]
        elif word in ("hundred", "dozen"):
            part = (part or 1.0) * (100 if word == "hundred" else 12)
        elif word != "and":
            part += _WORTH[word]
    scale = smallest if part == 0 else 1.0
    return Numeral(total + part, scale / 2, rounded=scale > 1, scale=scale)


def _is_share(plain: str) -> bool:
    last = re.split(r"[ -]", plain)[-1]
    return last in _FRACTIONS or last.removesuffix("s") in _FRACTIONS


_WRITTEN: tuple[tuple[Callable[[str], bool], Callable[[str], Numeral]], ...] = (
    (lambda plain: plain.startswith("half a"), _half_a),
    (lambda plain: " and a " in plain, _and_a_part),
    (lambda plain: plain[-1] in _GLYPHS, _glyph),
    (lambda plain: re.fullmatch(DECIMAL_COMMA, plain) is not None, _with_comma),
    (lambda plain: "/" in plain, _written_fraction),
    (lambda plain: plain[0].isdigit() or plain[0] == ".", _in_digits),
    (_is_share, _spelled_fraction),
)
"""How to tell each way of writing a number, and how to read it; the first that fits counts."""
