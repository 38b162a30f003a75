"""From answers to verdicts: the mapping is the function's job, not the model's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.adapters.llm.fact_function.citations import verbatim
from belie.adapters.llm.fact_function.sources import is_own, window
from belie.adapters.llm.outcomes import masses
from belie.adapters.llm.words import letters, vocabulary
from belie.datatypes import ErrorType, Relation, Span, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from belie.adapters.llm.fact_function.citations import Citation
    from belie.adapters.llm.fact_function.replies import Answer
    from belie.adapters.llm.fact_function.sources import Source
    from belie.datatypes import Candidate, Claim, Passage, Turn

    Difference = Callable[[str, str], Span]

__all__ = ["VerdictMaker"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictMaker:
    """Makes the verdicts of a turn.

    Parameters
    ----------
    turn, sources, candidates
        Whose claims were judged, what was shown, what search had found.
    model
        Name and version, for the verdicts.
    sure
        The probability of the relation that the model named.
    difference
        Finds the clashing words of its first text where those of the model do not stand there.
    """

    turn: Turn
    sources: Sequence[Source]
    candidates: Sequence[Candidate]
    model: str
    sure: float
    difference: Difference | None

    def verdicts(self, claim: Claim, answer: Answer) -> list[Verdict]:
        """Return the verdicts on a claim: one, or where nothing decides it, one per window."""
        if answer.relation is Relation.NEUTRAL:
            return [self._verdict(claim, premise, answer) for premise in self._read_for(claim)]
        premise = self._cited(answer.citation) if answer.citation else self._nearest(claim)
        verdict = self._verdict(claim, premise, answer)
        return [
            verdict if answer.relation is Relation.ENTAILMENT else self._located(verdict, answer)
        ]

    def _verdict(self, claim: Claim, premise: Passage, answer: Answer) -> Verdict:
        return Verdict(
            premise, claim, masses(answer.relation, self.sure), answer.relation, model=self.model
        )

    def _windows(self) -> list[Passage]:
        found = (candidate.premise for candidate in self.candidates)
        return [premise for premise in found if is_own(premise, self.turn)]

    def _read_for(self, claim: Claim) -> list[Passage]:
        """Return the windows that search found for a claim; what was shown, if it found none."""
        own = [candidate for candidate in self.candidates if candidate.claim.id == claim.id]
        found = [one.premise for one in own if is_own(one.premise, self.turn)]
        return found or [self._whole(source) for source in self.sources]

    def _cited(self, citation: Citation) -> Passage:
        """Return the window that holds a citation: one that search found, else its own words."""
        span = citation.span
        for premise in self._windows():
            if premise.source == citation.document.id and premise.span.contains(span):
                return premise
        return window(self.turn, citation.document, span)

    def _nearest(self, claim: Claim) -> Passage:
        """Return what was shown that has most words of a claim."""
        said = vocabulary(claim.text)
        best = max(self.sources, key=lambda source: letters(said & vocabulary(source.text)))
        return self._whole(best)

    def _whole(self, source: Source) -> Passage:
        return window(self.turn, source.document, source.span)

    def _located(self, verdict: Verdict, answer: Answer) -> Verdict:
        """Return a contradiction with the clashing words of both sides, where they are found."""
        premise, claim = verdict.premise.text, verdict.claim.text
        cited = _within(verdict.premise.span, answer.citation) or Span(0, len(premise))
        premise_span = verbatim(answer.passage_words, cited.cut(premise))
        claim_span = verbatim(answer.fact_words, claim)
        # The same words on both sides cannot be what clashes.
        if _key(premise_span, cited.cut(premise)) == _key(claim_span, claim):
            premise_span = claim_span = None
        premise_span = premise_span or self._different(cited.cut(premise), claim)
        return replace(
            verdict,
            error_type=ErrorType.OTHER,
            premise_span=premise_span and premise_span.shift(cited.start),
            claim_span=claim_span or self._different(claim, cited.cut(premise)),
        )

    def _different(self, text: str, other: str) -> Span | None:
        return self.difference(text, other) if self.difference else None


def _within(premise: Span, citation: Citation | None) -> Span | None:
    """Return where a citation stands in its premise."""
    return citation.span.shift(-premise.start) if citation else None


def _key(span: Span | None, text: str) -> str | None:
    return span.cut(text).casefold() if span else None
