"""Pairs from split-and-rephrase: a complex sentence beside the plain ones people made of it.

The parts follow from the sentence and the sentence from its parts; one part alone says nothing of
another. The rows are noisy, so only those are taken whose parts bring no word of content that the
sentence lacks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from training import lexicon
from training.rows import ENTAILMENT, NEUTRAL, Row, detokenise, digest, read_jsonl

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

LICENCE = "CC BY-SA / MIT"
_TRAINING_SPLITS = ("train", "tune", "valid")
_PLAIN = frozenset(
    lexicon.words(
        "a an the and or but of in on at to for from by with as is are was were be been being "
        "it its he his him she her they their them this that these those who which whom whose "
        "when where while has have had do does did also however there then not"
    )
)
# The parts do not tell what these add: that one is the cause of the other, or came first.
_LINKING = frozenset(
    lexicon.words(
        "because since so therefore thus hence due when while after before until if unless "
        "although though despite instead only then"
    )
)
_PHRASED = {"bisect": 0.75}  # BiSECT's parts paraphrase
_LEAST_CONTENT = 0.9
_LEAST_WORDS = 5
_LONGEST = 70
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Split:
    """A sentence and the plain sentences made of it."""

    whole: str
    parts: tuple[str, ...]
    group: str
    source: str


def splits(data: Path) -> Iterator[Split]:
    """The rows whose parts and sentence say the same as far as their words tell."""
    for raw in read_jsonl(data / "train" / "decomp_split_rephrase.jsonl.gz"):
        whole, parts = _plain(raw["complex"]), tuple(map(_plain, raw["parts"]))
        least = _PHRASED.get(raw["source"], _LEAST_CONTENT)
        if (
            raw["split"] in _TRAINING_SPLITS
            and len(parts) >= 2
            and len(whole.split()) <= _LONGEST
            and whole[:1].isupper()
            and not any(_unfinished(part) for part in parts)
            and all(shared(part, whole) >= least for part in parts)
            and shared(whole, " ".join(parts)) >= least
        ):
            yield Split(whole, parts, f"split:{digest(whole)}", raw["source"])


def _plain(text: str) -> str:
    text = text.replace("''", '"').replace("``", '"')
    text = re.sub(r"\b([LR])RB\b", lambda m: "(" if m[1] == "L" else ")", text)
    return detokenise(text)


_NO_SUBJECT = frozenset(
    lexicon.words("which who whose where that and but spreads makes includes has is was")
)


def _unfinished(part: str) -> bool:
    """Whether a part was cut badly: no verb phrase left, a clause without its main one."""
    opened = part.split(" ", 1)[0].lower()
    return (
        opened in _NO_SUBJECT
        or "' " in part
        or len(part.split()) < _LEAST_WORDS
        or not part.endswith(".")
    )


def _content(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if word not in _PLAIN}


def _links(text: str) -> set[str]:
    return _LINKING.intersection(_WORD.findall(text.lower()))


def shared(text: str, other: str) -> float:
    """The share of the content words of ``text`` that ``other`` has too."""
    words = _content(text)
    return len(words & _content(other)) / len(words) if words else 0.0


def rephrased_rows(found: list[Split], count: int, rng: random.Random) -> Iterator[Row]:
    """At most ``count`` rows: parts of wholes, wholes of parts, parts that leave others open."""
    for _ in range(count):
        split = rng.choice(found)
        part = rng.choice(split.parts)
        others = " ".join(one for one in split.parts if one != part)
        source = "rephrased"
        match rng.choices(("part", "whole", "other", "more"), (4, 3, 1.5, 1.5))[0]:
            case "part":
                yield Row(split.whole, part, ENTAILMENT, source, split.group)
            case "whole" if _links(split.whole) <= _links(" ".join(split.parts)):
                yield Row(" ".join(split.parts), split.whole, ENTAILMENT, source, split.group)
            case "other" if shared(part, others) < 0.6:
                yield Row(others, part, NEUTRAL, f"{source}:other", split.group)
            case "more" if shared(split.whole, others) < 0.7:
                yield Row(others, split.whole, NEUTRAL, f"{source}:more", split.group)
            case _:
                pass
