"""Refutations of the claims of a turn as verdicts, which the graph takes in like any others."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.datatypes import CONTRADICTIONS, Claim, Passage, Relation, Role, Scope, Span, Verdict
from belie.graph.rules import clashes, conflict_kind, plain, position, share_words
from belie.graph.semantics import ruling
from belie.monitor.evidence import moved, without_clash
from belie.monitor.reasoning.derivation import ERROR_TYPES, Inference
from belie.monitor.reasoning.inferring import derive
from belie.monitor.reasoning.lines import Premises, line_of
from belie.monitor.reasoning.reckoning import reckoned
from belie.monitor.values import Outcome, compare_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from belie.datatypes import Candidate, Statement
    from belie.graph.semantics import Rule
    from belie.monitor.reasoning.derivation import Derivation
    from belie.monitor.reasoning.lines import Line

__all__ = ["MODEL", "Inferences", "Inferred", "infer"]

MODEL = "belie-reasoning/1"
"""Opens the name of the model of every verdict that was inferred."""
_SURE = 0.97
_MOST_LINES = 24
"""Lines whose numbers may come to that of a claim."""
_SAYS_SO = 0.6
"""The entailment from which on a passage says itself what would be inferred against it."""
_PERMISSION = frozenset({Scope.HEDGED, Scope.HYPOTHETICAL, Scope.NEGATED})
_PERMITS = re.compile(r"^[^,;]*\b(?:may|will)\b(?! (?:have|be \w+ing)\b)")
_IN_A_DETAIL = frozenset(
    {Inference.TOTAL, Inference.DIFFERENCE, Inference.RATE, Inference.SHARE, Inference.DURATION}
)


@dataclass(frozen=True, slots=True)
class Inferred:
    """A verdict that follows from several statements, and how.

    Parameters
    ----------
    verdict
        Between the claim and one of the premises, the one that weighs most.
    derivation
        What it follows from.
    """

    verdict: Verdict
    derivation: Derivation

    @property
    def path(self) -> tuple[str, ...]:
        """The ids of all premises, that of the verdict first, and of the claim."""
        first, claim = self.verdict.premise.id, self.verdict.claim.id
        others = (line.statement.id for line in self.derivation.premises)
        return tuple(dict.fromkeys((first, *others, claim)))


@dataclass(frozen=True, slots=True)
class Inferences:
    """What inferences make of the verdicts of a turn.

    Parameters
    ----------
    verdicts
        Those that were given, in order, the clashes among them that a derivation explains away as
        no clash; then those that were inferred.
    inferred
        The latter, with what they follow from.
    """

    verdicts: tuple[Verdict, ...]
    inferred: tuple[Inferred, ...] = ()


def infer(
    claims: Sequence[Claim],
    candidates: Sequence[Candidate],
    earlier: Iterable[Claim],
    verdicts: Sequence[Verdict],
    *,
    threshold: float,
    inferences: frozenset[Inference],
    rules: frozenset[Rule],
) -> Inferences:
    """Return the verdicts of a turn after several statements were held against each claim.

    A claim that they refute gets a verdict more, unless it clashes with one of them already. Where
    they prove a claim, a clash with one of them is none: "the classes have 50 pupils together" is
    no contradiction of "class A has 30 pupils". No other verdict changes.

    Parameters
    ----------
    claims
        Of one turn.
    candidates
        The pairs that were judged; the premises of all of them stand beside each claim.
    earlier
        Claims of turns before that still stand, the last first.
    verdicts
        What was judged so far.
    threshold
        The probability in (0, 1] from which a contradiction counts.
    inferences
        The ways that may be taken; without any all stays as it is.
    rules
        The rules of conversation: where one would excuse a clash of the claim with one of the
        premises, another of them stands for all, if it can.
    """
    derivations = _derivations(claims, candidates, earlier, inferences) if inferences else {}
    proofs = [(claim, one) for claim, one in derivations.items() if not one.refutes]
    unexplained = [claim for claim in claims if claim not in derivations]
    proofs += _reckonings(unexplained, candidates, verdicts, threshold, inferences)
    weighed = [_explained(verdict, proofs) for verdict in verdicts]
    inferred = tuple(
        one
        for claim, derivation in derivations.items()
        if derivation.refutes
        for one in _inferred(claim, derivation, weighed, threshold=threshold, rules=rules)
    )
    return Inferences((*weighed, *(one.verdict for one in inferred)), inferred)


def _derivations(
    claims: Sequence[Claim],
    candidates: Sequence[Candidate],
    earlier: Iterable[Claim],
    inferences: frozenset[Inference],
) -> dict[Claim, Derivation]:
    before = [claim for claim in earlier if plain(claim)]
    found = {
        claim: derive(claim, _statements(claim, claims, candidates, before), inferences=inferences)
        for claim in claims
        if claim.role is Role.ASSISTANT and _asserted(claim)
    }
    return {claim: derivation for claim, derivation in found.items() if derivation}


def _reckonings(
    claims: Sequence[Claim],
    candidates: Sequence[Candidate],
    verdicts: Sequence[Verdict],
    threshold: float,
    inferences: frozenset[Inference],
) -> Iterator[tuple[Claim, Derivation]]:
    """How the number of a claim follows from a premise that it is said to clash with.

    Not where the two are alike in all but the number: both cannot be its price or length.
    """
    for claim in claims:
        for verdict in verdicts:
            first = verdict.premise
            clash = verdict.claim.id == claim.id and clashes(verdict, threshold=threshold)
            if not clash or _differ_in_a_value(first.text, claim.text):
                continue
            others = [one.premise for one in candidates if one.claim.id == claim.id]
            known = {one.id: one for one in (first, *others) if plain(one)}
            lines = Premises(tuple(known.values())).lines[:_MOST_LINES]
            for one in reckoned(line_of(claim), lines):
                used = {line.statement.id for line in one.premises}
                if one.inference in inferences and first.id in used:
                    yield claim, one
                    break


def _differ_in_a_value(premise: str, claim: str) -> bool:
    values = compare_values(premise, claim)
    return values is not None and values.outcome is Outcome.DIFFERENT and not values.narrowed


def _asserted(claim: Claim) -> bool:
    """Whether a claim is plainly meant; "may" and "will" also permit and promise."""
    return plain(claim) or (claim.scope <= _PERMISSION and bool(_PERMITS.search(claim.text)))


def _explained(verdict: Verdict, proofs: Sequence[tuple[Claim, Derivation]]) -> Verdict:
    """Return a clash with a premise of a proof of its claim as none; other verdicts as they are.

    What stands in one statement entails the claim, one of several is neutral by itself. A part of
    a claim that was proved ("she was 37" of "she was 37 when she founded it") shares its proof.
    """
    proof = next((proof for claim, proof in proofs if _proves(proof, claim, verdict)), None)
    if proof is None:
        return verdict
    whole = len({line.statement.id for line in proof.premises}) == 1 and not proof.is_open
    target = Relation.ENTAILMENT if whole else Relation.NEUTRAL
    probabilities = moved(verdict.probabilities, CONTRADICTIONS, target, _SURE)
    explained = without_clash(verdict, probabilities, target)
    return replace(explained, model=f"{verdict.model} + {MODEL} {proof.inference}")


def _proves(proof: Derivation, claim: Claim, verdict: Verdict) -> bool:
    said = verdict.claim
    of_it = isinstance(said, Claim) and (said.id == claim.id or share_words(said, claim))
    premises = {line.statement.id for line in proof.premises}
    clash = verdict.contradicts and verdict.premise.id in premises
    return clash and of_it and _is_of_values(verdict, proof.values)


def _is_of_values(verdict: Verdict, values: Sequence[str]) -> bool:
    """Whether the words that a clash is marked in are those of the values that follow."""
    if not values or verdict.claim_span is None:
        return True
    marked = verdict.claim_span.cut(verdict.claim.text)
    return any(value in marked or marked in value for value in values)


def _statements(
    claim: Claim, claims: Sequence[Claim], candidates: Sequence[Candidate], before: Sequence[Claim]
) -> list[Statement]:
    """What a claim is held against: its own candidates first, then those of its neighbours."""
    own = [one.premise for one in candidates if one.claim.id == claim.id]
    others = [one.premise for one in candidates]
    of_turn = [one for one in claims if position(one) < position(claim)]
    found = {one.id: one for one in (*own, *others, *of_turn, *before) if plain(one)}
    return [one for one in found.values() if not share_words(one, claim) and one.id != claim.id]


def _inferred(
    claim: Claim,
    derivation: Derivation,
    verdicts: Sequence[Verdict],
    *,
    threshold: float,
    rules: frozenset[Rule],
) -> Iterator[Inferred]:
    own = [verdict for verdict in verdicts if verdict.claim.id == claim.id]
    clashing = {one.premise.id for one in own if clashes(one, threshold=threshold)}
    entailed = {one.premise.id: one.entailment for one in own}
    if any(_SAYS_SO <= entailed.get(line.statement.id, 0.0) for line in derivation.premises):
        return
    lines = [line for line in derivation.premises if conflict_kind(line.statement, claim)]
    if lines and clashing.isdisjoint(line.statement.id for line in lines):
        ways = [(line, _verdict(claim, line, derivation)) for line in lines]
        _, verdict = min(
            ways, key=lambda way: (_excused(way[1], rules), *_weight(way[0], entailed))
        )
        yield Inferred(verdict, derivation)


def _excused(verdict: Verdict, rules: frozenset[Rule]) -> bool:
    premise, claim = verdict.premise, verdict.claim
    if isinstance(premise, Passage) or isinstance(claim, Passage):
        return False
    return ruling(premise, claim, verdict, rules) is not None


def _weight(line: Line, entailed: Mapping[str, float]) -> tuple[bool, bool, float]:
    """What sorts premises: documents first, then what the user said, then the least in doubt."""
    statement = line.statement
    by_user = isinstance(statement, Claim) and statement.role is Role.USER
    return not isinstance(statement, Passage), not by_user, entailed.get(statement.id, 0.0)


def _verdict(claim: Claim, main: Line, derivation: Derivation) -> Verdict:
    partly = derivation.inference in _IN_A_DETAIL
    relation = Relation.PARTIAL_CONTRADICTION if partly else Relation.CONTRADICTION
    rest = (1 - _SURE) / 3
    start = max(main.statement.text.find(main.said), 0)
    return Verdict(
        premise=main.statement,
        claim=claim,
        probabilities={one: _SURE if one is relation else rest for one in Relation},
        relation=relation,
        error_type=ERROR_TYPES[derivation.inference],
        premise_span=Span(start, start + len(main.said)),
        claim_span=Span(0, len(claim.text)),
        model=f"{MODEL} {derivation.inference}",
    )
