"""Exchanges without the words that must not be kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from belie.adapters.langchain.runs import Exchange

__all__ = ["redacted"]


def redacted(exchange: Exchange, redact: Callable[[str], str] | None) -> Exchange:
    """Return an exchange whose question, answer and documents went through ``redact``.

    Names stay: those of the session, of messages and of documents, and what stands in a document's
    metadata.

    Examples
    --------
    >>> from belie.adapters.langchain.runs import Exchange
    >>> from belie.adapters.langchain.shapes import Said
    >>> exchange = Exchange("run-1", "s1", Said("I am Ann."), Said("Hello Ann."), ())
    >>> redacted(exchange, lambda text: text.replace("Ann", "[name]")).answer.text
    'Hello [name].'
    """
    if redact is None:
        return exchange
    question = exchange.question
    return replace(
        exchange,
        question=question and replace(question, text=redact(question.text)),
        answer=replace(exchange.answer, text=redact(exchange.answer.text)),
        documents=tuple(
            replace(document, text=redact(document.text)) for document in exchange.documents
        ),
    )
