import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span, Syntax
from belie.monitor.claims.syntax import Trees
from belie.monitor.claims.tree import Tree

TOWER = (
    "The/DT/det/1 tower/NN/nsubj/9 ,/,/punct/5 which/WDT/nsubj:pass/5 was/VBD/aux:pass/5 "
    "built/VBN/acl:relcl/1 in/IN/case/7 1889/CD/obl/5 ,/,/punct/1 leans/VBZ/root/-1 ././punct/9"
)


@pytest.fixture
def tower(written):
    return written(TOWER)


def names(tree, words):
    return " ".join(tree.words[word] for word in words)


def test_a_tree_knows_its_root_its_length_and_where_it_stands(tower):
    assert tower.words[tower.root] == "leans"
    assert len(tower) == 11
    assert tower.span == Span(0, len(tower.text))


def test_children_come_in_order_and_can_be_chosen_by_relation(tower):
    assert tower.children(5) == [2, 3, 4, 7]
    assert tower.children(5, ("obl", "punct")) == [2, 7]
    assert tower.children(0) == []


def test_a_relation_without_a_subtype_stands_for_its_subtypes_but_not_the_reverse(tower):
    assert tower.children(5, ("nsubj",)) == tower.children(5, ("nsubj:pass",)) == [3]
    assert tower.children(9, ("nsubj:pass",)) == []
    assert tower.base(5) == "acl"


def test_the_first_child_of_some_relations_or_none(tower):
    assert tower.child(5, "obl", "aux") == 4
    assert tower.child(5, "obj") is None


def test_a_subtree_is_in_the_order_of_the_words_and_branches_can_be_left_out(tower):
    assert names(tower, tower.subtree(1)) == "The tower , which was built in 1889 ,"
    assert names(tower, tower.subtree(1, without={5, 8})) == "The tower"
    assert names(tower, tower.subtree(tower.root)) == names(tower, range(11))


def test_ancestors_go_up_to_the_root(tower):
    assert list(tower.ancestors(6)) == [7, 5, 1, 9]
    assert list(tower.ancestors(tower.root)) == []


def test_a_slice_is_the_text_between_its_words(tower):
    assert tower.slice([1, 5]) == "tower, which was built"
    assert tower.slice([7]) == "1889"


def test_a_slice_has_none_of_the_marks_between_its_words(parser):
    text = "The **Gold** pass"
    [tree] = Trees(parser).read(text, [Span(0, len(text))])
    assert tree.slice(range(len(tree))) == "The Gold pass"


def test_words_are_compared_in_lower_case_with_a_straight_apostrophe(written):
    tree = written("Don/VB/root/-1 ’T/RB/advmod/0")
    assert [tree.lower(word) for word in (0, 1)] == ["don", "'t"]


@st.composite
def trees(draw):
    """Draw any tree, the words in any order."""
    count = draw(st.integers(1, 30))
    order = draw(st.permutations(range(count)))
    heads = [-1] * count
    for place, word in enumerate(order[1:], start=1):
        heads[word] = order[draw(st.integers(0, place - 1))]
    syntax = Syntax(("w",) * count, ("NN",) * count, tuple(heads), ("dep",) * count)
    spans = [Span(2 * word, 2 * word + 1) for word in range(count)]
    return Tree(syntax, spans=spans, text="w " * count)


@given(trees())
def test_subtrees_of_the_children_make_up_a_subtree(tree):
    assert tree.subtree(tree.root) == list(range(len(tree)))
    for word in range(len(tree)):
        below = [word, *(one for child in tree.children(word) for one in tree.subtree(child))]
        assert sorted(below) == tree.subtree(word)
        assert all(word in tree.ancestors(one) for one in below if one != word)


def test_a_tree_as_deep_as_it_is_long_is_read_without_recursion():
    count = 5_000
    syntax = Syntax(("w",) * count, ("NN",) * count, tuple(range(-1, count - 1)), ("dep",) * count)
    tree = Tree(syntax, spans=[Span(word, word + 1) for word in range(count)], text="w" * count)
    assert tree.subtree(0) == list(range(count))
    assert len(list(tree.ancestors(count - 1))) == count - 1
