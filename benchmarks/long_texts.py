"""Long documents with one planted fact, and claims about it.

Plants are VitaminC and FEVER rows (training rows: the shipped classifier has seen many of them)
and facts written for this (``long_written.toml``). What they are hidden in are passages of the
permitted training text. Every second page of VitaminC and FEVER, and every second written fact, is
the development half, on which numbers were chosen; the other half is reported.
"""

from __future__ import annotations

import random
import re
import tomllib
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from belie.datatypes import Document, Span
from belie.monitor.text import sentences
from benchmarks.data import read_rows, sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.data import Row

__all__ = ["Case", "Planted", "hide", "noise", "published", "written"]

_WRITTEN = Path(__file__).with_name("long_written.toml")
_SOURCES = ("BoolQ", "18F", "google")
_LONGEST, _SHORTEST = 45, 8
_LEANING = re.compile(r"(?:He|She|It|They|His|Her|Its|Their|This|These|The film|The song)\b")
_TOKENISED = (
    ("\ufffd", " "), (" .", "."), (" ,", ","), ("`` ", '"'), (" ''", '"'), ("-LSB- ", "["),
    (" -RSB-", "]"), ("-LRB- ", "("), (" -RRB-", ")"), ("( ", "("), (" )", ")"), (" 's", "'s"),
    (" %", "%"), (" ;", ";"), (" :", ":"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """A fact and a claim about it.

    Parameters
    ----------
    text
        The sentences that are planted.
    deciding
        Which of them decides, as a span of ``text``.
    claim
        What is checked.
    supported
        Whether the fact supports the claim; it contradicts it otherwise.
    source
        ``"published"`` or ``"written"``.
    """

    text: str
    deciding: Span
    claim: str
    supported: bool
    source: str


@dataclass(frozen=True, slots=True)
class Planted:
    """A document and where in its text the deciding sentence lies; ``None`` if it was left out."""

    document: Document
    deciding: Span | None


def written(*, development: bool) -> list[Case]:
    """Return two cases for each written fact of one half."""
    facts = tomllib.loads(_WRITTEN.read_text("utf-8"))["fact"]
    # Facts that lean on the sentence before and others take turns: halves take two at a time.
    kept = [fact for number, fact in enumerate(facts) if (number // 2 % 2 == 0) is development]
    return [
        Case(
            text=fact["text"],
            deciding=sentences(fact["text"])[fact["deciding"]],
            claim=fact["supported" if supported else "contradicted"],
            supported=supported,
            source="written",
        )
        for fact in kept
        for supported in (True, False)
    ]


def published(data: Path, *, development: bool, size: int, seed: int = 0) -> list[Case]:
    """Return ``size`` cases of VitaminC and FEVER, as many supported as contradicted.

    Raises
    ------
    DataError
        If a file is not there.
    """
    cases: list[Case] = []
    for name in ("fv_vitaminc", "fv_fever_dev"):
        rows = read_rows(data / f"train/{name}.jsonl.gz")
        half = [row for row in rows if _in_development(row) is development]
        for label in ("supports", "refutes"):
            fitting = _one_a_page(row for row in half if row["label"] == label and _fits(row))
            drawn = sample(fitting, size // 4, seed=seed)
            cases += [_of_row(row, supported=label == "supports") for row in drawn]
    return cases


def noise(data: Path, words: int, *, seed: int = 0) -> list[str]:
    """Return passages, one a page, of about so many words together.

    Raises
    ------
    DataError
        If the file is not there.
    """
    rows = read_rows(data / "text/passages.jsonl.gz")
    texts = [row["text"] for row in rows if row["source"].startswith(_SOURCES)]
    random.Random(seed).shuffle(texts)
    kept: list[str] = []
    total = 0
    for text in texts:
        if words <= total:
            break
        kept.append(" ".join(text.split()[: words - total]))
        total += len(kept[-1].split())
    return kept


def hide(case: Case, passages: Sequence[str], *, place: float, planted: bool = True) -> Planted:
    """Return the passages as one document, the fact between two sentences of one of them.

    Parameters
    ----------
    place
        Where, in [0, 1).
    planted
        Whether the fact is put in at all.
    """
    text = "\n\n".join(passages)
    if not planted:
        return Planted(Document("long", text), None)
    number = int(place * len(passages))
    before = sum(len(passage) + 2 for passage in passages[:number])
    at = before + _an_end(passages[number], place)
    return Planted(
        Document("long", f"{text[:at]} {case.text}{text[at:]}"), case.deciding.shift(at + 1)
    )


def _an_end(passage: str, place: float) -> int:
    """Return where one of the sentences ends; of a passage without full stops where it ends."""
    ends = [span.end for span in sentences(passage) if passage[span.end - 1] in ".!?"]
    return ends[int(place * 7919) % len(ends)] if ends else len(passage)


def _in_development(row: Row) -> bool:
    return zlib.crc32(row["group"].encode()) % 2 == 0


def _one_a_page(rows: Iterator[Row]) -> list[Row]:
    return list({row["group"]: row for row in rows}.values())


def _fits(row: Row) -> bool:
    """Whether the evidence is one sentence of ordinary length that stands alone."""
    evidence = _plain(row["evidence"])
    if not _SHORTEST <= len(evidence.split()) <= _LONGEST or _LEANING.match(evidence):
        return False
    return len(sentences(evidence)) == 1 and evidence.endswith(".")


def _of_row(row: Row, *, supported: bool) -> Case:
    text = _plain(row["evidence"])
    return Case(text, Span(0, len(text)), _plain(row["claim"]), supported, "published")


def _plain(text: str) -> str:
    """Return words of a treebank as people write them."""
    for tokenised, plain in _TOKENISED:
        text = text.replace(tokenised, plain)
    return " ".join(text.split())
