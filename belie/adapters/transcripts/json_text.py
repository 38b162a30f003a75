"""Parses JSON so that every text in it can be stored."""

from __future__ import annotations

import json
import re
from typing import cast

__all__ = ["is_foreign", "mend", "parse_json"]

_UNSTORABLE = re.compile("[\ud800-\udfff\0]")
_FOREIGN_BYTES = re.compile("[\udc80-\udcff]")


def parse_json(text: str) -> object:
    r"""Return the value that ``text`` writes down, with all its texts mended.

    Raises
    ------
    ValueError
        If it is no JSON, or holds bytes that are no UTF-8 (which come as surrogates).
    RecursionError
        If it is nested too deeply.

    Examples
    --------
    >>> parse_json(r'["a\u0000b"]')
    ['a�b']
    """
    if is_foreign(text):
        raise ValueError("bytes that are no UTF-8")
    return _mended(json.loads(text))


def is_foreign(text: str) -> bool:
    """Whether a text holds bytes that are no UTF-8, which come as surrogates."""
    return _FOREIGN_BYTES.search(text) is not None


def mend(text: str) -> str:
    """Return the text with NUL and half surrogate pairs replaced, which no store can take."""
    return _UNSTORABLE.sub("\ufffd", text)


def _mended(value: object) -> object:
    if isinstance(value, str):
        return mend(value)
    if isinstance(value, list):
        return [_mended(item) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        return {mend(key): _mended(item) for key, item in fields.items()}
    return value
