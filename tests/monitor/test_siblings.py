"""A document about one thing says nothing of another thing of its kind."""

import pytest

from belie import Monitor
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


ROOMS = ("Garden Room. Dogs are welcome.", "Tower Suite. Pets are not allowed.")
DROPS = (
    "Ocuclear eye drops. Free to buy.",
    "Ocuclear Hydro eye drops. On prescription only.",
)
PEOPLE = (
    "Ingrid Solberg is head of procurement. She trained as a forester.",
    "Ingvild Solheim is head of sales. She studied languages.",
)
TOWNS = ("Harrowmere is a market town. It has a station.", "Harrowby is a village. It has none.")


def judged(
    texts, read, said, *, text=None, question=None, context="", first=0, text_read=None, span=None,
    before=(), supported_by=None, words=None,
):  # fmt: skip
    """Return what becomes of a contradiction by ``texts[read]``, or by ``text_read``."""
    documents = tuple(Document(f"d{number}", text) for number, text in enumerate(texts))
    turn = Turn("s", 0, Role.ASSISTANT, text or said, documents=documents, question=question)
    whole = text_read or texts[read]
    span = span or Span(0, len(whole))
    premise = Passage("p", span.cut(whole), documents[read].id, span, turn=first)
    start = turn.text.find(said)
    claim = Claim("s/0#0", said, "s/0", Span(max(start, 0), start + len(said)), context=context)
    odds = dict(zip(Relation, (0.1, 0.2, 0.6, 0.1), strict=True))
    words = words or Span(0, 3)
    verdict = Verdict(
        premise, claim, odds, Relation.PARTIAL_CONTRADICTION, None, words, words, ungrounded=()
    )
    others = [] if supported_by is None else [backed(documents[supported_by], claim)]
    found, *_ = without_siblings(turn, [verdict, *others], before=before)
    assert sum(found.probabilities.values()) == pytest.approx(1)
    backs = found.ungrounded is not None
    assert backs is (found == verdict), "what speaks of a sibling backs no word"
    return found.relation


def backed(document, claim):
    passage = Passage("q", document.text, document.id, Span(0, len(document.text)))
    odds = dict(zip(Relation, (0.9, 0.0, 0.0, 0.1), strict=True))
    return Verdict(passage, claim, odds, Relation.ENTAILMENT)


@pytest.mark.parametrize(
    ("texts", "read", "said"),
    [
        (KETTLES, 1, "The K1 holds 1.2 litres."),
        (KETTLES, 0, "The Kettle K2 has a glass lid."),
        (CARDS, 0, "With the gold card lounges are included."),
        (RULES, 0, "Under the 2024 rules guests pay 8 euros."),
        (DROPS, 0, "For the Hydro you need a prescription."),
        (PEOPLE, 1, "Solberg is a forester."),
        (TOWNS, 1, "Harrowmere has a station."),
        (("Brew 300, cleaning. By hand.", "Brew 500, cleaning. No."), 1, "The 300 takes vinegar."),
        (("Stow 2.6. It resumes.", "Stow 1.8. It starts again."), 1, "Stow 2.6 resumes."),
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
        (DROPS, 0, "Ocuclear is on prescription only."),  # not the Hydro
        (PEOPLE, 1, "She is a forester."),
        (("Jars. Ages 2 to 11. Red.", "Tins. Ages 5 to 9. Tin."), 1, "All 2 are red."),
        # 300 W are no name of the Brew 300
        (("Brew 300, heat. 9 bar.", "Brew 500, heat. 7 bar."), 1, "It needs 300 W."),
    ],
)
def test_what_may_speak_of_the_same_thing_counts(texts, read, said):
    assert judged(texts, read, said) is Relation.PARTIAL_CONTRADICTION


