"""Documents that an application hands over by an event, where no retriever of LangChain found them.

Inside of any runnable::

    dispatch_custom_event("retrieved_documents", {"documents": ["The tower is 330 m tall."]})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from langchain_core.documents import Document as Retrieved

from belie.adapters.langchain.shapes import documents_in

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DOCUMENTS_EVENT", "handed_over"]

DOCUMENTS_EVENT = "retrieved_documents"


def handed_over(name: str, value: object) -> list[Retrieved]:
    """Return the documents that an event hands over; none where it bears another name.

    Parameters
    ----------
    name
        Of the event.
    value
        What came with it: documents of LangChain or texts, one or a list, or a mapping that holds
        such under any key.

    Examples
    --------
    >>> [each.page_content for each in handed_over("retrieved_documents", ["330 m."])]
    ['330 m.']
    >>> handed_over("progress", ["330 m."])
    []
    """
    if name != DOCUMENTS_EVENT:
        return []
    held = cast("Mapping[str, object]", value).values() if isinstance(value, Mapping) else [value]
    return [document for each in held for document in _documents(each)]


def _documents(value: object) -> list[Retrieved]:
    items = cast("Sequence[object]", value) if isinstance(value, list | tuple) else [value]
    texts = [Retrieved(item) for item in items if isinstance(item, str)]
    return [*documents_in(items), *texts]
