"""The files that ``belie audit`` and ``belie export`` can write."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import belie
from belie.auditing import PageOutput, ParquetOutput, TextOutput
from belie.cli.inputs import STDOUT, Inputs, expect_own_places
from belie.cli.output import expect_writable
from belie.errors import InputError
from belie.report.jsonl import JsonDocument, JsonLines
from belie.report.junit import Junit
from belie.report.sarif import Sarif
from belie.report.table import Csv

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from belie.auditing import Output
    from belie.report.audited import Form

__all__ = ["STDOUT", "Wanted", "expect_usable", "outputs_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The files to write; ``None`` for none, and ``-`` for one text on standard output."""

    json: Path | None = None
    jsonl: Path | None = None
    csv: Path | None = None
    parquet: Path | None = None
    sarif: Path | None = None
    junit: Path | None = None
    html: Path | None = None

    @property
    def files(self) -> Mapping[str, Path]:
        """The options that were given, by name."""
        found = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: path for name, path in found if path is not None}

    @property
    def takes_stdout(self) -> bool:
        """Whether one of them goes to standard output."""
        return STDOUT in self.files.values()


def expect_usable(wanted: Wanted, inputs: Inputs) -> None:
    """Raise `InputError`, before the long work, if a file cannot be written where it is wanted.

    Parameters
    ----------
    wanted
        The files to write: each in a place of its own, but for pipes and devices.
    inputs
        What is read: no file may take its place.
    """
    if wanted.parquet == STDOUT:
        raise InputError("expected a file for --parquet, got -, which takes texts only")
    expect_writable(*(path for path in wanted.files.values() if path != STDOUT))
    expect_own_places(wanted.files, inputs)


def outputs_of(wanted: Wanted) -> Iterator[Output]:
    """Yield an output for each file.

    Raises
    ------
    MissingExtraError
        If a file needs a package that is not installed.
    """
    forms: Iterable[tuple[Path | None, Form]] = (
        (wanted.json, JsonDocument()),
        (wanted.jsonl, JsonLines()),
        (wanted.csv, Csv()),
        (wanted.sarif, Sarif(version=belie.__version__)),
        (wanted.junit, Junit()),
    )
    for path, form in forms:
        if path is not None:
            yield TextOutput(_place(path), form)
    if wanted.parquet is not None:
        yield ParquetOutput(wanted.parquet)
    if wanted.html is not None:
        yield PageOutput(_place(wanted.html))


def _place(path: Path) -> Path | None:
    """Return where a file shall stand; ``None`` is standard output."""
    return None if path == STDOUT else path
