"""Sentences as words with their stems."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from belie.datatypes import Span
from belie.graph.word_sets import word_set
from belie.monitor.claims.links import stretches
from belie.monitor.keeping import kept
from belie.monitor.text import unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AUXILIARIES",
    "BE",
    "IRREGULAR",
    "NEGATIONS",
    "RUN_ENDS",
    "Sentence",
    "Word",
    "is_denied",
    "sentences",
    "stem",
    "stems",
    "stems_of",
]

_TOKEN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:[.,]\d+)*|[^\w\s]")
_GOES_ON = re.compile(
    r"\W{0,3}(?:so|therefore|thus|hence|consequently|as a result|(?:that|this) (?:is|was) why|"
    r"for (?:this|that) reason|then|afterwards?|subsequently)\b",
    re.IGNORECASE,
)
NEGATIONS = word_set(
    "not no never none nobody nothing neither nor without cannot hardly rarely seldom unless"
)
BE = word_set("is are was were be been being am 's get gets got")
AUXILIARIES = BE | word_set(
    "has have had do does did will would can could may might should must shall also later then "
    "first once finally already just still even often always usually never not ever soon"
)
"""Auxiliaries, and adverbs that stand among them."""
RUN_ENDS = AUXILIARIES | word_set(
    "in on at by to for from with about as into over under between among against during through "
    "within without across after before until since near beyond despite towards toward off out up "
    "down than via per like and or but nor so because if when while where who whom which that "
    "whose though although unless there how why what"
)
"""Words that end the run of words which names a subject or an object."""
_FUNCTION_WORDS = (
    (RUN_ENDS - {"like"})
    | NEGATIONS
    | word_set(
        "a an the of this these those it its he him his she her they them their we us our i me my "
        "you your one more most less fewer all every each some many any several only both such own "
        "other another much very too quite rather again ago here now therefore thus hence "
        "generally typically frequently commonly mostly everyone everybody everything 't 's s"
    )
)
_VERB_FORMS = (
    "beat beats beaten;buy bought;sell sold;win won;write wrote written;take took taken;lead led;"
    "build built;teach taught;hit hits;shoot shot;bite bit bitten;eat ate eaten;catch caught;"
    "give gave given;steal stole stolen;strike struck;choose chose chosen;see saw seen;"
    "overtake overtook overtaken;know knew known;send sent;pay paid;lend lent;hurt hurts;"
    "drive drove driven;throw threw thrown;break broke broken;make made;lose lost;find found;"
    "come came;go went gone;fall fell fallen;rise rose risen;grow grew grown;begin began begun;"
    "leave left;run ran;keep kept;hold held;forbid forbade forbidden;outsell outsold;"
    "overthrow overthrew overthrown"
)
IRREGULAR = {form: forms.split()[0] for forms in _VERB_FORMS.split(";") for form in forms.split()}
"""Forms of irregular verbs, and the verb."""
_VOWELS = frozenset("aeiou")


class Word(NamedTuple):
    """A word or mark of a sentence."""

    start: int
    end: int
    lower: str
    stem: str
    """Empty for words that carry no content."""
    capital: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, with those that go on from it, that begins at ``start`` of its text."""

    text: str
    start: int
    stems: frozenset[str]

    @property
    def words(self) -> tuple[Word, ...]:
        """Its words; most sentences need none, for they share no stems with a claim."""
        return _read(self.text)


@kept(1024)  # a passage is compared with many claims
def sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of ``text``, each with those that go on from it ("Therefore, …").

    Examples
    --------
    >>> [sorted(sentence.stems) for sentence in sentences("The storms caused floods. It rained.")]
    [['caus', 'flood', 'storm'], ['rain']]
    """
    text = unwrapped(text)
    spans: list[Span] = []
    for span in stretches(text):
        goes_on = spans and _GOES_ON.match(text, span.start)
        spans.append(Span(spans.pop().start, span.end) if goes_on else span)
    return tuple(_sentence(span.cut(text), span.start) for span in spans)


def stems(words: Iterable[Word]) -> frozenset[str]:
    """Return the stems of the words that carry content."""
    return frozenset(word.stem for word in words if word.stem)


def stems_of(words: str) -> frozenset[str]:
    """Return the stems of words that blanks separate.

    Examples
    --------
    >>> sorted(stems_of("praised praises met"))
    ['met', 'prais']
    """
    return frozenset(map(stem, words.split()))


def is_denied(words: Iterable[Word]) -> bool:
    """Whether an odd number of words denies."""
    return sum(word.lower in NEGATIONS for word in words) % 2 == 1


def stem(word: str) -> str:
    """Return a word without its ending, so that "cause", "caused" and "causing" are one.

    Examples
    --------
    >>> stem("tray"), stem("trays"), stem("city"), stem("cities")
    ('tray', 'tray', 'cit', 'cit')
    """
    word = IRREGULAR.get(word, word)
    for ending in ("ies", "ied", "ing", "ed", "es", "s", "e", "y"):
        whole = word.endswith("ss") or (ending == "y" and word[-2:-1] in _VOWELS)  # "tray", "trays"
        if word.endswith(ending) and len(ending) + 3 <= len(word) and not whole:
            word = word.removesuffix(ending)
            break
    return word[:-1] if 3 < len(word) and word[-1] == word[-2] else word


def _sentence(text: str, start: int) -> Sentence:
    found = frozenset(_forms(word)[1] for word in _TOKEN.findall(text))
    return Sentence(text, start, found - {""})


@kept(1024)
def _read(text: str) -> tuple[Word, ...]:
    return tuple(
        Word(match.start(), match.end(), *_forms(match.group()), match.group()[0].isupper())
        for match in _TOKEN.finditer(text)
    )


@kept(32_768)
def _forms(word: str) -> tuple[str, str]:
    """Return a word in lower case, and its stem."""
    lower = word.lower().replace("’", "'")
    if lower.endswith("n't"):
        return "not", ""
    base = lower.removesuffix("'s")
    if base[0].isdigit():
        return base, base.replace(",", "")
    return base, "" if base in _FUNCTION_WORDS or not base[0].isalpha() else stem(base)
