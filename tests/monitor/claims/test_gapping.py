"""Statements that share a verb are told one by one."""

import pytest

from belie.monitor.claims.gapping import gaps
from belie.monitor.claims.wording import text_of


def told(tree):
    return [text_of(tree, one.words, {}) for one in gaps(tree)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Adults pay €12, children €6 and seniors €8.",
            ["Adults pay €12", "children pay €6", "seniors pay €8"],
        ),
        (
            "The adult ticket costs 12 euros, the child ticket 6.",
            ["The adult ticket costs 12 euros", "the child ticket costs 6 euros"],
        ),
        (
            "Berlin has 3.7 million people, Paris 2.1 million.",
            ["Berlin has 3.7 million people", "Paris has 2.1 million people"],
        ),
        (
            "Standard shipping takes 3-5 days, express 1-2 days.",
            ["Standard shipping takes 3-5 days", "express takes 1-2 days"],
        ),
        (
            "The gym is open until 9 pm, the pool until 8.",
            ["The gym is open until 9 pm", "the pool is open until 8 pm"],
        ),
        (
            "On Sundays, the gym closes at 6, the pool at 5.",
            ["On Sundays, the gym closes at 6", "On Sundays, the pool closes at 5"],
        ),
        (
            "Italy won in 1982 and Spain in 2010.",
            ["Italy won in 1982", "Spain won in 2010"],
        ),
        (
            "The Blue Nile comes from Ethiopia, the White Nile from the Great Lakes.",
            ["The Blue Nile comes from Ethiopia", "the White Nile comes from the Great Lakes"],
        ),
        (
            "The motor is covered for five years and the battery for two.",
            ["The motor is covered for five years", "the battery is covered for two years"],
        ),
        (
            "Cathal is 31 years old and Ronan 38.",
            ["Cathal is 31 years old", "Ronan is 38 years old"],
        ),
        (
            "Anna plays the piano and Ben the violin.",
            ["Anna plays the piano", "Ben plays the violin"],
        ),
    ],
)
def test_a_subject_without_a_verb_gets_the_one_before_it(tree_of, sentence, expected):
    assert told(tree_of(sentence)) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna lives in Leeds, a city in Yorkshire.",  # an apposition
        "The firm has its seat in Leeds, the largest city in Yorkshire.",
        "The museum has 3 floors, 20 rooms and 5 lifts.",  # one subject
        "The firm opened the shop in Leeds and the bakery in York.",  # it opened both
        "Birch includes 15 GB of data and costs 12.99 a month.",  # a verb
        "Members can borrow eight at a time, and children pay no fines.",
        "He was born in May, 1990 in Leeds.",
        "The car costs 20,000 euros, the house 3 rooms.",  # other measures
        "Anna works in Leeds and the shop in York.",  # a person and a thing
        "The band plays in London and Paris in 2010.",
        "Upper Aske sees the bus every second Tuesday and Lower Aske every Friday.",
        "It costs 12 euros.",
        "Really?",
        "Is.",
    ],
)
def test_what_may_be_something_else_is_left_alone(tree_of, sentence):
    assert told(tree_of(sentence)) == []


def test_each_is_about_its_own_subject(tree_of):
    tree = tree_of("Adults pay €12, children €6.")
    assert [text_of(tree, one.subject, {}) for one in gaps(tree)] == ["Adults", "children"]


def test_a_very_long_sentence_is_left_alone(tree_of):
    sentence = f"Adults pay €12{', children €6' * 20}."
    assert told(tree_of(sentence)) == []
    assert len(told(tree_of(f"Adults pay €12{', children €6' * 5}."))) == 6
