"""Column types that mean the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import JSON, BigInteger, DateTime, Integer, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator, TypeEngine

from belie.storage.times import as_utc

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect

__all__ = ["FreeText", "Json", "Key", "Moment", "UtcDateTime", "escape", "plain", "unescape"]

_MARK = "\x1a"
_UNSTORABLE = re.compile("[\x00\x1a\ud800-\udfff]")
_ESCAPED = re.compile("\x1a([0-9a-f]{4})")
_MAX_DEPTH = 32
_FLOAT = f"{_MARK}="
_EXACT = 2.0**53


def escape(text: str) -> str:
    r"""Return ``text`` without what a database cannot hold: NUL and lone surrogates.

    Examples
    --------
    >>> escape("a\x00b"), unescape(escape("a\x00b\ud83d")) == "a\x00b\ud83d"
    ('a\x1a0000b', True)
    """
    return _UNSTORABLE.sub(lambda match: f"{_MARK}{ord(match[0]):04x}", text)


def unescape(text: str) -> str:
    """Return the text that ``escape`` was given."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def plain(value: object, *, depth: int = 0) -> object:
    """Return ``value`` as JSON can hold it, every string escaped.

    Mappings, lists, tuples (as lists), strings, booleans, finite numbers and ``None`` are kept;
    every other value becomes ``str(value)``, and so does what is nested deeper than 32 levels.

    Examples
    --------
    >>> from pathlib import PurePosixPath
    >>> plain({"page": 3, "path": PurePosixPath("a/b"), "score": float("inf"), 1: (2, None)})
    {'page': 3, 'path': 'a/b', 'score': 'inf', '1': [2, None]}
    """
    if isinstance(value, str):
        return escape(value)
    if isinstance(value, float):
        return _plain_float(value)
    if value is None or isinstance(value, int):
        return value
    if depth < _MAX_DEPTH and isinstance(value, Mapping):
        pairs = cast("Mapping[object, object]", value).items()
        return {escape(str(key)): plain(item, depth=depth + 1) for key, item in pairs}
    if depth < _MAX_DEPTH and isinstance(value, list | tuple):
        return [plain(item, depth=depth + 1) for item in cast("list[object]", value)]
    return escape(str(value))


def _plain_float(value: float) -> float | str:
    """Return a float as it survives JSONB, which writes a large one out as a whole number."""
    if not math.isfinite(value):
        return str(value)
    return value if abs(value) < _EXACT else f"{_FLOAT}{value!r}"


def _unescape_all(value: object) -> object:
    if isinstance(value, str):
        return float(value[len(_FLOAT) :]) if value.startswith(_FLOAT) else unescape(value)
    if isinstance(value, dict):
        pairs = cast("dict[str, object]", value).items()
        return {unescape(key): _unescape_all(item) for key, item in pairs}
    if isinstance(value, list):
        return [_unescape_all(item) for item in cast("list[object]", value)]
    return value


class FreeText(TypeDecorator[str]):
    """Text of any content, also with NUL or lone surrogates, which chat models do emit."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return what is written."""
        del dialect
        return None if value is None else escape(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Return what was written."""
        del dialect
        return None if value is None else unescape(value)


class Json(TypeDecorator[Any]):
    """A JSON value, JSONB on PostgreSQL; what JSON cannot hold is kept as by ``plain``.

    ``None`` as a whole is SQL's NULL, not the ``null`` of JSON.
    """

    impl = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
    cache_ok = True

    def process_bind_param(self, value: object, dialect: Dialect) -> object:
        """Return what is written."""
        del dialect
        return plain(value)

    def process_result_value(self, value: object, dialect: Dialect) -> object:
        """Return what was written."""
        del dialect
        return _unescape_all(value)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: any zone goes in, UTC comes out; a time without a zone is taken as UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return what is written."""
        del dialect
        return None if value is None else as_utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return what was written; SQLite forgets the zone."""
        del dialect
        return None if value is None else as_utc(value)


class Moment(TypeDecorator[datetime]):
    """A moment as it was given, with its zone's offset or without: ISO 8601 text.

    What "today" meant depends on the zone, so a replay must find it again.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Return what is written."""
        del dialect
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Return what was written."""
        del dialect
        return None if value is None else datetime.fromisoformat(value)


class Key(TypeDecorator[int]):
    """A number the database gives to a row: 64 bits everywhere."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return ``INTEGER`` on SQLite, which is 64 bits wide and the only type that counts."""
        kind = Integer() if dialect.name == "sqlite" else BigInteger()
        return dialect.type_descriptor(kind)
