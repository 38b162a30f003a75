"""Pairs from pronouns whose antecedent people marked (GAP, Webster et al. 2018).

The text is the premise; the claim is its sentence with a name in the pronoun's place: the right
name is entailed, the other candidate's contradicts the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from training import lexicon
from training.rows import CONFLICT, ENTAILMENT, Row, Span, read_jsonl
from training.synthesis import split_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

LICENCE = "Apache-2.0"
_TRAINING_SPLITS = ("dev", "val")  # the test split is reported on
_AFTER_OBJECT = frozenset(
    lexicon.words(
        "to in on at with for from as and or but that when by into about after before while "
        "because who which if so a an the his her not out off up down over through during until"
    )
)


def pronoun_rows(data: Path) -> Iterator[Row]:
    """The pairs of every pronoun with exactly one right candidate."""
    for raw in read_jsonl(data / "train" / "coref_gap.jsonl.gz"):
        right, wrong = _names(raw)
        if raw["split"] in _TRAINING_SPLITS and right and wrong:
            yield from _pairs(raw, right, wrong)


def _names(raw: dict[str, Any]) -> tuple[str, str]:
    if raw["a_coref"] == "TRUE":
        return raw["a"], raw["b"]
    return (raw["b"], raw["a"]) if raw["b_coref"] == "TRUE" else ("", "")


def _pairs(raw: dict[str, Any], right: str, wrong: str) -> Iterator[Row]:
    text, at, pronoun = raw["text"], raw["pronoun_offset"], raw["pronoun"]
    sentence = _around(text, at)
    if sentence is None:
        return
    start, end = sentence
    for name, label in ((right, ENTAILMENT), (wrong, CONFLICT)):
        words = name + "'s" if _possessive(text, at, pronoun) else name
        claim = text[start:at] + words + text[at + len(pronoun) : end]
        mark = (at - start, at - start + len(words))
        marks = (((at, at + len(pronoun)),), (mark,)) if label == CONFLICT else ((), ())
        yield Row(text, claim, label, "pronouns", f"gap:{raw['group']}", *marks)


def _around(text: str, at: int) -> Span | None:
    """The sentence around a place; none where the text was changed by cutting it."""
    position = 0
    for sentence in split_sentences(text):
        start = text.find(sentence, position)
        if start < 0:
            return None
        position = start + len(sentence)
        if start <= at < position:
            return start, position
    return None


def _possessive(text: str, at: int, pronoun: str) -> bool:
    if pronoun.lower() != "her":
        return pronoun.lower() in ("his", "hers")
    following = text[at + len(pronoun) :].split(maxsplit=1)
    word = following[0].rstrip(".,;:!?") if following else ""
    return word.isalpha() and word.lower() not in _AFTER_OBJECT
