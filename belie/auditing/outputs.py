"""Files that an audit writes while it runs: each stands in its place when it is whole."""

from __future__ import annotations

import os
import pickle
import shutil
import sys
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, Protocol, cast

from belie.errors import InputError, MissingExtraError
from belie.report import html
from belie.report.table import Row, to_rows

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import BinaryIO, TextIO

    from belie.datatypes import TurnReport
    from belie.report.audit_summary import AuditSummary
    from belie.report.audited import Audited, Form

__all__ = ["Output", "PageOutput", "ParquetOutput", "TextOutput"]

_ROWS = 10_000
_COLUMNS = {"str": "string", "int": "int64", "float": "float64", "bool": "bool_"}


class Output(Protocol):
    """Protocol: takes the conversations of an audit one by one, and writes at the end."""

    def add(self, audited: Audited) -> None:
        """Take in the next conversation; memory does not grow with their number."""
        ...

    def finish(self, summary: AuditSummary) -> None:
        """Put the file into its place, or print it."""
        ...

    def close(self) -> None:
        """Drop what is not finished; a finished file stays."""
        ...


class TextOutput:
    """A text in one of the forms of :mod:`belie.report`.

    Parameters
    ----------
    path
        Where the file shall stand; its folder exists. ``None`` is standard output.
    form
        A form that was not used yet.
    """

    def __init__(self, path: Path | None, form: Form) -> None:
        self._path = path
        self._form = form
        self._spool = TextIOWrapper(
            _spool(path), encoding="utf-8", errors="backslashreplace", newline=""
        )

    def add(self, audited: Audited) -> None:
        """Keep what the form says of the conversation."""
        self._spool.write(self._form.body(audited))

    def finish(self, summary: AuditSummary) -> None:
        """Write head, conversations and tail.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        with _opened(self._path) as stream:
            self._spool.seek(0)
            stream.write(self._form.head(summary))
            shutil.copyfileobj(self._spool, stream)
            stream.write(self._form.tail(summary))

    def close(self) -> None:
        """Drop what was kept."""
        self._spool.close()


class PageOutput:
    """The web page of :mod:`belie.report.html`.

    Parameters
    ----------
    path
        Where the file shall stand; its folder exists. ``None`` is standard output.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._spool = _spool(path)

    def add(self, audited: Audited) -> None:
        """Keep the reports of the conversation."""
        if audited.reports:
            pickle.dump(audited.reports, self._spool)

    def finish(self, summary: AuditSummary) -> None:
        """Write the page.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        del summary
        with _opened(self._path) as stream:
            html.write(self._kept(), stream)

    def close(self) -> None:
        """Drop what was kept."""
        self._spool.close()

    def _kept(self) -> Iterator[tuple[TurnReport, ...]]:
        end = self._spool.tell()
        self._spool.seek(0)
        while self._spool.tell() < end:
            yield pickle.load(self._spool)  # noqa: S301 - nobody else can write this file


class ParquetOutput:
    """The rows of :mod:`belie.report.table` as a Parquet file.

    Parameters
    ----------
    path
        Where the file shall stand; its folder exists.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._arrow: Any = import_module("pyarrow")
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError as error:
            raise MissingExtraError("pyarrow", extra="parquet") from error
        self._path = path
        types = ((field.name, str(field.type)) for field in fields(Row))
        columns = [(name, getattr(self._arrow, _COLUMNS[kind])()) for name, kind in types]
        self._schema: Any = self._arrow.schema(columns)
        self._spool = _spool(path)
        self._writer: Any = parquet.ParquetWriter(self._spool, self._schema)
        self._rows: list[Row] = []

    def add(self, audited: Audited) -> None:
        """Keep the rows of the conversation."""
        found = to_rows(audited.reports)
        self._rows += (replace(row, source=audited.source, line=audited.line) for row in found)
        if _ROWS <= len(self._rows):
            self._write()

    def finish(self, summary: AuditSummary) -> None:
        """Write the last rows and the file.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        del summary
        self._write()
        self._writer.close()
        self._spool.seek(0)
        with _placed(self._path) as part, part.open("wb") as stream:
            shutil.copyfileobj(self._spool, stream)

    def close(self) -> None:
        """Drop what was kept."""
        self._writer.close()
        self._spool.close()

    def _write(self) -> None:
        rows = [_writable(row) for row in self._rows]
        self._writer.write_table(self._arrow.Table.from_pylist(rows, schema=self._schema))
        self._rows.clear()


def _writable(row: Row) -> dict[str, object]:
    """Return a row whose texts can be encoded."""
    return {
        name: value.encode("utf-8", "backslashreplace").decode()
        if isinstance(value, str)
        else value
        for name, value in asdict(row).items()
    }


def _spool(path: Path | None) -> BinaryIO:
    """Return a file without a name to keep things in: beside the path, where there is room."""
    try:
        folder = path.parent if path is not None and _is_plain(path) else None
        return cast("BinaryIO", TemporaryFile(dir=folder))
    except OSError as error:
        raise _unwritable(path, error) from error


def _is_plain(path: Path) -> bool:
    """Return whether a file stands or can stand there; a link to itself is an `OSError`."""
    try:
        return S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return True


@contextmanager
def _opened(path: Path | None) -> Generator[TextIO]:
    """Give what a text is written to: a file that takes its place when it is whole, or stdout."""
    if path is None:
        with _stdout() as stream:
            yield stream
        return
    with (
        _placed(path) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream,
    ):
        yield stream


@contextmanager
def _stdout() -> Generator[TextIO]:
    """Give standard output, in UTF-8 whatever a terminal would take; a text in memory as it is.

    The stream is one of its own: what could not be written is dropped with it, while Python would
    try again as it ends.
    """
    number = _descriptor(sys.stdout)
    if number is None:
        yield sys.stdout
        return
    try:
        sys.stdout.flush()
        with open(
            number, "w", encoding="utf-8", errors="backslashreplace", newline="", closefd=False
        ) as stream:
            yield stream
    except BrokenPipeError:
        raise  # who reads it has read enough, as `head` does
    except OSError as error:
        raise _unwritable("standard output", error) from error


def _descriptor(stream: TextIO) -> int | None:
    try:
        return stream.fileno() if isinstance(stream, TextIOWrapper) else None
    except UnsupportedOperation:
        return None


@contextmanager
def _placed(path: Path) -> Generator[Path]:
    """Give a file that takes its place when it is whole; a pipe is written at once."""
    try:
        if not _is_plain(path):
            yield path
            return
        place = Path(os.path.realpath(path))
        part = place.with_name(f".{place.name}.{os.getpid()}")
        try:
            yield part
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(place: object, error: OSError) -> InputError:
    return InputError(f"expected a file that can be written, got {place}: {error}")
