"""Trees and references in word pieces, and batches of them as tensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from tokenizers import Tokenizer

from training.model import minilm_path
from training.parser.treebank import known

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from torch import Tensor

    from training.parser.coreference import Reference
    from training.parser.treebank import Tree

LONGEST = 160
"""Word pieces of a tree or reference that is trained on."""
NOTHING = -100
"""The label of a word that is not learnt from."""
_BATCH_TOKENS = 1536


@dataclass(frozen=True, slots=True)
class Sentence:
    """A tree in word pieces; the first piece of a word carries its labels.

    ``kinds`` tells the pieces of capitalised words, which MiniLM's vocabulary does not.
    """

    ids: list[int]
    kinds: list[int]
    firsts: list[int]
    tags: list[int]
    heads: list[int]
    relations: list[int]


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference in word pieces: where the pronoun is, which pieces are meant and allowed."""

    ids: list[int]
    kinds: list[int]
    pronoun: int
    meant: list[int]
    allowed: list[int]


def encode_tree(
    tree: Tree, tokenizer: Tokenizer, tags: Sequence[str], relations: Sequence[str]
) -> Sentence:
    """Return a tree in word pieces."""
    encoding = tokenizer.encode(list(tree.words), is_pretokenized=True)
    firsts: dict[int, int] = {}
    for place, word in enumerate(encoding.word_ids):
        if word is not None:
            firsts.setdefault(word, place)
    # A word of blanks or control characters has no piece; its labels are left out.
    words = sorted(firsts)
    return Sentence(
        ids=encoding.ids,
        kinds=[
            int(word is not None and tree.words[word][:1].isupper()) for word in encoding.word_ids
        ],
        firsts=[firsts[word] for word in words],
        tags=[
            tags.index(tree.tags[word]) if tree.tags[word] in tags else NOTHING for word in words
        ],
        heads=[
            0 if tree.heads[word] < 0 else firsts.get(tree.heads[word], NOTHING) for word in words
        ],
        relations=[relations.index(known(tree.relations[word], relations)) for word in words],
    )


def encode_reference(reference: Reference, tokenizer: Tokenizer) -> Mention | None:
    """Return a reference in word pieces, its text cut from the left.

    `None` where the cut leaves nothing of the pronoun or of what it stands for.
    """
    encoding = tokenizer.encode(reference.text)
    cut = max(0, len(encoding.ids) - LONGEST)
    ids = [encoding.ids[0], *encoding.ids[1 + cut :]]
    offsets = [(0, 0), *encoding.offsets[1 + cut :]]
    kinds = [int(reference.text[start : start + 1].isupper()) for start, _ in offsets]
    kinds[0] = kinds[-1] = 0
    for place in range(1, len(ids) - 1):  # a later piece of a word is as its first one
        if offsets[place][0] == offsets[place - 1][1]:
            kinds[place] = kinds[place - 1]

    def within(spans: Sequence[tuple[int, int]]) -> list[int]:
        return [
            place
            for place, (start, end) in enumerate(offsets)
            if start < end and any(first <= start < last for first, last in spans)
        ]

    pronoun = within([reference.pronoun])
    if not pronoun:
        return None
    meant = within(reference.antecedents) or [0]
    if reference.closed:
        allowed = sorted({0, *meant, *within(reference.others)})
        if len(allowed) == 1:
            return None
    else:
        if meant == [0] and reference.antecedents:
            return None
        allowed = [place for place in range(len(ids) - 1) if place not in pronoun]
    return Mention(ids, kinds, pronoun[0], meant, allowed)


def piece_tokenizer() -> Tokenizer:
    """MiniLM's tokenizer, which cuts and fills nothing."""
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def encode_references(references: Iterable[Reference], tokenizer: Tokenizer) -> list[Mention]:
    """Return those references of which something is left."""
    encoded = (encode_reference(one, tokenizer) for one in references)
    return [one for one in encoded if one is not None]


def padded(several: Sequence[Sequence[int]], *, fill: int = 0) -> Tensor:
    """Return a rectangular tensor."""
    width = max(map(len, several))
    return torch.tensor([[*one, *[fill] * (width - len(one))] for one in several])


def inputs(batch: Sequence[Sentence] | Sequence[Mention]) -> tuple[Tensor, Tensor, Tensor]:
    """Return ids, mask and kinds."""
    mask = padded([[1] * len(one.ids) for one in batch])
    return padded([one.ids for one in batch]), mask, padded([one.kinds for one in batch])


def batches(examples: Sequence, rng: random.Random) -> list[list]:
    """Return batches of similar lengths in random order."""
    ordered = sorted(examples, key=lambda one: len(one.ids) + rng.random() * 8)
    made: list[list] = []
    for one in ordered:
        if not made or len(one.ids) * (len(made[-1]) + 1) > _BATCH_TOKENS:
            made.append([])
        made[-1].append(one)
    rng.shuffle(made)
    return made
