"""Pairs that nobody has labelled, for the teacher to: `python -m training.unlabelled`.

Whoever wrote the rows wrote each claim for one premise. Claims of one premise beside each other,
a claim before its premise, and a claim beside the sentences of a passage that have most of its
words are pairs about one thing as well, and no row has them. What they are is for
`training.teacher` to say.
"""

from __future__ import annotations

import argparse
import logging
import re
from collections import Counter, defaultdict
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

from training.mixture import BUILD, Filter, evaluation_texts, write
from training.rows import UNKNOWN, Row, from_json, read_rows
from training.short_run import longest_name
from training.taught import number_of_pair, read_told

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

log = logging.getLogger("training.unlabelled")

SIBLINGS = ("mnli", "hypotheses:mnli", "vitaminc", "hypotheses:passages", "contrast:")
"""What the sources begin with whose claims stand before others of their premise."""
TURNED = ("mnli", "snli", "wanli", "contrast:")
"""Those whose claims stand before their premise."""
EXCERPTS = ("hypotheses:passages", "contrast:documents")
"""Those whose claims stand beside excerpts of their premise."""
MOST: dict[str, int] = {
    "sibling:mnli": 34_000, "sibling:hypotheses:mnli": 95_000, "turned:mnli": 9_000,
    "turned:snli": 4_000, "turned:wanli": 5_000, "sibling:vitaminc": 18_000,
    "sibling:hypotheses:passages": 8_000, "excerpt:hypotheses:passages": 23_000,
    "sibling:contrast": 40_000, "turned:contrast": 4_000, "excerpt:contrast": 10_000,
}  # fmt: skip
"""The most pairs of a kind: what can be read in an hour."""
_ASKED = (*SIBLINGS, *TURNED, *EXCERPTS)
HELD_OUT = ("validation.jsonl", "mnli_dev.jsonl", "snli_dev.jsonl")
_LONGEST_TURNED = 40  # words
_EXCERPT_SENTENCES = (1, 2, 3)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"\w+")


def unlabelled(rows: Iterable[Row], told: Container[int]) -> list[Row]:
    """New pairs of the premises and claims of these rows, in an order that depends on nothing else.

    The mixture draws other rows, in another order, whenever anything before it changes, such as
    the clauses that belie's extractor finds. So nothing is drawn here: of all pairs there are,
    those that the teacher has ``told`` something of come first, and then the lowest numbers.
    """
    distinct = _distinct(rows)
    pairs = {number_of_pair(pair): pair for pair in _candidates(distinct)}
    open_pairs = pairs.keys() - {number_of_pair(row) for row in distinct}
    order = sorted(open_pairs, key=lambda number: (number not in told, number))
    return list(_few_of_each(pairs[number] for number in order))


def _distinct(rows: Iterable[Row]) -> list[Row]:
    """One row for each claim of a group: of those that are padded, the one with least around it."""
    distinct: dict[tuple[str, str], Row] = {}
    for row in rows:
        known = distinct.setdefault((row.group, row.claim), row)
        if len(row.premise) < len(known.premise):
            distinct[row.group, row.claim] = row
    return list(distinct.values())


def _candidates(rows: Sequence[Row]) -> Iterator[Row]:
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.group].append(row)
        if row.source.startswith(TURNED) and len(row.premise.split()) <= _LONGEST_TURNED:
            yield _pair(row.claim, row.premise, row, "turned")
        if row.source.startswith(EXCERPTS):
            for count in _EXCERPT_SENTENCES:
                yield _pair(excerpt(row, count), row.claim, row, "excerpt")
    for group in groups.values():
        for row, other in permutations(group, 2):
            if row.source.startswith(SIBLINGS):
                yield _pair(row.claim, other.claim, row, "sibling")


def _few_of_each(pairs: Iterable[Row]) -> Iterator[Row]:
    taken: Counter[str] = Counter()
    for pair in pairs:
        kind = longest_name(pair.source, MOST)
        taken[kind] += 1
        if taken[kind] <= MOST[kind]:
            yield pair


def excerpt(row: Row, count: int) -> str:
    """The ``count`` sentences of the premise that have most of the claim's words, in order."""
    sentences = _SENTENCE.split(row.premise)
    claim = set(_WORD.findall(row.claim.lower()))
    shared = [-len(claim & set(_WORD.findall(one.lower()))) for one in sentences]
    best = sorted(sorted(range(len(sentences)), key=shared.__getitem__)[:count])
    return " ".join(sentences[i] for i in best)


def _pair(premise: str, claim: str, row: Row, how: str) -> Row:
    return Row(premise, claim, UNKNOWN, f"{how}:{row.source}", row.group)


def main() -> None:
    """Write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--mixture", type=Path, default=BUILD / "train.jsonl")
    parser.add_argument("--output", type=Path, default=BUILD / "unlabelled.jsonl")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    told = set(read_told().pairs.tolist())
    held_out = [row for name in HELD_OUT for row in read_rows(options.mixture.with_name(name))]
    seen = Filter(evaluation_texts(options.data), held_out)
    with options.mixture.open(encoding="utf-8") as lines:
        rows = (row for row in map(from_json, lines) if row.source.startswith(_ASKED))
        pairs = seen.keep(unlabelled(rows, told))
    write(options.output, pairs)
    log.info("%d pairs; dropped: %s", len(pairs), dict(seen.dropped))


if __name__ == "__main__":
    main()
