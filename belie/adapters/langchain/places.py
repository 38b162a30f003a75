"""Finds where in the outputs of a run lies what a model said, however deep, and changes it there.

Everything here is pure, as in `shapes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from langchain_core.documents import Document as Retrieved
from langchain_core.messages import BaseMessage
from pydantic import BaseModel

from belie.adapters.langchain.shapes import (
    ANSWER_KEYS,
    FORM_KEY,
    answered,
    beside_question,
    conclusive,
)
from belie.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from belie.adapters.langchain.shapes import Said

    Place = tuple[object, ...]

__all__ = ["repeated", "with_answer"]

_NAMES = frozenset((name,) for name in ANSWER_KEYS)
_FORMS = frozenset((key,) for key in (FORM_KEY, "structured_response"))
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


def with_answer(
    outputs: object, answer: str, change: Callable[[BaseMessage | str], object]
) -> object:
    """Return the outputs of a run with the answer changed wherever it stands under a usual name.

    Where it stands under none, it is changed under any other. A string, and the message that ends
    a conversation, are changed whatever they say.

    Parameters
    ----------
    outputs
        A string, a message, or messages, mappings, lists and forms that hold one.
    answer
        What was taken for the answer; found as `repeated` finds it.
    change
        Is given each string or message with the answer and returns what takes its place.

    Raises
    ------
    InputError
        If the answer does not stand in ``outputs``.

    Examples
    --------
    >>> with_answer({"question": "How tall?", "answer": "330 m."}, "330 m.", str.upper)
    {'question': 'How tall?', 'answer': '330 M.'}
    """
    places = _answer_places(outputs, answer)
    if not places:
        raise InputError(
            "expected the chain to return the answer as the model said it, in a string, a message, "
            "a mapping, a list or a pydantic model, so that it can be changed there, "
            f"got {type(outputs).__name__} without it"
        )
    return reduce(lambda given, place: _changed(given, place, change), places, outputs)


def _answer_places(outputs: object, answer: str) -> Sequence[Place]:
    texts = [*_texts(outputs)]
    said = [place for place, text in texts if _stands_in([text], answer)]
    usual = [place for place in said if _is_usual(place)]
    ends = [place for place, _ in texts if _is_end(outputs, place)]
    return [*dict.fromkeys([*ends, *usual])] or said


def _is_usual(place: Place) -> bool:
    return place[-1:] in _NAMES and (len(place) == 1 or place[:-1] in _FORMS)


def _is_end(outputs: object, place: Place) -> bool:
    """Return whether words lie where outputs of a plain shape have their answer."""
    if not conclusive(outputs):
        return False
    return not place or isinstance(outputs, list | tuple) or place[0] == "messages"


def _changed(value: object, place: Place, change: Callable[[Any], object]) -> object:
    """Return a value with what lies at a place in it changed; nothing is changed in place."""
    if not place:
        return change(value)
    key, *rest = place
    part = _changed(dict(_parts(value))[key], tuple(rest), change)
    if isinstance(value, Mapping):
        return {**cast("Mapping[object, object]", value), key: part}
    if isinstance(value, BaseModel):
        return value.model_copy(update={str(key): part})
    items = [
        part if number == key else item
        for number, item in enumerate(cast("Sequence[object]", value))
    ]
    return items if isinstance(value, list) else tuple(items)


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
    """Return what lies in a value under which key, name or number.

    Of a conversation it is the last message; documents are no one's words.
    """
    if isinstance(value, Mapping):
        return cast("Mapping[object, object]", value).items()
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        ends = len(items) - 1
        is_talk = bool(items) and isinstance(items[ends], BaseMessage)
        return [(ends, items[ends])] if is_talk else enumerate(items)
    if isinstance(value, BaseModel) and not isinstance(value, BaseMessage | Retrieved):
        return value
    return ()