def test_a_claim_is_about_what_was_named_last_before_it():
    said = "The lid is of steel."
    one, both = f"The K1 is small. {said}", f"The K1 is small, the K2 big. {said}"
    assert judged(KETTLES, 1, said, text=f"{one} The K2 differs.") is Relation.NEUTRAL
    assert judged(KETTLES, 0, said, text=f"The K1 is big. The K2 is small. {said}") is (
        Relation.NEUTRAL
    )
    before = ["Is the lid good?", "I have the K1."]
    assert judged(KETTLES, 1, said, text=f"{said} The K2 has glass.", before=before) is (
        Relation.NEUTRAL
    )
    assert judged(KETTLES, 1, said, text=both) is Relation.PARTIAL_CONTRADICTION


def test_where_nothing_was_named_before_a_name_further_on_counts():
    said = "The lid is of steel."
    assert judged(KETTLES, 1, said, text=f"{said} That is the K1.") is Relation.NEUTRAL


def test_where_both_were_named_the_one_that_backs_the_claim_is_meant():
    said = "The lid is of steel."
    both = f"The K1 is small, the K2 big. {said}"
    assert judged(KETTLES, 1, said, text=both, supported_by=0) is Relation.NEUTRAL
    assert judged(KETTLES, 1, said, supported_by=0) is Relation.PARTIAL_CONTRADICTION


def test_the_words_of_a_heading_name_what_backs_the_claim():
    said, asked = "Your dog can come along.", "We booked the Garden Room."
    assert judged(ROOMS, 1, said, question=asked, supported_by=0) is Relation.NEUTRAL
    assert judged(ROOMS, 1, said, question=asked) is Relation.PARTIAL_CONTRADICTION
    assert judged(ROOMS, 1, said, supported_by=0) is Relation.PARTIAL_CONTRADICTION
    assert judged(ROOMS, 0, said, question=asked) is Relation.PARTIAL_CONTRADICTION


def test_one_word_of_a_long_heading_names_nothing():
    texts = ("Basic game. Trade in port.", "Expansion Stormy Seas. Trade at any time.")
    said = "You can trade at sea."
    told = {"question": "How does the basic game go?", "supported_by": 1}
    assert judged(texts, 0, said, **told) is Relation.PARTIAL_CONTRADICTION


def test_a_session_knows_which_thing_was_spoken_of():
    sheets = ["Kettle K1\nThe lid is made of steel.", "Kettle K2\nThe lid is made of glass."]
    alerts: list[int] = []
    for thing in ("K1", "K2"):
        monitor = Monitor()
        monitor.observe(f"I bought the {thing} kettle.", session="s", role="user")
        monitor.observe("How nice!", session="s")
        monitor.observe("What is the lid made of?", session="s", role="user")
        report = monitor.observe("The lid is made of steel.", session="s", documents=sheets)
        alerts.append(sum(alert.conflict.kind == "reference" for alert in report.alerts))
    assert alerts == [0, 1]


def test_what_clashes_is_no_heading_and_what_states_is_none():
    said = "The dogs hate the park."
    texts = ("Dogs love the park. They run.", "Dogs hate the park. They hide.")
    clash = Span(9, 13)
    assert judged(texts, 0, said, supported_by=1, words=clash) is Relation.PARTIAL_CONTRADICTION
    texts = ("The pool is open: come in.", "The pool is shut: go home.")
    said = "The pool is shut."
    assert judged(texts, 0, said, supported_by=1) is Relation.PARTIAL_CONTRADICTION


def test_sources_that_disagree_on_one_thing_stay_visible():
    texts = ("Brochure: the pool closes at 9 pm.", "Website: the pool closes at 8 pm.")
    said = "The pool closes at 9 pm."
    assert judged(texts, 1, said, question="When does the pool close?", supported_by=0) is (
        Relation.PARTIAL_CONTRADICTION
    )


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


@pytest.mark.parametrize("unit", ["A", "Aa ", "a. ", "Aa, ", "1.", "'"])
def test_a_long_hostile_document_is_read(unit):
    texts = [unit * (200_000 // len(unit)) + end for end in ("x", "y")]
    assert judged(texts, 0, "It has a lid.", span=Span(0, 20)) is Relation.PARTIAL_CONTRADICTION
