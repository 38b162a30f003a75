import pytest

from belie.monitor.claims.discourse import Discourse


@pytest.fixture
def discourse(tree_of):
    """Return a function from sentences, the last with pronouns, to what they mention."""

    def of(*sentences, names=None):
        trees = [tree_of(sentence) for sentence in sentences]
        known = {
            tree.words.index(pronoun): name
            for tree in trees[:1]
            for pronoun, name in (names or {}).items()
        }
        return Discourse([(tree, known if tree is trees[0] else {}) for tree in trees])

    return of


def fitting(said, number=-1):
    return [mention.name for _, mention in said.fitting(said.pronouns[number])]


def test_sentences_are_read_as_one_text_with_their_pronouns(discourse):
    said = discourse("Ana sings.", "She has a cat.", "It sleeps.")
    assert said.text == "Ana sings. She has a cat. It sleeps."
    assert [one.span.cut(said.text) for one in said.pronouns] == ["She", "It"]
    assert [place.cut(said.text) for place in said.places] == ["Ana", "a cat", "She", "It"]


def test_only_what_stands_before_a_pronoun_and_agrees_with_it_fits(discourse):
    said = discourse("Ana has a cat.", "She met Ruth on the bridge.")
    assert fitting(said) == ["Ana", "a cat"]


def test_a_pronoun_that_got_a_name_is_a_mention_of_it(discourse):
    said = discourse("Kim sings.", "She has a cat.", "Kim's coat is old, but her cat is not.")
    said.take(said.pronouns[0], "Kim")
    said.take(said.pronouns[1], "Kim")
    assert [one.name for one in said.known].count("Kim") == 4
    assert said.names == {said.pronouns[1].word: "Kim's"}


@pytest.mark.parametrize(("pronoun", "expected"), [("He", []), ("She", ["Kim"])])
def test_nobody_is_he_who_was_she(discourse, pronoun, expected):
    said = discourse("Kim sings.", "She dances.", f"{pronoun} is old.")
    said.take(said.pronouns[0], "Kim")
    assert set(fitting(said)) == set(expected)


def test_what_pronouns_with_a_name_were_tells_too(discourse):
    said = discourse("She sings.", "He is old.", names={"She": "Kim"})
    assert fitting(said) == []


def test_a_sentence_that_is_very_long_is_left_out_but_for_the_last(discourse):
    long = f"Ana likes {'very ' * 260}old cats and the sea."
    assert discourse(long, "She sings.").text == "She sings."
    assert discourse("Ana sings.", f"She knows it, {long}").text.startswith("Ana sings. She knows")


def test_a_phrase_has_the_name_of_its_owner(discourse):
    said = discourse("The plan is new.", "Its users pay more, and their boxes are large.")
    its, their = said.pronouns
    said.take(its, "The plan")
    assert "The plan's users" in [one.name for one in said.known]
    said.take(their, "the plan's users")
    assert said.names[their.word] == "the plan's users'"


def test_so_has_one_of_a_sentence_before(discourse):
    said = discourse("Its users pay more.", "They sing.", names={"Its": "the plan's"})
    assert "the plan's users" in fitting(said)
