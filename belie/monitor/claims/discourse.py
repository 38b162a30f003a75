"""What the sentences of a stretch of talk mention, and the names that their pronouns get."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belie.graph.semantics.genders import gender
from belie.graph.word_sets import word_set
from belie.monitor.claims.mentions import (
    bare_name,
    fits,
    is_pronoun,
    kind_of,
    mention_of,
    mentions,
    owner,
    possessive,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.datatypes import Span
    from belie.monitor.claims.mentions import Mention
    from belie.monitor.claims.tree import Tree

__all__ = ["Discourse", "Pronoun", "Said"]

_LONGEST = 1_200
"""Characters of a sentence that is read with what comes after it."""
_POSSESSIVE = word_set("his its their")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, by how much its spans are moved in the text that is read, and its names."""

    tree: Tree
    by: int
    names: dict[int, str]


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A pronoun without a name: a word of a sentence, and its place in the text that is read."""

    sentence: Said
    word: int
    span: Span

    @property
    def said(self) -> str:
        """The pronoun in lower case."""
        return self.sentence.tree.lower(self.word)


class Discourse:
    """A few sentences as one text, what they mention, and their pronouns without a name.

    Parameters
    ----------
    sentences
        The sentences in order, with the names that are known.
    """

    def __init__(self, sentences: Sequence[tuple[Tree, Mapping[int, str]]]) -> None:
        self.text = ""
        self._said: list[Said] = []
        for tree, names in sentences:
            words = tree.span.cut(tree.text)
            if len(words) <= _LONGEST or tree is sentences[-1][0]:
                self._said.append(Said(tree, len(self.text) - tree.span.start, dict(names)))
                self.text += words + " "
        self.text = self.text.removesuffix(" ")
        self.pronouns = [
            Pronoun(one, word, one.tree.spans[word].shift(one.by))
            for one in self._said
            for word in range(len(one.tree))
            if word not in one.names and is_pronoun(one.tree, word)
        ]
        named = [mention for one in self._said for mention in mentions(one.tree, one.names, one.by)]
        self.mentions: list[Mention | None] = [*named, *[None] * len(self.pronouns)]
        """What is mentioned, and then what each pronoun stands for, as far as that is known."""
        self.places = [*(one.span for one in named), *(one.span for one in self.pronouns)]
        """Where each of the mentions stands."""
        self._genders: dict[str, str] = {}
        for one in self._said:
            for word, name in one.names.items():
                self._tell(one.tree.lower(word), owner(name))
                self._say(Pronoun(one, word, one.tree.spans[word].shift(one.by)), name)

    @property
    def names(self) -> dict[int, str]:
        """The names of the last sentence."""
        return self._said[-1].names

    @property
    def known(self) -> list[Mention]:
        """What is mentioned by a name that is known."""
        return [one for one in self.mentions if one is not None]

    def fitting(self, pronoun: Pronoun) -> list[tuple[int, Mention]]:
        """Return what was mentioned before a pronoun and agrees with it, with its number."""
        return [
            (number, mention)
            for number, mention in enumerate(self.mentions)
            if mention is not None
            and mention.span.end <= pronoun.span.start
            and fits(pronoun.said, mention)
            and self._allow(pronoun.said, mention.name)
        ]

    def take(self, pronoun: Pronoun, name: str) -> None:
        """Let a pronoun stand for ``name`` from here on."""
        tree = pronoun.sentence.tree
        of_her = pronoun.said == "her" and tree.relations[pronoun.word] == "nmod:poss"
        if pronoun.said in _POSSESSIVE or of_her:
            named = possessive(name, plural=kind_of(pronoun.said) == "they")
        else:
            named = name
        pronoun.sentence.names[pronoun.word] = named
        self._tell(pronoun.said, name)
        self._say(pronoun, named)
        place = len(self.mentions) - len(self.pronouns) + self.pronouns.index(pronoun)
        self.mentions[place] = mention_of(pronoun.said, pronoun.span, name)

    def _say(self, pronoun: Pronoun, named: str) -> None:
        """Put a name for a pronoun in the names of what is mentioned: "the plan's users"."""
        word = pronoun.sentence.tree.words[pronoun.word]
        for place, mention in enumerate(self.mentions):
            if mention is None or mention.span == pronoun.span:
                continue
            if mention.span.contains(pronoun.span):
                self.mentions[place] = replace(mention, name=mention.name.replace(word, named, 1))

    def _tell(self, pronoun: str, name: str) -> None:
        """Remember that "he" or "she" stood for ``name``: nobody is both."""
        said = gender(pronoun)
        if said is not None:
            self._genders[bare_name(name)] = said

    def _allow(self, pronoun: str, name: str) -> bool:
        """Whether ``pronoun`` can stand for ``name`` by what was said of it."""
        said = gender(pronoun)
        return said is None or self._genders.get(bare_name(name), said) == said
