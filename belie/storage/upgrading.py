"""Tables of an older belie, brought to this version where they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlmodel import col, select, update

from belie.errors import StoreError
from belie.storage.database import make_engine, read_address, store_errors, writing
from belie.storage.migrations import STEPS
from belie.storage.ownership import expect_known, file_version, stored_version
from belie.storage.rows import SCHEMA_VERSION, MetaRow

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

    from belie.storage.database import Address

__all__ = ["Upgrade", "upgrade_database"]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The versions of the tables before and after; equal where nothing was to be done."""

    before: int
    after: int


def upgrade_database(url: str, *, timeout: float = 30.0) -> Upgrade:
    """Bring the tables of an older belie to this version, all in one transaction.

    Stop other programs on the database first: an older belie cannot go on with the new tables.

    Parameters
    ----------
    url
        As `SqlStore` takes it.
    timeout
        How many seconds to wait for another writer of the same file, 0 or more; SQLite only.

    Raises
    ------
    InputError
        If ``url`` cannot be read or its driver is not installed.
    ForeignDatabaseError
        If the database is not belie's, or its version cannot be upgraded.
    StoreError
        If it cannot be upgraded, or there is none. It is then as it was.
    """
    address = read_address(url)
    with store_errors(f"upgrade {address.place}"):
        _expect_upgradeable(address)
        engine = make_engine(address, timeout=timeout)
        try:
            return _upgrade(engine, address.place)
        finally:
            engine.dispose()


def _expect_upgradeable(address: Address) -> None:
    """Look at a file before anything may write to it."""
    if address.file is not None:
        _known_version(file_version(address.file, address.place), address.place)


def _known_version(version: int | None, place: str) -> int:
    if version is None:
        raise StoreError(f"expected a database with sessions of belie at {place}, got none")
    expect_known(version, place)
    return version


def _upgrade(engine: Engine, place: str) -> Upgrade:
    with writing(engine).connect() as connection:
        _free_references(connection)
        with connection.begin():
            version = _known_version(stored_version(connection, place), place)
            connection.execute(select(col(MetaRow.version)).with_for_update())
            _take_steps(connection, version)
            _expect_whole(connection)
    return Upgrade(version, SCHEMA_VERSION)


def _take_steps(connection: Connection, version: int) -> None:
    operations = Operations(MigrationContext.configure(connection))
    while version != SCHEMA_VERSION:
        step = STEPS[version]
        step.upgrade(operations)
        connection.execute(update(MetaRow).values(version=step.to))
        version = step.to


def _free_references(connection: Connection) -> None:
    """Let SQLite drop a table that others refer to, for the same one takes its place.

    https://sqlite.org/lang_altertable.html#otheralter: this works before a transaction only.
    """
    if connection.dialect.name == "sqlite":
        cursor = connection.connection.cursor()
        cursor.execute("PRAGMA foreign_keys=OFF")
        cursor.close()


def _expect_whole(connection: Connection) -> None:
    """Raise `StoreError` if a row refers to one that is not there any more; SQLite only."""
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
        if broken is not None:
            raise StoreError(f"expected whole references after the upgrade, got one in {broken[0]}")
