"""What the words that claims were taken from say, beside what the claims do.

Small talk says little in each clause ("I never did."), and what it means stands in the clauses
beside it. So where two claims of one speaker may clash, both whole utterances are judged too.
Beside a document the whole sentence is judged as well as the claim: extraction may have cut a
clause wrongly, or taken a pronoun for somebody else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import CONTRADICTIONS, Claim, Pair, Passage, Relation, Role, Scope
from belie.monitor.excerpts import OF_SENTENCE, excerpt
from belie.monitor.open_pronouns import with_topic
from belie.monitor.text import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from belie.datatypes import Judgement, Statement
    from belie.monitor.candidates import Candidate

    Probabilities = Mapping[Relation, float]

__all__ = [
    "beside_sentence",
    "beside_utterances",
    "doubtful",
    "of_documents",
    "own_sentences",
    "pooled",
    "so_far",
    "to_blame",
    "whole_sentence",
    "whole_utterances",
]

_WORD = re.compile(r"\w+")
_WORDS = 32
"""The longest utterance that is judged whole: what is longer speaks of many things. With 60 the
dialogues of training/development come out the same, and long answers cost a third more."""
_LEANING = 3
"""The most words of a text that leans on its question. Without such a bound two contradictions of
training/development are lost, where the claim is no good sentence."""
_MORE = 0.5
"""The probability from which a relation outweighs all others."""
_DOUBT = 0.1
"""The probability of a contradiction from which the utterances are asked. On the dialogues of
training/development less finds nothing more at 5 % false alarms, and asks for twice as much."""
_OF_UTTERANCES = 0.7
"""How much the utterances weigh beside two claims of theirs (docs/decisions/0016)."""


def so_far(claims: Sequence[Claim], text: str) -> dict[str, str]:
    """Return by claim what ``text``, their turn's, says up to the end of the claim's sentence.

    So an answer that is watched while it is being said is judged as it is when all of it is there.
    """
    ends = [sentence.end for sentence in sentences(text)]
    return {
        claim.id: text[: next((end for end in ends if claim.span.end <= end), len(text))]
        for claim in claims
    }


def own_sentences(claims: Iterable[Statement], text: str) -> dict[str, str]:
    """Return by claim the sentence of ``text``, their turn's, that it was taken from."""
    spans = sentences(text)
    return {
        claim.id: next((span.cut(text) for span in spans if span.overlaps(claim.span)), "")
        for claim in claims
    }


def whole_sentence(premise: Passage, claim: Claim, sentence: str) -> Pair | None:
    """Return what is read of a passage and a claim's sentence, if that tells more than the claim.

    A sentence that is shorter than the claim ("Yes, it does.") leans on what stands around it.

    Examples
    --------
    >>> from belie.datatypes import Span
    >>> text = "The tower, built in 1889, is in Paris."
    >>> claim = Claim("s/0#0", "The tower is in Paris.", "s/0", Span(0, len(text)))
    >>> premise = Passage("p", "It stands in Paris.", "d", Span(0, 19))
    >>> whole_sentence(premise, claim, text)
    Pair(premise='It stands in Paris.', claim='The tower, built in 1889, is in Paris.')
    """
    said, told = (_WORD.findall(text.casefold()) for text in (sentence, claim.text))
    tells_more = said != told and len(told) <= len(said)
    if not tells_more:
        return None
    read = excerpt(premise.text, sentence, least=OF_SENTENCE)
    return Pair(with_topic(read, premise, claim).text, sentence)


def whole_utterances(premise: Statement, earlier: str, claim: Claim, now: str) -> Pair | None:
    """Return the texts that two claims were taken from, if they tell more than the claims.

    A text of a few words that is shorter than its claim ("Yes, it does.") leans on what stands
    around it: the claim stands for it.

    Parameters
    ----------
    premise
        A claim of the assistant in another turn; for anything else there is no such pair.
    earlier
        The text of that turn.
    claim
        A claim of the assistant.
    now
        What its turn says `so_far`.
    """
    if not isinstance(premise, Claim) or premise.turn == claim.turn:
        return None
    if not premise.role is claim.role is Role.ASSISTANT:
        return None
    pair = Pair(_in_full(earlier, premise), _in_full(now, claim))
    longest = max(len(text.split()) for text in (pair.premise, pair.claim))
    return None if longest > _WORDS or pair == Pair(premise.text, claim.text) else pair


def _in_full(text: str, claim: Claim) -> str:
    """Return the text that a claim was taken from; of a few words that lean on more, the claim.

    A correction leans on what it corrects: "Actually, it is 8 pm.".
    """
    said, told = (len(one.split()) for one in (text, claim.text))
    leans = said <= _LEANING or Scope.CORRECTION in claim.scope
    return claim.text if leans and said < told else text


def doubtful(candidates: Sequence[Candidate], told: Sequence[Probabilities]) -> dict[int, Pair]:
    """Return the utterances to ask, by the number of the candidate that they speak of.

    Parameters
    ----------
    candidates
        Pairs of statements.
    told
        What was said of each of them alone.
    """
    return {
        number: candidate.said
        for number, (candidate, odds) in enumerate(zip(candidates, told, strict=True))
        if candidate.said is not None
        and not _is_of_document(candidate)
        and _contradiction(odds) >= _DOUBT
    }


