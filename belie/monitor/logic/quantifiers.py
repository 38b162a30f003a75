"""Where a claim says "all" or "always" of what its premise says "some" or "often"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.logic.reading import is_denied

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.monitor.logic.reading import Sentence, Word

__all__ = ["overgeneralised"]

_COVERED = 0.8
"""The share of a claim's words that its premise has where only a quantifier differs."""
_SOME = word_set("some many most several certain numerous various few")
_SOMETIMES = word_set(
    "often sometimes usually generally typically frequently commonly mostly occasionally normally "
    "may might can could probably possibly likely"
)
_STRONGER = {
    **dict.fromkeys(word_set("all every each"), _SOME),
    **dict.fromkeys(word_set("always invariably must"), _SOMETIMES),
    **dict.fromkeys(word_set("everyone everybody everything"), word_set("")),
    "only": _SOME | _SOMETIMES,
    "never": word_set("rarely seldom hardly"),
}
"""Strong words of a claim, and what each is stronger than."""
_GROUPS = word_set(
    "adults children women men mice rats animals infants teenagers adolescents babies dogs cats "
    "patients students females males seniors"
)


def overgeneralised(premise: Sentence, claim: Sentence) -> Iterator[tuple[Word, Word]]:
    """Yield what limits the premise, and the word that is stronger in the claim."""
    strong_places = [place for place, word in enumerate(claim.words) if word.lower in _STRONGER]
    if not strong_places or any(word.lower in _STRONGER for word in premise.words):
        return
    if is_denied(premise.words) != is_denied(claim.words):
        return
    for place in strong_places:
        if weak := _weaker(premise, claim, place):
            yield weak, claim.words[place]


def _weaker(premise: Sentence, claim: Sentence, place: int) -> Word | None:
    """The word of the premise that the claim's word at ``place`` is stronger than."""
    after = _next_stem(claim.words, place)
    rest = claim.stems if after in premise.stems else claim.stems - {after}
    if len(rest) < 2 or len(rest & premise.stems) < _COVERED * len(rest):
        return None
    weaker = _STRONGER[claim.words[place].lower]
    for number, word in enumerate(premise.words):
        if word.lower in weaker and _next_stem(premise.words, number) == after:
            return word
        if word.lower in _GROUPS and word.stem not in claim.stems and _is_limit(premise, number):
            return word
    return None


def _next_stem(words: Sequence[Word], place: int) -> str:
    """The content word that a quantifier or adverb goes with: the next one."""
    return next((word.stem for word in words[place + 1 :] if word.stem), "")


def _is_limit(premise: Sentence, place: int) -> bool:
    """Whether a group limits what is said: "in adults", "among older men"."""
    return any(
        word.lower in {"in", "for", "among"} for word in premise.words[max(0, place - 2) : place]
    )
