"""Pronouns and what they stand for: GAP (Webster et al. 2018), and passages with a name replaced.

GAP has people only. Texts about things are made from running text: the subject of a sentence that
repeats words of one of the sentences before it is replaced by "it" or "they".
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Span = tuple[int, int]
_LONGEST = 700
"""Characters before the pronoun that are kept."""
_SUBJECT = re.compile(
    r"(?:(?:The|This)\s(?:[a-z][\w-]*\s){0,2}[a-z][\w-]*|(?:The\s)?[A-Z][\w-]+(?:\s[A-Z][\w-]+){0,3})"
    r"(?=\s(is|was|has|are|were|have|can|will|does|do|had|provides?|includes?|contains?|uses?)\s)"
)
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_ARTICLE = re.compile(r"^(?:the|this|a|an)\s", re.IGNORECASE)
_PLURAL_VERBS = {"are", "were", "have", "do", "provide", "include", "contain", "use"}
_PRONOUNS = {"he", "she", "it", "they", "we", "i", "you", "there", "this", "these", "that", "who"}


@dataclass(frozen=True, slots=True)
class Reference:
    """A pronoun in a text that ends with its sentence.

    ``antecedents`` are what it stands for, empty where it is none of ``others``. ``closed`` says
    that only these spans are labelled; otherwise all other words of the text are no antecedents.
    """

    text: str
    pronoun: Span
    antecedents: tuple[Span, ...]
    others: tuple[Span, ...]
    closed: bool


def read_gap(path: Path, split: str) -> list[Reference]:
    """Read the GAP rows of a split: two names each, of which one, or none, is meant."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [gap_reference(row) for row in rows if row["split"] == split]


def gap_reference(row: dict[str, str]) -> Reference:
    """Return a GAP row with its text cut after the pronoun's sentence."""
    start = int(row["pronoun_offset"])
    spans = [(int(row[f"{c}_offset"]), int(row[f"{c}_offset"]) + len(row[c])) for c in "ab"]
    end = _END.search(row["text"], max(start, *(span[1] for span in spans)))
    text = row["text"][: end.start()] if end else row["text"]
    meant = [row[f"{c}_coref"] == "TRUE" for c in "ab"]
    return Reference(
        text=text,
        pronoun=(start, start + len(row["pronoun"])),
        antecedents=tuple(span for span, true in zip(spans, meant, strict=True) if true),
        others=tuple(span for span, true in zip(spans, meant, strict=True) if not true),
        closed=True,
    )


def made_references(path: Path, limit: int) -> list[Reference]:
    """Make references from running text, one a passage at most."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    made: list[Reference] = []
    for text in texts:
        made.extend(list(_replaced(text))[:2])
        if limit <= len(made):
            break
    return made[:limit]


def _replaced(text: str) -> Iterator[Reference]:
    borders = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    for place in range(1, len(borders) - 1):
        start, end = borders[place], borders[place + 1]
        subject = _SUBJECT.match(text, start, end)
        if subject is None or subject.group().lower() in _PRONOUNS:
            continue
        before = text[max(0, start - _LONGEST) : start]
        if "\n\n" in before[-400:]:
            before = before[before.rindex("\n\n") + 2 :]
        words = re.escape(_ARTICLE.sub("", subject.group()))
        mention = re.compile(rf"\b(?:(?:the|an?|this)\s)?{words}\b", re.IGNORECASE)
        mentions = [match.span() for match in mention.finditer(before)]
        if not mentions or len(before) < 60:
            continue
        pronoun = "They" if subject.group(1) in _PLURAL_VERBS else "It"
        sentence = pronoun + text[subject.end() : end].rstrip()
        yield Reference(
            text=before + sentence,
            pronoun=(len(before), len(before) + len(pronoun)),
            antecedents=tuple(mentions),
            others=(),
            closed=False,
        )
