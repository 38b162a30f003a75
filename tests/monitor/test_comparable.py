"""Which two statements can be about one thing at all."""

from dataclasses import replace

import pytest

from belie.datatypes import Claim, Passage, Role, Span
from belie.monitor.candidates import Candidate
from belie.monitor.comparable import comparable


def claim(text, *, turn=1, role=Role.ASSISTANT):
    return Claim(f"s/{turn}#0", text, f"s/{turn}", Span(0, len(text)), turn=turn, role=role)


def passage(text):
    return Passage("s/0/d@0", text, "d", Span(0, len(text)))


@pytest.mark.parametrize(
    ("premise", "claimed", "expected"),
    [
        (claim("I love tea.", turn=0), claim("I hate tea."), True),
        (claim("I love tea.", turn=0), claim("You hate tea."), False),
        (claim("I love tea.", turn=0), claim("Tea is bad."), True),
        (claim("I love tea.", turn=0, role=Role.USER), claim("You hate tea."), True),
        (claim("I love tea.", turn=0, role=Role.USER), claim("I hate tea."), False),
        (passage("I love tea."), claim("You hate tea."), True),
        (passage("I love tea."), claim("I hate tea."), True),
        (passage("Tea is grown in Assam."), claim("I hate tea."), False),
    ],
)
def test_what_is_said_of_you_is_not_compared_with_what_is_said_of_me(premise, claimed, expected):
    assert comparable(Candidate(premise, claimed)) is expected


@pytest.mark.parametrize(
    ("said", "claimed", "expected"),
    [
        ("never in any language.", "I speak English.", False),
        ("I hate it.", "It always is.", False),
        ("The printer is offline.", "Your printer is online.", True),
        ("Party of six.", "I've booked a table for five.", True),
        ("Party of six.", "I've booked a table.", False),
        ("The boss brings donuts.", "Nobody brings me donuts.", False),
        ("The boss brings donuts.", "Nobody brings you donuts.", True),
        ("The office is in Rome.", "It is in Ghent.", True),
        ("We're a group of nine.", "Your cabin for eight is booked.", True),
        ("Our cabin is small.", "Our cabin is large.", False),
        ("Remind me on Thursday.", "I'll remind you on Friday.", True),
        ("Remind me of it.", "I'll remind you on Friday.", False),
        ("I'll wake you at 6.", "I'll wake you at 7.", False),
    ],
)
def test_of_user_and_assistant_one_who_names_a_person_needs_a_thing_in_common(
    said, claimed, expected
):
    theirs, own = (claim(said, turn=0, role=role) for role in (Role.USER, Role.ASSISTANT))
    assert comparable(Candidate(theirs, claim(claimed))) is expected
    assert comparable(Candidate(own, claim(claimed)))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I have shipped your lamp.", "Your lamp was never shipped."),
        ("We refund every lamp.", "You get no money for a lamp."),
        ("Our shop sells lamps.", "You can't buy lamps in our shop."),
        ("You get a lamp for free.", "We give nothing away."),
        ("World War I ended in 1918.", "You know that it ended in 1920."),
    ],
)
def test_the_assistant_speaks_for_a_house_and_of_the_other_one_in_two_ways(earlier, later):
    assert comparable(Candidate(claim(earlier, turn=0), claim(later)))
    assert comparable(Candidate(claim(later, turn=0), claim(earlier)))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I collect lamps.", "You collect no lamps."),
        ("My lamp is red.", "Your lamp is green."),
        ("I told our guests about lamps.", "You have no lamps."),
    ],
)
def test_what_it_says_of_itself_alone_is_not_said_of_the_other_one(earlier, later):
    assert not comparable(Candidate(claim(earlier, turn=0), claim(later)))
    assert not comparable(Candidate(claim(later, turn=0), claim(earlier)))


def test_a_house_of_the_users_is_not_the_one_that_is_spoken_to():
    ours = claim("We collect lamps.", turn=0, role=Role.USER)
    yours = claim("You collect no lamps.", role=Role.USER)
    assert not comparable(Candidate(ours, yours))


@pytest.mark.parametrize(
    ("subject", "said", "claimed", "context", "expected"),
    [
        ("it", "it has two bedrooms.", "it has five bedrooms.", "", False),
        ("it", "it has two bedrooms.", "it has five bedrooms.", "The flat is old.", True),
        ("It", "It takes two hours.", "It takes five hours.", "", True),
        ("the flat", "the flat has two bedrooms.", "the flat has five bedrooms.", "", True),
    ],
)
def test_pronouns_that_continue_their_sentences_are_about_two_things(
    subject, said, claimed, context, expected
):
    premise, later = (
        replace(claim(text, turn=turn), subject=subject, context=context)
        for turn, text in enumerate((said, claimed))
    )
    assert comparable(Candidate(premise, later)) is expected
