"""What the values of options mean."""

from __future__ import annotations

from typing import Annotated

import typer

from belie.datatypes import Document
from belie.errors import InputError

__all__ = ["StoreUrl", "documents_of"]

StoreUrl = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="URL",
        envvar="BELIE_STORE",
        help="The database: sqlite:///belie.db, postgresql+psycopg://user@host/name.",
    ),
]
"""A store that a command opens."""


def documents_of(given: str, number: int) -> list[Document]:
    """Return what is given as a text or as ``@FILE``; ``@@`` begins a text with an @.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    if not given.startswith("@") or given.startswith("@@"):
        return [Document(f"document-{number}", given.removeprefix("@"))]
    if given == "@":
        raise InputError("--doc @: expected a file's name after @; @@ begins a text with an @")
    # Imported here: most commands read no files of this kind.
    from belie.adapters.transcripts import read_document  # noqa: PLC0415

    try:
        return read_document(given[1:])
    except InputError as error:
        raise InputError(f"--doc {given}: {error}") from error
