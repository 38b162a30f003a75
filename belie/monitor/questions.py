"""A candidate as the classifier is asked: whose words, which way round, beside which context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Pair, Role
from belie.monitor.excerpts import OF_CLAIM, Excerpt, excerpt
from belie.monitor.open_pronouns import with_topic
from belie.monitor.persons import from_other_side

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belie.datatypes import Span
    from belie.monitor.candidates import Candidate

__all__ = ["Question", "make_question", "premise_text"]

_MOST_WORDS = 150
"""The longest passage that is read whole beside its excerpt."""


@dataclass(frozen=True, slots=True)
class Question:
    """A candidate as the classifier is asked.

    Parameters
    ----------
    candidate
        The two statements.
    premise
        The premise in the words of the claim's speaker.
    read
        Of a passage, what the claim is read beside; ``None`` for a claim.
    context
        What the pronouns of both may point to; it stands behind the premise, never beside the
        claim, for it is not what is to be judged (docs/decisions/0009).
    """

    candidate: Candidate
    premise: str
    read: Excerpt | None = None
    context: str = ""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """One pair for a document; both directions for two claims.

        Contradiction between claims is symmetric, the classifier is not: asking both ways and
        averaging takes out false alarms.
        """
        claim = self.candidate.claim.text
        if self.read:
            return (Pair(self._beside_context(self.read.text), claim),)
        forward = Pair(self._beside_context(self.premise), claim)
        return (forward, Pair(self._beside_context(claim), self.premise))

    @property
    def beside_whole(self) -> Pair | None:
        """The claim beside all of a passage of which only some sentences are read, if wanted."""
        if self.read is None or not self.candidate.whole:
            return None
        words = self.premise.split()
        if self.read.places or self.read.text.split() == words or _MOST_WORDS < len(words):
            return None
        return Pair(self._beside_context(self.premise), self.candidate.claim.text)

    @property
    def read_beside(self) -> Iterator[tuple[Pair, str]]:
        """Yield each pair of a passage with what is read of it, without the context."""
        if self.read:
            yield from ((pair, self.read.text) for pair in self.pairs)
        if whole := self.beside_whole:
            yield whole, self.premise

    @property
    def of_context(self) -> tuple[Pair, ...]:
        """What the context says by itself of each text that is judged."""
        if not self.context:
            return ()
        return tuple(Pair(self.context, pair.claim) for pair in self.pairs)

    @property
    def asked(self) -> str:
        """What of the premise is asked, without the context."""
        return self.read.text if self.read else self.premise

    def in_premise(self, span: Span) -> Span:
        """Return where words of what is `asked` stand in the premise."""
        return self.read.in_whole(span) if self.read else span

    def _beside_context(self, text: str) -> str:
        return f"{text} {self.context}" if self.context else text


def make_question(candidate: Candidate) -> Question:
    """Return a candidate as it is asked, beside the context of both of its sides."""
    premise, claim = candidate.premise, candidate.claim
    contexts = [_seen_from(claim, premise, premise.context)] if isinstance(premise, Claim) else []
    contexts.append(claim.context)
    text = premise_text(candidate)
    new = dict.fromkeys(one for one in contexts if one and one not in (text, claim.text))
    read = (
        None
        if isinstance(premise, Claim)
        else with_topic(
            excerpt(text, claim.text, least=OF_CLAIM, beside=claim.context), premise, claim
        )
    )
    return Question(candidate, text, read, " ".join(new))


def premise_text(candidate: Candidate) -> str:
    """Return the premise's text as the claim's speaker would say it.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> from belie.monitor.candidates import Candidate
    >>> said = Claim("s/0#0", "I am vegan.", "s/0", Span(0, 11), role=Role.USER)
    >>> premise_text(Candidate(said, Claim("s/1#0", "You eat meat.", "s/1", Span(0, 13), turn=1)))
    'you are vegan.'
    """
    premise, claim = candidate.premise, candidate.claim
    return _seen_from(claim, premise, premise.text) if isinstance(premise, Claim) else premise.text


def _seen_from(claim: Claim, premise: Claim, text: str) -> str:
    """Return words of a premise as the claim's speaker would say them."""
    turned = (premise.role, claim.role) == (Role.USER, Role.ASSISTANT)
    return from_other_side(text, party=True) if turned else text
