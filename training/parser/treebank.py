"""Sentences of a Universal Dependencies treebank (Nivre et al. 2020; English Web Treebank)."""

from __future__ import annotations

import gzip
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

_RARE = 40
"""A subtype of a relation seen less often than this is read as its base relation."""


@dataclass(frozen=True, slots=True)
class Tree:
    """One sentence: its words, a Penn tag, a head (-1 for the root) and a relation for each."""

    text: str
    words: tuple[str, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]


def read_trees(path: Path) -> list[Tree]:
    """Read a ``.conllu.gz`` file; multiword ranges and empty nodes are left out."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [_tree(block) for block in _blocks(lines)]


def relation_names(trees: Iterable[Tree]) -> list[str]:
    """Return the relations a model is to know, rare subtypes folded into their base."""
    counts = Counter(relation for tree in trees for relation in tree.relations)
    kept = {name if counts[name] >= _RARE else name.split(":", 1)[0] for name in counts}
    return sorted(kept)


def known(relation: str, names: Sequence[str]) -> str:
    """Return ``relation`` as one of ``names``."""
    base = relation.split(":", 1)[0]
    return relation if relation in names else base if base in names else "dep"


def _blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    block: list[str] = []
    for line in lines:
        if line.strip():
            block.append(line.rstrip("\n"))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _tree(block: Sequence[str]) -> Tree:
    text = next((line[9:] for line in block if line.startswith("# text = ")), "")
    rows = [line.split("\t") for line in block if not line.startswith("#")]
    rows = [row for row in rows if row[0].isdigit()]
    return Tree(
        text=text,
        words=tuple(row[1] for row in rows),
        tags=tuple(row[4] for row in rows),
        heads=tuple(int(row[6]) - 1 for row in rows),
        relations=tuple(row[7] for row in rows),
    )
