"""From a reply to answers, each fact by itself: what can be used of it is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from langchain_core.utils.json import parse_partial_json

from belie.adapters.llm.asking import was_cut
from belie.adapters.llm.fact_function.citations import cited
from belie.adapters.llm.fact_function.schema import FALSE, FUNCTION, NOT_CLEAR, PARTIAL, TRUE
from belie.datatypes import Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.messages import AIMessage

    from belie.adapters.llm.fact_function.citations import Citation
    from belie.adapters.llm.fact_function.schema import Fact
    from belie.adapters.llm.fact_function.sources import Source

__all__ = ["Answer", "Answers", "read"]

_NO_CALL = "The reply was no call of the function with valid JSON."
_RELATIONS = {
    TRUE.casefold(): Relation.ENTAILMENT,
    FALSE.casefold(): Relation.CONTRADICTION,
    NOT_CLEAR.casefold(): Relation.NEUTRAL,
}
_NUMBER = re.compile(r"fact_(\d{1,6})(?:_|$)", re.ASCII)
_Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model says of a fact.

    Parameters
    ----------
    relation
        What its response maps to.
    citation
        The words that it cites, found in a passage; ``None`` where none were asked for or needed.
    passage_words, fact_words
        What it says clashes; found nowhere yet.
    """

    relation: Relation
    citation: Citation | None = None
    passage_words: str = ""
    fact_words: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """What came of a call.

    Parameters
    ----------
    found
        By the number of the fact.
    problems
        What is wrong with the reply, for the model to mend.
    error
        The class of what the model raised instead of a reply; empty if it replied.
    """

    found: Mapping[int, Answer]
    problems: tuple[str, ...] = ()
    error: str = ""


def read(
    message: AIMessage, facts: Sequence[Fact], sources: Sequence[Source], *, citations: bool
) -> Answers:
    """Return what can be used of a reply.

    Parameters
    ----------
    message
        The reply.
    facts, sources
        What was asked about, and what was shown.
    citations
        Whether a fact that is true or false must cite words that were shown.
    """
    values = _values(message)
    if values is None:
        return Answers({}, (_NO_CALL,))
    found: dict[int, Answer] = {}
    problems: list[str] = []
    for fact in facts:
        answer = _answer(fact, values, sources, citations=citations)
        if isinstance(answer, str):
            problems.append(f"{fact.field}: {answer}")
        else:
            found[fact.number] = answer
    return Answers(found, tuple(problems))


def _answer(
    fact: Fact, values: _Values, sources: Sequence[Source], *, citations: bool
) -> Answer | str:
    """Return the answer to one fact, or what is wrong with it."""
    if fact.field not in values:
        return "it is missing"
    relation = _RELATIONS.get(str(values[fact.field]).strip().casefold())
    if relation is None:
        return f'expected "{TRUE}", "{FALSE}" or "{NOT_CLEAR}"'
    if relation is Relation.NEUTRAL:
        return Answer(relation)
    citation = cited(_words(values, f"{fact.field}_citation"), sources) if citations else None
    if citations and citation is None:
        return "its citation does not stand in a passage, word for word"
    if relation is Relation.ENTAILMENT:
        return Answer(relation, citation)
    if values.get(f"{fact.field}_degree") == PARTIAL:
        relation = Relation.PARTIAL_CONTRADICTION
    passage_words = _words(values, f"{fact.field}_passage_words")
    return Answer(relation, citation, passage_words, _words(values, f"{fact.field}_fact_words"))


def _words(values: _Values, name: str) -> str:
    words = values.get(name)
    return words if isinstance(words, str) else ""


def _values(message: AIMessage) -> _Values | None:
    """Return the arguments of the call, without the last fact if the reply was cut off."""
    called = [call["args"] for call in message.tool_calls if call["name"] == FUNCTION]
    if called:
        return _without_last(called[0]) if was_cut(message) else called[0]
    broken = [call["args"] for call in message.invalid_tool_calls if call["name"] == FUNCTION]
    text = (broken[0] or "") if broken else message.text
    values = _parsed(text, json.loads)
    if values is not None and not was_cut(message):
        return values
    rest = _parsed(text, parse_partial_json)
    return None if rest is None else _without_last(rest)


def _parsed(text: str, parse: Callable[[str], object]) -> _Values | None:
    try:
        values = parse(text)
    except (ValueError, RecursionError):
        return None
    return cast("_Values", values) if isinstance(values, dict) else None


def _without_last(values: _Values) -> _Values:
    """Return the values without those of the last fact: it is not known to be whole."""
    last = [number for number in map(_number, values) if number][-1:]
    return {name: value for name, value in values.items() if _number(name) not in last}


def _number(name: str) -> str | None:
    match = _NUMBER.match(name)
    return match[1] if match else None
