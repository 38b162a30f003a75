"""Yes and no: what a question asks about, or its negation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Span
from belie.graph.letters import plain_letters
from belie.graph.word_sets import word_set
from belie.monitor.claims.completed import AUXILIARIES, NOT, Completed, answered, lowered
from belie.monitor.claims.phrases import without_edges
from belie.monitor.claims.wording import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.monitor.claims.agreements import Agreement
    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["polar"]

_SURE = word_set("sure certain positive serious ready there right correct true okay")
_TAG = re.compile(
    r"(?:right|correct|true|yes|no|ok|okay|yeah|eh|huh|"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)(?:n['’]t)? "
    r"(?:it|he|she|they|we|you|i|there))",
    re.IGNORECASE,
)
_SPOKEN = {
    ("i", "we"): {
        "i am": "we are", "i was": "we were", "i": "we", "me": "us", "my": "our", "mine": "ours",
        "myself": "ourselves",
    },
    ("we", "you"): {"we": "you", "us": "you", "our": "your", "ours": "yours"},
}  # fmt: skip
"""Pronouns of a statement by its subject and the one that the answer has: "We do." of "Do you?"."""
_FAVOUR = word_set("can could would will may")
"""Before "you", the first word of a question for a favour; "may" and "could" before "I", too."""


def polar(question: Tree, agreed: Agreement) -> Completed | None:
    """Return the statement that a yes-or-no question asks about, or its negation."""
    rest = without_edges(question, range(len(question)))
    if not rest or _asks_of_the_answer(question, rest):
        return None
    if agreed.polite and _asks_a_favour(question, rest):
        return None
    if question.lower(rest[0]) not in AUXILIARIES:
        return _tagged(question, rest, agreed)
    auxiliary, *others = rest
    top = next((w for w in others if question.base(w) in {"nsubj", "expl"}), None)
    if top is None:
        return None
    words = [word for word in question.subtree(top) if word in others]
    following = [
        word for word in others if max(words) < word and not _is_open(question, word, agreed)
    ]
    spelled = lowered(question, auxiliary)
    parts = [*_verbs(question, auxiliary, following, agreed), *following]
    return _agreed(question, words, parts, spelled, agreed)


def _is_open(question: Tree, word: int, agreed: Agreement) -> bool:
    """Whether only a question has the word: "have you ever been", "any pets" of who has some."""
    if question.lower(word) == "any" and not agreed.denial:
        return question.tags[question.heads[word]].endswith("S")
    return question.lower(word) == "ever"


def _verbs(
    question: Tree, auxiliary: int, following: Sequence[int], agreed: Agreement
) -> list[Part]:
    """Return the auxiliary with what denies it: no "do" of "Do you ship?", which "not" needs."""
    never = agreed.denial == ("never",)
    may_drop = following and question.lower(following[0]) not in NOT
    if question.lower(auxiliary) == "do" and may_drop and (never or not agreed.denial):
        return [*agreed.denial]
    if never and question.lower(auxiliary) in {"do", "does", "did"}:
        return ["never", auxiliary]
    return [auxiliary, *agreed.denial]


def _asks_a_favour(question: Tree, rest: Sequence[int]) -> bool:
    """Whether a question is "Can you help me?" or "May I come in?", which "Sure!" grants."""
    said = [question.lower(word) for word in rest]
    if said[0] not in _FAVOUR:
        return "mind" in said
    return said[1:2] == ["you"] or (said[1:2] == ["i"] and (said[0] != "can" or "ask" in said))


def _asks_of_the_answer(question: Tree, rest: Sequence[int]) -> bool:
    """Whether a question is "Are you sure?" or "Is that right?"."""
    kinds = {question.lower(word) for word in rest} - {"that", "this", "it", "about", "of", "you"}
    return bool(kinds & _SURE) and kinds <= AUXILIARIES | _SURE | {"really", "quite", "so"}


def _tagged(question: Tree, rest: Sequence[int], agreed: Agreement) -> Completed | None:
    """Return "The tower leans" of "The tower leans, right?"."""
    border = next((word for word in reversed(rest) if question.words[word] == ","), None)
    if border is None or not _TAG.fullmatch(question.slice(range(border + 1, rest[-1] + 1))):
        return None
    said = [word for word in rest if word < border]
    top = next((word for word in said if question.base(word) in {"nsubj", "expl"}), None)
    if top is None:
        return None
    words = [word for word in question.subtree(top) if word in said]
    finite = [word for word in said if question.lower(word) in AUXILIARIES and max(words) < word]
    if agreed.denial and not finite:
        return None
    place = finite[0] + 1 if finite else max(words) + 1
    before = [word for word in said if max(words) < word < place]
    after = [word for word in said if place <= word]
    opening = [word for word in said if word < min(words)]
    parts = [*before, *agreed.denial, *after]
    return _agreed(question, words, parts, {}, agreed, opening=opening)


def _agreed(
    question: Tree,
    subject: Sequence[int],
    rest: Sequence[Part],
    names: Mapping[int, str],
    agreed: Agreement,
    *,
    opening: Sequence[int] = (),
) -> Completed:
    """Return a statement as who answers makes it; all of it stands for the "yes"."""
    about = answered(text_of(question, subject, names))
    text = answered(text_of(question, [*opening, *subject, *rest], names))
    pronouns = _SPOKEN.get((about.lower(), agreed.speaker), {})
    about, text = _spoken(about, pronouns), _spoken(text, pronouns)
    if not text.lower().endswith(agreed.end.lower()):
        text = f"{text} {agreed.end}"
    return Completed(text, Span(0, len(text)), about if about in text else "")


def _spoken(text: str, pronouns: Mapping[str, str]) -> str:
    """Return ``text`` with the ``pronouns`` that the answer has in place of the question's."""
    if not pronouns:
        return text
    words = rf"\b(?:{'|'.join(pronouns)})\b"
    return re.sub(
        words, lambda one: pronouns[plain_letters(one[0]).lower()], text, flags=re.IGNORECASE
    )
