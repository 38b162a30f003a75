"""What becomes a statement of its own, and what is never cut away from it.

The sentences are read by the shipped parser; where it errs, the tree is written down.
"""

import pytest

from belie.datatypes import Scope
from belie.monitor.claims.clauses import clauses, is_instruction
from belie.monitor.claims.wording import word

WHOSE = (
    "The/DT/det/1 tower/NN/nsubj/9 ,/,/punct/7 whose/WP$/nmod:poss/4 height/NN/nsubj/7 "
    "is/VBZ/cop/7 300/CD/nummod/7 metres/NNS/acl:relcl/1 ,/,/punct/1 leans/VBZ/root/-1 ././punct/9"
)
GAPPED = (
    "Italy/NNP/nsubj/1 won/VBD/root/-1 at/IN/case/3 home/NN/obl/1 and/CC/cc/5 Spain/NNP/conj/1 "
    "in/IN/case/7 2010/CD/orphan/5 ././punct/1"
)
TOLD_TWICE = (
    "The/DT/det/1 mayor/NN/nsubj/2 said/VBD/root/-1 that/IN/mark/7 the/DT/det/5 bridge/NN/nsubj/7 "
    "was/VBD/cop/7 old/JJ/ccomp/2 and/CC/cc/13 that/IN/mark/13 the/DT/det/11 road/NN/nsubj/13 "
    "was/VBD/cop/13 new/JJ/conj/{head} ././punct/2"
)
BUILT = (
    "Built/VBN/{relation}/7 in/IN/case/2 1889/CD/obl/0 ,/,/punct/0 the/DT/det/5 tower/NN/nsubj/7 "
    "was/VBD/cop/7 tall/JJ/root/-1 ././punct/7"
)


def read(tree):
    """Return each clause's words in lower case with its scope and whose words it is."""
    return [
        (word(tree, clause.parts, {})[0].lower(), clause.scope, clause.reported_by)
        for clause in clauses(tree)
    ]


def statements(tree):
    return [text for text, _, _ in read(tree)]


def whole(sentence):
    return sentence.lower().rstrip(".")


# Subjects and verbs that a clause shares


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "The bridge opened in 1932 and closed in 1990.",
            {"the bridge opened in 1932", "the bridge closed in 1990"},
        ),
        (
            "The hotel was sold in 1990 and renovated in 1995.",
            {"the hotel was sold in 1990", "the hotel was renovated in 1995"},
        ),
        ("Anna will sing and dance.", {"anna will sing", "anna will dance"}),
        ("Anna can swim but cannot ski.", {"anna can swim", "anna cannot ski"}),
        ("The tower is tall and heavy.", {"the tower is tall", "the tower is heavy"}),
        (
            "Otto Wagner painted, taught and wrote.",
            {"otto wagner painted", "otto wagner taught", "otto wagner wrote"},
        ),
    ],
)
def test_each_predicate_gets_the_shared_subject_and_auxiliary(tree_of, sentence, expected):
    assert set(statements(tree_of(sentence))) == expected


def test_a_clause_with_a_subject_of_its_own_takes_none(written):
    tree = written(
        "Anna/NNP/nsubj/1 sings/VBZ/root/-1 and/CC/cc/4 Ben/NNP/nsubj/4 dances/VBZ/conj/1 "
        "././punct/1"
    )
    assert statements(tree) == ["anna sings", "ben dances"]


def test_alternatives_stay_together(tree_of, written):
    tree = written(
        "Anna/NNP/nsubj/1 sings/VBZ/root/-1 or/CC/cc/4 Ben/NNP/nsubj/4 dances/VBZ/conj/1 "
        "././punct/1"
    )
    assert statements(tree) == ["anna sings or ben dances"]
    sentence = "The shop sells bread or milk."
    assert statements(tree_of(sentence)) == [whole(sentence)]


def test_not_only_but_also_says_both(tree_of):
    found = statements(tree_of("The tower was not only tall but also heavy."))
    assert "the tower was tall" in found
    assert all("not" not in text.split() for text in found)


