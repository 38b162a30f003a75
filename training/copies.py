"""Claims that a premise says itself, nearly word for word.

Whoever writes a wrong claim by hand changes one detail of a long sentence, and the generators of
`synthesis` do so twice as often as they leave it whole. Of the hand-written claims of twelve words
and more that have 85 % of their words from the premise nine in ten were wrong, half of those
beside two premises; in VitaminC it is one in five. In summaries and answers such claims are
nearly always right, and a classifier that had learnt otherwise gave the very sentence of a
premise a support of 0.75.
These rows put that straight: sentences of premises as they are, trimmed, cut to a clause or
joined, half of them in other words for the same, and a few with one edit beside them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Span
from training import lexicon
from training.clauses import clauses, sound
from training.rewrites import rewrite
from training.rows import ENTAILMENT, Row
from training.synthesis import UNSAFE_TO_SHORTEN, joined, split_sentences, usable

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator, Mapping

    from belie.monitor.claims.extractor import ClaimExtractor
    from belie.monitor.claims.syntax import Trees
    from belie.monitor.claims.tree import Tree
    from training.synthesis import Generator

_EDITED_SHARE = 1 / 5
_REWRITTEN_SHARE = 1 / 2
_LEAST_WORDS = 8
SHARES = {"whole": 2, "trimmed": 5, "clause": 2, "joined": 2}
"""How often a claim is made in which way."""
UNTRIMMED = {"whole": 3, "clause": 2}
"""The same for chat, where nearly all that is said besides matters: "I live with a vegetarian"."""
# What hangs on a word by these can be left out where nothing is denied, supposed or counted.
_DROPPED = frozenset({"appos", "advmod", "amod", "obl", "nmod", "acl", "advcl", "parataxis"})
_LONGEST_DROPPED = 12
# Without these a statement says something else: "the former mayor", "nearly won", "less than".
_KEPT = frozenset(
    lexicon.words(
        "former late alleged possible potential fake future planned proposed likely would-be "
        "so-called deputy vice acting last first second third next other another same different "
        "few many several new old more less most least than nearly almost about around roughly "
        "approximately hardly barely rarely seldom just even up over under too so as how when "
        "where why if unless until before after once while than like half quarter double "
        "away down back again together apart alone instead otherwise out off probably "
        "perhaps maybe possibly allegedly reportedly apparently partly largely mostly mainly"
    )
)
_FIGURE = re.compile(
    rf"\d|^(?:{'|'.join(lexicon.MONTHS)}|(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten|eleven|"
    r"twelf|\w*teen|\w*tie|hundred|thousand|million)(?:th|st|nd|rd))$",
    re.IGNORECASE,
)
_UNCERTAIN = re.compile(
    r"\b(?:may|might|could|would|should|must|can|cannot|if|whether|or|plan|plans|planned|planning|"
    r"half|less|fewer|least|almost|nearly|until|than|as|like|first|last|only|most)\b|"
    r"\b(?:could|would|should|must|might)n|"
    r"\b(?:hope|hoping|want|expect|seem|appear|claim|deny|denie|refus|fail)|\bthe \w+est\b",
    re.IGNORECASE,
)
_GONE, _COMMA_GONE = "\ue000", "\ue001"
_BLANK = rf"[\s{_GONE}{_COMMA_GONE}]"
_TIDY = (
    (re.compile(rf"(?:,{_BLANK}*{_GONE}|{_COMMA_GONE}){_BLANK}*,"), " "),
    (re.compile(rf"{_GONE}|{_COMMA_GONE}|\(\s*\)|\"\s*\""), ""),
    (re.compile(r"\s+"), " "),
    (re.compile(r"\s+(?=[,.;:!?)])|[,;:]+(?=[,.;:])|(?<=\()\s+"), ""),
    (re.compile(r"\b([Aa])n? (?=[aei]|o(?!ne))"), r"\1n "),
    (re.compile(r"\b([Aa])n? (?=[b-df-gj-np-tv-z])"), r"\1 "),
)  # fmt: skip


def copies(
    premises: Iterable[tuple[str, str]],
    generator: Generator,
    extractor: ClaimExtractor,
    trees: Trees,
    *,
    shares: Mapping[str, int] = SHARES,
) -> Iterator[Row]:
    """At most one row for each premise and its group; a fifth of the claims with one edit."""
    rng = generator.rng
    for premise, group in premises:
        said = [one for one in split_sentences(premise) if usable(one)]
        kind = rng.choices(list(shares), list(shares.values()))[0]
        claim = _claim(kind, said, rng, extractor, trees) if said else None
        if claim is None or len(claim.split()) < _LEAST_WORDS:
            continue
        row = Row(premise, claim, ENTAILMENT, f"copies:{kind}", group)
        if rng.random() < _EDITED_SHARE:
            row = generator.from_supported(row) or row
        if rng.random() < _REWRITTEN_SHARE:
            claim, marks = rewrite(row.claim, row.claim_marks, rng)
            row = replace(row, claim=claim, claim_marks=marks)
        yield row


def _claim(
    kind: str, said: list[str], rng: random.Random, extractor: ClaimExtractor, trees: Trees
) -> str | None:
    """What one or two of the sentences say; ``None`` where they cannot be told in that way."""
    sentence = rng.choice(said)
    match kind:
        case "trimmed":
            return trimmed(sentence, trees, rng)
        case "clause":
            found = [one.text for one in clauses(sentence, extractor) if sound(sentence, one)]
            return rng.choice(found) if found else None
        case "joined":
            other = rng.choice(said)
            if other == sentence:
                return None
            first = trimmed(sentence, trees, rng) or sentence
            return joined(first, trimmed(other, trees, rng) or other)
        case _:
            return sentence


def trimmed(sentence: str, trees: Trees, rng: random.Random) -> str | None:
    """The sentence without one to three of its additions, still true wherever it is."""
    if UNSAFE_TO_SHORTEN.search(sentence) or _UNCERTAIN.search(sentence):
        return None
    (tree,) = trees.read(sentence, [Span(0, len(sentence))])
    if tree is None:
        return None
    options = [word for word in range(len(tree)) if _is_addition(tree, word)]
    rng.shuffle(options)
    gone = {word for top in options[: rng.choice((1, 1, 2, 3))] for word in tree.subtree(top)}
    if not gone or len(tree) - len(gone) < _LEAST_WORDS:
        return None
    return _without(sentence, [tree.spans[word] for word in gone])


def _is_addition(tree: Tree, word: int) -> bool:
    branch = tree.subtree(word)
    whole = branch[-1] - branch[0] + 1 == len(branch)
    lowered = {tree.lower(one) for one in branch}
    return (
        tree.base(word) in _DROPPED
        and whole
        and "-" not in tree.text[tree.spans[branch[0]].start - 1 : tree.spans[branch[-1]].end + 1]
        and len(branch) <= _LONGEST_DROPPED
        and not lowered & _KEPT
        and not any(_is_of_a_name(tree, one) for one in (word, tree.heads[word]))
        and tree.relations[word] not in {"obl:agent", "nmod:poss"}
        and tree.child(word, "cc") is None
        and not tree.children(tree.heads[word], ("cop",))
        and not (tree.base(word) == "advmod" and tree.tags[tree.heads[word]] in {"CD", "JJ", "RB"})
    )


def _is_of_a_name(tree: Tree, word: int) -> bool:
    """Whether a word is a figure, an ordinal, or an adjective of a name: "Nuevo Alarcón"."""
    named = tree.base(word) == "amod" and tree.words[word][0].isupper()
    return named or tree.tags[word] == "CD" or bool(_FIGURE.search(tree.lower(word)))


def _without(sentence: str, spans: list[Span]) -> str:
    """The sentence without some words, its blanks, commas and articles set right."""
    for span in sorted(spans, key=lambda one: -one.start):
        mark = _COMMA_GONE if span.cut(sentence) == "," else _GONE
        sentence = sentence[: span.start] + mark + sentence[span.end :]
    for pattern, words in _TIDY:
        sentence = pattern.sub(words, sentence)
    sentence = sentence.strip(" ,;:")
    return sentence[0].upper() + sentence[1:]
