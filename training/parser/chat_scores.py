"""Scores what pronouns of chats are taken for: `python -m training.parser.chat_scores`.

``training/development/pronouns.tsv`` says by hand what the pronouns in the last turns of the
development dialogues stand for: the dialogue's file and number, where the pronoun begins, the
pronoun, and words of the dialogue, several phrases separated by `` | ``, or ``-`` for nothing that
is named. They trained nothing.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from belie.adapters.onnx import OnnxParser
from belie.graph.semantics.genders import gender
from belie.graph.word_sets import word_set
from belie.monitor.claims.blocks import blocks
from belie.monitor.claims.mentions import is_pronoun
from belie.monitor.claims.references import References
from belie.monitor.claims.syntax import Trees
from training.development_sets import FOLDER, read_dialogues
from training.export import MODELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from belie.monitor.claims.tree import Tree
    from training.development_sets import Dialogue

_MARKED = FOLDER / "pronouns.tsv"
_NOTHING = "-"
_BEFORE = 5
"""Sentences of earlier turns that are read."""
_TURNS = 3
_ENDING = re.compile(r"['’]s?\b")
_WORD = re.compile(r"[\w-]+")
_IDLE = word_set("the a an my your his her their our its this that these those some of one i you")


class Marked(NamedTuple):
    """A pronoun of the last turn of a dialogue and the phrases that it stands for."""

    file: str
    dialogue: int
    start: int
    pronoun: str
    phrases: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Whether it is of people, things or several."""
        low = self.pronoun.lower()
        if gender(low):
            return "he, she"
        return "it" if low in {"it", "its"} else "they"


def read_marked(path: Path = _MARKED) -> Iterator[Marked]:
    """Yield the pronouns that were marked."""
    for line in path.read_text("utf-8").splitlines():
        file, number, start, pronoun, said = line.split("\t")
        phrases = () if said == _NOTHING else tuple(said.split(" | "))
        yield Marked(file, int(number), int(start), pronoun, phrases)


def names_in(dialogue: Dialogue, references: References, trees: Trees) -> dict[int, str]:
    """Return by its place in the last turn what each pronoun is taken for, where it is."""
    *earlier, (role, text) = dialogue.turns
    last = [
        tree
        for who, said in earlier[-_TURNS:]
        for tree in trees.last(said, _BEFORE, theirs=who is not role)
    ]
    before: list[tuple[Tree, Mapping[int, str]]] = [(tree, {}) for tree in last[-_BEFORE:]]
    found: dict[int, str] = {}
    for tree in trees.read(text, [block.span for block in blocks(text)]):
        if tree is not None:
            names = references.names(tree, before)
            before.append((tree, names))
            found |= {
                tree.spans[word].start: name
                for word, name in names.items()
                if is_pronoun(tree, word)
            }
    return found


def is_right(name: str, phrases: Sequence[str]) -> bool:
    """Whether a name is one of the phrases, or of more or fewer of its words.

    Examples
    --------
    >>> is_right("your sister's", ["my sister"]), is_right("the cat", ["my sister"])
    (True, False)
    """
    said = _words(name)
    return any(said <= told or told <= said for told in map(_words, phrases) if told and said)


def _words(text: str) -> frozenset[str]:
    words = _WORD.findall(_ENDING.sub("", text.lower()))
    return frozenset(word.removesuffix("s") for word in words) - _IDLE


def main() -> None:
    """Print how many pronouns have a name, get one, and get the right one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    model = OnnxParser(parser.parse_args().models)
    references, trees = References(model), Trees(model)
    marked: defaultdict[tuple[str, int], list[Marked]] = defaultdict(list)
    for one in read_marked():
        marked[one.file, one.dialogue].append(one)
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted([*FOLDER.glob("dialogues/*.txt"), *FOLDER.glob("talks/*.txt")]):
        for number, dialogue in enumerate(read_dialogues(path)):
            ours = marked.get((path.stem, number), [])
            names = names_in(dialogue, references, trees) if ours else {}
            for one in ours:
                name = names.get(one.start)
                for kind in (one.kind, "all"):
                    counts[kind]["marked"] += 1
                    counts[kind]["named"] += bool(one.phrases)
                    counts[kind]["given"] += name is not None
                    counts[kind]["right"] += name is not None and is_right(name, one.phrases)
    for kind, count in sorted(counts.items()):
        precision = count["right"] / max(1, count["given"])
        recall = count["right"] / max(1, count["named"])
        print(
            f"{kind}: {count['marked']} pronouns, {count['named']} of something named, "
            f"{count['given']} given a name, {precision:.1%} of them the right one "
            f"({recall:.1%} of those of something named)"
        )


if __name__ == "__main__":
    main()