def test_a_verb_left_out_before_another_shape_keeps_the_sentence_whole(written):
    tree = written(GAPPED)
    assert statements(tree) == [tree.text.lower()] or statements(tree) == [whole(tree.text)]


def test_a_verb_left_out_before_the_same_shape_is_said_again(tree_of):
    found = statements(tree_of("Italy won in 1982 and Spain in 2010."))
    assert found == ["italy won in 1982", "spain won in 2010"]


# What is added to a noun


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "The tower, which was built in 1889, leans.",
            {"the tower leans", "the tower was built in 1889"},
        ),
        (
            "The tower, which was built in 1889 and renovated in 1990, leans.",
            {"the tower leans", "the tower was built in 1889", "the tower was renovated in 1990"},
        ),
        (
            "Maria Fischer, who founded the firm, lives in Bonn.",
            {"maria fischer lives in bonn", "maria fischer founded the firm"},
        ),
        (
            "The shop, whose owner lives in Leeds, is old.",
            {"the shop is old", "the shop's owner lives in leeds"},
        ),
    ],
)
def test_a_relative_clause_becomes_a_statement_about_its_noun(tree_of, sentence, expected):
    assert set(statements(tree_of(sentence))) == expected


def test_whose_becomes_a_possessive(written):
    assert set(statements(written(WHOSE))) == {
        "the tower leans",
        "the tower's height is 300 metres",
    }


@pytest.mark.parametrize(
    ("sentence", "added"),
    [
        ("The car that Ben bought is red.", "ben bought the car"),
        ("The hospital where Anna works is in Leeds.", "anna works in the hospital"),
        ("The town in which Anna was born is small.", "anna was born in the town"),
    ],
)
def test_what_restricts_a_known_thing_is_said_of_it_and_not_cut_from_it(tree_of, sentence, added):
    assert set(statements(tree_of(sentence))) == {whole(sentence), added}


@pytest.mark.parametrize(
    "sentence", ["Students who smoke are ill.", "The people who live there are old."]
)
def test_what_restricts_many_is_not_said_of_all_of_them(tree_of, sentence):
    assert statements(tree_of(sentence)) == [whole(sentence)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Paris, the capital of France, is old.",
            {"paris is old", "paris is the capital of france"},
        ),
        (
            "The bridge was designed by Otto Wagner, a German engineer.",
            {"the bridge was designed by otto wagner", "otto wagner was a german engineer"},
        ),
    ],
)
def test_an_apposition_becomes_a_statement_in_the_tense_of_its_clause(tree_of, sentence, expected):
    assert set(statements(tree_of(sentence))) == expected


@pytest.mark.parametrize(
    "sentence", ["Leeds, West Yorkshire, is a city.", "The film Titanic (1997) won eleven prizes."]
)
def test_a_name_within_a_name_and_a_date_in_brackets_stay(tree_of, sentence):
    assert statements(tree_of(sentence)) == [whole(sentence)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Apple released the first iPhone in 2007, priced at $499 at the time.",
            {
                "apple released the first iphone in 2007",
                "the first iphone was priced at $499 at the time",
            },
        ),
        (
            "The book, published in 1851, sold few copies.",
            {"the book sold few copies", "the book was published in 1851"},
        ),
        (
            "The film (released in 1999) won two prizes.",
            {"the film won two prizes", "the film was released in 1999"},
        ),
        (
            "Ben sold the house, built in 1920.",
            {"ben sold the house", "the house was built in 1920"},
        ),
    ],
)
def test_a_participle_becomes_a_statement_with_to_be(tree_of, sentence, expected):
    assert set(statements(tree_of(sentence))) == expected


@pytest.mark.parametrize("relation", ["advcl", "acl"])
def test_a_participle_that_opens_the_sentence_is_said_of_its_subject(written, relation):
    assert "the tower was built in 1889" in statements(written(BUILT.format(relation=relation)))


# What governs a clause


