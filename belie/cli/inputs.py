"""Refuses files to write that would take the place of what a command reads."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from belie.adapters.transcripts.documents import DOCUMENT_ENDINGS
from belie.adapters.transcripts.folders import is_listed, list_files
from belie.adapters.transcripts.reader import TRANSCRIPT_ENDINGS
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

__all__ = ["STDOUT", "Inputs", "expect_own_places"]

STDOUT = Path("-")
"""The name of standard output."""
_BESIDE = ("", "-wal", "-shm", "-journal")  # SQLite keeps what is new beside its file


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What a command reads.

    Parameters
    ----------
    names
        Paths of files, and of folders of transcripts; ``"-"`` is standard input.
    docs
        A folder of documents.
    calibration
        The file of a calibration.
    store
        The URL of a database.
    """

    names: Sequence[str] = ()
    docs: Path | None = None
    calibration: Path | None = None
    store: str | None = None

    def places(self) -> Iterator[tuple[str, str]]:
        """Yield the real path of each file that is there, and what it is."""
        for path in self._files():
            yield realpath(path), "it is to be read"
        for path in self._stored():
            yield realpath(path), "it belongs to the store"

    def would_hold(self, place: str) -> bool:
        """Return whether a new file of this real path would be among what is read next time."""
        return any(
            is_listed(Path(place), Path(realpath(folder)), endings)
            for folder, endings in self._folders()
        )

    def _paths(self) -> list[Path]:
        return [Path(name) for name in self.names if name != "-"]

    def _files(self) -> Iterator[Path]:
        yield from self._paths()
        for folder, endings in self._folders():
            yield from list_files(folder, endings)[0]
        if self.calibration is not None:
            yield self.calibration

    def _folders(self) -> Iterator[tuple[Path, Collection[str]]]:
        """Yield the folders, and the endings of the files that are read of each."""
        for path in self._paths():
            yield path, TRANSCRIPT_ENDINGS
        if self.docs is not None:
            yield self.docs, DOCUMENT_ENDINGS

    def _stored(self) -> Iterator[str]:
        if self.store is None:
            return
        # Imported here: it loads SQLAlchemy.
        from belie.storage.database import read_address  # noqa: PLC0415

        file = read_address(self.store).file
        if file is not None:
            yield from (f"{file}{ending}" for ending in _BESIDE)


def expect_own_places(wanted: Mapping[str, Path], inputs: Inputs) -> None:
    """Raise `InputError` if a file to write would take the place of an input or of another one.

    Parameters
    ----------
    wanted
        The files by the names of their options. A pipe or a device is written to and stays: it
        may be named twice. ``-`` is standard output.
    inputs
        What is read. In a folder of it no file may be made that is read next time.
    """
    taken = dict(inputs.places()) if wanted else {}
    for option, path in wanted.items():
        if path.exists() and not path.is_file():
            continue
        place = str(path) if path == STDOUT else realpath(path)
        reason = taken.get(place)
        if reason is None and inputs.would_hold(place):
            reason = "the next run would read it"
        if reason is not None:
            raise InputError(f"expected --{option} to name a file of its own, got {path}: {reason}")
        taken[place] = f"it is that of --{option}"
