"""Opens what a transcript is read from, as lines of text: a file, standard input, an open file.

Gzip is recognised by content. UTF-8 and, by its mark, UTF-16 are read; bytes that are neither come
as surrogates, so that the record they stand in is broken and no other.
"""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence
    from io import RawIOBase

__all__ = ["Source", "open_source"]

_HEAD = 65_536
"""How many characters are looked at to tell what a file is."""
_WIDE = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Source:
    """A text that is read line by line.

    Parameters
    ----------
    name
        How messages call it.
    head
        Its first lines, enough to tell what it is; one of them is not blank.
    lines
        All lines without their ends, those of the head again.
    complete
        Whether the head is all there is.
    """

    name: str
    head: Sequence[str]
    lines: Iterator[str]
    complete: bool


@contextmanager
def open_source(source: str | Path | IO[str]) -> Generator[Source]:
    """Open a transcript and read its head.

    Raises
    ------
    InputError
        If it cannot be read: missing, empty, not text. What fails after the head does so while its
        lines are read, and then without the file's name.
    """
    if source == "-":
        with _peekable(sys.stdin.buffer) as stream:
            yield _source("<stdin>", _decoded(stream))
    elif not isinstance(source, str | Path):
        yield _source(str(getattr(source, "name", "<text>")), source)
    else:
        with _open(source) as file, _peekable(file) as stream:
            yield _source(str(source), _decoded(stream))


def _open(path: str | Path) -> IO[bytes]:
    try:
        return Path(path).open("rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path}: expected a readable file, got: {reason}") from error


@contextmanager
def _peekable(stream: IO[bytes]) -> Generator[BufferedReader[RawIOBase]]:
    """Give a stream a buffer, and take it away again: closing the stream is its opener's."""
    buffered = BufferedReader(cast("RawIOBase", stream))
    try:
        yield buffered
    finally:
        buffered.detach()


def _decoded(stream: BufferedReader[RawIOBase]) -> Iterator[str]:
    if not stream.peek(2).startswith(b"\x1f\x8b"):
        yield from _text(stream, stream.peek(2))
        return
    with gzip.GzipFile(fileobj=stream) as unpacked:
        yield from _text(unpacked, unpacked.peek(2))


def _text(stream: Iterable[bytes], mark: bytes) -> Iterator[str]:
    """Yield decoded lines; UTF-16, whose line ends bytes do not show, is read as a whole."""
    if mark.startswith(_WIDE):
        yield from b"".join(stream).decode("utf-16", "replace").split("\n")
        return
    for line in stream:
        yield line.decode("utf-8", "surrogateescape")


def _source(name: str, stream: Iterable[str]) -> Source:
    lines = _lines(stream)
    try:
        head, complete = _head(lines)
    except InputError as error:
        raise InputError(f"{name}: {error}") from error
    if not any(map(str.strip, head)):
        raise InputError(f"{name}: expected a transcript, got an empty file")
    if _is_binary("\n".join(head)[:4096]):
        raise InputError(f"{name}: expected a text file in UTF-8, got binary data")
    return Source(name, head, chain(head, lines), complete)


def _lines(stream: Iterable[str]) -> Iterator[str]:
    """Yield lines without their ends and without the mark at the very beginning."""
    iterator, mark = iter(stream), "\ufeff"
    while True:
        try:
            line = next(iterator)
        except StopIteration:
            return
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"expected a whole gzip file, got: {error}") from error
        except (OSError, ValueError) as error:
            raise InputError(f"expected to read on, got: {error}") from error
        yield line.removeprefix(mark).removesuffix("\n").removesuffix("\r")
        mark = ""


def _head(lines: Iterator[str]) -> tuple[list[str], bool]:
    head: list[str] = []
    size, blank = 0, True
    for line in lines:
        head.append(line)
        size += len(line)
        blank = blank and not line.strip()
        if _HEAD <= size and not blank:
            return head, False
    return head, True


def _is_binary(sample: str) -> bool:
    strange = sum(char == "\0" or "\udc80" <= char <= "\udcff" for char in sample)
    return "\0" in sample or strange > len(sample) / 4
