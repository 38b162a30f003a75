"""Finds the words that a stage quotes, on both sides, in code points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.adapters.llm.alignment import align
from belie.adapters.llm.fact_logic.stage import Problem
from belie.adapters.llm.words import printable
from belie.datatypes import Span

if TYPE_CHECKING:
    from belie.adapters.llm.fact_logic.cases import Case
    from belie.datatypes import Statement

__all__ = ["Context", "context_of", "quoted"]


@dataclass(frozen=True, slots=True)
class Context:
    """A premise and its words that were quoted."""

    premise: Statement
    span: Span


def context_of(case: Case, number: int | None, quote: str | None) -> Context | Problem:
    """Return which premise of the case is quoted, and where; or why nothing is."""
    premise = case.premise(number)
    if premise is None:
        return Problem(f"premise {number} is none that it is held against")
    span = quoted(quote, premise.text)
    if span is None:
        return Problem(f"its context does not stand in premise {number}")
    return Context(premise, span)


def quoted(quote: str | None, text: str) -> Span | None:
    """Return where the words of a quote stand in ``text``; ``None`` if they do not.

    Examples
    --------
    >>> text = "该塔建于1889年，高330米。"
    >>> quoted("高330米", text).cut(text)
    '高330米'
    >>> quoted("高300米", text) is None
    True
    """
    [spans] = align([printable(quote or "")], printable(text))
    return Span(spans[0].start, spans[-1].end) if spans else None
