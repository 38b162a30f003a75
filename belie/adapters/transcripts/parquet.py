"""Parquet: a row for each conversation, or for each message or answer, as in CSV.

Columns are called as the fields of a record of JSON are. Rows are read some at a time, however
large the file is.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeGuard, cast

from belie.adapters.transcripts.items import Item
from belie.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

__all__ = ["PARQUET", "is_parquet", "open_parquet"]

PARQUET = ".parquet"
"""How such files end."""
_ROWS = 64
"""Rows in memory at a time: conversations may be long."""


def is_parquet(source: str | Path | IO[str]) -> TypeGuard[str | Path]:
    """Whether a source is the path of such a file, by its ending."""
    return isinstance(source, str | Path) and Path(source).suffix.lower() == PARQUET


@contextmanager
def open_parquet(path: str | Path) -> Generator[Iterator[Item]]:
    """Open a file and give its rows, each an object of its cells that are not null.

    Raises
    ------
    InputError
        If the file cannot be read. What fails after its beginning does so while its rows are read,
        and then without the file's name.
    MissingExtraError
        If pyarrow is not installed.
    """
    try:
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError("pyarrow", extra="parquet") from error
    try:
        file = parquet.ParquetFile(path)
    except (OSError, ValueError) as error:  # ArrowInvalid is a ValueError
        raise InputError(f"{path}: expected a Parquet file, got: {_reason(error)}") from error
    with file:
        yield _items(file)


def _items(file: Any) -> Iterator[Item]:  # noqa: ANN401 - pyarrow has no types
    for number, row in enumerate(_rows(file), start=1):
        yield Item(number, _plain(row), suffix=f":{number}")


def _rows(file: Any) -> Iterator[object]:  # noqa: ANN401
    batches = file.iter_batches(batch_size=_ROWS)
    while True:
        try:
            batch = next(batches, None)
        except (OSError, ValueError) as error:
            raise InputError(f"expected a whole Parquet file, got: {_reason(error)}") from error
        if batch is None:
            return
        yield from batch.to_pylist()


def _reason(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0]


def _plain(value: object) -> object:
    """Return a value as JSON would have it: no field is null, times are ISO 8601."""
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, object]", value)
        return {name: _plain(held) for name, held in fields.items() if held is not None}
    if isinstance(value, list):
        return [_plain(held) for held in cast("list[object]", value)]
    return value.isoformat() if isinstance(value, date) else value
