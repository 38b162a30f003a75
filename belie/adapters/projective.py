"""The best tree whose arcs do not cross, from scores of heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.intp]

__all__ = ["best_tree"]


def best_tree(scores: Floats) -> list[int]:
    """Return the head of each word, -1 for the root, in the best tree without crossing arcs.

    The root is the word that wants most to be it. Where the likeliest heads of the others make a
    tree without crossing arcs, it is that one, else the best that Eisner (1996) finds: arcs of
    English cross next to never, and those of a parser that cross are wrong.

    Parameters
    ----------
    scores
        How likely each word, a row, has each head, shape (words, 1 + words); the first column
        tells how likely it is the root.

    Examples
    --------
    >>> best_tree(np.array([[0.0, 0.0, 3.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0]]))
    [1, -1, 1]
    """
    root = int((scores[:, 0] - scores[:, 1:].max(axis=1, initial=-np.inf)).argmax())
    wanted = scores[:, 1:].copy()
    np.fill_diagonal(wanted, -np.inf)
    likeliest = [int(head) for head in wanted.argmax(axis=1)]
    likeliest[root] = -1
    return likeliest if _is_nested(likeliest) else _eisner(wanted, root)


def _is_nested(heads: Sequence[int]) -> bool:
    """Whether heads make a tree of which no arcs cross, nor one runs over the root."""
    return not _cross(heads) and _all_lead_to(heads.index(-1), heads)


def _cross(heads: Sequence[int]) -> bool:
    """Whether arcs cross; that of the root comes from outside.

    Of arcs that start at one word the longest is opened first, so each ends before all that are
    open where none cross.
    """
    root = heads.index(-1)
    arcs = [(min(arc), max(arc)) for arc in enumerate(heads) if 0 <= arc[1]]
    ends: list[int] = []
    for start, end in sorted(arcs, key=lambda arc: (arc[0], -arc[1])):
        while ends and ends[-1] <= start:
            ends.pop()
        if (ends and ends[-1] < end) or start < root < end:
            return True
        ends.append(end)
    return False


def _all_lead_to(root: int, heads: Sequence[int]) -> bool:
    """Whether no words run in a circle."""
    done = {root}
    for start in range(len(heads)):
        path: set[int] = set()
        word = start
        while word not in done:
            if word in path:
                return False
            path.add(word)
            word = heads[word]
        done |= path
    return True


def _eisner(wanted: Floats, root: int) -> list[int]:
    """Return the heads of the best tree without crossing arcs below ``root``.

    Spans are kept by where they start or end and by their length, so that all spans of one length
    are found at once.
    """
    words = len(wanted)
    shape = (words, words)
    left_from, left_to = np.zeros(shape), np.zeros(shape)  # complete, the head at its end
    right_from, right_to = np.zeros(shape), np.zeros(shape)  # complete, the head at its start
    arc_left_to, arc_right_from = np.zeros(shape), np.zeros(shape)
    split, left_cut, right_cut = (np.zeros(shape, dtype=np.intp) for _ in range(3))
    for size in range(1, words):
        first, last = np.arange(words - size), np.arange(size, words)
        inner = right_from[first, :size] + left_to[last, size - 1 :: -1][:, :size]
        split[first, size] = inner.argmax(axis=1)
        best = inner.max(axis=1)
        arc_left_to[last, size] = best + wanted[first, last]
        arc_right_from[first, size] = best + wanted[last, first]
        left = left_from[first, :size] + arc_left_to[last, size:0:-1]
        left_cut[first, size] = left.argmax(axis=1)
        left_from[first, size] = left_to[last, size] = left.max(axis=1)
        right = arc_right_from[first, 1 : size + 1] + right_to[last, size - 1 :: -1][:, :size]
        right_cut[first, size] = right.argmax(axis=1) + 1
        right_from[first, size] = right_to[last, size] = right.max(axis=1)
    return _heads(words, root, split, left_cut, right_cut)


def _heads(
    words: int, root: int, split: Integers, left_cut: Integers, right_cut: Integers
) -> list[int]:
    heads = [-1] * words
    waiting = [(0, root, False), (root, words - 1, True)]
    while waiting:
        start, end, rightwards = waiting.pop()
        if start == end:
            continue
        if rightwards:
            cut = start + int(right_cut[start, end - start])
            heads[cut] = start
            waiting.append((cut, end, True))
            first, last = start, cut
        else:
            cut = start + int(left_cut[start, end - start])
            heads[cut] = end
            waiting.append((start, cut, False))
            first, last = cut, end
        middle = first + int(split[first, last - first])
        waiting += [(first, middle, True), (middle + 1, last, False)]
    return heads
