import pytest

from belie.monitor.claims.phrases import (
    be,
    coordinated,
    is_set_off,
    noun_phrase,
    plural,
    without_edges,
)

BUILDING = (
    "The/DT/det/2 old/JJ/amod/2 tower/NN/nsubj/11 of/IN/case/4 Pisa/NNP/nmod/2 ,/,/punct/8 "
    "which/WDT/nsubj:pass/8 was/VBD/aux:pass/8 closed/VBN/acl:relcl/2 ,/,/punct/2 is/VBZ/cop/11 "
    "white/JJ/root/-1 ././punct/11"
)
POOLS = (
    "The/DT/det/1 pool/NN/nsubj/6 and/CC/cc/4 the/DT/det/4 bar/NN/conj/1 are/VBP/cop/6 "
    "open/JJ/root/-1 ././punct/6"
)


def said(tree, words):
    return " ".join(tree.words[word] for word in words)


def test_a_noun_phrase_keeps_what_names_and_leaves_out_what_is_added(written):
    tree = written(BUILDING)
    assert said(tree, noun_phrase(tree, 2)) == "The old tower of Pisa"


def test_a_preposition_before_a_noun_phrase_and_what_it_is_joined_with_do_not_name_it(written):
    tree = written("in/IN/case/1 Leeds/NNP/obl/-1 and/CC/cc/3 York/NNP/conj/1")
    assert said(tree, noun_phrase(tree, 1)) == "Leeds"


def test_what_is_set_off_does_not_name_but_a_hyphen_does(written):
    tree = written(
        "the/DT/det/3 Alsace/NNP/compound/3 -/HYPH/punct/3 Line/NNP/root/-1 ,/,/punct/6 "
        "in/IN/case/6 France/NNP/nmod/3"
    )
    assert said(tree, noun_phrase(tree, 3)) == "the Alsace - Line"


def test_coordinated_things_come_in_order_however_they_hang_together(written):
    beside = written("red/JJ/root/-1 ,/,/punct/2 blue/JJ/conj/0 and/CC/cc/4 green/JJ/conj/0")
    below = written("red/JJ/root/-1 ,/,/punct/2 blue/JJ/conj/0 and/CC/cc/4 green/JJ/conj/2")
    assert said(beside, coordinated(beside, 0)) == said(below, coordinated(below, 0))
    assert coordinated(below, 4) == [4]


@pytest.mark.parametrize("mark", [",", "(", "–", "—"])
def test_a_mark_before_its_words_sets_a_clause_off(written, mark):
    tree = written(f"Paris/NNP/root/-1 {mark}/,/punct/3 the/DT/det/3 capital/NN/appos/0")
    assert is_set_off(tree, 3)
    above = written(f"Paris/NNP/root/-1 {mark}/,/punct/0 the/DT/det/3 capital/NN/appos/0")
    assert is_set_off(above, 3)
    assert not is_set_off(above, 0)


@pytest.mark.parametrize(
    ("words", "many"),
    [
        ("the/DT/det/1 tower/NN/root/-1", False),
        ("the/DT/det/1 towers/NNS/root/-1", True),
        ("They/PRP/root/-1", True),
        ("it/PRP/root/-1", False),
        ("Anna/NNP/root/-1 and/CC/cc/2 Ben/NNP/conj/0", True),
        ("the/DT/det/1 price/NN/root/-1 of/IN/case/3 eggs/NNS/nmod/1", False),
        ("the/DT/det/1 eggs/NNS/root/-1 of/IN/case/4 the/DT/det/4 hen/NN/nmod/1", True),
    ],
)
def test_the_head_of_a_subject_and_what_it_is_joined_with_make_a_plural(written, words, many):
    tree = written(words)
    assert plural(tree, range(len(tree))) is many


def test_a_member_of_a_group_alone_is_no_plural(written):
    assert not plural(written(POOLS), [0, 1])


@pytest.mark.parametrize(
    ("subject", "verb", "form"),
    [
        ("the/DT/det/1 house/NN/nsubj/2", "stood/VBD/root/-1", "was"),
        ("the/DT/det/1 house/NN/nsubj/2", "stands/VBZ/root/-1", "is"),
        ("the/DT/det/1 houses/NNS/nsubj/2", "stood/VBD/root/-1", "were"),
        ("the/DT/det/1 houses/NNS/nsubj/2", "stand/VBP/root/-1", "are"),
        ("so/RB/advmod/2 I/PRP/nsubj/2", "stand/VBP/root/-1", "am"),
        ("so/RB/advmod/2 I/PRP/nsubj/2", "stood/VBD/root/-1", "was"),
    ],
)
def test_to_be_takes_the_number_of_its_subject_and_the_tense_of_its_clause(
    written, subject, verb, form
):
    tree = written(f"{subject} {verb} ,/,/punct/4 built/VBN/advcl/2")
    assert be(tree, [1], near=4) == form


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (", and Ben won .", "Ben won"),
        ("( in 1990 )", "( in 1990 )"),
        ("in 1990 )", "in 1990"),
        ("( in 1990", "in 1990"),
        ("“ so ”", "“ so ”"),
        ("“ so", "so"),
        (", . ;", ""),
    ],
)
def test_punctuation_and_joints_at_both_ends_are_left_out_and_brackets_go_in_pairs(
    written, words, kept
):
    rows = " ".join(
        f"{word}/CC/cc/0"
        if word == "and"
        else f"{word}/NN/{'dep' if word.isalnum() else 'punct'}/0"
        for word in words.split()
    )
    tree = written("top/NN/root/-1 " + rows)
    assert said(tree, without_edges(tree, range(1, len(tree)))) == kept


def test_a_percent_sign_and_a_neither_at_the_edge_stay(written):
    tree = written(
        "neither/CC/cc:preconj/1 Anna/NNP/root/-1 nor/CC/cc/3 5/CD/conj/1 %/NN/punct/3 ././punct/1"
    )
    assert said(tree, without_edges(tree, range(len(tree)))) == "neither Anna nor 5 %"
