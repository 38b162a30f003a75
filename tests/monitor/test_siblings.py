"""A document about one thing says nothing of another thing of its kind."""

import pytest

from belie.datatypes import Claim, Document, Passage, Relation, Role, Span, Turn, Verdict
from belie.monitor.siblings import without_siblings

KETTLES = ("Kettle K1\nVolume: 1.2 l\nLid: steel", "Kettle K2\nVolume: 1.7 l\nLid: glass")
CARDS = (
    "**Silver card.** The Silver card costs 20 euros. Lounges are not included.",
    "**Gold card.** The Gold card costs 90 euros. Lounges are included.",
)
RULES = (
    "Club rules 2019\nGuests pay 5 euros.",
    "Club rules 2024 (for 2019 see below)\nGuests pay 8.",
)


def judged(
    texts, read, said, *, text=None, question=None, context="", first=0, text_read=None, span=None
):
    """Return what becomes of a contradiction by ``texts[read]``, or by ``text_read``."""
    documents = tuple(Document(f"d{number}", text) for number, text in enumerate(texts))
    turn = Turn("s", 0, Role.ASSISTANT, text or said, documents=documents, question=question)
    whole = text_read or texts[read]
    span = span or Span(0, len(whole))
    premise = Passage("p", span.cut(whole), documents[read].id, span, turn=first)
    claim = Claim("s/0#0", said, "s/0", Span(0, len(said)), context=context)
    odds = dict(zip(Relation, (0.1, 0.2, 0.6, 0.1), strict=True))
    words = Span(0, 3)
    verdict = Verdict(
        premise, claim, odds, Relation.PARTIAL_CONTRADICTION, None, words, words, ungrounded=()
    )
    (found,) = without_siblings(turn, [verdict])
    assert sum(found.probabilities.values()) == pytest.approx(1)
    backs = found.ungrounded is not None
    assert backs is (found == verdict), "what speaks of a sibling backs no word"
    return found.relation


@pytest.mark.parametrize(
    ("texts", "read", "said"),
    [
        (KETTLES, 1, "The K1 holds 1.2 litres."),
        (KETTLES, 0, "The Kettle K2 has a glass lid."),
        (CARDS, 0, "With the gold card lounges are included."),
        (RULES, 0, "Under the 2024 rules guests pay 8 euros."),
    ],
)
def test_what_speaks_of_a_sibling_is_neutral(texts, read, said):
    assert judged(texts, read, said) is Relation.NEUTRAL


@pytest.mark.parametrize(
    ("texts", "read", "said"),
    [
        (KETTLES, 0, "The K1 holds 1.7 litres."),  # its own sheet
        (KETTLES, 1, "The K1 holds 1.2 litres and the K2 1.5."),  # of both
        (KETTLES, 1, "The kettle holds 1.2 litres."),  # of neither
        (KETTLES[1:], 0, "The K1 holds 1.2 litres."),  # nothing tells that there is a K1
        (RULES, 1, "Under the 2019 rules guests pay 5 euros."),  # the newer ones name the older
        (("Kettle K1\nLid: steel", "Pan P2\nLid: glass"), 1, "The K1 has a steel lid."),
        (("The tower opened on May 5.", "The tower opened on May 9."), 1, "It opened on May 5."),
        (("The old tower leans.", "The red tower leans."), 1, "The old tower leans."),
        (("Rosa Veldt leads us.", "Professor Veldt left."), 1, "Rosa Veldt leads us."),  # a title
    ],
)
def test_what_may_speak_of_the_same_thing_counts(texts, read, said):
    assert judged(texts, read, said) is Relation.PARTIAL_CONTRADICTION


def test_pronouns_stand_for_what_the_context_says():
    said = "It has a steel lid."
    assert judged(KETTLES, 1, said, context="The K1 is small.") is Relation.NEUTRAL
    assert judged(KETTLES, 1, said, context="The K2 is big.") is Relation.PARTIAL_CONTRADICTION


def test_a_claim_without_a_name_is_about_what_alone_its_turn_names():
    said = "The lid is of steel."
    one, both = f"The K1 is small. {said}", f"The K1 and the K2 are small. {said}"
    assert judged(KETTLES, 1, said, text=one) is Relation.NEUTRAL
    assert judged(KETTLES, 1, said, question="What of the K1?") is Relation.NEUTRAL
    assert judged(KETTLES, 1, said, text=both) is Relation.PARTIAL_CONTRADICTION


def test_documents_that_are_brought_again_keep_the_turn_that_first_brought_them():
    assert judged(KETTLES, 1, "The K1 holds 1.2 litres.", first=-1) is Relation.NEUTRAL


def test_a_passage_of_another_document_is_left_alone():
    said = "The K1 holds 1.2 litres."
    other = "Kettle K3\nVolume: 3 l\nLid: tin"
    assert judged(KETTLES, 1, said, text_read=other) is Relation.PARTIAL_CONTRADICTION


def test_what_two_siblings_say_in_the_same_place_counts():
    sheets = ("Kettle K1\nVolume: 1 l", "Kettle K2\nVolume: 1 l")
    said = "The K1 holds 2 litres."
    assert judged(sheets, 1, said, span=Span(10, 21)) is Relation.PARTIAL_CONTRADICTION
    assert judged(sheets, 1, said, span=Span(8, 21)) is Relation.NEUTRAL
