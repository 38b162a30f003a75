"""The best tree without crossing arcs, against all trees of a few words."""

from itertools import combinations, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from belie.adapters.projective import best_tree

UNWANTED = -100.0
FEW = st.integers(1, 5).flatmap(
    lambda words: st.lists(
        st.lists(st.floats(-9, 9, width=16), min_size=words + 1, max_size=words + 1),
        min_size=words,
        max_size=words,
    )
)


def crosses(heads):
    arcs = [tuple(sorted(arc)) for arc in enumerate(heads)]  # that of the root starts before all
    return any(
        first[0] < second[0] < first[1] < second[1] or second[0] < first[0] < second[1] < first[1]
        for first, second in combinations(arcs, 2)
    )


def is_tree(heads):
    def leads_to_the_root(word):
        for _ in heads:
            word = heads[word] if 0 <= word else word
        return word < 0

    return heads.count(-1) == 1 and all(map(leads_to_the_root, range(len(heads))))


def worth(heads, scores):
    return sum(scores[word][head + 1] for word, head in enumerate(heads) if 0 <= head)


@given(FEW)
def test_no_other_tree_without_crossing_arcs_is_better(rows):
    scores = np.array(rows)
    heads = best_tree(scores)
    words = range(len(rows))
    root = heads.index(-1)
    others = product(*[[-1] if word == root else words for word in words])
    nested = [list(one) for one in others if is_tree(list(one)) and not crosses(one)]
    assert heads in nested
    assert worth(heads, scores) >= max(worth(one, scores) for one in nested) - 1e-9


def test_words_that_want_each_other_are_hung_on_the_root():
    wanted = [[5, 0, 0, 0], [0, 0, 0, 4], [0, 1, 4, 0]]
    assert best_tree(np.array(wanted, dtype=float)) == [-1, 2, 0]


def test_an_arc_that_crosses_a_likelier_one_is_given_up():
    scores = np.full((5, 6), UNWANTED)
    scores[0, 0] = 0.0
    for word, head in [(1, 0), (2, 0), (3, 0), (4, 0)]:
        scores[word, head + 1] = 5.0
    scores[2, 5] = 6.0  # 4 over 3, which hangs on 0
    assert best_tree(scores) == [-1, 0, 0, 0, 0]


def test_a_long_sentence_whose_words_want_nothing_likely_is_still_a_tree():
    scores = np.random.default_rng(7).normal(size=(250, 251))
    heads = best_tree(scores)
    assert is_tree(heads)
