"""Finds where in the outputs of a run lies what a model said, however deep.

Everything here is pure, as in `shapes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, cast

from langchain_core.documents import Document as Retrieved
from langchain_core.messages import BaseMessage
from pydantic import BaseModel

from belie.adapters.langchain.shapes import answered, beside_question, conclusive

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from belie.adapters.langchain.shapes import Said

    Place = tuple[object, ...]

__all__ = ["repeated"]

_DEPTH = 5
"""How many values inside of each other are looked into."""
_MOST = 10_000
"""How many values of one depth are looked at: outputs may hold the vectors of a whole index."""
_BEGINNING = 4
"""Words from which a text that goes on after them repeats what was said: a note was put below."""


def repeated(outputs: object, said: Iterable[Said]) -> Said | None:
    """Return the last of what models said that stands in the outputs of a run.

    It may lie in messages, mappings, lists and forms inside of each other, and counts without the
    white space around it, or as the beginning of a longer text. A conversation is no such place,
    but where it ends with the question, the usual names of an answer beside it are: what a
    checkpoint kept there of an earlier turn, no model of this run said.

    Examples
    --------
    >>> from belie.adapters.langchain.shapes import Said
    >>> said = [Said("height of the tower"), Said("It is 330 m tall."), Said("yes")]
    >>> repeated({"query": "height of the tower", "reply": {"text": "It is 330 m tall."}}, said)
    Said(text='It is 330 m tall.', id=None)
    """
    looked_at = beside_question(outputs) if conclusive(outputs) else outputs
    texts = {text for _, text in _texts(looked_at)}
    return next((each for each in reversed([*said]) if _stands_in(texts, each.text)), None)


def _stands_in(texts: Collection[str], said: str) -> bool:
    words = said.strip()
    begins = _BEGINNING <= len(words.split())
    return words in texts or (begins and any(text.startswith(words) for text in texts))


def _texts(outputs: object) -> Iterator[tuple[Place, str]]:
    """Yield the words of strings and models in ``outputs``, and where they lie."""
    for place, value in _values(outputs):
        said = answered(value) if isinstance(value, str | BaseMessage) else None
        if said is not None:
            yield place, said.text.strip()


def _values(outputs: object) -> Iterator[tuple[Place, object]]:
    """Yield ``outputs`` and what lies in it, what lies less deep first."""
    level: list[tuple[Place, object]] = [((), outputs)]
    for _ in range(_DEPTH):
        yield from level
        inner = (((*place, key), part) for place, value in level for key, part in _parts(value))
        level = [*islice(inner, _MOST)]


def _parts(value: object) -> Iterable[tuple[object, object]]:
    """Return what lies in a value under which key, name or number; documents are no one's words."""
    if isinstance(value, Mapping):
        return cast("Mapping[object, object]", value).items()
    if isinstance(value, list | tuple):
        return enumerate(cast("Sequence[object]", value))
    if isinstance(value, BaseModel) and not isinstance(value, BaseMessage | Retrieved):
        return value
    return ()
