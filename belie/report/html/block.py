"""The page's data as JSON that no markup can end and no reader can be fooled by."""

from __future__ import annotations

import json
from dataclasses import fields
from enum import Enum
from functools import cache
from numbers import Real
from typing import TYPE_CHECKING, Any, cast

from belie.report.words import visible

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["line"]

_Json = dict[str, object] | list[object] | str | float | bool | None
_MARKUP = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


def line(value: DataclassInstance) -> str:
    r"""Return a value type as one line of JSON.

    Fields keep their names; what is ``None``, false or empty is left out, and so are defaults of
    the page. Every text is made :func:`~belie.report.words.visible`. No ``<``, ``>`` or ``&`` is
    left, so that neither ``</script>`` nor ``<!--`` can end or open anything.

    Parameters
    ----------
    value
        A dataclass of texts, numbers, enums, tuples of such and other dataclasses.

    Examples
    --------
    >>> from belie.datatypes import Passage, Span
    >>> line(Passage("i", "</script> \ud800", "", Span(0, 4)))
    '{"id":"i","text":"\\u003c/script\\u003e ⟦U+D800⟧","span":{"start":0,"end":4},"turn":0}'
    """
    text = json.dumps(_plain(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign, escape in _MARKUP.items():
        text = text.replace(sign, escape)
    return text


def _plain(value: object) -> _Json:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str):
        return visible(value)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Real):  # a classifier may give numbers of NumPy's
        return round(float(value), 4)
    if isinstance(value, tuple):
        return [_plain(each) for each in cast("tuple[object, ...]", value)]
    found = ((name, _plain(getattr(value, name))) for name in _names(type(value)))
    return {name: each for name, each in found if not _is_absent(each)}


def _is_absent(value: _Json) -> bool:
    return value is None or value is False or value in ("", [])


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
