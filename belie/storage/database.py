"""Opening a database: whose it is, how it is tuned, what its errors become."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy import inspect as inspector
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlmodel import col, insert, select

from belie.errors import ForeignDatabaseError, InputError, StoreError
from belie.storage.rows import SCHEMA_VERSION, MetaRow, tables

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = ["erase_leftovers", "open_database", "store_errors", "writing"]

_META = "belie_meta"
_WRITES = "belie_writes"


def open_database(url: str, *, timeout: float) -> Engine:
    """Return the engine of a database that is belie's, its tables made where there were none.

    Parameters
    ----------
    url
        As SQLAlchemy reads it: ``"sqlite:///belie.db"``, ``"postgresql+psycopg://…"``.
    timeout
        How many seconds to wait for another writer; SQLite only.

    Raises
    ------
    InputError
        If ``url`` cannot be read.
    ForeignDatabaseError
        If the database is someone else's or of another version of belie; it is left as it was.
    StoreError
        If it cannot be opened.
    """
    parsed = _parse(url)
    place = parsed.render_as_string(hide_password=True)
    with store_errors(f"open {place}"):
        if _is_file(parsed):
            _refuse_foreign_file(Path(str(parsed.database)), place)
        engine = _engine(parsed, timeout)
        try:
            _prepare(engine, place)
        except (SQLAlchemyError, StoreError):
            engine.dispose()
            raise
    return engine


def writing(engine: Engine) -> Engine:
    """Return ``engine`` for transactions that write: on SQLite they take the lock at once."""
    return engine.execution_options(**{_WRITES: True})


def erase_leftovers(engine: Engine) -> None:
    """Rewrite an SQLite file so that no byte of what was deleted is left, and empty its log.

    ``PRAGMA secure_delete`` alone leaves copies behind where a page was split before.
    """
    if engine.dialect.name == "sqlite":
        with closing(engine.raw_connection()) as pooled, closing(pooled.cursor()) as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def store_errors(action: str) -> Generator[None]:
    """Turn what a driver raises into ``StoreError``, without a word of the conversation."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OverflowError) as error:
        cause = getattr(error, "orig", None) or error
        if getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise ForeignDatabaseError(
                f"could not {action}: the file is not a database; name another file"
            ) from error
        reason = (str(cause).splitlines() or [""])[0]
        raise StoreError(f"could not {action}: {type(cause).__name__}: {reason}") from error


def _parse(url: str) -> URL:
    """Return ``url`` with an absolute path, so that a later ``chdir`` changes nothing."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise InputError(
            "expected a URL such as sqlite:///belie.db or postgresql+psycopg://user@host/name, "
            "got one that cannot be read"
        ) from error
    if str(parsed.database).startswith("file:"):
        raise InputError("expected a path after sqlite:///, got a file: URI; give the bare path")
    if _is_file(parsed):
        return parsed.set(database=str(Path(str(parsed.database)).absolute()))
    return parsed


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and not _is_memory(url)


def _is_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


def _engine(url: URL, timeout: float) -> Engine:
    try:
        return _sqlite(url, timeout) if url.get_backend_name() == "sqlite" else _server(url)
    except (ArgumentError, ImportError) as error:
        raise InputError(
            f"expected a URL whose driver is installed, got {url.drivername}; for PostgreSQL run: "
            "pip install 'belie[postgres]' and write postgresql+psycopg://…"
        ) from error


def _server(url: URL) -> Engine:
    """Return an engine whose transactions each see one state, as SQLite's do."""
    return create_engine(url, isolation_level="REPEATABLE READ", hide_parameters=True)


def _sqlite(url: URL, timeout: float) -> Engine:
    """Return an engine with real transactions; a database in memory lives in one connection."""
    arguments = {"timeout": timeout, "check_same_thread": False}
    sizes = {"pool_size": 1, "max_overflow": 0} if _is_memory(url) else {}
    engine = create_engine(
        url, connect_args=arguments, poolclass=QueuePool, hide_parameters=True, **sizes
    )
    event.listen(engine, "connect", _tune)
    event.listen(engine, "begin", _begin)
    return engine


def _tune(connection: sqlite3.Connection, record: object) -> None:
    del record
    connection.isolation_level = None  # transactions begin in _begin, not where the driver likes
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare(engine: Engine, place: str) -> None:
    """Make the tables where there are none, once, whoever else opens the database now."""
    with engine.connect() as connection:
        if _is_ours(connection, place):
            return
    with writing(engine).begin() as connection:
        if not _is_ours(connection, place):
            tables().create_all(connection)
            connection.execute(insert(MetaRow).values(version=SCHEMA_VERSION))


def _is_ours(connection: Connection, place: str) -> bool:
    """Return whether belie's tables are there; ``False`` for a database without any table."""
    schema = inspector(connection)
    names = {*schema.get_table_names(), *schema.get_view_names()}
    if names and _META not in names:
        raise ForeignDatabaseError(
            f"expected an empty database or one that belie made at {place}, got one with "
            f"{', '.join(sorted(names)[:3])}; give belie a database (or schema) of its own"
        )
    if names:
        _refuse_version(connection.execute(select(col(MetaRow.version))).scalar(), place)
    return bool(names)


def _refuse_version(version: int | None, place: str) -> None:
    if version != SCHEMA_VERSION:
        older = version is not None and version < SCHEMA_VERSION
        raise ForeignDatabaseError(
            f"expected tables of version {SCHEMA_VERSION} at {place}, got {version}; "
            + ("an older belie made them: " if older else "upgrade belie, or ")
            + "give it a new database"
        )


def _refuse_foreign_file(path: Path, place: str) -> None:
    """Look before anything may write. What a crash left half done is looked at in a copy."""
    if not path.exists():
        return
    try:
        _look(path, place)
    except OperationalError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
        with TemporaryDirectory() as folder:
            _look_at_copy(path, Path(folder), place)


def _look(path: Path, place: str, *, mode: str = "ro") -> None:
    uri = f"{path.as_uri()}?mode={mode}"
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool
    )
    with engine.connect() as connection:
        _is_ours(connection, place)


def _look_at_copy(path: Path, folder: Path, place: str) -> None:
    copy = folder / "copy"
    copyfile(path, copy)
    copyfile(f"{path}-journal", f"{copy}-journal")
    _look(copy, place, mode="rw")
