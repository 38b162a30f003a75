"""What the values of options mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from belie.datatypes import Document
from belie.errors import InputError

__all__ = ["StoreUrl", "read_document"]

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


def read_document(given: str, number: int) -> Document:
    """Return a document given as its text or as ``@FILE``; ``@@`` begins a text with an @."""
    if not given.startswith("@") or given.startswith("@@"):
        return Document(f"document-{number}", given.removeprefix("@"))
    path = Path(given[1:])
    try:
        return Document(path.name, path.read_text("utf-8", errors="replace"))
    except OSError as error:
        raise InputError(f"expected a readable file after @, got {path}: {error}") from error
