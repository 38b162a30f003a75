"""Pairs that nobody has labelled, for the teacher to: `python -m training.unlabelled`.

Whoever wrote the rows wrote each claim for one premise. Claims of one premise beside each other,
a claim before its premise, and a claim beside the sentences of a passage that have most of its
words are pairs about one thing as well, and no row has them. What they are is for
`training.teacher` to say.
"""

from __future__ import annotations

import argparse
import logging
import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from training.mixture import BUILD, Filter, evaluation_texts, write
from training.rows import UNKNOWN, Row, from_json, read_rows
from training.short_run import longest_name, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

log = logging.getLogger("training.unlabelled")

SIBLINGS: Mapping[str, int] = {
    "mnli": 2, "hypotheses:mnli": 2, "vitaminc": 1, "hypotheses:passages": 1, "contrast:": 1,
    "": 0,
}  # fmt: skip
"""How often a claim stands before another of its premise, by the beginning of its source."""
TURNED: Mapping[str, float] = {"mnli": 0.4, "snli": 0.15, "wanli": 0.3, "contrast:": 0.05, "": 0}
"""The share of claims that stand before their premise."""
EXCERPTS: Mapping[str, float] = {"hypotheses:passages": 0.5, "contrast:documents": 0.1, "": 0}
"""The share of claims that stand beside an excerpt of their premise."""
MOST: dict[str, int] = {
    "sibling:mnli": 34_000, "sibling:hypotheses:mnli": 95_000, "turned:mnli": 9_000,
    "turned:snli": 4_000, "turned:wanli": 5_000, "sibling:vitaminc": 18_000,
    "sibling:hypotheses:passages": 8_000, "excerpt:hypotheses:passages": 23_000,
    "sibling:contrast": 40_000, "turned:contrast": 4_000, "excerpt:contrast": 10_000,
}  # fmt: skip
"""The most pairs of a kind: what can be read in an hour."""
HELD_OUT = ("validation.jsonl", "mnli_dev.jsonl", "snli_dev.jsonl")
_LONGEST_TURNED = 40  # words
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"\w+")


def unlabelled(rows: Iterable[Row], rng: random.Random) -> list[Row]:
    """New pairs of the premises and claims of these rows, in random order."""
    distinct: dict[tuple[str, str], Row] = {}
    for row in rows:  # of those that are padded each by its own lot, the one with least around it
        known = distinct.setdefault((row.group, row.claim), row)
        if len(row.premise) < len(known.premise):
            distinct[row.group, row.claim] = row
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in distinct.values():
        groups[row.group].append(row)
    pairs = [pair for group in groups.values() for pair in _siblings(group, rng)]
    for row in distinct.values():
        if rng.random() < share(row.source, TURNED) and len(row.premise.split()) <= _LONGEST_TURNED:
            pairs.append(_pair(row.claim, row.premise, row, "turned"))
        if rng.random() < share(row.source, EXCERPTS):
            pairs.append(_pair(excerpt(row, rng.randint(1, 3)), row.claim, row, "excerpt"))
    rng.shuffle(pairs)
    return list(_few_of_each(pairs))


def _few_of_each(pairs: Iterable[Row]) -> Iterator[Row]:
    taken: Counter[str] = Counter()
    for pair in pairs:
        kind = longest_name(pair.source, MOST)
        taken[kind] += 1
        if taken[kind] <= MOST[kind]:
            yield pair


def _siblings(group: Sequence[Row], rng: random.Random) -> Iterator[Row]:
    for row in group:
        times = int(share(row.source, SIBLINGS))
        others = [other for other in group if other.claim != row.claim]
        for other in rng.sample(others, min(times, len(others))):
            yield _pair(row.claim, other.claim, row, "sibling")


def excerpt(row: Row, count: int) -> str:
    """The ``count`` sentences of the premise that have most of the claim's words, in order."""
    sentences = _SENTENCE.split(row.premise)
    claim = set(_WORD.findall(row.claim.lower()))
    shared = [-len(claim & set(_WORD.findall(one.lower()))) for one in sentences]
    best = sorted(sorted(range(len(sentences)), key=shared.__getitem__)[:count])
    return " ".join(sentences[i] for i in best)


def _pair(premise: str, claim: str, row: Row, how: str) -> Row:
    return Row(premise, claim, UNKNOWN, f"{how}:{row.source}", row.group)


def _is_asked(source: str) -> bool:
    return any(share(source, shares) for shares in (SIBLINGS, TURNED, EXCERPTS))


def main() -> None:
    """Write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--mixture", type=Path, default=BUILD / "train.jsonl")
    parser.add_argument("--output", type=Path, default=BUILD / "unlabelled.jsonl")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    held_out = [row for name in HELD_OUT for row in read_rows(options.mixture.with_name(name))]
    seen = Filter(evaluation_texts(options.data), held_out)
    with options.mixture.open(encoding="utf-8") as lines:
        rows = (row for row in map(from_json, lines) if _is_asked(row.source))
        pairs = seen.keep(unlabelled(rows, random.Random(options.seed)))
    write(options.output, pairs)
    log.info("%d pairs; dropped: %s", len(pairs), dict(seen.dropped))


if __name__ == "__main__":
    main()
