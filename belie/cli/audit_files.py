"""The files that ``belie audit`` and ``belie export`` can write."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from belie.auditing import PageOutput, ParquetOutput, TextOutput
from belie.report.jsonl import JsonDocument, JsonLines
from belie.report.junit import Junit
from belie.report.sarif import Sarif
from belie.report.table import Csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.auditing import Output

__all__ = ["Wanted", "outputs_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The files to write; ``None`` for none. ``json`` and ``jsonl`` may be ``"-"``."""

    json: str | None = None
    jsonl: str | Path | None = None
    csv: Path | None = None
    parquet: Path | None = None
    sarif: Path | None = None
    junit: Path | None = None
    html: Path | None = None


def outputs_of(wanted: Wanted) -> Iterator[Output]:
    """Yield an output for each file.

    Raises
    ------
    MissingExtraError
        If a file needs a package that is not installed.
    """
    if wanted.json is not None:
        yield TextOutput(_place(wanted.json), JsonDocument())
    if wanted.jsonl is not None:
        yield TextOutput(_place(wanted.jsonl), JsonLines())
    if wanted.csv is not None:
        yield TextOutput(wanted.csv, Csv())
    if wanted.parquet is not None:
        yield ParquetOutput(wanted.parquet)
    if wanted.sarif is not None:
        yield TextOutput(wanted.sarif, Sarif(version=belie.__version__))
    if wanted.junit is not None:
        yield TextOutput(wanted.junit, Junit())
    if wanted.html is not None:
        yield PageOutput(wanted.html)


def _place(name: str | Path) -> Path | None:
    """Return where a file shall stand; ``None`` is standard output."""
    return None if name == "-" else Path(name)
