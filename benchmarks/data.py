"""Read the public evaluation rows in place and give each the shape its check needs."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "DataError",
    "Dialogue",
    "Grounded",
    "Item",
    "Line",
    "NliPair",
    "Row",
    "cluster_of",
    "question_of",
    "read_rows",
    "sample",
]

Row: TypeAlias = Mapping[str, Any]
"""One JSON object of an evaluation file."""


class DataError(Exception):
    """Indicates that an evaluation file is missing or not named as expected."""


def _no_peers() -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True)
class NliPair:
    """Two texts for ``belie.classify``. ``peers`` holds what others scored on this row."""

    id: str
    gold: tuple[str, ...]
    premise: str
    claim: str
    group: str = ""
    peers: Mapping[str, float] = field(default_factory=_no_peers, hash=False)


@dataclass(frozen=True, slots=True)
class Grounded:
    """A response and its documents, for one turn of a ``belie.Monitor``.

    ``marks`` are the stretches of the response that annotators called wrong, as start and end;
    ``None`` where the set has none such.
    """

    id: str
    gold: tuple[str, ...]
    response: str
    documents: tuple[str, ...]
    group: str = ""
    question: str | None = None
    marks: tuple[tuple[int, int], ...] | None = None
    peers: Mapping[str, float] = field(default_factory=_no_peers, hash=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One message of a dialogue: its speaker's role and its words."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The turns up to the checked one for ``belie.Monitor``.

    ``checked`` holds the indices of the turns that are scored; ``documents`` come with each.
    """

    id: str
    gold: tuple[str, ...]
    lines: tuple[Line, ...]
    checked: tuple[int, ...]
    group: str = ""
    documents: tuple[str, ...] = ()
    peers: Mapping[str, float] = field(default_factory=_no_peers, hash=False)


Item = NliPair | Grounded | Dialogue


def question_of(item: Item) -> Item:
    """Return what belie is asked: the item without anything that tells the answer.

    Two items with the same words have the same question, and it can be a key.

    Examples
    --------
    >>> question_of(NliPair("a", ("neutral",), "P", "C")) == question_of(NliPair("b", (), "P", "C"))
    True
    """
    blank = replace(item, id="", gold=(), group="", peers={})
    return replace(blank, marks=None) if isinstance(blank, Grounded) else blank


def cluster_of(item: Item) -> str:
    """Return what rows that are alike share: documents, a premise, a dialogue's name."""
    if isinstance(item, NliPair):
        return item.premise
    return "\n".join(item.documents) if isinstance(item, Grounded) else item.id


def read_rows(path: Path) -> list[Row]:
    """Return the rows of a gzip JSONL file.

    Raises
    ------
    DataError
        If the file is not there.
    """
    if not path.is_file():
        raise DataError(f"expected {path}, found no such file: name the data folder with --data")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def sample(rows: Sequence[Row], size: int | None, *, seed: int = 0) -> list[Row]:
    """Return ``size`` rows drawn with ``seed``, in file order; all of them for ``None``.

    Examples
    --------
    >>> sample([{"id": n} for n in range(5)], 2) == sample([{"id": n} for n in range(5)], 2)
    True
    """
    if size is None or size >= len(rows):
        return list(rows)
    return [rows[place] for place in sorted(random.Random(seed).sample(range(len(rows)), size))]
