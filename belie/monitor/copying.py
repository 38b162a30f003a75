"""Sentences that a turn took over from a document word for word.

Nothing in them goes beyond the document or against it, whatever a classifier makes of a claim
beside a window of a hundred words.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Passage, Relation
from belie.monitor.evidence import moved, without_clash
from belie.monitor.text import sentences
from belie.monitor.utterances import own_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from belie.datatypes import Statement, Turn, Verdict

__all__ = ["support_copies"]

_WORD = re.compile(r"\w+")
_LEAST_WORDS = 4
"""A shorter sentence leans on what stands around it."""
_OTHERS = tuple(relation for relation in Relation if relation is not Relation.ENTAILMENT)
_SUPPORTED = 0.97
"""The share of the other relations that goes to support, as for values that agree."""
_ADDED = frozenset({"is", "are", "was", "were", "s"})
"""What extraction puts into a clause that it makes whole ("the firm, based in Rome, …")."""


def support_copies(turn: Turn, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """Yield the verdicts, those on copied sentences as verdicts that support.

    A claim's sentence must be a whole sentence of the passage, and must hold all words of the
    claim: where the turn makes a pronoun stand for somebody else, the claim is no copy.

    Examples
    --------
    >>> from belie.datatypes import Claim, Role, Span, Turn, Verdict
    >>> text = "The bridge opened in 1937."
    >>> turn = Turn("s", 0, Role.ASSISTANT, text)
    >>> premise = Passage("p", "It is red. The bridge opened in 1937.", "d", Span(0, 37))
    >>> claim = Claim("s/0#0", text, "s/0", Span(0, len(text)))
    >>> unsure = dict(zip(Relation, (0.4, 0.3, 0.2, 0.1), strict=True))
    >>> said = Verdict(premise, claim, unsure, Relation.CONTRADICTION)
    >>> [round(one.entailment, 3) for one in support_copies(turn, [said])]
    [0.982]
    """
    judged = list(verdicts)
    said = own_sentences([verdict.claim for verdict in judged], turn.text)
    for verdict in judged:
        premise, claim = verdict.premise, verdict.claim
        own = said[claim.id]
        copied = isinstance(premise, Passage) and _holds(own, claim) and _has(premise.text, own)
        yield _supported(verdict) if copied else verdict


def _has(passage: str, sentence: str) -> bool:
    """Return whether a passage has a sentence; most passages do not even have its words."""
    wanted = _plain(sentence)
    return wanted in _plain(passage) and any(
        wanted == _plain(one.cut(passage)) for one in sentences(passage)
    )


def _plain(sentence: str) -> str:
    """Return a sentence without what may differ between copies: case, blanks and the full stop."""
    return " ".join(sentence.split()).rstrip(".!").casefold()


def _holds(sentence: str, claim: Statement) -> bool:
    """Return whether all that the claim says is in the sentence's own words."""
    words, told = (frozenset(_WORD.findall(text.casefold())) for text in (sentence, claim.text))
    return len(words) >= _LEAST_WORDS and told <= words | _ADDED


def _supported(verdict: Verdict) -> Verdict:
    probabilities = moved(verdict.probabilities, _OTHERS, Relation.ENTAILMENT, _SUPPORTED)
    supported = without_clash(verdict, probabilities, Relation.ENTAILMENT)
    return replace(supported, ungrounded=())
