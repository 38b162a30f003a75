"""Of what a speaker feels, likes or has lived through, documents about things say nothing."""

import pytest

from belie import Monitor, Settings
from belie.monitor.subjective import may_speak_of

FADO = "Fado is a music genre that can be traced to the 1820s in Lisbon."


@pytest.mark.parametrize(
    "claim",
    [
        "I love it.",
        "I'd love to hear it live!",
        "I’ve been there once!",
        "I have never seen one.",
        "I grew up with country music.",
        "Even I can't resist it.",
        "So I always bring my own cup.",
        "My uncle is one.",
        "My favourite loser ever!",
        "Fado is my favorite.",
        "She's a hero of mine.",
        "That moves me.",
        "I know.",
        "it's soothing!",
        "They are so cute!",
        "Fado sounds really beautiful.",
        "I find that hilarious.",
        "So brave!",
        "Sounds odd.",
        "I had a fado singer in the family as a kid.",
        "I'd love to visit since it has so many bars.",
        "I've heard of it!",
        "I don't think I could sing that high.",
        "My brain hurts already.",
        "That album makes me want to dance!",
        "They're my kind of band.",
        "Fado is a winner in my book!",
        "It's hard to imagine.",
    ],
)
def test_a_document_about_a_thing_says_nothing_of_its_speaker_s_heart(claim):
    assert not may_speak_of(FADO, claim)


@pytest.mark.parametrize(
    "claim",
    [
        "It began in Porto.",
        "It is soothing music from Lisbon.",
        "I think it began in Porto.",
        "I've read that it began in Porto.",
        "I would say it is younger.",
        "I was told in 1820.",
        "I sent you the form.",
        "I can refund damaged items.",
        "I'll send it again.",
        "I love how old it is.",
        "The fire makes metal soft.",
        "Singers in my town are from Porto.",
        "My order is late.",
        "My records show another address.",
        "Good conductors are metals.",
    ],
)
def test_what_may_be_a_fact_is_compared(claim):
    assert may_speak_of(FADO, claim)


@pytest.mark.parametrize(
    ("document", "claim"),
    [
        ("Dear Ann, I'm allergic to cats.", "I have two cats."),
        ("My name is Ada. I grew up in Leeds.", "I grew up in York."),
        ("Guests call the soup terrible.", "The soup is great."),
    ],
)
def test_a_document_that_speaks_of_such_things_is_compared(document, claim):
    assert may_speak_of(document, claim)


def test_a_long_claim_says_more_than_how_its_speaker_feels():
    assert may_speak_of(FADO, "I love " + "fado and " * 30 + "wine.")


@pytest.mark.parametrize("long_documents_from", [2_000, 1])
def test_feelings_count_neither_for_nor_against_a_response(long_documents_from):
    monitor = Monitor(settings=Settings(long_documents_from=long_documents_from))
    facts = monitor.observe("Fado began in Lisbon.", session="a", documents=[FADO])
    both = monitor.observe(
        "Fado began in Lisbon. I'd love to hear it live!", session="b", documents=[FADO]
    )
    assert len(both.claims) == 2
    assert both.consistency == facts.consistency
    assert [claim.text for claim in both.unverifiable] == ["I'd love to hear it live!"]