@pytest.mark.parametrize(
    "sentence",
    [
        "If it rains, the match is cancelled.",
        "The match is cancelled unless the rain stops.",
        "When it rains, the roof leaks.",
        "The dog barks when Ben sings.",
        "If Anna wins, Ben will leave and Carl will stay.",
        "The shop is open if it is Monday and the sun shines.",
    ],
)
def test_a_condition_stays_with_its_result_and_marks_it(tree_of, sentence):
    assert read(tree_of(sentence)) == [(whole(sentence), {Scope.CONDITIONAL}, None)]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "The match was cancelled because it rained.",
            {"the match was cancelled", "it rained"},
        ),
        ("Although it rained, the match went ahead.", {"the match went ahead", "it rained"}),
        ("The town grew in 1990 because the mine opened.", {"the mine opened"}),
        ("The firm was founded in 1920, so it is old.", {"the firm was founded in 1920"}),
        ("Anna left after Ben arrived.", {"anna left", "ben arrived"}),
        (
            "When the war ended in 1945, the family moved to Leeds.",
            {"the war ended in 1945", "the family moved to leeds"},
        ),
    ],
)
def test_a_cause_a_concession_and_an_order_are_kept_whole_and_in_parts(tree_of, sentence, parts):
    found = read(tree_of(sentence))
    assert {whole(sentence), *parts} <= {text for text, _, _ in found}
    assert all(scope == frozenset() for _, scope, _ in found)


def test_what_comes_after_before_may_not_have_happened(tree_of):
    found = statements(tree_of("The train stopped before it reached Rome."))
    assert "the train stopped before it reached rome" in found
    assert "it reached rome" not in found


def test_what_was_not_so_until_then_is_not_denied(tree_of):
    sentence = "The lift did not work until it was repaired."
    assert statements(tree_of(sentence)) == [whole(sentence)]


# What somebody says


@pytest.mark.parametrize(
    ("sentence", "part", "by"),
    [
        ("Reuters reported that the mine closed in 2012.", "the mine closed in 2012", "Reuters"),
        ("The mayor said the bridge was closed.", "the bridge was closed", "The mayor"),
        ("The report suggests that the bridge may fail.", "the bridge may fail", "The report"),
        (
            "The guide says the tower, which was built in 1889, leans.",
            "the tower was built in 1889",
            "The guide",
        ),
    ],
)
def test_what_is_reported_is_marked_and_names_its_source(tree_of, sentence, part, by):
    found = {text: (scope, who) for text, scope, who in read(tree_of(sentence))}
    scope, who = found[part]
    assert Scope.REPORTED in scope
    assert who == by
    assert all(Scope.REPORTED in scope for scope, _ in found.values())


@pytest.mark.parametrize(
    "sentence",
    [
        "According to the guide, the tower, which is old, leans.",
        "The bridge was closed, the researchers found.",
    ],
)
def test_a_source_named_at_the_edge_covers_the_whole_sentence(tree_of, sentence):
    found = read(tree_of(sentence))
    assert {who for _, _, who in found} <= {"the guide", "the researchers"}
    assert all(Scope.REPORTED in scope for _, scope, _ in found)


@pytest.mark.parametrize("head", [7, pytest.param(2)])
def test_no_part_of_a_report_comes_out_as_a_fact(written, head):
    found = read(written(TOLD_TWICE.format(head=head)))
    assert any("new" in text for text, _, _ in found)
    assert all(Scope.REPORTED in scope for _, scope, _ in found)


def test_a_condition_within_a_report_is_both(tree_of):
    found = read(tree_of("Reuters said that if it rains the match is cancelled."))
    assert any(
        text.endswith("the match is cancelled") and {Scope.CONDITIONAL, Scope.REPORTED} <= scope
        for text, scope, _ in found
    )
    assert "the match is cancelled" not in [text for text, _, _ in found]


def test_what_is_known_or_found_is_so(tree_of):
    assert ("coffee helps", frozenset(), None) in read(
        tree_of("The study found that coffee helps.")
    )


