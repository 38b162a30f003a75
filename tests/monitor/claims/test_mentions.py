import pytest

from belie.datatypes import Span
from belie.monitor.claims.mentions import Mention, bare_name, fits, is_pronoun, mentions


def mention(**told):
    told = {"name": "x", "plural": False, "proper": False, "person": False, **told}
    return Mention(Span(0, 3), **told)


@pytest.mark.parametrize(
    ("pronoun", "told", "expected"),
    [
        ("she", {"person": True}, True),
        ("she", {}, False),
        ("her", {"person": True, "plural": True}, False),
        ("he", {"person": True, "name": "My mom"}, False),
        ("she", {"person": True, "name": "My mom"}, True),
        ("she", {"person": True, "proper": True, "name": "Billie Jean King"}, True),
        ("she", {"person": True, "proper": True, "name": "her husband Pierre"}, False),
        ("he", {"person": True, "proper": True, "name": "her husband Pierre"}, True),
        ("he", {"person": True, "proper": True, "name": "Mrs. Crane"}, False),
        ("it", {}, True),
        ("its", {"plural": True}, False),
        ("they", {"plural": True}, True),
        ("they", {"proper": True}, True),
        ("they", {}, False),
    ],
)
def test_a_pronoun_fits_what_agrees_with_it(pronoun, told, expected):
    assert fits(pronoun, mention(**told)) is expected


def test_things_and_people_are_mentioned_with_their_places(tree_of):
    text = "Marie Curie left the old town."
    found = list(mentions(tree_of(text), {}))
    assert [one.name for one in found] == ["Marie Curie", "the old town"]
    assert [one.span.cut(text) for one in found] == [one.name for one in found]
    assert [one.person for one in found] == [True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nothing was sold in January.", []),
        ("She swims every day.", []),
        ("She was well into her thirties at Easter.", []),
        ("Are there any cats in the garden?", ["the garden"]),
        ("Which cats sleep?", []),
        ("The day was hot.", ["The day"]),
        ("April lives in Rome.", ["April", "Rome"]),
    ],
)
def test_what_only_says_when_or_that_there_is_nothing_is_not_mentioned(tree_of, text, expected):
    assert [one.name for one in mentions(tree_of(text), {})] == expected


def test_a_pronoun_with_a_name_is_a_mention_of_it(tree_of):
    (found,) = mentions(tree_of("She slept."), {0: "Marie Curie"})
    assert (found.name, found.person, found.span) == ("Marie Curie", True, Span(0, 3))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("It leans.", True),
        ("It was raining.", False),
        ("There leans a tower.", False),
        ("Let It Be came out.", False),
    ],
)
def test_only_what_stands_for_something_is_a_pronoun(tree_of, sentence, expected):
    tree = tree_of(sentence)
    assert any(is_pronoun(tree, word) for word in range(len(tree))) is expected


def test_an_article_makes_no_other_name():
    assert bare_name("The Tower") == bare_name("a tower") == "tower"
