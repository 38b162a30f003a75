"""Numbers that follow from those of the premises, and numbers that do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belie.datatypes import Claim, Passage, Span
from belie.monitor.reasoning import Inference
from belie.monitor.reasoning.lines import Premises, line_of
from belie.monitor.reasoning.reckoning import reckoned


def ways(claim, *premises):
    said = Claim("s/9#0", claim, "s/9", Span(0, len(claim)), 9)
    passages = [
        Passage(f"p{number}", text, f"p{number}", Span(0, len(text)))
        for number, text in enumerate(premises)
    ]
    return list(reckoned(line_of(said), Premises(passages).lines))


FOLLOWS = [
    (
        Inference.TOTAL,
        "The boat has 65 cabins.",
        "The boat has 40 inside cabins and 25 outside cabins.",
    ),
    (
        Inference.TOTAL,
        "The order weighs 7.5 kg.",
        "The tent weighs 6 kg.",
        "The mats weigh 1.5 kg.",
    ),
    (Inference.TOTAL, "She keeps three pets.", "She keeps two cats and a parrot."),
    (
        Inference.TOTAL,
        "The panel has 19 people.",
        "The panel has 11 judges, 5 coaches and 3 doctors.",
    ),
    (
        Inference.DIFFERENCE,
        "38 places are still free.",
        "The camp has 90 places. 52 places are taken.",
    ),
    (Inference.DIFFERENCE, "Staff pay $45 for it.", "It costs $60, and staff get $15 off."),
    (Inference.RATE, "Six hours of skating cost €24.", "Skating is €4 an hour."),
    (
        Inference.RATE,
        "You will get 48 eggs.",
        "Each carton holds 12 eggs.",
        "You ordered 4 cartons.",
    ),
    (Inference.RATE, "Dinner for three people is £75.", "Dinner is £25 per person."),
    (Inference.RATE, "That is 120 mg a day.", "Take 40 mg three times a day."),
    (Inference.RATE, "You pay $240 a year.", "The plan is $20 a month."),
    (Inference.RATE, "It takes 12 litres for 200 km.", "It uses 6 litres per 100 km."),
    (
        Inference.RATE,
        "Two students and one teacher pay $25.",
        "Student tickets cost $8 and teacher tickets cost $9.",
    ),
    (
        Inference.SHARE,
        "18 of the guests eat fish.",
        "A third of the guests eat fish.",
        "54 guests are coming.",
    ),
    (Inference.SHARE, "The coat is now €90.", "The coat was €120.", "All prices are 25% lower."),
    (
        Inference.DURATION,
        "The class ends at 18:15.",
        "The class starts at 17:30 and takes 45 minutes.",
    ),
    (
        Inference.DURATION,
        "She led the school for nine years.",
        "She led the school from 1998 to 2007.",
    ),
    (
        Inference.DURATION,
        "Karl was 31 when he opened it.",
        "Karl was born in 1950.",
        "Karl opened it in 1981.",
    ),
    (
        Inference.DURATION,
        "The visa runs out in October 2024.",
        "The visa was issued in April 2024 and is good for six months.",
    ),
    (
        Inference.DURATION,
        "The lease ends in 2029.",
        "The lease began in 2024 and runs for five years.",
    ),
]


@pytest.mark.parametrize(("inference", "claim", "premises"), [(a, b, c) for a, b, *c in FOLLOWS])
def test_a_number_that_comes_out_is_open_and_not_refuted(inference, claim, premises):
    found = ways(claim, *premises)
    assert inference in {one.inference for one in found}
    assert all(one.is_open and not one.refutes and one.values for one in found)


@pytest.mark.parametrize(
    ("claim", "premises"),
    [
        ("The boat has 70 cabins.", ["The boat has 40 inside cabins and 25 outside cabins."]),
        ("She keeps three cats.", ["She keeps two cats and a parrot."]),
        ("The boat has 65 cabins.", ["The boat has 40 cabins and 25 lifeboats."]),
        ("The class starts at 18:15.", ["The class starts at 17:30 and takes 45 minutes."]),
        (
            "The shop shuts at 18:00.",
            ["The shop opens at 9:00 and shuts at 17:00.", "Tea takes one hour."],
        ),
        ("He was born in 1960.", ["He was born in 1950 and lived there for ten years."]),
        ("She keeps five pets.", ["She keeps two cats and a parrot."]),
        ("The order weighs 65 kg.", ["The boat has 40 cabins and 25 lifeboats."]),
        ("Skating is €24 an hour.", ["Skating is €4 an hour, and they skated for six hours."]),
        ("Six hours of skating cost €20.", ["Skating is €4 an hour."]),
        ("The coat is now €95.", ["The coat was €120.", "All prices are 25% lower."]),
        ("The class ends at 18:40.", ["The class starts at 17:30 and takes 45 minutes."]),
        ("She led the school for nine years.", ["She led the school from 1998 to 2003."]),
        (
            "The visa runs out in January 2025.",
            ["The visa was issued in April 2024 and is good for six months."],
        ),
        ("Karl was 38 when he opened it.", ["Karl was born in 1950.", "Karl opened it in 1981."]),
        ("It is the fourth largest lake.", ["It is the third largest lake and has one island."]),
        (
            "The red one is 2 kg heavier than it.",
            ["The red one weighs 3 kg.", "The blue one 5 kg."],
        ),
    ],
)
def test_another_number_does_not_come_out(claim, premises):
    assert not ways(claim, *premises)


@pytest.mark.parametrize(
    "claim",
    [
        "The boat does not have 65 cabins.",
        "The boat to Genoa has 65 cabins.",
        "The boat has 65 cabins in 2020.",
    ],
)
def test_what_else_the_claim_says_has_to_stand_there(claim):
    assert not ways(claim, "In 2016 the boat has 40 inside cabins and 25 outside cabins.")


def test_a_sentence_that_stands_in_two_passages_is_reckoned_with_once():
    told = "Report theft within 24 hours."
    assert not ways("You have to report theft within 48 hours.", f"{told} Write.", f"Wait. {told}")


def test_twice_of_a_thing_is_no_third_of_it():
    assert not ways("Each cat needs three trays.", "Each cat needs one tray. Scoop it twice.")
    assert not ways("The hall has 300 seats.", "The hall has 100 seats, double what it had.")


def test_the_steps_are_told_and_the_values_that_follow():
    found = ways("Six hours of skating cost €24.", "Skating is €4 an hour.")[0]
    assert (found.conclusion, found.values) == ("6 × 4 = 24", ("Six", "24"))


@pytest.mark.parametrize(
    "claim", ["It takes 12 litres for 200 km.", "It takes 12 litres per 9 km."]
)
def test_nothing_is_counted_by_what_is_none(claim):
    assert not ways(claim, "It uses 6 litres per 0 km.")


@pytest.mark.parametrize("text", ["1 2 3 ", "5 kg and ", "$5 a night, ", "10:30 to ", "20% of "])
def test_of_many_numbers_few_are_put_together(soon, text):
    told = text * (390 // len(text))
    with soon():
        for claim in (told, "We pay 77 euros.", text * 20_000):
            ways(claim, *[told] * 24)


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_no_text_breaks_it(claim, premises):
    assert ways(claim, *premises) == ways(claim, *premises)
