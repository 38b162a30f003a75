"""Any value as JSON can hold it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time
from numbers import Integral, Real
from typing import cast

__all__ = ["plain"]

_DEPTH = 16


def plain(value: object, depth: int = _DEPTH) -> object:
    """Return ``value`` as JSON can hold it; what it cannot hold becomes a string.

    Parameters
    ----------
    value
        Anything.
    depth
        How deep it may nest; what lies deeper becomes a string.

    Examples
    --------
    >>> plain({1: {"b", "a"}, "score": float("inf")})
    {'1': ['a', 'b'], 'score': 'inf'}
    """
    if value is None or isinstance(value, bool | str):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        number = float(value)
        return number if math.isfinite(number) else str(number)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return _nested(value, depth)


def _nested(value: object, depth: int) -> object:
    if not depth:
        return str(value)
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value).items()
        return {str(key): plain(inner, depth - 1) for key, inner in items}
    if isinstance(value, list | tuple):
        return [plain(inner, depth - 1) for inner in cast("Sequence[object]", value)]
    if isinstance(value, AbstractSet):
        members = sorted(cast("AbstractSet[object]", value), key=str)
        return [plain(inner, depth - 1) for inner in members]
    return str(value)
