"""The sets that judge decomposition, pronouns and trees, read in place.

``decomp_propsegment``
    Sentences of the news and of Wikipedia with the propositions people marked in them, each a
    subset of the sentence's tokens (Chen et al. 2023). Only the split ``test``; the sentence is
    given as it was written, the propositions are the marked tokens.
``decomp_claims``
    Answers of language models with atomic claims. By source:

    - ``factcheckgpt``: a sentence, its answer, its claims, made self-contained (Wang et al. 2023).
      A reference. The answer is the turn, and the claims that lie in the sentence are taken; where
      the sentence does not stand in its answer word for word, the answer is an earlier turn.
    - ``factbench_factool-qa``: an answer and its claims. A reference.
    - ``factbench_factcheckgpt``: whole answers that are all among those of ``factcheckgpt``. A
      reference, but no further evidence.
    - ``factbench_felm-wk``: its "claims" are the sentences of the answer, word for word. It cannot
      judge decomposition and is shown for that only.

    `ATOMIC` names the two sources that the headline figure is taken over.
``decomp_split_rephrase``
    Sentences split and rephrased into simple ones (WikiSplit, DeSSE, BiSECT), split ``test``: a
    fixed sample of 1,000. The sentences come tokenised and are written together again. The test
    rows of MinWiki are left out: their parts belong to other sentences.
``coref_gap``
    A pronoun and two names it may stand for (Webster et al. 2018).
``ud_ewt_test``
    Dependency trees of web text (Silveira et al. 2014).
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Span, Syntax
from benchmarks.data import DataError, read_rows, sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from benchmarks.data import Row

__all__ = [
    "ATOMIC",
    "ClaimItem",
    "ReferenceItem",
    "detokenise",
    "find_sentence",
    "read_claims",
    "read_propositions",
    "read_references",
    "read_splits",
    "read_trees",
]

ATOMIC = ("factcheckgpt", "factbench_factool-qa")
MISALIGNED = ("minwiki",)
SPLITS = 1000

_BEFORE = re.compile(r"\s+(?=[,.;:!?)\]%]|n't\b|['’](?:s|re|ve|ll|d|m)\b)")
_AFTER = re.compile(r"(?<=[(\[$£€])\s+")
_QUOTED = re.compile(r"(?:``|'')\s*(.*?)\s*''")
_HYPHEN = re.compile(r"(?<=\w)\s+-\s+(?=\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimItem:
    """One row that judges decomposition.

    Parameters
    ----------
    id, group
        Of the row, and its source.
    text
        The turn to read.
    within
        Where in it the judged sentence stands; ``None`` for all of it.
    earlier
        Turns before it.
    gold
        The claims that people made of it.
    labels
        For each gold claim what it is: ``"factual"``, ``"opinion"``, ``"not_a_claim"``; or empty.
    """

    id: str
    group: str
    text: str
    gold: tuple[str, ...]
    within: Span | None = None
    earlier: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """Where the judged words stand in the turn."""
        return self.within or Span(0, len(self.text))

    @property
    def sentence(self) -> str:
        """The judged words."""
        return self.span.cut(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceItem:
    """A pronoun and two names; whether it stands for each. Spans slice ``text``."""

    id: str
    text: str
    pronoun: Span
    names: tuple[Span, Span]
    gold: tuple[bool, bool]

    @property
    def feminine(self) -> bool:
        """Whether the pronoun is one of "she, her, hers"."""
        return self.pronoun.cut(self.text).lower() in ("she", "her", "hers")


def read_propositions(data: Path, *, size: int | None = None) -> list[ClaimItem]:
    """Return the test rows of ``decomp_propsegment``.

    Raises
    ------
    DataError
        If the file is not there; so do the other readers.
    """
    rows = _rows(data, "decomp_propsegment", "test")
    return [
        ClaimItem(
            id=row["id"],
            group="propsegment",
            text=row["sentence"],
            gold=tuple(_marked(row["tokens"], places) for places in row["propositions"]),
        )
        for row in sample(rows, size)
    ]


def read_claims(data: Path, *, size: int | None = None) -> list[ClaimItem]:
    """Return the rows of ``decomp_claims``, of all sources."""
    rows = read_rows(data / "train" / "decomp_claims.jsonl.gz")
    return [_claim_item(row) for row in sample(rows, size)]


def read_splits(data: Path, *, size: int | None = None) -> list[ClaimItem]:
    """Return the fixed sample of ``decomp_split_rephrase``, its sentences written together."""
    read = _rows(data, "decomp_split_rephrase", "test")
    rows = [row for row in read if row["source"] not in MISALIGNED]
    return [
        ClaimItem(
            id=row["id"],
            group=row["source"],
            text=detokenise(row["complex"]),
            gold=tuple(row["parts"]),
        )
        for row in sample(rows, min(size or SPLITS, SPLITS))
    ]


def read_references(data: Path, split: str, *, size: int | None = None) -> list[ReferenceItem]:
    """Return the rows of a split of ``coref_gap``."""
    return [_reference_item(row) for row in sample(_rows(data, "coref_gap", split), size)]


def read_trees(data: Path, *, size: int | None = None) -> list[Syntax]:
    """Return the trees of the test part of the treebank; words of empty nodes are left out."""
    path = data / "text" / "ud_ewt_test.conllu.gz"
    if not path.is_file():
        raise DataError(f"expected {path}, found no such file: name the data folder with --data")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return _trees(lines)[:size]


def detokenise(text: str) -> str:
    r"""Return a text whose tokens stand apart as it would be written.

    Examples
    --------
    >>> detokenise("Batam Centre ( once Nagoya ) , it 's said , has a '' well - known '' park .")
    'Batam Centre (once Nagoya), it\'s said, has a "well-known" park.'
    """
    quoted = _QUOTED.sub(r'"\1"', text)
    return _AFTER.sub("", _BEFORE.sub("", _HYPHEN.sub("-", quoted)))


def find_sentence(sentence: str, text: str) -> Span | None:
    """Return where ``sentence`` stands in ``text``, whatever the blanks between its words are.

    Examples
    --------
    >>> find_sentence("It leans.", "A tower.  It  leans.")
    Span(start=10, end=20)
    """
    words = r"\s+".join(re.escape(word) for word in sentence.split())
    found = re.search(words, text) if words else None
    return Span(*found.span()) if found else None


def _rows(data: Path, name: str, split: str) -> list[Row]:
    return [row for row in read_rows(data / "train" / f"{name}.jsonl.gz") if row["split"] == split]


def _marked(words: Sequence[str], places: Sequence[int]) -> str:
    return " ".join(words[place] for place in places)


def _claim_item(row: Row) -> ClaimItem:
    sentence, context = row.get("sentence") or "", row["context"]
    within = find_sentence(sentence, context)
    apart = bool(sentence) and within is None
    return ClaimItem(
        id=row["id"],
        group=row["source"],
        text=sentence if apart else context,
        within=within,
        earlier=(context,) if apart else (),
        gold=tuple(row["claims"]),
        labels=tuple(row.get("claim_checkworthiness") or ()),
    )


def _reference_item(row: Row) -> ReferenceItem:
    return ReferenceItem(
        id=row["id"],
        text=row["text"],
        pronoun=_at(row["pronoun_offset"], row["pronoun"]),
        names=(_at(row["a_offset"], row["a"]), _at(row["b_offset"], row["b"])),
        gold=(row["a_coref"] == "TRUE", row["b_coref"] == "TRUE"),
    )


def _at(start: int, words: str) -> Span:
    return Span(start, start + len(words))


def _trees(lines: Iterable[str]) -> list[Syntax]:
    trees: list[Syntax] = []
    fields: list[list[str]] = []
    for line in [*lines, ""]:
        if line.strip() and not line.startswith("#"):
            fields.append(line.rstrip("\n").split("\t"))
        elif not line.strip() and fields:
            trees.append(_tree([field for field in fields if field[0].isdigit()]))
            fields = []
    return trees


def _tree(fields: Sequence[Sequence[str]]) -> Syntax:
    return Syntax(
        words=tuple(field[1] for field in fields),
        tags=tuple(field[4] for field in fields),
        heads=tuple(int(field[6]) - 1 for field in fields),
        relations=tuple(field[7] for field in fields),
    )
