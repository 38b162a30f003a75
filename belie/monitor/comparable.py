"""Which two statements can be about one thing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Claim, Role
from belie.graph.rules import share_words
from belie.graph.semantics.words import content, tokens
from belie.graph.word_sets import word_set
from belie.monitor.persons import Person, Pronoun, person, pronouns
from belie.monitor.questions import premise_text
from belie.monitor.subjective import may_speak_of
from belie.monitor.values import read_values

if TYPE_CHECKING:
    from belie.monitor.candidates import Candidate

__all__ = ["comparable"]

_WHO = word_set("i we you")
_THIRD_PERSON = word_set("it he she they this that these those")


def comparable(candidate: Candidate) -> bool:
    """Whether two statements can be about one thing at all: what is said of you is not said of me.

    Of the assistant's own claims it may be, where somebody is named in both ("I've cancelled your
    order.", "Your order is on its way."), or where one speaks for a house ("We take no cards.").

    A document says nothing of what a speaker feels, unless it speaks of such things. A statement
    of the user is first turned to the assistant's side. Where only one of the two names a
    person ("never in any language", "I speak English") they may still speak of different people,
    so what user and assistant say needs a word in common then, or values on both sides. Of what the
    assistant says of itself the user knows values alone ("Party of six.", "I booked for five.").
    Claims made of the same words are parts of one statement, which does not contradict itself. Two
    that say only "it" or "she" are about two things, where one of them continues a sentence, which
    may have named what it is about.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> from belie.monitor.candidates import Candidate
    >>> mine = Claim("s/0#0", "I love dogs.", "s/0", Span(0, 12))
    >>> yours = Claim("s/2#0", "You hate dogs.", "s/2", Span(0, 14), turn=2)
    >>> comparable(Candidate(mine, yours))
    False
    """
    premise, claim = candidate.premise, candidate.claim
    if not isinstance(premise, Claim):
        return may_speak_of(premise.text, claim.text)
    if share_words(premise, claim) or _are_of_open_things(premise, claim):
        return False
    said = premise_text(candidate)
    persons = {None if _is_order(premise) else person(said), person(claim.text)}
    if len(persons) == 1 or _of_one_house(premise, claim):
        return True
    return None in persons and (premise.role is claim.role or _of_one_thing(said, claim.text))


def _is_order(premise: Claim) -> bool:
    """Whether it is a wish of the user's that names nobody who does anything: "Remind me at 3."."""
    if premise.role is not Role.USER or premise.subject:
        return False
    return _WHO.isdisjoint(word.lower() for word in tokens(premise.text))


def _are_of_open_things(premise: Claim, claim: Claim) -> bool:
    """Whether both have a bare pronoun for a subject, and one of them continues a sentence.

    "Tom went to Oslo and it was cold": another sentence's "it was hot" is not about Oslo.
    """
    if not (_is_open(premise.subject) and _is_open(claim.subject)):
        return False
    return _is_joined(premise) or _is_joined(claim)


def _is_open(subject: str) -> bool:
    return subject.lower() in _THIRD_PERSON


def _is_joined(claim: Claim) -> bool:
    """Whether a claim begins within a sentence that has what its pronoun may stand for.

    Of a pronoun that points back before its sentence, the context is given.
    """
    return claim.text[:1].islower() and not claim.context


def _of_one_house(premise: Claim, claim: Claim) -> bool:
    """Whether two claims of the assistant name one person, or "we" where neither says "I"."""
    if premise.role is not claim.role or claim.role is not Role.ASSISTANT:
        return False
    named, other = pronouns(premise.text), pronouns(claim.text)
    if named & other:
        return True
    return Pronoun.US in named | other and Pronoun.ME not in named | other


def _of_one_thing(said: str, claimed: str) -> bool:
    """Whether both texts have values, or share a word and the claim is not of its speaker."""
    if all(read_values(text) for text in (said, claimed)):
        return True
    shared = content(tokens(said)) & content(tokens(claimed))
    return bool(shared) and person(claimed) is not Person.FIRST
