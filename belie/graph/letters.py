"""Letters that equal others where case is ignored, but not in lower case."""

from __future__ import annotations

__all__ = ["plain_letters"]

_PLAIN = str.maketrans("ıİſ\u212a", "iIsK")
"""The last is the sign of Kelvin."""


def plain_letters(text: str) -> str:
    """Return ``text``, as long as before, with such letters as the ones they equal.

    What a pattern finds without regard to case can be looked up in lower case then.

    Examples
    --------
    >>> plain_letters("laſt week, İ think")
    'last week, I think'
    """
    return text if text.isascii() else text.translate(_PLAIN)