def beside_utterances(
    asked: Mapping[int, Pair], told: Sequence[Probabilities], judged: Mapping[Pair, Probabilities]
) -> dict[int, Probabilities]:
    """Return what claims and the utterances that they were taken from say together, by number.

    Of the claims of the same two utterances those that clash most stand for them. The others are
    not surer for it: one clash is not told several times; but nor are they surer than both say.

    Parameters
    ----------
    asked
        The utterances that were asked (`doubtful`).
    told
        What was said of each pair of claims alone.
    judged
        What was said of the utterances.
    """
    clashing: dict[Pair, int] = {}
    for number, pair in asked.items():
        if pair not in clashing or _contradiction(told[clashing[pair]]) < _contradiction(
            told[number]
        ):
            clashing[pair] = number
    both = {
        number: pooled(told[number], judged[pair], share=_OF_UTTERANCES)
        for number, pair in asked.items()
    }
    return {
        number: said
        for number, said in both.items()
        if number == clashing[asked[number]] or _contradiction(said) < _contradiction(told[number])
    }


def of_documents(candidates: Sequence[Candidate], told: Sequence[Probabilities]) -> dict[int, Pair]:
    """Return the sentences to ask, by the number of the candidate that they speak of.

    A sentence whose claims have their best support in several documents is not asked: none of
    them alone can say all of it.

    Parameters
    ----------
    candidates
        Pairs of statements.
    told
        What was said of each of them alone.
    """
    asked = {
        number: candidate.said
        for number, candidate in enumerate(candidates)
        if candidate.said is not None and _is_of_document(candidate)
    }
    best: dict[tuple[str, str], int] = {}
    for number, said in sorted(asked.items(), key=lambda one: told[one[0]][Relation.ENTAILMENT]):
        best[said.claim, candidates[number].claim.id] = number
    documents: dict[str, set[tuple[int, str]]] = {}
    for (sentence, _), number in best.items():
        premise = candidates[number].premise
        documents.setdefault(sentence, set()).add((premise.turn, premise.source))
    return {number: said for number, said in asked.items() if len(documents[said.claim]) == 1}


def pooled(claims: Probabilities, said: Probabilities, *, share: float = 0.5) -> Probabilities:
    """Return what both say together: the logarithmic opinion pool (Genest and Zidek 1986).

    Parameters
    ----------
    claims
        What was said of the claims alone.
    said
        What was said of the words that they were taken from.
    share
        How much of the whole the latter weighs, in [0, 1].

    Examples
    --------
    >>> odds = [0.0, 0.9, 0.0, 0.1], [0.0, 0.5, 0.0, 0.5]
    >>> claims, said = (dict(zip(Relation, each, strict=True)) for each in odds)
    >>> round(pooled(claims, said)[Relation.CONTRADICTION], 3)
    0.75
    """
    product = {one: claims[one] ** (1 - share) * said[one] ** share for one in Relation}
    total = sum(product.values())
    return {relation: mass / total for relation, mass in product.items()} if total else claims


def beside_sentence(claim: Probabilities, sentence: Probabilities) -> Probabilities:
    """Return what a claim and its sentence say together of a passage.

    Where the passage supports the claim and contradicts the sentence, another claim of the
    sentence is wrong. Where it supports the claim and not all of the sentence, the claim counts
    twice: the rest of the sentence may be what the passage does not speak of.

    Examples
    --------
    >>> odds = [0.9, 0.0, 0.0, 0.1], [0.0, 0.2, 0.7, 0.1]
    >>> claim, sentence = (dict(zip(Relation, each, strict=True)) for each in odds)
    >>> beside_sentence(claim, sentence) == claim
    True
    """
    is_supported = claim[Relation.ENTAILMENT] >= _MORE
    if is_supported and _contradiction(sentence) >= _MORE:
        return claim
    both = pooled(claim, sentence)
    if is_supported and both[Relation.ENTAILMENT] < _MORE:
        return {relation: (claim[relation] + both[relation]) / 2 for relation in Relation}
    return both


def to_blame(
    candidates: Sequence[Candidate],
    asked: Mapping[int, Pair],
    weighed: Sequence[Probabilities],
    judged: Mapping[Pair, Judgement],
) -> list[int]:
    """Return the numbers of the claims by which their sentences are wrong.

    A sentence that a passage contradicts has a claim that it contradicts. Where none of several
    claims clashes as much as their sentence does, the one that clashes most takes the blame.

    Parameters
    ----------
    candidates
        Pairs of statements.
    asked
        The sentences that were asked, by the number of a candidate (`of_documents`).
    weighed
        What each candidate and its sentence say together (`beside_sentence`).
    judged
        What was said of each sentence.
    """
    claims: dict[tuple[str, Pair], list[int]] = {}
    for number, pair in asked.items():
        claims.setdefault((candidates[number].premise.id, pair), []).append(number)
    blamed: list[int] = []
    for (_, pair), numbers in claims.items():
        worst = max(numbers, key=lambda number: _contradiction(weighed[number]))
        of_sentence = _contradiction(judged[pair].probabilities)
        if 1 < len(numbers) and max(_MORE, _contradiction(weighed[worst])) < of_sentence:
            blamed.append(worst)
    return blamed


def _is_of_document(candidate: Candidate) -> bool:
    return isinstance(candidate.premise, Passage)


def _contradiction(odds: Probabilities) -> float:
    return sum(odds[relation] for relation in CONTRADICTIONS)
