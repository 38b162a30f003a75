"""Documents about another thing of the same kind than a claim: "AeroVac B2" beside "AeroVac A1".

What one sheet says of its product is neither for nor against what is said of the next one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Passage, Relation
from belie.monitor.evidence import moved, without_clash
from belie.monitor.keeping import kept
from belie.monitor.text import sentences
from belie.monitor.titles import NameSort, heading_of, names_of, vocabulary, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from belie.datatypes import Turn, Verdict

__all__ = ["without_siblings"]

_SILENT = 0.97
"""The share of what a classifier says that goes to neutral, as for values that agree."""
_SUPPORTED = 0.5
"""The entailment from which a document supports a claim."""
_TOLD = tuple(relation for relation in Relation if relation is not Relation.NEUTRAL)


@dataclass(frozen=True, slots=True)
class _Apart:
    """By what words of its own a text is told from another one, and that one from it by others."""

    text: str
    own: AbstractSet[str]
    other: str
    others: AbstractSet[str]


@dataclass(frozen=True, slots=True)
class _Siblings:
    """What tells a document's thing from those of other documents: names, and whole headings."""

    named: tuple[_Apart, ...]
    headed: tuple[_Apart, ...]


def without_siblings(
    turn: Turn, verdicts: Iterable[Verdict], *, before: Sequence[str] = ()
) -> Iterator[Verdict]:
    """Yield the verdicts, those on passages about a sibling of what the claim is about as neutral.

    Two documents are about siblings where their first words tell them apart by a name beside the
    same word, and the one never has the name of the other. A claim is about the one whose name it
    has, or else the one that was named last. Where both were, or no more than what stands in a
    heading was said, it must be supported by the other document.

    Parameters
    ----------
    turn
        The turn with its documents.
    verdicts
        What was judged of its claims.
    before
        What was said before, the last first.

    Examples
    --------
    >>> from belie.datatypes import Claim, Document, Role, Span, Turn, Verdict
    >>> sheets = Document("a", "Vac A1. It has 2 bags."), Document("b", "Vac B2. It has 3 bags.")
    >>> text = "The A1 has 2 bags."
    >>> turn = Turn("s", 0, Role.ASSISTANT, text, documents=sheets)
    >>> premise = Passage("p", sheets[1].text, "b", Span(0, 22))
    >>> claim = Claim("s/0#0", text, "s/0", Span(0, len(text)))
    >>> against = dict(zip(Relation, (0.1, 0.0, 0.9, 0.0), strict=True))
    >>> said = Verdict(premise, claim, against, Relation.PARTIAL_CONTRADICTION)
    >>> [one.relation.value for one in without_siblings(turn, [said])]
    ['neutral']
    """
    verdicts = tuple(verdicts)
    texts = frozenset(document.text for document in turn.documents)
    siblings = _siblings_of(texts)
    if not siblings:
        yield from verdicts
        return
    asked = (turn.question, *before) if turn.question else before
    read = {verdict.premise.id: _read(verdict, texts) for verdict in verdicts}
    supporting: dict[str, set[str]] = defaultdict(set)
    for verdict in verdicts:
        if verdict.entailment >= _SUPPORTED:
            supporting[verdict.claim.id].update(read[verdict.premise.id])
    for verdict in verdicts:
        of, claim = read[verdict.premise.id], verdict.claim
        is_silent = False
        if of and isinstance(claim, Claim) and siblings.keys() >= of:
            said = tuple(_nearest(claim, turn, asked))
            is_silent = all(
                _is_of_other(siblings[text], verdict, said, supporting[claim.id]) for text in of
            )
        yield _silent(verdict) if is_silent else verdict


def _read(verdict: Verdict, texts: Iterable[str]) -> set[str]:
    """Return the documents that a premise is of.

    It is known by its words, for its turn and source are those of the turn that first brought it.
    """
    premise = verdict.premise
    if not isinstance(premise, Passage):
        return set()
    return {text for text in texts if text.startswith(premise.text, premise.span.start)}


def _nearest(claim: Claim, turn: Turn, before: Sequence[str]) -> Iterator[AbstractSet[str]]:
    """Yield the words of what may name the thing of a claim, what is nearest first.

    That is the claim itself, what stands before it in its turn, what was said before, and the turn.
    """
    yield words_of(claim.text)
    yield words_of(claim.context)
    for span in reversed(sentences(turn.text)):
        if span.start < claim.span.end:
            yield words_of(turn.text[span.start : min(span.end, claim.span.end)])
    yield from map(words_of, before)
    yield words_of(turn.text)


def _is_of_other(
    siblings: _Siblings,
    verdict: Verdict,
    said: Sequence[AbstractSet[str]],
    supporting: AbstractSet[str],
) -> bool:
    """Whether a claim is about the thing of another document than the one that was read."""
    own, others = _named(siblings.named, said)
    if own != bool(others):
        return not own
    # Words that clash name nothing: "It may be crushed" is not about "Crushed tablets".
    clash = verdict.claim_span.cut(verdict.claim.text) if verdict.claim_span else ""
    _, headed = _named(siblings.headed, [words - words_of(clash) for words in said])
    return verdict.contradicts and not supporting.isdisjoint(others | headed)


def _named(
    apart: Iterable[_Apart], said: Iterable[AbstractSet[str]]
) -> tuple[bool, AbstractSet[str]]:
    """Return whether a document's thing is named, and those whose things are, by what is nearest.

    A thing is named by half of the words that tell it apart.
    """
    for words in said:
        own = any(_has_half(words, one.own) for one in apart)
        others = {one.other for one in apart if _has_half(words, one.others)}
        if own or others:
            return own, others
    return False, set()


def _has_half(words: AbstractSet[str], names: AbstractSet[str]) -> bool:
    return bool(names) and len(names) <= 2 * len(words & names)


@kept(64)
def _siblings_of(texts: frozenset[str]) -> dict[str, _Siblings]:
    """Return what tells texts apart, for each that has siblings among the others."""
    of_sort: dict[NameSort, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for text in texts:
        for name in names_of(text):
            of_sort[name.sort][text].add(name.own)
    headings = {text: words for text in texts if (words := heading_of(text))}
    named: dict[str, list[_Apart]] = defaultdict(list)
    for (kind, _), by_text in of_sort.items():
        for one in _apart(by_text):
            if kind or (one.own and one.others):  # "Professor Veldt" may be "Rosa Veldt"
                named[one.text].append(one)
    headed: dict[str, list[_Apart]] = defaultdict(list)
    for one in _apart(headings):
        headed[one.text].append(one)
    return {
        text: _Siblings(tuple(named[text]), tuple(headed[text]))
        for text in named.keys() | headed.keys()
    }


def _apart(names: Mapping[str, AbstractSet[str]]) -> Iterator[_Apart]:
    """Yield what tells each text from each other one that has words of one sort."""
    for text, other in permutations(names, 2):
        own, others = names[text] - vocabulary(other), names[other] - vocabulary(text)
        if own or others:
            yield _Apart(text, own, other, others)


def _silent(verdict: Verdict) -> Verdict:
    probabilities = moved(verdict.probabilities, _TOLD, Relation.NEUTRAL, _SILENT)
    return replace(without_clash(verdict, probabilities, Relation.NEUTRAL), ungrounded=None)
