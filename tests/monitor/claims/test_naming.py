import pytest

from belie.monitor.claims.naming import named_once


def said(tree, names):
    words = {tree.words.index(pronoun): name for pronoun, name in names.items()}
    kept = named_once(tree, range(len(tree)), words)
    return [tree.words[word] for word in kept]


@pytest.mark.parametrize(
    ("sentence", "names", "kept"),
    [
        ("He bought his house.", {"He": "Ben", "his": "Ben's"}, ["He"]),
        ("Ben bought his house.", {"his": "Ben's"}, []),
        ("Ben told Tom that he won.", {"he": "Tom"}, ["he"]),
        ("Ben sold it.", {"it": "the car"}, ["it"]),
        ("Ben left the tower in his car.", {"his": "Ben's"}, []),
        ("It has a lift, and its", {"It": "The tower", "its": "The tower's"}, ["It", "its"]),
    ],
)
def test_a_name_is_said_once_where_nothing_else_can_be_meant(tree_of, sentence, names, kept):
    assert said(tree_of(sentence), names) == kept


def test_what_is_no_part_of_the_claim_names_nothing_in_it(tree_of):
    tree = tree_of("Ben came home because he was tired.")
    he = tree.words.index("he")
    assert named_once(tree, range(he, len(tree)), {he: "Ben"}) == {he: "Ben"}
