"""Regular expressions that are compiled when first a text may have what they describe.

To compile all that the rules of this package describe takes seconds, and a conversation holds a
small part of it (docs/decisions/0037).
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Form"]


class Form:
    """What a text looks like, and parts of which such a text has one at least.

    Parameters
    ----------
    source
        A regular expression.
    needs
        Parts of words in lower case: in a text of ASCII that has none of them, whatever its case,
        nothing matches. Other texts may always match: "１２" are digits too.
    flags
        Of the expression; by default it matches in any case.

    Examples
    --------
    >>> more = Form(r"(?P<one>.+) is taller than (?P<other>.+)", needs=["than"])
    >>> more.fullmatch("Ana is taller than Ben")["other"]
    'Ben'
    >>> more.fullmatch("Ana is tall") is None
    True
    """

    def __init__(
        self, source: str, *, needs: Sequence[str], flags: re.RegexFlag = re.IGNORECASE
    ) -> None:
        self._source = source
        self._needs = tuple(needs)
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._source, self._flags)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of all of ``text``."""
        return self._compiled.fullmatch(text) if self._may_be_in(text) else None

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match in ``text``."""
        return self._compiled.search(text) if self._may_be_in(text) else None

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the match of ``text`` at ``start``."""
        return self._compiled.match(text, start) if self._may_be_in(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the matches in ``text``."""
        if self._may_be_in(text):
            yield from self._compiled.finditer(text)

    def sub(self, put: str, text: str) -> str:
        """Return ``text`` with something else put for each match."""
        return self._compiled.sub(put, text) if self._may_be_in(text) else text

    def _may_be_in(self, text: str) -> bool:
        if not text.isascii():
            return True
        lower = text.lower()
        return any(part in lower for part in self._needs)
