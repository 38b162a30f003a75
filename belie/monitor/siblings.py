"""Documents about another thing of the same kind than a claim: "AeroVac B2" beside "AeroVac A1".

What one sheet says of its product is neither for nor against what is said of the next one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from belie.datatypes import Claim, Passage, Relation
from belie.graph.semantics.words import STOP_WORDS, TITLES
from belie.monitor.evidence import moved, without_clash
from belie.monitor.keeping import kept
from belie.monitor.values import read_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from belie.datatypes import Turn, Verdict

__all__ = ["without_siblings"]

_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"(?:19|20)\d\d")
"""The one value that names a thing: "policy 2025"; not "5" of "May 5"."""
_TITLE = 8
"""The first words of a document, which say what it is about."""
_LEAST = 3
"""The fewest letters of a word that says of what kind a thing is."""
_SILENT = 0.97
"""The share of what a classifier says that goes to neutral, as for values that agree."""
_TOLD = tuple(relation for relation in Relation if relation is not Relation.NEUTRAL)


@dataclass(frozen=True, slots=True)
class _Name:
    """A name of one thing of a kind, in small letters: "plan", "basic"."""

    kind: str
    own: str
    numbered: bool

    @property
    def sort(self) -> tuple[str, bool]:
        """What the names of its siblings share with it."""
        return self.kind, self.numbered


@dataclass(frozen=True, slots=True)
class _Siblings:
    """The names of a document's thing, and those of its siblings that the document lacks."""

    own: frozenset[str]
    others: frozenset[str]


def without_siblings(turn: Turn, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """Yield the verdicts, those on passages about a sibling of what the claim is about as neutral.

    Two documents are about siblings where their first words tell them apart by a name beside the
    same word, and the one never has the name of the other. A claim is about the one whose name it
    has, or the words that its pronouns stand for; else the one that alone its turn names.

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
    if len(turn.documents) < 2:
        yield from verdicts
        return
    names = {document.text: _names(document.text) for document in turn.documents}
    by_kind: dict[tuple[str, bool], set[str]] = {}
    for name in chain.from_iterable(names.values()):
        by_kind.setdefault(name.sort, set()).add(name.own)
    siblings = {text: _siblings(text, own, by_kind) for text, own in names.items()}
    for verdict in verdicts:
        premise, claim = verdict.premise, verdict.claim
        about_other = False
        if isinstance(premise, Passage) and isinstance(claim, Claim):
            # by its words, for its turn and source are those of the turn that first brought it
            read = [text for text in names if text.startswith(premise.text, premise.span.start)]
            about_other = bool(read) and all(
                _are_apart(siblings[text], claim, turn) for text in read
            )
        yield _silent(verdict) if about_other else verdict


def _are_apart(siblings: _Siblings, claim: Claim, turn: Turn) -> bool:
    """Whether a claim has the name of a document's sibling and none of the document's."""
    whole = f"{turn.question or ''} {turn.text}"
    for said in (claim.text, claim.context, whole):
        words = _words(said)
        own, others = words & siblings.own, words & siblings.others
        if own or others:
            return not own
    return False


def _siblings(
    text: str, names: Iterable[_Name], by_kind: Mapping[tuple[str, bool], Iterable[str]]
) -> _Siblings:
    """Return the names of a document with those of others that tell them apart."""
    words = _words(text)
    others = {name: frozenset(by_kind[name.sort]) - words for name in names}
    own = frozenset(name.own for name, theirs in others.items() if theirs)
    return _Siblings(own, frozenset[str]().union(*others.values()))


@kept(256)
def _names(text: str) -> tuple[_Name, ...]:
    """Return the names among a document's first words, each with the word beside it."""
    title = [match for _, match in zip(range(_TITLE), _WORD.finditer(text), strict=False)]
    if not title:
        return ()
    values = read_values(text[: title[-1].end()])
    found: list[_Name] = []
    for first, second in pairwise(title):
        if text[first.end() : second.start()].strip("*_ "):
            continue
        for name, kind in ((first, second), (second, first)):
            word, beside = name[0], kind[0].casefold()
            is_kind = beside.isalpha() and _LEAST <= len(beside) and beside not in STOP_WORDS
            counted = any(one.span.start <= name.start() < one.span.end for one in values)
            if is_kind and _can_name(word) and (not counted or _YEAR.fullmatch(word)):
                found.append(_Name(beside, word.casefold(), _is_numbered(word)))
    return tuple(found)


def _can_name(word: str) -> bool:
    return _is_numbered(word) or (word[0].isupper() and word.casefold() not in STOP_WORDS | TITLES)


def _is_numbered(word: str) -> bool:
    return any(map(str.isdigit, word))


@kept(1024)
def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))


def _silent(verdict: Verdict) -> Verdict:
    probabilities = moved(verdict.probabilities, _TOLD, Relation.NEUTRAL, _SILENT)
    return replace(without_clash(verdict, probabilities, Relation.NEUTRAL), ungrounded=None)
