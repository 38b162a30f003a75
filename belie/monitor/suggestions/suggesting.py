"""Alerts with the edits that hold against the evidence, judged for a whole turn at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from belie.datatypes import Claim, ConflictKind, Passage, Relation, Role, Span
from belie.graph.word_sets import word_set
from belie.monitor.candidates import Candidate
from belie.monitor.difference import unshared
from belie.monitor.persons import same_words
from belie.monitor.questions import premise_text
from belie.monitor.spans import in_source
from belie.monitor.suggestions.alignment import read_sentences
from belie.monitor.suggestions.proposing import clashing_sentence, proposals
from belie.monitor.suggestions.replacement import Replacement
from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.datatypes import Alert, Conflict, Turn, Verdict
    from belie.monitor.judging import Judge
    from belie.monitor.suggestions.proposing import Read

__all__ = ["suggest"]

_LONGEST_SENTENCE = 400
_END_MARKS = ".!?…"
_LEADING_ON = word_set(
    "a an the of to at from with for and or but than is are was were be been has have had will "
    "would can could"
)
"""Words that a sentence seldom ends in, unless it was cut off."""
_DENIALS = ("not", "n't", "n’t")


def suggest(
    alerts: Sequence[Alert],
    *,
    turn: Turn,
    claims: Sequence[Claim],
    verdicts: Sequence[Verdict],
    judge: Judge,
    threshold: float,
) -> tuple[Alert, ...]:
    """Return the alerts of a turn, each with a suggestion where one was found that holds.

    An edit holds if its evidence entails the edited claim, and neither that evidence nor another
    passage that clashes with the claim contradicts it. Of several the first is kept. The first
    edits of all alerts are judged together, then the second ones of those alerts whose first does
    not hold, and so on; without an edit nothing is judged.

    Parameters
    ----------
    alerts
        Of one turn.
    turn, claims, verdicts
        That turn, and what was found in it.
    judge
        Is asked about some edits at once, then whether another passage opposes those that hold.
    threshold
        The probability of a contradiction from which an edit does not hold.
    """
    judged = _judged(claims, verdicts)
    read = cache(read_sentences)  # several alerts quote one passage; kept for this turn only
    left = [_drafts(alert, turn, judged, read) for alert in alerts]
    chosen: dict[str, str] = {}
    while left:
        tried = [(draft, rest) for rest in left if (draft := next(rest, None))]
        drafts = [draft for draft, _ in tried]
        for draft in _holding(drafts, judge=judge, threshold=threshold):
            chosen[draft.alert_id] = draft.suggestion
        left = [rest for draft, rest in tried if draft.alert_id not in chosen]
    return tuple(replace(alert, suggestion=chosen.get(alert.id)) for alert in alerts)


def _holding(drafts: Sequence[_Draft], *, judge: Judge, threshold: float) -> Iterator[_Draft]:
    """Yield the drafts that their evidence entails and nothing contradicts."""
    if not drafts:
        return
    answers = judge.judge([Candidate(draft.evidence, draft.claim) for draft in drafts])
    entailed = [
        draft
        for draft, answer in zip(drafts, answers, strict=True)
        if answer.relation is Relation.ENTAILMENT and answer.contradiction < threshold
    ]
    yield from _unopposed(entailed, judge=judge, threshold=threshold)


def _unopposed(drafts: Sequence[_Draft], *, judge: Judge, threshold: float) -> Iterator[_Draft]:
    """Yield the drafts that no other clashing passage contradicts."""
    asked = [Candidate(passage, draft.claim) for draft in drafts for passage in draft.others]
    answers = iter(judge.judge(asked) if asked else [])
    for draft in drafts:
        against = [next(answers).contradiction for _ in draft.others]
        if all(contradiction < threshold for contradiction in against):
            yield draft


@dataclass(frozen=True, slots=True)
class _Draft:
    """An edit of a claim that is not judged yet.

    ``evidence`` is what must entail it, ``others`` the passages that must not contradict it.
    ``suggestion`` is what would stand in the claim's place in its turn.
    """

    alert_id: str
    claim: Claim
    evidence: Passage
    others: tuple[Passage, ...]
    suggestion: str


@dataclass(frozen=True, slots=True)
class _Judged:
    """What passages say of the claims of a turn.

    ``supported`` are the ids of those that one entails, ``kept`` the words of the turn that these
    are made of, ``clashing`` the passages that contradict a claim, by its id.
    """

    supported: frozenset[str]
    kept: tuple[Span, ...]
    clashing: Mapping[str, Sequence[Passage]]

    def leaves_alone(self, span: Span) -> bool:
        """Whether words of the turn belong to a claim that a passage supports."""
        return any(span.overlaps(one) for one in self.kept)


def _judged(claims: Sequence[Claim], verdicts: Sequence[Verdict]) -> _Judged:
    supported: set[str] = set()
    clashing: dict[str, list[Passage]] = {}
    for verdict in verdicts:
        if not isinstance(verdict.premise, Passage):
            continue
        if verdict.relation is Relation.ENTAILMENT:
            supported.add(verdict.claim.id)
        elif verdict.contradicts:
            clashing.setdefault(verdict.claim.id, []).append(verdict.premise)
    kept = (span for claim in claims if claim.id in supported for span in _source_spans(claim))
    return _Judged(frozenset(supported), tuple(kept), clashing)


def _drafts(alert: Alert, turn: Turn, judged: _Judged, read: Read) -> Iterator[_Draft]:
    conflict, claim = alert.conflict, alert.conflict.claim
    if not _tells_what_is_right(conflict, judged):
        return
    evidence = _as_evidence(conflict)
    clashing = judged.clashing.get(claim.id, ())
    others = tuple(one for one in clashing if one.id != evidence.id)
    for replacement in _replacements(conflict, evidence.text, read):
        place = _in_turn(replacement, claim, turn.text)
        if place is None or judged.leaves_alone(place.span):
            continue
        edited = replace(claim, text=replacement.applied(claim.text), anchors=(), links=())
        suggestion = _within(claim.span, place, turn.text)
        if _is_cut_off(suggestion, claim.span.cut(turn.text)):
            continue
        yield _Draft(alert.id, edited, evidence, others, suggestion)
    whole = _sentence(conflict, evidence.text, turn.text, read)
    cut_off = whole and _is_cut_off(whole, claim.span.cut(turn.text))
    if whole and not cut_off and not judged.leaves_alone(claim.span):
        edited = replace(claim, text=whole, anchors=(), links=())
        yield _Draft(alert.id, edited, evidence, others, whole)


def _is_cut_off(suggestion: str, said: str) -> bool:
    """Whether a suggestion stops where a sentence goes on, and what was said did not.

    "It is." is whole in the place of "It is not.".
    """
    new, old = (
        text.rstrip(_END_MARKS).casefold().rpartition(" ")[2] for text in (suggestion, said)
    )
    return new in _LEADING_ON and not (old in _LEADING_ON or old.endswith(_DENIALS))


def _tells_what_is_right(conflict: Conflict, judged: _Judged) -> bool:
    """Whether the premise has more weight than the claim.

    A document has, and the user of what the user said, and what the assistant said before. Of
    documents that disagree none has; of two claims of one turn only one that a document supports;
    and no premise has where a document supports the claim.
    """
    if conflict.claim.role is not Role.ASSISTANT or conflict.kind is ConflictKind.DOCUMENT:
        return False
    if conflict.claim.id in judged.supported:
        return False
    return conflict.kind is not ConflictKind.SAME_TURN or conflict.premise.id in judged.supported


def _as_evidence(conflict: Conflict) -> Passage:
    """Return the premise in the words of the claim's speaker, as text that is not in question.

    Two claims are judged both ways, for a clash is symmetric; what follows from the evidence
    follows one way.
    """
    premise = conflict.premise
    text = premise_text(Candidate(premise, conflict.claim))
    return Passage(premise.id, text, premise.source, Span(0, len(text)), premise.turn)


def _replacements(conflict: Conflict, evidence: str, read: Read) -> Iterator[Replacement]:
    claim = conflict.claim.text
    return proposals(
        claim,
        evidence,
        claim_span=conflict.words(conflict.claim) or unshared(claim, evidence),
        premise_span=_clash_of_evidence(conflict, evidence),
        read=read,
    )


def _clash_of_evidence(conflict: Conflict, evidence: str) -> Span:
    span = conflict.words(conflict.premise)
    if span is None:
        return unshared(evidence, conflict.claim.text)
    said = conflict.premise.text
    return span if said == evidence else same_words(span, of=said, within=evidence)


def _in_turn(replacement: Replacement, claim: Claim, text: str) -> Replacement | None:
    """Return an edit of the claim as one of its turn; ``None`` for words not said there."""
    span = in_source(claim, replacement.span, text)
    same = span.cut(text).casefold() == replacement.span.cut(claim.text).casefold()
    if not (claim.span.contains(span) and same):
        return None
    return Replacement(span, _with_case_of(span.cut(text), replacement.words))


def _with_case_of(old: str, new: str) -> str:
    """Return ``new`` with a capital where ``old`` has one that ``new`` lacks."""
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _within(span: Span, replacement: Replacement, text: str) -> str:
    """Return the words of ``span`` with an edit of some of them."""
    inside = Replacement(replacement.span.shift(-span.start), replacement.words)
    return inside.applied(span.cut(text))


def _sentence(conflict: Conflict, evidence: str, text: str, read: Read) -> str | None:
    """Return the sentence of the evidence that clashes, if the claim is a sentence of its turn."""
    span = conflict.claim.span
    said = span.cut(text)
    alone = any(
        one.start == span.start and not one.cut(text)[len(span) :].strip(_END_MARKS)
        for one in sentences(text)
        if one.contains(span)
    )
    clash = _clash_of_evidence(conflict, evidence)
    found = clashing_sentence(conflict.claim.text, evidence, clash, read=read).cut(evidence)
    if not alone or _LONGEST_SENTENCE < len(found):
        return None
    bare = " ".join(found.split()).rstrip(_END_MARKS)
    mark = said[len(said.rstrip(_END_MARKS)) :]
    return f"{bare[:1].upper()}{bare[1:]}{mark}"


def _source_spans(claim: Claim) -> tuple[Span, ...]:
    return tuple(anchor.source for anchor in claim.anchors) or claim.spans
