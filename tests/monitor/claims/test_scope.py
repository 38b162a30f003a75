import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Scope
from belie.monitor.claims.scope import meaning

NEGATED, CONDITIONAL, HYPOTHETICAL = Scope.NEGATED, Scope.CONDITIONAL, Scope.HYPOTHETICAL
HEDGED, REPORTED, AS_OF, QUOTED = Scope.HEDGED, Scope.REPORTED, Scope.AS_OF, Scope.QUOTED


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("The tower is not tall", NEGATED),
        ("The tower isn't tall", NEGATED),
        ("The tower isn’t tall", NEGATED),
        ("No tower is tall", NEGATED),
        ("It has never rained", NEGATED),
        ("Neither Anna nor Ben won", NEGATED),
        ("They left without Anna", NEGATED),
        ("They cannot swim", NEGATED),
        ("If it rains, it leaks", CONDITIONAL),
        ("If you want the late bus, book a seat", CONDITIONAL),
        ("It is off in case you have any allergies", CONDITIONAL),
        ("It opens unless it rains", CONDITIONAL),
        ("It opens as long as it is dry", CONDITIONAL),
        ("It would leak", HYPOTHETICAL),
        ("Anna will win", HYPOTHETICAL),
        ("Suppose the tower fell", HYPOTHETICAL),
        ("Anna plans to move", HYPOTHETICAL),
        ("Anna is going to move", HYPOTHETICAL),
        ("The tower might be old", HEDGED),
        ("The tower may be old", HEDGED),
        ("The tower is probably old", HEDGED),
        ("I think the tower is old", HEDGED),
        ("I believe the tower is old", HEDGED),
        ("I think I left the tower at noon", HEDGED),
        ("The tower could be old", HEDGED),
        ("The tower is said to be old", HEDGED),
        ("According to Reuters, the mine closed", REPORTED),
        ("The mayor said that the mine closed", REPORTED),
        ("The mine reportedly closed", REPORTED),
        ("I heard he said that the mine closed", REPORTED),
        ("He said that the “Alma” mine closed", REPORTED),
        ("He said that “Alma” is closed", REPORTED),
        ("He said that, in 2009, the mine closed", REPORTED),
        ("As of 2019, it had 12 lifts", AS_OF),
        ("It cost $5 at the time", AS_OF),
        ("It currently has 12 lifts", AS_OF),
        ("“The mine is safe”", QUOTED),
        ('"The mine is safe."', QUOTED),
    ],
)
def test_a_cue_marks_how_a_text_is_meant(text, scope):
    assert scope in meaning(text).scope


@pytest.mark.parametrize(
    "text",
    [
        "The tower is tall",
        "You will need a visa",
        "Dogs scare me if I’m being honest",
        "If you’re interested, the tower is open",
        "The tower has a lift if you need one",
        "In case you are wondering, the tower is open",
        "If you have any questions, the guide is here",
        "Take the lift, if you like",
        "I believe in dragons",
        "I think I prefer the tower",
        "I could always see the tower",
        "The knot is tight and the noun is short",
        "The exhibit opened in May 1990",
        "It opened on 3 May and closed in May",
        "The March of the Penguins is a film",
        "The word “safe” is short",
        "The lifts carry 12 people",
        "Notre Dame is old",
        "The Nile is long",
        "I said that the mine closed",
        "We have always said that the mine is safe",
        "Anna said that",
        "Anna said that. The mine closed",
    ],
)
def test_a_plain_statement_is_plainly_meant(text):
    read = meaning(text)
    assert (read.scope, read.reported_by, read.as_of) == (frozenset(), None, None)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("- “The mine is safe”.", True),
        ('""', True),
        ('"', False),
        ('"The mine" is safe', False),
        ('It is "safe"', False),
        ('"' * 50_000 + " it is red", False),
    ],
)
def test_quoted_is_what_stands_between_marks_of_any_number(text, quoted, soon):
    with soon():
        assert (QUOTED in meaning(text).scope) == quoted


def test_not_only_and_a_number_are_no_negation():
    assert NEGATED not in meaning("It is not only tall but also heavy").scope
    assert NEGATED not in meaning("He lives at No. 5").scope


def test_several_scopes_hold_at_once():
    read = meaning("According to the mayor, the lift will not open if it rains")
    assert {REPORTED, HYPOTHETICAL, NEGATED, CONDITIONAL} <= read.scope


@pytest.mark.parametrize(
    ("text", "reporter"),
    [
        ("According to Reuters, the mine closed", "Reuters"),
        ("The mine closed, according to the mayor of Leeds", "the mayor of Leeds"),
        ("The mine closed", None),
    ],
)
def test_who_reports_is_named(text, reporter):
    assert meaning(text).reported_by == reporter


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("As of 2019, it had 12 lifts", "2019"),
        ("It had 12 lifts as of May 2019", "May 2019"),
        ("As of May 2019 it had 12 lifts", "May 2019"),
        ("It cost $5 at the time", "at the time"),
        ("It currently has 12 lifts", "currently"),
        ("It had 12 lifts in 2019", None),
    ],
)
def test_the_time_a_claim_holds_for_is_named(text, moment):
    assert meaning(text).as_of == moment


@given(st.text(max_size=80))
def test_any_text_has_a_meaning_that_stands_in_it(text):
    read = meaning(text)
    assert read.reported_by is None or read.reported_by in text
    assert read.as_of is None or read.as_of in text


@pytest.mark.parametrize(
    "unit", ['"', "“a”", "as of a ", "according to a", "not ", "n't", "is ", "a" * 9]
)
def test_hostile_text_costs_linear_time(unit, soon):
    with soon():
        meaning(unit * 100_000)
