import pytest

from belie.monitor.claims.context import context


@pytest.fixture(scope="session")
def context_of(tree_of):
    """Return a function from sentences to the context of the last one's words."""

    def read(*sentences, names=None):
        *before, last = (tree_of(sentence) for sentence in sentences)
        found = {last.words.index(word): name for word, name in (names or {}).items()}
        known = [(tree, {}) for tree in before]
        return context(last, range(len(last)), found, known)

    return read


SHOWN = "Apple showed the phone and the tablet."


def test_a_pronoun_without_a_name_gets_the_sentence_it_may_point_to(context_of):
    assert context_of(SHOWN, "It cost $499.") == SHOWN


def test_a_pronoun_with_a_name_gets_none(context_of):
    assert context_of(SHOWN, "It cost $499.", names={"It": "the phone"}) == ""


def test_a_sentence_without_pronouns_gets_none(context_of):
    assert context_of(SHOWN, "The phone cost $499.") == ""


def test_sentences_that_mention_nothing_fitting_are_left_out(context_of):
    assert context_of("Anna met Eva.", "The dogs barked.", "She left.") == "Anna met Eva."


def test_nothing_fitting_gives_nothing(context_of):
    assert context_of("The dogs barked.", "He left.") == ""


def test_what_its_own_sentence_offers_is_not_looked_for_elsewhere(context_of):
    assert context_of("Anna met Eva.", "When Mary arrived, she smiled.") == ""


@pytest.mark.parametrize("sentence", ["This was a mistake.", "That annoyed the mayor."])
def test_a_lone_this_points_to_the_sentence_before(context_of, sentence):
    assert context_of("The dogs barked.", sentence) == "The dogs barked."


def test_this_tower_points_to_no_sentence(context_of):
    assert context_of("The dogs barked.", "This tower leans.") == ""


def test_weather_points_to_nothing(context_of):
    assert context_of(SHOWN, "It was raining.") == ""


def test_two_sentences_at_most_the_newest_in_the_order_of_the_text(context_of):
    before = ["The phone is red.", "The tablet is blue.", "The watch is green."]
    assert context_of(*before, "It cost $499.") == "The tablet is blue. The watch is green."


def test_a_long_sentence_is_left_out_rather_than_cut(context_of):
    long = "The phone " + "and the phone " * 20 + "is red."
    assert context_of(long, "The tablet is blue.", "It cost $499.") == "The tablet is blue."


def test_names_found_for_an_earlier_sentence_stand_in_the_context(tree_of):
    before, last = tree_of("It showed the phone."), tree_of("It cost $499.")
    known = [(before, {0: "Apple"})]
    assert context(last, range(len(last)), {}, known) == "Apple showed the phone."


def test_words_that_are_no_part_of_the_claim_do_not_count(tree_of):
    before, last = tree_of(SHOWN), tree_of("The shop opened when it came out.")
    assert context(last, range(3), {}, [(before, {})]) == ""
