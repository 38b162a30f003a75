import pytest

from belie.graph.semantics.circles import are_apart, circle, names_relative, relation


@pytest.mark.parametrize(
    ("word", "expected"),
    [("flatmate", "roommate"), ("Gran", "grandmother"), ("pals", "friend"), ("tower", None)],
)
def test_a_relation_goes_by_many_words(word, expected):
    assert relation(word) == expected


def test_whose_relative_it_is_stands_before():
    assert circle(("@user", "old", "friend")) == ("@user", "friend")
    assert circle(("Ana", "'s", "landlady")) == ("Ana", "landlord")
    assert circle(("Ana",)) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("brother", "sister", True),
        ("brother", "stepbrother", True),
        ("brother", "brother", False),
        ("friend", "roommate", False),
        ("friend", "mother", True),
        ("roommate", "neighbour", True),
    ],
)
def test_a_friend_may_be_somebody_else_too(one, other, expected):
    assert are_apart(("@user", one), ("@user", other)) is expected
    assert are_apart(("@user", one), ("Ana", other)) is True


@pytest.mark.parametrize(
    ("said", "relative", "expected"),
    [
        ("am an only child", "brother", True),
        ("am an only child", "cousin", False),
        ("am single", "partner", True),
        ("have no kids", "son", True),
        ("have no kids", "sister", False),
    ],
)
def test_who_is_so_has_none_of_them(said, relative, expected):
    assert names_relative(tuple(said.split()), relative) is expected
