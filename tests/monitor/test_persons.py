import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Span
from belie.monitor.persons import (
    Person,
    Pronoun,
    from_other_side,
    person,
    pronouns,
    same_words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have a dog.", Person.FIRST),
        ("Our flat is small.", Person.FIRST),
        ("You have my dog.", Person.SECOND),
        ("The tower is tall.", None),
        ("Iris is tall.", None),
    ],
)
def test_the_first_pronoun_names_the_person(text, expected):
    assert person(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "World War I ended in 1918.",
        "Phase I takes a year.",
        "The reign of Elizabeth I was long.",
        "The US won.",
        "Some fruits, i.e. apples, float.",
        "The mine is deep.",
        "The old mine is shut.",
        "Take the I-80.",
    ],
)
def test_a_number_a_country_and_a_pit_are_nobody(text):
    assert person(text) is None
    assert pronouns(text) == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        "i love cheese",
        "Well i love cheese",
        "i'm at work",
        "When I work, it rains.",
        "On Sundays I sleep.",
        "They beat us.",
        "Some of us won.",
        "The green one is mine.",
        "A cousin of mine won.",
        "(They and I won.)",
        "The twins (and I) won.",
    ],
)
def test_what_looks_like_them_is_still_the_speaker(text):
    assert person(text) is Person.FIRST


def test_everybody_named_is_found_us_apart_from_me():
    assert pronouns("Our shop sold you my bike.") == set(Pronoun)
    assert pronouns("We sold it.") == {Pronoun.US}
    assert pronouns("I lent it to them, myself.") == {Pronoun.ME}
    assert pronouns("It was sold.") == frozenset()


def test_the_other_side_says_you_for_i_and_i_for_you():
    assert from_other_side("I'm glad that you like my (small) dog.") == (
        "you're glad that I like your (small) dog."
    )


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("I bought a kettle from you.", "you bought a kettle from me."),
        ("You told me I was late.", "I told you you were late."),
        ("I asked you, and you were out.", "you asked me, and I was out."),
        ("I know that you are busy.", "you know that I am busy."),
        ("I read of World War I.", "you read of World War I."),
    ],
)
def test_verbs_and_objects_agree_with_whom_they_are_said_of(mine, theirs):
    assert from_other_side(mine) == theirs


def test_we_are_you_to_the_other_side_where_we_are_a_party():
    said = "We've heard that our bus is late, and nobody in the US waits for us."
    assert from_other_side(said, party=True) == (
        "you've heard that your bus is late, and nobody in the US waits for you."
    )
    assert from_other_side("Shall we meet?") == "Shall we meet?"


def test_words_are_found_again_behind_a_change_of_length():
    mine = "I am sure I ordered 12 boxes."
    theirs = from_other_side(mine)
    span = Span(theirs.index("12"), theirs.index("12") + 2)
    assert same_words(span, of=theirs, within=mine).cut(mine) == "12"


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_same_words_always_slices(mine, one, two):
    theirs = from_other_side(mine)
    start, end = sorted((min(one, len(theirs)), min(two, len(theirs))))
    assert same_words(Span(start, end), of=theirs, within=mine).end <= len(mine)


@pytest.mark.parametrize("unit", ["I ", "A I", "the a ", "mine ", "A", " "])
def test_hostile_text_costs_linear_time(unit, soon):
    with soon():
        pronouns((unit * 100_000)[:100_000])
