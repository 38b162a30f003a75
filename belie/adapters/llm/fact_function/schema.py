"""The function that a chat model is asked to fill in: a typed field for each claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from belie.adapters.llm.messages import fenced
from belie.adapters.llm.words import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Claim

__all__ = ["FALSE", "FUNCTION", "NOT_CLEAR", "PARTIAL", "TRUE", "Fact", "make_function"]

FUNCTION = "verify_facts"
"""The name of the function."""
TRUE, FALSE, NOT_CLEAR = "True", "False", "Not clear from the given passage"
PARTIAL = "partial"

_LONGEST_FACT = 1_000
_Response = Literal["True", "False", "Not clear from the given passage"]
_Degree = Literal["whole", "partial"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A claim, and the number that the function calls it by, counted from 1."""

    number: int
    claim: Claim

    @property
    def field(self) -> str:
        """The name of its field."""
        return f"fact_{self.number}"

    @property
    def text(self) -> str:
        """The claim as data: fenced, and of the longest only the beginning."""
        return fenced([(f"Fact {self.number}:", printable(self.claim.text[:_LONGEST_FACT]))])[0]


def make_function(facts: Sequence[Fact], *, citations: bool, extended: bool) -> type[BaseModel]:
    """Return the function object of some facts (FaaF, Katranidis and Barany 2024).

    Parameters
    ----------
    facts
        Each becomes a field that takes one of three responses.
    citations
        Whether a field before each response takes the words that decide it.
    extended
        Whether fields behind each response take how far a false fact clashes, and by which words.

    Examples
    --------
    >>> from belie.datatypes import Claim, Span
    >>> fact = Fact(1, Claim("s/0#0", "It leans.", "s/0", Span(0, 9)))
    >>> list(make_function([fact], citations=True, extended=False).model_fields)
    ['fact_1_citation', 'fact_1']
    """
    fields: dict[str, Any] = {}
    for fact in facts:
        fields |= _fields(fact, citations=citations, extended=extended)
    return create_model(
        FUNCTION,
        # The errors of pydantic are logged by LangChain: they must not repeat the conversation.
        __config__=ConfigDict(hide_input_in_errors=True),
        __doc__="Say of each fact whether the passages state it.",
        **fields,
    )


def _fields(fact: Fact, *, citations: bool, extended: bool) -> dict[str, Any]:
    """Return the fields of one fact; the prompt says what they take, not each of them again."""
    name = fact.field
    fields: dict[str, Any] = {}
    if citations:
        fields[f"{name}_citation"] = (str, "")
    fields[name] = (_Response, Field(description=fact.text))
    if extended:
        fields[f"{name}_degree"] = (_Degree, "whole")
        fields |= {f"{name}_{side}_words": (str, "") for side in ("passage", "fact")}
    return fields
