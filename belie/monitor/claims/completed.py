"""What makes a statement of a question and the words of its answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.graph.word_sets import word_set
from belie.monitor.persons import from_other_side

if TYPE_CHECKING:
    from belie.datatypes import Span
    from belie.monitor.claims.tree import Tree

__all__ = ["AUXILIARIES", "NOT", "Completed", "answered", "lowered"]

AUXILIARIES = word_set(
    "is are was were am has have had can could will would do does did shall should may might must"
)
NOT = word_set("not n't")


@dataclass(frozen=True, slots=True)
class Completed:
    """A fragment with the words of its question.

    What its own words stand for is at ``answer`` in ``text``: themselves, or all for a "yes".
    ``subject`` are the words that say what it is about; empty where that is not plain.
    """

    text: str
    answer: Span
    subject: str = ""


def answered(statement: str) -> str:
    """Return a question's words as who answers says them: "you are" becomes "I am"."""
    text = from_other_side(statement)
    return re.sub(r"\bI (are|were)\b", lambda are: "I am" if are[1] == "are" else "I was", text)


def lowered(question: Tree, word: int) -> dict[int, str]:
    """Return a word that no longer opens the sentence in lower case."""
    return {word: question.words[word].lower()}
