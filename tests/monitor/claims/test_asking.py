"""Questions without a question mark, as people type them, and what only looks like one.

The sentences are read by the shipped parser.
"""

import pytest

from belie.monitor.claims.asking import is_question


@pytest.mark.parametrize(
    "text",
    [
        "are dogs allowed in the hotel",
        "has the order 4711 been shipped",
        "isn't the pool open on mondays",
        "oh no where are you going",
        "cool are you a history teacher or something",
        "omg did anybody notice",
        "haha so how did you celebrate",
        "how is that possible",
        "what made you stop",
        "lol who has a phone book",
        "omg what went wrong",
        "ok which",
        "lmao how",
        "oh no which sport",
        "any plans this weekend",
        "any chance the pool is open on mondays",
    ],
)
def test_the_order_of_words_tells_a_question(tree_of, text):
    assert is_question(tree_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "the pool is open on mondays",
        "is open on mondays",
        "was a teacher in Rome",
        "can't stand it",
        "do love a good ghost story",
        "yum!! must be hard getting up so early",
        "never have i seen such a mess",
        "only then did he leave",
        "here is the list",
        "not as red as it is",
        "it is, i count the weeks",
        "i can't, the baby's asleep",
        "what i need is a rest",
        "what happened was an accident",
        "how funny, i was at the lake",
        "when i was a kid we had a dog",
        "any dog will do",
        "anyone can join",
    ],
)
def test_what_only_begins_like_a_question_is_none(tree_of, text):
    assert not is_question(tree_of(text))


@pytest.mark.parametrize("text", ["How are the mighty fallen.", "Are dogs a nuisance!"])
def test_what_ends_as_something_told_is_none(tree_of, text):
    assert not is_question(tree_of(text))


@pytest.mark.parametrize("text", ["any small dogs", "when i moved", "what they told me"])
def test_where_a_question_is_answered_these_say_something(tree_of, text):
    assert not is_question(tree_of(text), answering=True)


@pytest.mark.parametrize("text", ["which one", "oh why", "are you a teacher", "what went wrong"])
def test_a_question_may_be_answered_with_a_question(tree_of, text):
    assert is_question(tree_of(text), answering=True)
