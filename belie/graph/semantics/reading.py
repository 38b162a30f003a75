"""A claim as the rules read it: what it is about, and what it says of that."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from belie.datatypes import Role, Scope
from belie.graph.semantics.dates import without_times
from belie.graph.semantics.words import NEGATIONS, content, tokens
from belie.graph.word_sets import word_set

if TYPE_CHECKING:
    from belie.datatypes import Claim

__all__ = ["ASSISTANT", "READ", "USER", "Reading"]

READ = 600
"""The characters of a claim that the rules read; a longer one is judged by its beginning."""

USER, ASSISTANT = "@user", "@assistant"
"""Who "I" and "you" are, whoever speaks."""

_FIRST = word_set("i me my mine myself we us our ours ourselves")
_SECOND = word_set("you your yours yourself")
_PRONOUNS = word_set("i we you he she it they this that these those there who")
_PERSONAL = word_set("i we you he she it they")
_PREPOSITIONS = word_set("in on at of for to with by from as between among")
_LEAD = re.compile(
    r"^(?:(?:well|so|and|but|ok|okay|yes|yeah|no|oh|sorry|actually|correction|also|however|now|"
    r"currently|today|yesterday|tomorrow|nowadays|these days|formerly|previously|once|originally|"
    r"as far as i know|on second thought|in fact|to be honest)\b[\s,:;.–—-]*|"
    r"according to [^,]{1,80},\s*|"
    r"(?:although|though|despite|like|unlike|while|whilst)\b[^,]{1,80},\s*|"
    r"(?:in|on|at|by|since|until|during|after|before|as of|from|last|this|next)\b[^,]{1,40},\s*)+",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^()]{0,200}\)|\b(?:i\. ?e|e\. ?g)\b\.?", re.IGNORECASE)
_VERBS = word_set(
    "is are was were am be been has have had do does did will would can could may might must "
    "shall should used costs cost lives live lived works work worked opens open opened closes "
    "close closed likes like liked loves love loved hates hate hated wants want wanted needs "
    "need needed prefers prefer preferred enjoys enjoy enjoyed plays play played speaks speak "
    "spoke owns own owned sells sell sold weighs weigh weighed makes make made takes take took "
    "goes go went gets get got comes come came starts start started ends end ended begins begin "
    "began runs run ran moved moves move became becomes become says say said won wins win wrote "
    "writes write built builds build invented founded directed painted composed discovered born "
    "died dies married bought visited studied teaches taught teach drives drive drove eats eat "
    "ate drinks drink drank sits sat stands stood serves serve served contains contain holds hold "
    "held offers offer offered includes include included lasts last lasted arrives arrive arrived "
    "leaves leave left departs depart feels feel felt seems looks look looked knows know knew "
    "thinks think thought believes believe believed grew grows rose fell covers cover covered "
    "uses use pays pay paid supports support supported requires require required belongs belong "
    "stays stay stayed travels travel traveled travelled collects collect follows follow "
    "measures measure employs employ employed produces produce produced ships ship shipped "
    "never always usually often still now currently no not used rains rained snowed reads read "
    "flies fly flew swims swim sleeps sleep cooks cook cooked designed signed scored beat "
    "graduated retired joined orders ordered published released killed created wears wear walks"
)


@dataclass(frozen=True)
class Reading:
    """One claim, read for the rules. Not kept: made for each clash anew."""

    claim: Claim

    @cached_property
    def whole(self) -> str:
        """The claim's words, as many as a sentence has: hostile length must not cost time."""
        return self.claim.text[:READ]

    @cached_property
    def outright(self) -> str:
        """The claim's words without asides in brackets, such as a former name or a birth."""
        return _ASIDE.sub(" ", self.whole)

    @cached_property
    def text(self) -> str:
        """The words said outright, but no lead-in and no times; "I'm" is "I am"."""
        bare = _LEAD.sub("", without_times(self.outright).lstrip(" ,"))
        return " ".join(tokens(bare))

    @cached_property
    def subject(self) -> tuple[str, ...]:
        """The words of what it is about, "I" and "you" named; empty where not known."""
        if self.claim.subject:
            return self._named(tokens(self.claim.subject[:READ]))
        return self._named(_subject(tokens(self.text)))

    @cached_property
    def predicate(self) -> tuple[str, ...]:
        """What it says of its subject; the whole text where that is not known."""
        named = self._named(tokens(self.text))
        size = len(self.subject)
        for start in range(len(named) - size + 1 if size else 0):
            if named[start : start + size] == self.subject:
                return named[start + size :]
        return named

    @cached_property
    def said(self) -> frozenset[str]:
        """The meaningful words of the predicate, without times and the two who talk."""
        named = " ".join(word for word in self.predicate if word not in (USER, ASSISTANT))
        words = content(tokens(without_times(named)))
        return words - NEGATIONS

    @cached_property
    def remainder(self) -> frozenset[str]:
        """The meaningful words of the whole claim, without times."""
        return content(tokens(without_times(self.whole))) - NEGATIONS

    @cached_property
    def negated(self) -> bool:
        """Whether it denies something."""
        if Scope.NEGATED in self.claim.scope:
            return True
        return not NEGATIONS.isdisjoint(word.lower() for word in tokens(self.whole))

    def _named(self, words: tuple[str, ...]) -> tuple[str, ...]:
        speaks_user = self.claim.role is Role.USER
        first, second = (USER, ASSISTANT) if speaks_user else (ASSISTANT, USER)
        return tuple(
            first if word.lower() in _FIRST else second if word.lower() in _SECOND else word
            for word in words
        )


def _subject(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words before the first verb that everybody knows; a pronoun stands alone.

    A pronoun just before the verb is the subject, too: "Born in Des Moines, he is …". Where a
    preposition leads in, it is not known.
    """
    if words and words[0].lower() in _PRONOUNS:
        return words[:1]
    verbs = (
        at
        for at, word in enumerate(words[:10])
        if at and word.lower() in _VERBS and words[at - 1].lower() != "to"
    )
    place = next(verbs, 0)
    if place > 1 and words[place - 1].lower() in _PERSONAL and words[place - 2].lower() != "and":
        return words[place - 1 : place]
    return words[:place] if words and words[0].lower() not in _PREPOSITIONS else ()
