"""Real statements for long conversations, read in place from the training data.

Of VitaminC a page gives at most one pair and of the other sets a group at most one statement, so
that two statements that were not planted as a pair are about different things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.data import read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from benchmarks.data import Row

__all__ = ["StatementPair", "Statements", "load_statements"]

LONGEST = 35
"""Words of a statement; longer evidence says several things at once."""
_OPENING = re.compile(r"^(?:He|She|It|They|This|That|These|Those|His|Her|Its|Their)\b")


@dataclass(frozen=True, slots=True)
class StatementPair:
    """Two statements about one thing, and its name."""

    about: str
    premise: str
    claim: str


@dataclass(frozen=True, slots=True)
class Statements:
    """What conversations are made of.

    Parameters
    ----------
    clashing
        Pairs whose claim a person found refuted by the premise.
    agreeing
        Pairs whose claim a person found supported by the premise.
    alone
        Statements about other things.
    """

    clashing: tuple[StatementPair, ...]
    agreeing: tuple[StatementPair, ...]
    alone: tuple[str, ...]


def load_statements(data: Path) -> Statements:
    """Return statements from the folder that holds ``train/``.

    Raises
    ------
    DataError
        If a file is not there.
    """
    vitaminc = read_rows(data / "train/fv_vitaminc.jsonl.gz")
    clashing = _pairs(vitaminc, "refutes", but=frozenset())
    agreeing = _pairs(vitaminc, "supports", but=frozenset(clashing))
    used = frozenset({*clashing, *agreeing})
    fever = read_rows(data / "train/fv_fever_dev.jsonl.gz")
    infotabs = read_rows(data / "train/nli_infotabs.jsonl.gz")
    alone = [
        *_alone(vitaminc, "claim", "supports", but=used),
        *_alone(fever, "claim", "supports", but=used),
        *_alone(infotabs, "hypothesis", "entailment", but=used),
        *_sentences(infotabs),
    ]
    return Statements(
        tuple(clashing.values()), tuple(agreeing.values()), tuple(dict.fromkeys(alone))
    )


def _pairs(rows: Iterable[Row], label: str, *, but: frozenset[str]) -> dict[str, StatementPair]:
    """Return the first usable pair of each page that is not in ``but``."""
    found: dict[str, StatementPair] = {}
    for row in rows:
        about = row["group"]
        if row["label"] != label or about in found or about in but:
            continue
        pair = StatementPair(about, plain_spaces(row["evidence"]), plain_spaces(row["claim"]))
        if all(_usable(text) and _names(text, about) for text in (pair.premise, pair.claim)):
            found[about] = pair
    return found


def _alone(rows: Iterable[Row], field: str, label: str, *, but: frozenset[str]) -> Iterator[str]:
    seen = set(but)
    for row in rows:
        text = plain_spaces(row[field])
        if row["label"] == label and row["group"] not in seen and _usable(text):
            seen.add(row["group"])
            yield text


def _sentences(rows: Iterable[Row]) -> Iterator[str]:
    """Yield one sentence of each table: "The Genre of … are …"."""
    tables: Mapping[str, str] = {row["group"]: row["premise"] for row in rows}
    for premise in tables.values():
        first = plain_spaces(premise).split(". ")[0].rstrip(".") + "."
        if _usable(first) and re.search(r" (?:is|are) ", first):
            yield first


def plain_spaces(text: str) -> str:
    """Return tokenised text as people write it.

    Examples
    --------
    >>> plain_spaces("It sold 9 ( nine ) copies , they say .")
    'It sold 9 (nine) copies, they say.'
    """
    text = re.sub(r"\s+([.,;:!?%)\]]|'s\b|n't\b)", r"\1", " ".join(text.split()))
    text = re.sub(r"([(\[])\s+", r"\1", text)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _usable(text: str) -> bool:
    """Whether a text is one sentence that can stand alone."""
    one = not re.search(r"[.!?;]\s", text) and text.endswith(".")
    whole = text[:1].isupper() and text.isprintable() and "\ufffd" not in text
    return one and whole and len(text.split()) <= LONGEST and not _OPENING.match(text)


def _names(text: str, about: str) -> bool:
    return about.split(" (", maxsplit=1)[0].lower() in text.lower()