def test_what_i_think_is_hedged_and_nobodys_report(tree_of):
    found = {
        text: (scope, who) for text, scope, who in read(tree_of("I think the shop closes at six."))
    }
    assert found["the shop closes at six"] == ({Scope.HEDGED}, None)
    assert all(Scope.REPORTED not in scope for scope, _ in found.values())


def test_a_verb_has_no_subject_that_does_not_agree_with_it(tree_of):
    sentence = "Oskar says that some courses are moving to Nordbad, and offers her a lift."
    assert not any("courses offers" in text for text in statements(tree_of(sentence)))


def test_which_was_is_not_said_of_several_things(tree_of):
    sentence = "I used to count the likes, which wasn't healthy."
    assert not any(text.startswith("the likes was") for text in statements(tree_of(sentence)))


def test_a_singular_auxiliary_takes_the_nearest_singular_subject(tree_of):
    sentence = (
        "They torment poor Pudding, he's only a puppy and doesn't know what to do with claws."
    )
    found = statements(tree_of(sentence))
    assert any("he doesn't know" in text for text in found)
    assert not any("They doesn't" in text for text in found)


def test_a_clause_that_the_parser_left_without_its_subject_is_none(tree_of):
    sentence = (
        "The author of a bestselling cookbook has apologised after readers found that one of its "
        "recipes called for a poisonous plant."
    )
    assert "has apologised" not in statements(tree_of(sentence))
    assert statements(tree_of("Went to Rome and loved it."))[0] == "went to rome"


def test_who_is_a_person(tree_of):
    sentence = "Mrs. Crane claims three months' rent from Bilal Sadik, who says that he paid."
    assert "bilal sadik says that he paid" in statements(tree_of(sentence))


def test_an_age_is_not_handed_on_with_the_name(tree_of):
    found = statements(tree_of("Mr. Fenwick, 67, lost his job and has two sons."))
    assert "mr. fenwick has two sons" in found


def test_the_reason_for_a_wish_is_claimed(tree_of):
    found = statements(tree_of("I would love to visit since it has many beaches."))
    assert {"i would love to visit", "it has many beaches"} <= set(found)


def test_what_seems_so_is_hedged(tree_of):
    found = {text: scope for text, scope, _ in read(tree_of("It seems that the shop is closed."))}
    assert Scope.HEDGED in found["the shop is closed"]


@pytest.mark.parametrize(
    "sentence", ["Probably the shop is closed.", "Apparently the shop is closed."]
)
def test_a_hedge_that_opens_a_sentence_covers_it(tree_of, sentence):
    assert all(Scope.HEDGED in scope for _, scope, _ in read(tree_of(sentence)))


@pytest.mark.parametrize(
    "sentence",
    [
        "The mayor did not say that the bridge was closed.",
        "The mayor asked whether the bridge was closed.",
    ],
)
def test_what_was_denied_or_asked_is_not_taken_out(tree_of, sentence):
    assert statements(tree_of(sentence)) == [whole(sentence)]


# Edges


@pytest.mark.parametrize("text", ["Tokyo", "330 metres", "."])
def test_words_without_a_verb_are_one_clause(tree_of, text):
    assert len(clauses(tree_of(text))) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna, who lives in Leeds, and Ben, whose dog barks, won because it rained.",
        "The tower, the bridge and the road, all built in 1990, were closed and sold.",
        "He said, she said, they said that if so, then not.",
        "( ( ( the tower ) ) )",
        "and or but because if",
    ],
)
def test_no_clause_comes_twice_and_each_has_words(tree_of, sentence):
    found = clauses(tree_of(sentence))
    assert found
    assert len(set(found)) == len(found)
    assert all(clause.parts for clause in found)


# Instructions


@pytest.mark.parametrize("sentence", ["Turn off the water.", "Open the door."])
def test_a_sentence_that_opens_with_a_bare_verb_is_an_instruction(tree_of, sentence):
    assert is_instruction(tree_of(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "The water is off.",
        "Open source is free.",
        "Love my new dog.",
        "Turning off the water helps.",
        "Tokyo",
    ],
)
def test_a_statement_is_no_instruction(tree_of, sentence):
    assert not is_instruction(tree_of(sentence))
