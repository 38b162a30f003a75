import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span, Syntax
from belie.monitor.claims.tree import Tree
from belie.monitor.claims.wording import word
from belie.monitor.claims.words import tokens

TOWER = (
    "The/DT/det/1 tower/NN/nsubj/4 ,/,/punct/3 old/JJ/amod/1 leans/VBZ/root/-1 (/-LRB-/punct/7 "
    "by/IN/case/7 5/CD/obl/4 %/NN/punct/7 )/-RRB-/punct/7 ././punct/4"
)


@pytest.fixture
def tower(written):
    return written(TOWER)


def flat(text):
    spans = tokens(text, Span(0, len(text)))
    count = len(spans)
    syntax = Syntax(
        tuple(span.cut(text) for span in spans),
        ("NN",) * count,
        (-1, *[0] * (count - 1)),
        ("root", *["dep"] * (count - 1)),
    )
    return Tree(syntax, spans=spans, text=text)


def origins(text, anchors, source):
    return [(anchor.span.cut(text), anchor.source.cut(source)) for anchor in anchors]


def test_all_words_give_the_text_as_it_stands_with_one_anchor(tower):
    text, anchors = word(tower, range(len(tower)), {})
    assert text == tower.text == "The tower, old leans (by 5%)."
    assert origins(text, anchors, tower.text) == [(text, text)]


def test_words_that_were_apart_are_joined_by_one_blank_and_keep_an_anchor_each(tower):
    text, anchors = word(tower, [0, 1, 4], {})
    assert text == "The tower leans"
    assert origins(text, anchors, tower.text) == [("The tower", "The tower"), ("leans", "leans")]


def test_supplied_words_have_no_anchor(tower):
    text, anchors = word(tower, [0, 1, "was", 3], {})
    assert text == "The tower was old"
    assert origins(text, anchors, tower.text) == [("The tower", "The tower"), ("old", "old")]


def test_the_anchor_of_a_name_in_a_pronouns_place_is_the_pronoun():
    tree = flat("It leans, its roof too")
    text, anchors = word(tree, range(len(tree)), {0: "the tower", 3: "the tower's"})
    assert text == "the tower leans, the tower's roof too"
    assert origins(text, anchors, tree.text) == [
        ("the tower", "It"),
        ("leans,", "leans,"),
        ("the tower's", "its"),
        ("roof too", "roof too"),
    ]


def test_a_word_with_an_empty_name_is_left_out():
    tree = flat("The company grew")
    text, anchors = word(tree, [0, 1, 2], {0: "", 1: "Apple"})
    assert text == "Apple grew"
    assert origins(text, anchors, tree.text) == [("Apple", "company"), ("grew", "grew")]


@pytest.mark.parametrize(
    ("before", "parts", "said"),
    [
        ("The dog and so on n't 's", [0, 1, 6], "The dog's"),
        ("is it so n't ?", [0, 3, 2], "isn't so"),
        ("so ( old it is )", [0, 1, 3, 4, 5], "so (it is )"),
        ("it costs so $ 5 %", [0, 1, 3, 5], "it costs $%"),
    ],
)
def test_nothing_stands_before_what_closes_and_after_what_opens(before, parts, said):
    assert word(flat(before), parts, {})[0] == said


def test_marks_of_markdown_between_words_leave_no_blank_behind():
    tree = flat("The **tower**[1] is *un*usual, **now**.")
    text, anchors = word(tree, range(len(tree)), {})
    assert text == "The tower is unusual, now."
    for anchor in anchors:
        assert anchor.span.cut(text) == anchor.source.cut(tree.text)


def test_nothing_gives_nothing(tower):
    assert word(tower, [], {}) == ("", ())


texts = st.lists(
    st.sampled_from(
        ["tower", "5", "%", "(", ")", ",", "n't", "'s", "**a**", "é\u0301", "👩‍👧", "\n"]
    ),
    min_size=1,
    max_size=15,
)


@given(st.data())
def test_anchors_are_in_order_do_not_overlap_and_have_the_same_words_on_both_sides(data):
    tree = flat("start " + data.draw(texts.map(" ".join) | texts.map("".join)))
    words = st.integers(0, len(tree) - 1)
    chosen = sorted(data.draw(st.sets(words)))
    supplied = st.sampled_from([(), ("was",), ("the tower", "'s")])
    parts = [part for word in chosen for part in (*data.draw(supplied), word)]
    names = data.draw(st.dictionaries(words, st.sampled_from(["", "Anna", "Ben's"]), max_size=3))
    text, anchors = word(tree, parts, names)
    renamed = {tree.spans[number] for number in names}
    end = 0
    for anchor in anchors:
        assert end <= anchor.span.start < anchor.span.end <= len(text)
        assert anchor.source in renamed or (anchor.span.cut(text) == anchor.source.cut(tree.text))
        end = anchor.span.end


@pytest.mark.parametrize(("text", "parts"), [("the 's house", [2, 1]), ("5 % off", [1, 1])])
def test_words_in_another_order_than_the_turns_keep_an_anchor_each(text, parts):
    tree = flat(text)
    said, anchors = word(tree, parts, {})
    assert [anchor.source for anchor in anchors] == [tree.spans[part] for part in parts]
    assert all(anchor.span.cut(said) == anchor.source.cut(text) for anchor in anchors)


def test_a_name_within_a_sentence_has_a_small_article():
    tree = flat("Ben says it leans")
    assert word(tree, range(len(tree)), {2: "The tower"})[0] == "Ben says the tower leans"


def test_what_is_short_behind_a_pronoun_is_said_in_full_behind_a_name():
    tree = flat("they're tall and they'll grow")
    text, _ = word(tree, range(len(tree)), {0: "the trees", 4: "the trees"})
    assert text == "the trees are tall and the trees will grow"
