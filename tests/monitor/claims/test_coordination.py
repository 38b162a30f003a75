import pytest

from belie.monitor.claims.coordination import distributed
from belie.monitor.claims.phrases import without_edges
from belie.monitor.claims.wording import word

FLATS = (
    "The/DT/det/1 hotel/NN/nsubj/2 has/VBZ/root/-1 rooms/NNS/obj/2 in/IN/case/5 Leeds/NNP/nmod/3 "
    "and/CC/cc/7 York/NNP/conj/5 ././punct/2"
)


def statements(tree):
    parts = without_edges(tree, range(len(tree)))
    return [word(tree, spread, {})[0].lower() for spread in distributed(tree, parts)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "The hotel has a pool and a bar.",
            ["the hotel has a pool", "the hotel has a bar"],
        ),
        (
            "The shop sells bread, milk and eggs.",
            ["the shop sells bread", "the shop sells milk", "the shop sells eggs"],
        ),
        (
            "The hotel has rooms in Leeds and in York.",
            ["the hotel has rooms in leeds", "the hotel has rooms in york"],
        ),
        (
            "Anna and Tom will have a room.",
            ["anna will have a room", "tom will have a room"],
        ),
    ],
)
def test_each_of_several_things_gets_a_statement(tree_of, sentence, expected):
    assert statements(tree_of(sentence)) == expected


def test_a_preposition_before_the_first_is_said_with_the_others(written):
    assert statements(written(FLATS)) == [
        "the hotel has rooms in leeds",
        "the hotel has rooms in york",
    ]


def test_an_article_before_the_first_is_said_with_the_others(written):
    tree = written(
        "It/PRP/nsubj/1 has/VBZ/root/-1 a/DT/det/3 pool/NN/obj/1 and/CC/cc/5 bar/NN/conj/3"
    )
    assert statements(tree) == ["it has a pool", "it has a bar"]


def test_what_stands_after_the_last_belongs_to_all(written):
    tree = written(
        "It/PRP/nsubj/1 sells/VBZ/root/-1 bread/NN/obj/1 and/CC/cc/4 milk/NN/conj/2 "
        "from/IN/case/6 farms/NNS/nmod/2"
    )
    assert statements(tree) == ["it sells bread from farms", "it sells milk from farms"]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The pool and the bar are open.", ["the pool is open", "the bar is open"]),
        ("The pool and the bars were closed.", ["the pool was closed", "the bars were closed"]),
    ],
)
def test_a_verb_in_the_plural_takes_the_number_of_its_one_subject(tree_of, sentence, expected):
    assert statements(tree_of(sentence)) == expected


def test_any_verb_in_the_plural_takes_the_number_of_its_one_subject(written):
    tree = written(
        "Anna/NNP/nsubj/3 and/CC/cc/2 Ben/NNP/conj/0 live/VBP/root/-1 in/IN/case/5 Rome/NNP/obl/3"
    )
    assert statements(tree) in (
        ["anna lives in rome", "ben lives in rome"],
        ["anna and ben live in rome"],
    )


def test_several_lists_give_each_combination(tree_of):
    sentence = "The firm makes cars, trucks and buses in Leeds and York."
    found = statements(tree_of(sentence))
    assert len(found) == len(set(found)) == 6
    assert "the firm makes trucks in york" in found


WHOLE = (
    "The hotel does not have a pool and a bar.",
    "The hotel has a pool or a bar.",
    "Either Anna or Ben won the race.",
    "Neither Anna nor Ben won the race.",
    "Both Anna and Ben won the race.",
    "Anna and Ben won the race together.",
    "Anna and Ben met in Rome.",
    "Anna and Ben are brothers.",
    "Trinidad and Tobago is a country.",
    "The band covers Johnson and Johnson.",
    "The line runs between Leeds and York.",
    "Only Anna and Ben won the race.",
    "The shop sells no bread and milk.",
)


@pytest.mark.parametrize("sentence", WHOLE)
def test_what_may_hold_of_all_together_only_stays_whole(tree_of, sentence):
    assert statements(tree_of(sentence)) == [sentence.lower().rstrip(".")]


def test_a_title_in_quotation_marks_is_one_name(written):
    tree = written(
        "Tolstoy/NNP/nsubj/1 wrote/VBD/root/-1 “/``/punct/3 War/NNP/obj/1 and/CC/cc/5 "
        "Peace/NNP/conj/3 ”/''/punct/3"
    )
    assert len(statements(tree)) == 1


def test_names_joined_by_an_ampersand_are_one_name(written):
    tree = written("Marks/NNP/nsubj/3 &/CC/cc/2 Spencer/NNP/conj/0 sold/VBD/root/-1 bread/NN/obj/3")
    assert statements(tree) == ["marks & spencer sold bread"]


def test_numbers_are_not_taken_apart(written):
    tree = written(
        "It/PRP/nsubj/1 lost/VBD/root/-1 5/CD/obj/1 and/CC/cc/4 7/CD/conj/2 games/NNS/nmod/4"
    )
    assert len(statements(tree)) == 1


def test_an_enumeration_too_long_to_spread_stays_whole(written):
    things = " ".join(f",/,/punct/{3 + 2 * k} thing{k}/NN/conj/2" for k in range(20))
    tree = written(
        f"It/PRP/nsubj/1 has/VBZ/root/-1 bread/NN/obj/1 {things} and/CC/cc/44 milk/NN/conj/2"
    )
    assert statements(tree) == [tree.text.lower()]


def test_supplied_words_stay_in_their_place(written):
    tree = written(FLATS)
    spread = distributed(tree, ["the hotel", "had", 3, 4, 5, 6, 7])
    assert [word(tree, parts, {})[0] for parts in spread] == [
        "the hotel had rooms in Leeds",
        "the hotel had rooms in York",
    ]
