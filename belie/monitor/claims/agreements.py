"""Short answers to questions of yes or no: "Never.", "We do.", "Yes, until ten."."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belie.graph.word_sets import word_set

__all__ = ["Agreement", "agreement", "is_bare", "is_yes_or_no", "may_answer"]

_YES = word_set("yes yeah yep yup correct right indeed")
_NO = word_set("no nope nah")
_POLITE = frozenset({"sure", "sure thing", "of course", "certainly", "absolutely", "definitely"})
"""A yes where nothing more is said, and no one was asked a favour."""
_DENIAL = re.compile(
    r"(?:(?:no|nope|nah)[,.!]? )?"
    r"(?:(?P<never>never)|not (?P<really>really)|not (?P<end>yet|at all)|"
    r"(?:absolutely|certainly|definitely|of course|unfortunately|sadly) not)",
    re.IGNORECASE,
)
_QUALIFIED = re.compile(
    r"(?:yes|yeah|yep|yup)[,:]? (?P<end>(?:until|till|from|on|in|at|for|since|by|before|after|with|"
    r"without|during|except|every|yesterday|today|tomorrow|once|twice|only|mostly|usually|always|"
    r"often|sometimes|completely|entirely|fully|very much|a lot)"
    r"(?! (?:fact|least|sure|all|example|my opinion|general|theory|principle)\b)"
    r"(?: (?!(?:i|we|you|he|she|it|they|there|is|are|was|were|do|does|did|has|have|had|can|will|"
    r"but)\b)[\w:.%$€£'’-]+){0,5})",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"(?:(?:yes|yeah|no|nope),? )?(?P<speaker>it|he|she|they|i|you|we|this|that|there) "
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would)(?P<not> not|n['’]t)?",
    re.IGNORECASE,
)
_MARKS = " .,;:!*_\"'“”"


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a short answer says to a question that is to be answered by yes or no.

    Parameters
    ----------
    denial
        The words that deny it: "not", "never", "not really"; empty for a yes.
    end
        What it adds: "yet", "until ten".
    speaker
        The pronoun that it has for what was asked about: the "we" of "We do.".
    polite
        Whether it may be mere politeness: "Sure!".
    """

    denial: tuple[str, ...] = ()
    end: str = ""
    speaker: str = ""
    polite: bool = False


def is_yes_or_no(sentence: str) -> bool:
    """Whether a sentence is "Yes." or "No" or "It does not." and nothing else.

    Examples
    --------
    >>> is_yes_or_no("Nope!"), is_yes_or_no("No wonder.")
    (True, False)
    """
    bare = sentence.strip(_MARKS)
    return is_bare(sentence) or _SHORT.fullmatch(bare) is not None


def may_answer(sentence: str, *, alone: bool) -> bool:
    """Whether a sentence may be a short answer to a question of yes or no, as far as its words go.

    Examples
    --------
    >>> may_answer("Yes, until ten.", alone=False), may_answer("Sure!", alone=True)
    (True, True)
    >>> may_answer("Sure!", alone=False)  # "Sure! Let me look."
    False
    """
    found = agreement(sentence)
    return found is not None and (alone or not found.polite)


def is_bare(sentence: str) -> bool:
    """Whether a sentence is a lone "Yes." or "Never.", which says nothing without its question."""
    bare = sentence.strip(_MARKS)
    return bare.lower() in _YES | _NO | _POLITE or _DENIAL.fullmatch(bare) is not None


def agreement(sentence: str) -> Agreement | None:
    """Return what a short answer says to a question of yes or no; `None` where it is none."""
    bare = sentence.strip(_MARKS)
    word = bare.lower()
    if word in _YES | _NO | _POLITE:
        return Agreement(("not",) if word in _NO else (), polite=word in _POLITE)
    if denial := _DENIAL.fullmatch(bare):
        really = ("not", "really") if denial["really"] else ("not",)
        return Agreement(("never",) if denial["never"] else really, denial["end"] or "")
    if short := _SHORT.fullmatch(bare):
        return Agreement(("not",) if short["not"] else (), speaker=short["speaker"].lower())
    qualified = _QUALIFIED.fullmatch(bare)
    return Agreement(end=qualified["end"]) if qualified else None
