"""Whose a database is, found out before anything is written to it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import NullPool, create_engine
from sqlalchemy import inspect as inspector
from sqlalchemy.exc import OperationalError
from sqlmodel import col, select

from belie.errors import ForeignDatabaseError
from belie.storage.migrations import STEPS
from belie.storage.rows import SCHEMA_VERSION, MetaRow

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["expect_current", "expect_known", "file_version", "stored_version"]

_META = "belie_meta"


def stored_version(connection: Connection, place: str) -> int | None:
    """Return the version of belie's tables; ``None`` for a database without any table.

    Raises
    ------
    ForeignDatabaseError
        If it is someone else's.
    """
    schema = inspector(connection)
    names = {*schema.get_table_names(), *schema.get_view_names()}
    if names and _META not in names:
        raise ForeignDatabaseError(
            f"expected an empty database or one that belie made at {place}, got one with "
            f"{', '.join(sorted(names)[:3])}; give belie a database (or schema) of its own"
        )
    if not names:
        return None
    version = connection.execute(select(col(MetaRow.version))).scalar()
    if not isinstance(version, int):
        raise _unfit(version, place, advice="give it a new database")
    return version


def expect_known(version: int, place: str) -> None:
    """Raise `ForeignDatabaseError` for tables that are neither current nor can be upgraded."""
    if SCHEMA_VERSION < version:
        raise _unfit(version, place, advice="upgrade belie, or give it a new database")
    if version != SCHEMA_VERSION and version not in STEPS:
        raise _unfit(version, place, advice="give it a new database")


def expect_current(version: int, place: str) -> None:
    """Raise `ForeignDatabaseError` for tables that are not of this version of belie."""
    expect_known(version, place)
    if version != SCHEMA_VERSION:
        command = f"belie sessions upgrade --store {place}"
        raise _unfit(version, place, advice=f"an older belie made them; run: {command}")


def file_version(path: Path, place: str) -> int | None:
    """Return what `stored_version` does, of an SQLite file that nothing is written to.

    What a crash left half done is looked at in a copy.
    """
    if not path.exists():
        return None
    try:
        return _look(path, place)
    except OperationalError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
        with TemporaryDirectory() as folder:
            return _look_at_copy(path, Path(folder), place)


def _unfit(version: object, place: str, *, advice: str) -> ForeignDatabaseError:
    return ForeignDatabaseError(
        f"expected tables of version {SCHEMA_VERSION} at {place}, got {version}; {advice}"
    )


def _look(path: Path, place: str, *, mode: str = "ro") -> int | None:
    uri = f"{path.as_uri()}?mode={mode}"
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool
    )
    with engine.connect() as connection:
        return stored_version(connection, place)


def _look_at_copy(path: Path, folder: Path, place: str) -> int | None:
    copy = folder / "copy"
    copyfile(path, copy)
    copyfile(f"{path}-journal", f"{copy}-journal")
    return _look(copy, place, mode="rw")
