import pytest

from belie.monitor.claims.adjuncts import one_addition_each
from belie.monitor.claims.phrases import without_edges
from belie.monitor.claims.wording import word


def statements(tree):
    parts = without_edges(tree, range(len(tree)))
    found = one_addition_each(tree, tree.root, parts)
    return [word(tree, each, {})[0].lower() for each in found]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Mozart was born in Salzburg in 1756.",
            ["mozart was born in salzburg", "mozart was born in 1756"],
        ),
        (
            "The hotel opened in May 1990 in Leeds.",
            ["the hotel opened in may 1990", "the hotel opened in leeds"],
        ),
    ],
)
def test_each_of_two_additions_gets_a_statement_and_none_loses_both(tree_of, sentence, expected):
    assert statements(tree_of(sentence)) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "The population was 8,400 in 1990.",
        "The hotel opened in Leeds.",
        "The tower leans.",
        "Mozart was not born in Salzburg in 1756.",
        "The lift has never stopped in Leeds in 1990.",
        "Every shop closed in Leeds in 1990.",
        "Most shops closed in Leeds in 1990.",
        "Only one shop closed in Leeds in 1990.",
        "The tallest tower fell in Leeds in 1990.",
        "No shop closed in Leeds in 1990.",
    ],
)
def test_a_statement_that_would_say_more_without_an_addition_stays_whole(tree_of, sentence):
    assert statements(tree_of(sentence)) == [sentence.lower().rstrip(".")]


def test_a_measure_stays_with_its_order_and_no_comma_is_left_at_the_end(written):
    tree = written(
        "It/PRP/nsubj/1 fell/VBD/root/-1 in/IN/case/3 1990/CD/obl/1 ,/,/punct/3 "
        "two/CD/nummod/6 days/NNS/obl:unmarked/1 after/IN/case/9 the/DT/det/9 war/NN/obl/1"
    )
    assert statements(tree) == ["it fell in 1990", "it fell two days after the war"]


def test_who_did_it_and_what_it_was_done_for_are_no_circumstances(written):
    tree = written(
        "It/PRP/nsubj:pass/2 was/VBD/aux:pass/2 built/VBN/root/-1 by/IN/case/4 "
        "Eiffel/NNP/obl:agent/2 for/IN/case/7 the/DT/det/7 fair/NN/obl/2 in/IN/case/9 1889/CD/obl/2"
    )
    assert statements(tree) == [tree.text.lower()]


def test_a_price_at_the_time_keeps_its_time(written):
    tree = written(
        "It/PRP/nsubj/1 cost/VBD/root/-1 $/$/obj/1 499/CD/nummod/2 at/IN/case/6 the/DT/det/6 "
        "time/NN/obl/1 in/IN/case/8 Leeds/NNP/obl/1"
    )
    assert statements(tree) == [word(tree, range(9), {})[0].lower()]


def test_three_additions_give_three_statements(written):
    tree = written(
        "It/PRP/nsubj/1 opened/VBD/root/-1 in/IN/case/3 Leeds/NNP/obl/1 on/IN/case/5 "
        "Monday/NNP/obl/1 during/IN/case/8 the/DT/det/8 strike/NN/obl/1"
    )
    assert statements(tree) == [
        "it opened in leeds",
        "it opened on monday",
        "it opened during the strike",
    ]
