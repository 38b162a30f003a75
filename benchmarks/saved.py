"""Keep each set's rows on disk as they are scored, so that a stop loses nothing.

One JSONL file a set: a header that says what was run, then one row a line.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.scoring import Scored

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["OUT", "Header", "append", "fingerprint", "load", "start"]

OUT = Path(__file__).parent / "out"


@dataclass(frozen=True, slots=True)
class Header:
    """What a file of scores belongs to; a file with another header is not resumed.

    Parameters
    ----------
    name
        The set.
    rows
        How many rows are used.
    total
        How many the set has.
    seed
        What the rows were drawn with.
    models
        The fingerprint of the weights.
    """

    name: str
    rows: int
    total: int
    seed: int
    models: str


def fingerprint(folder: Path) -> str:
    """Return the first 12 hex digits of the SHA-256 of all files under ``folder`` but its cards."""
    digest = hashlib.sha256()
    for path in sorted(one for one in folder.rglob("*") if one.is_file() and one.suffix != ".md"):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def start(path: Path, header: Header) -> None:
    """Begin the file anew."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(header)) + "\n", encoding="utf-8")


def append(path: Path, rows: Iterable[Scored]) -> None:
    """Add rows, each written as soon as it is there."""
    with path.open("a", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(asdict(row)) + "\n")
            file.flush()


def load(path: Path, header: Header) -> list[Scored]:
    """Return the rows kept under this very header; none where the file is another run's.

    A last line that a stop cut short is dropped from the file as well.
    """
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if not whole or json.loads(whole[0]) != asdict(header):
        return []
    if len(whole) < len(lines):
        path.write_text("".join(whole), encoding="utf-8")
    return [_row(json.loads(line)) for line in whole[1:]]


def _row(fields: dict[str, Any]) -> Scored:
    fields["gold"] = tuple(fields["gold"])
    return Scored(**fields)
