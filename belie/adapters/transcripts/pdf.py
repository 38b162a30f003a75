"""Takes the text out of a PDF, by pypdf (extra ``belie[pdf]``).

What pypdf raises of a broken file may be any error; here it becomes an `InputError`.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from belie.errors import InputError, MissingExtraError

try:
    from pypdf import PdfReader
except ImportError as error:
    raise MissingExtraError("pypdf", extra="pdf") from error

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["page_texts"]


def page_texts(content: bytes) -> Iterator[tuple[int, str]]:
    """Yield the number of each page, from 1, and its text.

    Raises
    ------
    InputError
        If the file is broken, or locked with a password.
    """
    try:
        pages = PdfReader(BytesIO(content)).pages
        yield from ((number, page.extract_text()) for number, page in enumerate(pages, start=1))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"expected a whole PDF without a password, got: {reason}") from error
