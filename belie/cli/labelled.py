"""Reads labelled pairs from JSON Lines."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from belie.adapters.labels import relations_of
from belie.errors import InputError
from belie.monitor.calibration.labels import Labelled
from belie.monitor.inputs import clean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from belie.datatypes import Relation

__all__ = ["LabelledFile", "read_labelled"]

_KEYS = ("premise", "claim", "label")


@dataclass(frozen=True, slots=True)
class LabelledFile:
    """What a file of labelled pairs holds.

    Parameters
    ----------
    rows
        In the order of the file; no pair twice.
    names
        How many rows each label has, as the file spells it, and what it means.
    problems
        A line for each row that cannot be used.
    """

    rows: tuple[Labelled, ...]
    names: Mapping[str, tuple[int, frozenset[Relation]]]
    problems: tuple[str, ...]


def read_labelled(name: str) -> LabelledFile:
    """Return the rows of a file, and why the others cannot be used.

    Raises
    ------
    InputError
        If the file as a whole cannot be read.
    """
    counts: Counter[str] = Counter()
    meanings: dict[str, frozenset[Relation]] = {}
    rows: dict[tuple[str, str], Labelled] = {}
    problems: list[str] = []
    for line, text in _lines(name):
        try:
            label, row = _row(text, line)
            _expect_new(row, rows)
        except InputError as error:
            problems.append(f"{name}:{line}: {error}")
            continue
        rows[row.premise, row.claim] = row
        counts[label] += 1
        meanings[label] = row.relations
    names = {label: (count, meanings[label]) for label, count in counts.most_common()}
    return LabelledFile(tuple(rows.values()), names, tuple(problems))


def _lines(name: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers."""
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise InputError(
            f"expected a readable file of labelled rows, got {name}: {error}"
        ) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _row(text: str, line: int) -> tuple[str, Labelled]:
    """Return the label as it is spelt, and the row."""
    try:
        fields = cast("object", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a JSON object, got: {error}") from error
    if not isinstance(fields, dict) or not all(key in fields for key in _KEYS):
        raise InputError(f"expected a JSON object with {', '.join(_KEYS)}")
    known = cast("dict[str, Any]", fields)
    premise, claim, label = (clean(known[key], name=key) for key in _KEYS)
    if not premise.strip() or not claim.strip():
        raise InputError("expected a premise and a claim with words, got an empty one")
    relations = relations_of(label)
    if relations is None:
        raise InputError(
            "expected a label such as entailment, contradiction, partial_contradiction, neutral, "
            f"supports, refutes, not_entailment, got {label!a}"
        )
    return label, Labelled(premise, claim, relations, line)


def _expect_new(row: Labelled, rows: Mapping[tuple[str, str], Labelled]) -> None:
    earlier = rows.get((row.premise, row.claim))
    if earlier is not None:
        same = earlier.relations == row.relations
        raise InputError(
            f"expected each pair once, got that of line {earlier.line} again"
            f"{'' if same else ' with another label'}"
        )
