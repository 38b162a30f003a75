"""Which pronouns of a claim are said by their names: the first one of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.monitor.claims.mentions import bare_name, fits, is_pronoun, mentions, owner

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belie.monitor.claims.phrases import Part
    from belie.monitor.claims.tree import Tree

__all__ = ["named_once"]


def named_once(tree: Tree, parts: Sequence[Part], names: Mapping[int, str]) -> dict[int, str]:
    """Return the names without those of pronouns that are plain within the claim.

    Of "He bought his house", said of Ben, it is "Ben bought his house"; but of "Ben told Tom that
    he had won", said of Tom, "Ben told Tom that Tom had won".

    Parameters
    ----------
    tree, parts
        A sentence, and the words of a claim.
    names
        What was found for the sentence's pronouns.
    """
    kept = dict(names)
    said = {tree.spans[part].start for part in parts if isinstance(part, int)}
    mentioned = [one for one in mentions(tree, names) if one.span.start in said]
    for word in names:
        if not is_pronoun(tree, word):
            continue
        before = [
            one
            for one in mentioned
            if one.span.end <= tree.spans[word].start and fits(tree.lower(word), one)
        ]
        name = bare_name(owner(names[word]))
        if before and all(bare_name(one.name) == name for one in before):
            del kept[word]
    return kept
