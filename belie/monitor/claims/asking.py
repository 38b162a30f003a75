"""Questions that nothing but their order of words tells: "lol. are dogs allowed in there"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.monitor.claims.checkworthy.marks import is_told
from belie.monitor.claims.phrases import FINITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.monitor.claims.tree import Tree

__all__ = ["asks", "is_question"]

_SUBJECT = ("nsubj", "expl")
_APART = frozenset({"discourse", "punct", "cc", "vocative"})
_LEADING = frozenset({"so", "then", "also"})
_SHORT = 3


def is_question(tree: Tree, *, answering: bool = False) -> bool:
    """Whether a sentence without a full stop asks something, though it has no question mark.

    Where it may be an ``answering`` one, "any small dogs" and "when i moved" say something.

    Examples
    --------
    >>> from belie.adapters.onnx import OnnxParser
    >>> from belie.datatypes import Span
    >>> from belie.monitor.claims.syntax import Trees
    >>> trees = Trees(OnnxParser())
    >>> for text in ("oh are dogs allowed", "lol which one", "any plans", "dogs are allowed"):
    ...     [tree] = trees.read(text, [Span(0, len(text))])
    ...     print(is_question(tree))
    True
    True
    True
    False
    """
    if asks(tree, tree.root):
        return True
    said = _said(tree, range(len(tree)))
    if not said or not _is_untold(tree) or (answering and _has_subject(tree)):
        return False
    return _is_brief(tree, said) or (_is_any(tree, said) and not answering)


def asks(tree: Tree, head: int) -> bool:
    """Whether a clause of such a sentence asks: "are you" and "who has", not "never have I"."""
    return _is_untold(tree) and (_is_inverted(tree, head) or _asks_who(tree, head))


def _is_untold(tree: Tree) -> bool:
    return not is_told(tree.span.cut(tree.text))


def _is_inverted(tree: Tree, head: int) -> bool:
    """Whether the first auxiliary stands right before the subject, and no word puts it there."""
    verbs = tree.children(head, ("aux", "cop"))
    subjects = [one for one in tree.children(head, _SUBJECT) if not _is_wh(tree, one)]
    if not verbs or not subjects:
        return False
    verb, start = verbs[0], tree.subtree(subjects[0])[0]
    beside = all(tree.lower(between) in {"n't", "not"} for between in range(verb + 1, start))
    before = [one for one in (head, *tree.children(head)) if one < verb]
    return verb < start and beside and all(_may_lead(tree, one) for one in before)


def _may_lead(tree: Tree, word: int) -> bool:
    """Whether a question may begin with a word, as with "so" or "what", but not "never", "here"."""
    return (
        tree.base(word) in _APART
        or tree.lower(word) in _LEADING
        or any(_is_wh(tree, one) for one in tree.subtree(word))
    )


def _asks_who(tree: Tree, head: int) -> bool:
    """Whether a question word stands in the subject's place: "what made you stop"."""
    said = _said(tree, tree.subtree(head))
    if len(said) < 2 or tree.tags[said[0]] != "WP":
        return False
    finite = tree.tags[said[1]] in FINITE
    own = said[1] == head or said[1] in tree.children(head, ("aux", "cop"))
    return finite and own  # unlike "what happened was an accident"


def _is_brief(tree: Tree, said: Sequence[int]) -> bool:
    """Whether hardly more is said than a question word: "which one", "oh why"."""
    return len(said) <= _SHORT and _is_wh(tree, said[0])


def _has_subject(tree: Tree) -> bool:
    return any(tree.base(word) in _SUBJECT for word in range(len(tree)))


def _is_any(tree: Tree, said: Sequence[int]) -> bool:
    """Whether "any" opens a sentence that has no predicate: "any plans for today"."""
    named = tree.tags[tree.root].startswith("NN") and not tree.children(tree.root, ("cop",))
    return tree.lower(said[0]) == "any" and named


def _is_wh(tree: Tree, word: int) -> bool:
    return tree.tags[word] in {"WP", "WDT", "WRB", "WP$"}


def _said(tree: Tree, words: Iterable[int]) -> list[int]:
    """Return the words that are more than interjections, marks and joints."""
    return [word for word in words if tree.tags[word] != "UH" and tree.base(word) not in _APART]
