"""Opening a database: where it is, how it is tuned, what its errors become."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlmodel import insert

from belie.errors import ForeignDatabaseError, InputError, StoreError
from belie.storage.ownership import expect_current, file_version, stored_version
from belie.storage.rows import SCHEMA_VERSION, MetaRow, tables

if TYPE_CHECKING:
    from collections.abc import Generator

__all__ = [
    "Address",
    "erase_leftovers",
    "make_engine",
    "open_database",
    "read_address",
    "store_errors",
    "writing",
]

_WRITES = "belie_writes"
_PAUSE = 0.02  # seconds between two attempts at what SQLite does not wait for


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is, and how errors name it: without its password."""

    url: URL
    place: str

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database that has one."""
        return Path(str(self.url.database)) if _is_file(self.url) else None


def open_database(url: str, *, timeout: float, create: bool = True) -> Engine:
    """Return the engine of a database that is belie's, its tables made where there were none.

    Parameters
    ----------
    url
        As SQLAlchemy reads it: ``"sqlite:///belie.db"``, ``"postgresql+psycopg://…"``.
    timeout
        How many seconds to wait for another writer; SQLite only.
    create
        Whether the tables are made where there are none.

    Raises
    ------
    InputError
        If ``url`` cannot be read.
    ForeignDatabaseError
        If the database is someone else's or of another version of belie; it is left as it was.
    StoreError
        If it cannot be opened, or has no tables and shall not be given any.
    """
    address = read_address(url)
    with store_errors(f"open {address.place}"):
        _expect_ours(address, create=create)
        engine = make_engine(address, timeout=timeout)
        try:
            _prepare(engine, address.place, create=create)
        except (SQLAlchemyError, StoreError):
            engine.dispose()
            raise
    return engine


def _expect_ours(address: Address, *, create: bool) -> None:
    """Look at a file before anything may write to it."""
    if address.file is None:
        return
    if not create and not address.file.exists():
        raise StoreError(f"expected a database at {address.place}, got a file that does not exist")
    version = file_version(address.file, address.place)
    if version is not None:
        expect_current(version, address.place)


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


def read_address(url: str) -> Address:
    """Return where ``url`` leads, its path absolute: a later ``chdir`` changes nothing.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise InputError(
            "expected a URL such as sqlite:///belie.db or postgresql+psycopg://user@host/name, "
            "got one that cannot be read"
        ) from None  # theirs may quote a part of a password, such as one that holds an @
    if str(parsed.database).startswith("file:"):
        raise InputError("expected a path after sqlite:///, got a file: URI; give the bare path")
    if _is_file(parsed):
        parsed = parsed.set(database=str(Path(str(parsed.database)).absolute()))
    return Address(parsed, parsed.render_as_string(hide_password=True))


def _is_file(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and not _is_memory(url)


def _is_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


def make_engine(address: Address, *, timeout: float) -> Engine:
    """Return the engine of a database, without a look at what is in it."""
    url = address.url
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
    event.listen(engine, "connect", partial(_tune, timeout=timeout))
    event.listen(engine, "begin", _begin)
    return engine


def _tune(connection: sqlite3.Connection, record: object, *, timeout: float) -> None:
    del record
    connection.isolation_level = None  # transactions begin in _begin, not where the driver likes
    _log_ahead(connection, timeout)
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")


def _log_ahead(connection: sqlite3.Connection, timeout: float) -> None:
    """Set the journal. Beside another that makes the same new file, SQLite does not wait itself."""
    until = time.monotonic() + timeout
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare(engine: Engine, place: str, *, create: bool) -> None:
    """Make the tables where there are none, once, whoever else opens the database now."""
    if _has_tables(engine, place):
        return
    if not create:
        raise StoreError(f"expected a database with sessions of belie at {place}, got an empty one")
    try:
        _make_tables(engine, place)
    except DBAPIError:
        # On PostgreSQL two may begin at once; the second fails when the first is done.
        if not _has_tables(engine, place):
            raise


def _has_tables(engine: Engine, place: str) -> bool:
    with engine.connect() as connection:
        return _is_ready(connection, place)


def _make_tables(engine: Engine, place: str) -> None:
    with writing(engine).begin() as connection:
        if not _is_ready(connection, place):
            tables().create_all(connection)
            connection.execute(insert(MetaRow).values(version=SCHEMA_VERSION))


def _is_ready(connection: Connection, place: str) -> bool:
    """Return whether belie's tables are there; ``False`` for a database without any table."""
    version = stored_version(connection, place)
    if version is None:
        return False
    expect_current(version, place)
    return True
