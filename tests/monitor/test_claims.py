import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Role, Scope, Turn
from belie.monitor.claims import ClauseExtractor


def claims(text):
    return ClauseExtractor().extract(Turn("s1", 4, Role.ASSISTANT, text))


def texts(text):
    return [claim.text for claim in claims(text)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n\t ",
        "Hello!",
        "Hi there, how are you?",
        "Thanks so much!",
        "Is the tower tall?",
        "Let me know if you have any questions.",
        "I'm sorry to hear that.",
        "Sorry, I was wrong about that.",
        "My mistake! I misspoke earlier.",
        "!!! ... 😀",
    ],
)
def test_greetings_questions_and_offers_make_no_claims(text):
    assert claims(text) == ()


def test_clauses_with_their_own_subject_become_claims():
    assert texts("The tower is 330 m tall, and it was built in 1889.") == [
        "The tower is 330 m tall",
        "it was built in 1889.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "If it rains, the match is off and we are refunded.",
        "The bridge closed because the wind was strong, and it was repaired.",
        "The tower is 330 m tall and was built in 1889.",
        "She met the mayor and the bishop.",
    ],
)
def test_a_sentence_under_a_logical_link_or_with_a_shared_subject_stays_whole(text):
    assert texts(text) == [text]


def test_a_question_at_the_end_leaves_what_was_stated():
    assert texts("I like tea, what about you?") == ["I like tea"]


def test_what_opens_a_sentence_is_no_part_of_the_claim():
    assert texts("Oh, well, I like tea. No, I like tea.") == ["I like tea.", "No, I like tea."]


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I was wrong earlier: it opened in 1889.",
        "Actually, it opened in 1889.",
        "Oh, I made a mistake, it opened in 1889.",
        "Correction: it opened in 1889.",
        "I apologize for the confusion. My mistake, it opened in 1889.",
    ],
)
def test_a_correction_is_taken_without_its_admission(text):
    (claim,) = claims(text)
    assert claim.text == "it opened in 1889."
    assert Scope.CORRECTION in claim.scope


def test_ids_come_from_position():
    assert [claim.id for claim in claims("It rains. It snows.")] == ["s1/4#0", "s1/4#1"]


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("The tower isn't tall.", Scope.NEGATED),
        ("If it rains the match is off.", Scope.CONDITIONAL),
        ("It might be closed.", Scope.HEDGED),
        ("I think it is closed.", Scope.HEDGED),
        ("According to the guide it is closed.", Scope.REPORTED),
        ("Actually, it opened in 1889.", Scope.CORRECTION),
        ("I was wrong about the height of the tower.", Scope.CORRECTION),
    ],
)
def test_scope_is_marked(text, scope):
    assert scope in claims(text)[0].scope


@pytest.mark.parametrize("text", ["The tower is tall.", "It opened in May 1889."])
def test_a_plain_assertion_has_no_scope(text):
    assert claims(text)[0].scope == frozenset()


def test_a_correction_governs_the_sentences_after_it():
    before, after = claims("It is old. Sorry, that was wrong. It opened in 1889.")
    assert Scope.CORRECTION not in before.scope
    assert Scope.CORRECTION in after.scope


pieces = st.sampled_from(
    [
        "I have",
        " two dogs",
        ", and it ",
        "is",
        " was ",
        "; ",
        ". ",
        "\n- ",
        "you ",
        "?",
        "é😀",
        ", but ",
    ]
)


@given(st.lists(pieces, max_size=14).map("".join))
def test_every_claim_is_a_slice_of_its_turn_in_reading_order(text):
    end = 0
    for claim in claims(text):
        assert claim.span.cut(text) == claim.text != ""
        assert end <= claim.span.start
        end = claim.span.end
