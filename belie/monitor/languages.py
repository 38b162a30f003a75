"""What the shipped models, which were trained on English, cannot read, and says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Candidate, Claim, Turn

__all__ = ["Readable", "of_premises", "readable", "unsupported"]

_LETTER = regex.compile(r"\p{L}")
_FOREIGN_LETTER = regex.compile(r"(?![\p{Latin}\p{Common}\p{Inherited}])\p{L}")
_FOREIGN_SHARE = 0.3
"""Of a text's letters. Of 114,940 English texts of the training data 4 reach it."""
_SCRIPTS = (
    *("Han", "Hiragana", "Katakana", "Hangul", "Cyrillic", "Arabic", "Devanagari", "Greek"),
    *("Hebrew", "Thai", "Bengali", "Tamil", "Telugu", "Georgian", "Armenian", "Ethiopic"),
)
_SCRIPT = {name: regex.compile(rf"\p{{{name}}}") for name in _SCRIPTS}

_WORD = regex.compile(r"\b[^\W\d_]+\b")
_ENGLISH = word_set(
    "the of and to is in a that it was for on with as by are be this from at an or not have has "
    "which his he they were but i you will can its their"
)
# The commonest small words of each language that are none of English; one of them several times
# tells nothing ("$199 per year" and "$499 per year" in a table). Of 101,485 texts of the training
# data 9 are taken for another language, 16 where one word could tell. Of 11,701 messages of at
# least 8 words, by which programs of Linux speak these languages, 79 in 100 are recognised; of 20
# words, 91.
_SMALL_WORDS = {
    "German": word_set(
        "der das und ist nicht ein eine einen einer eines dem den des wird werden wurde auf für "
        "mit von zu zum zur im sich auch als bei oder aber sind haben hat kann ich sie wir über "
        "nach aus dass wenn nur noch wie es"
    ),
    "French": word_set(
        "le la les des une du et est pas dans pour par sur avec que qui ne ce cette ces sont il "
        "elle nous vous je au aux ou mais être été plus son sa ses leur leurs peut comme"
    ),
    "Spanish": word_set(
        "el los las una del y es en por para con que se su sus lo al como más pero está son "
        "fue ser este esta estos han hay sin sobre cuando también muy"
    ),
    "Italian": word_set(
        "il lo gli una della del dei delle di e è non per con che si sono come più ma nel nella "
        "al alla da questo questa ha anche essere stato su"
    ),
    "Portuguese": word_set(
        "o os uma do da dos das e é não em na nos nas por para com que se um ao como mais mas "
        "são foi ser este esta há sem sobre quando também muito pelo pela"
    ),
    "Dutch": word_set(
        "het een van en niet op te voor met dat die zijn wordt worden aan er bij ook als naar om "
        "uit dan maar heeft kan deze dit geen door werd"
    ),
    "Swedish": word_set(
        "och är inte en ett som att för på med av den det till kan har från var om ska eller men "
        "vid också"
    ),
}
_FINITE = word_set(
    "ist sind wird werden wurde hat haben kann nicht est sont été peut pas está son fue hay "
    "è sono ha non é são foi não há zijn wordt worden heeft werd niet är har kan inte es"
)
"""Of the small words those that a name does not have: verbs, and what denies them.

A short text needs one. Of 118,571 English sentences of three to five words, out of the training
and evaluation data, one is taken for another language, rightly.
"""
_LEAST_WORDS = 6
_LEAST_SHORT = 3
_LEAST_SMALL_WORDS = 2
_SMALL_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class Readable:
    """What of a turn the shipped models can read.

    Parameters
    ----------
    claims
        Those they can read.
    candidates
        Those of which they can read both sides.
    warnings
        Plain sentences about the others.
    """

    claims: tuple[Claim, ...]
    candidates: tuple[Candidate, ...]
    warnings: tuple[str, ...] = ()


def readable(turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]) -> Readable:
    """Return the candidates that the shipped models can read, and what is to be said of others.

    Parameters
    ----------
    turn
        Whose claims they are; a language of Latin letters is known from all its words.
    claims, candidates
        What is to be judged.
    """
    spoken = _by_words(turn.text)
    foreign = {claim.id: unsupported(claim.text) or spoken for claim in claims}
    asked = [one for one in candidates if foreign.get(one.claim.id) is None]
    premises = {one.premise.id: unsupported(one.premise.text) for one in asked}
    return Readable(
        claims=tuple(claim for claim in claims if foreign[claim.id] is None),
        candidates=tuple(one for one in asked if premises[one.premise.id] is None),
        warnings=(
            *_warnings(foreign.values(), "claims were not checked"),
            *of_premises(premises.values()),
        ),
    )


def of_premises(found: Iterable[str | None]) -> tuple[str, ...]:
    """Return what is to be said of premises, given what `unsupported` says of each."""
    return tuple(_warnings(found, "premises were not read"))


def unsupported(text: str) -> str | None:
    """Return what a text is written in, if the shipped models cannot read it.

    A script other than Latin is told by its letters, for seven languages of Latin letters by
    their small words. Any other language is not recognised, nor is a text of one or two words; one
    of three to five is where it has a verb or a "not" of that language among them.

    Examples
    --------
    >>> unsupported("该塔高330米。"), unsupported("The word 猫 means cat.")
    ('Han script', None)
    >>> unsupported("Die Brücke wurde im Jahr 1932 von der Stadt gebaut.")
    'German'
    """
    return _by_letters(text) or _by_words(text)


def _by_letters(text: str) -> str | None:
    foreign = len(_FOREIGN_LETTER.findall(text))
    if foreign == 0 or foreign < _FOREIGN_SHARE * len(_LETTER.findall(text)):
        return None
    counted = {name: len(script.findall(text)) for name, script in _SCRIPT.items()}
    name = max(counted, key=counted.__getitem__)
    return f"{name} script" if counted[name] else "an unknown script"


def _by_words(text: str) -> str | None:
    found = _WORD.findall(text)
    words = [word.casefold() for word in found]
    if len(words) < _LEAST_WORDS:
        return _by_few_words(found)
    english = sum(word in _ENGLISH for word in words)
    counted = {name: sum(word in small for word in words) for name, small in _SMALL_WORDS.items()}
    name = max(counted, key=counted.__getitem__)
    least = max(_LEAST_SMALL_WORDS, english + 1, _SMALL_SHARE * len(words))
    several = _LEAST_SMALL_WORDS <= len(_SMALL_WORDS[name].intersection(words))
    return name if several and least <= counted[name] else None


def _by_few_words(found: Sequence[str]) -> str | None:
    """Return the language of a text that states something in fewer words: no mere name does."""
    small = {word.casefold() for at, word in enumerate(found) if at == 0 or word.islower()}
    if len(found) < _LEAST_SHORT or small & _ENGLISH:
        return None
    counted = {
        name: len(small & words) for name, words in _SMALL_WORDS.items() if small & words & _FINITE
    }
    name = max(counted, key=counted.__getitem__, default="")
    return name if _LEAST_SMALL_WORDS <= counted.get(name, 0) else None


def _warnings(found: Iterable[str | None], what: str) -> list[str]:
    """Return a sentence about each language, of however many texts there are."""
    languages = list(found)
    return [
        f"Unsupported language ({name}): {count} of {len(languages)} {what}."
        for name, count in Counter(filter(None, languages)).items()
    ]
