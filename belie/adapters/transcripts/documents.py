"""Reads the documents that conversations are checked against from a folder of files.

Text and Markdown as they stand, HTML and PDF as text. What a file cannot give is an error of its
own, and the others are read.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from belie.adapters.transcripts.folders import list_files
from belie.adapters.transcripts.json_text import mend
from belie.adapters.transcripts.pages import html_text
from belie.datatypes import Document
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DOCUMENT_ENDINGS", "read_document", "read_documents"]

_HTML = (".html", ".htm", ".xhtml")
DOCUMENT_ENDINGS = (".txt", ".md", ".markdown", ".rst", *_HTML, ".pdf")
"""How the names of the files end that are read of a folder."""
_LARGEST = 32 * 2**20


def read_documents(
    folder: str | Path, *, largest: int = _LARGEST
) -> Iterator[Document | InputError]:
    r"""Read the documents of a folder and of the folders within it, by name.

    Parameters
    ----------
    folder
        Where they lie: text, Markdown, reStructuredText, HTML, PDF.
    largest
        Files of more bytes are not read.

    Yields
    ------
    Document or InputError
        A file is one document, called by its path within the folder; a PDF is one a page, called
        ``handbook.pdf#page=3``. Its metadata hold the ``source``, the ``page`` of a PDF, and the
        ``encoding`` where that is Latin-1: so is read what is not UTF-8, nor marked as UTF-16. A
        file that cannot be read, is no text or has none, is an error that is yielded; so is, once,
        how many files are of no such kind. Documents come as they are read.

    Raises
    ------
    InputError
        If it is no folder.
    MissingExtraError
        If there is a PDF, and ``belie[pdf]`` is not installed.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "tower.html")
    >>> _ = path.write_text("<h1>Tower</h1><p>It is 330&nbsp;m tall.</p>", "utf-8")
    >>> [document] = read_documents(path.parent)
    >>> document.id, document.text.splitlines()
    ('tower.html', ['Tower', '', 'It is 330\xa0m tall.'])
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder}: expected a folder of documents, got none")
    return _documents(folder, largest)


def read_document(file: str | Path, *, largest: int = _LARGEST) -> list[Document]:
    """Return a file as `read_documents` reads it: one document, or the pages of a PDF.

    Raises
    ------
    InputError
        If it cannot be read, is larger than ``largest`` bytes, is no text or has none.
    MissingExtraError
        If it is a PDF, and ``belie[pdf]`` is not installed.
    """
    path = Path(file)
    return list(_read(path, path.name, largest))


def _documents(folder: Path, largest: int) -> Iterator[Document | InputError]:
    files, problem = list_files(folder, DOCUMENT_ENDINGS)
    for file in files:
        name = file.relative_to(folder).as_posix()
        try:
            documents = list(_read(file, name, largest))
        except InputError as error:
            yield InputError(f"{file}: {error}")
            continue
        yield from documents
    if problem:
        yield InputError(f"{folder}: {problem}")


def _read(file: Path, name: str, largest: int) -> Iterator[Document]:
    content = _content(file, largest)
    if file.suffix.lower() == ".pdf":
        # Imported here: pypdf is an extra.
        from belie.adapters.transcripts.pdf import page_texts  # noqa: PLC0415

        pages = [(number, mend(text)) for number, text in page_texts(content) if text.strip()]
        metadata = [{"source": name, "page": number} for number, _ in pages]
        documents = [
            Document(f"{name}#page={number}", text, about)
            for (number, text), about in zip(pages, metadata, strict=True)
        ]
    else:
        documents = [_document(file, name, content)]
    if not any(document.text.strip() for document in documents):
        raise InputError("expected a document with text, got none")
    yield from documents


def _content(file: Path, largest: int) -> bytes:
    try:
        size = file.stat().st_size
        if largest < size:
            raise InputError(f"expected at most {largest} bytes, got {size}; split it")
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"expected a readable file, got: {error.strerror}") from error


def _document(file: Path, name: str, content: bytes) -> Document:
    text, encoding = _decoded(content)
    if "\0" in text:
        raise InputError(
            "expected text, Markdown, HTML or PDF, got binary data; convert it to one of these"
        )
    metadata = {"source": name} | ({"encoding": encoding} if encoding else {})
    if file.suffix.lower() in _HTML:
        text = html_text(text)
    return Document(name, mend(text.replace("\r\n", "\n")), metadata)


def _decoded(content: bytes) -> tuple[str, str]:
    """Return the text, and the encoding where it had to be guessed."""
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            return content.decode("utf-16"), ""
        return content.decode("utf-8-sig"), ""
    except UnicodeDecodeError:
        return content.decode("latin-1"), "latin-1"
