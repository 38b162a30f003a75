"""Statements about two tiers of one scale do not clash."""

from __future__ import annotations

import pytest

from belie import check
from belie.datatypes import Span
from belie.monitor.tiers import are_of_two_tiers

APART = [
    ("Parcels of up to five kilos cost 14 euros.", "Parcels between five and ten kilos cost 21."),
    ("Teams of up to 10 people pay 8 euros.", "Teams of 11 to 50 people pay 6 euros."),
    ("Rentals under 100 km cost 40 euros.", "Rentals over 100 km cost 70 euros."),
    ("For ages 6 to 12 it costs 50 euros.", "For ages 13 to 17 it costs 70 euros."),
    ("Deliveries within 10 km cost 3 euros.", "Deliveries between 10 and 20 km cost 6 euros."),
    ("Files up to 2 GB upload at once.", "Files over 2 GB cannot be uploaded."),
    ("Groups of ten or more get 20 % off.", "Groups of five to nine get 10 % off."),
    ("Shipping is free for orders over $50.", "Shipping costs $5 for orders under $50."),
    ("Orders of more than 40 euros ship for free.", "Orders under 40 euros cost 5 to ship."),
]
TOGETHER = [
    # the same tier, one within the other, or tiers that meet
    ("Orders under $50 cost $5 to ship.", "Orders under $50 ship for free."),
    ("Orders under $50 cost $5 to ship.", "Orders under $20 ship for free."),
    ("Orders over $50 ship for free.", "Orders over $60 cost $5 to ship."),
    ("Parcels of up to 5 kg cost 14 euros.", "A parcel of 3 kg costs 21 euros."),
    # nothing else is said of the one than of the other: the tier is what clashes
    ("The course is for children of 6 to 12.", "The course is for children of 13 to 17."),
    ("It is for children of 6 to 12 and free.", "It is for children of 13 to 17."),
    ("Pupils aged 11 to 14 slept well there.", "Pupils aged 15 to 18 slept well."),
    # single numbers
    ("Teams of five carry a bed.", "Teams of seven run with a bed."),
    # how much there is
    ("The lift carries up to 5 people, dogs too.", "The lift carries 6 to 9 people, no dogs."),
    # of only one tier, or of all
    ("Only groups of ten or more get 20 % off.", "Groups of five to nine get 10 % off."),
    ("Orders under $50 cost $5, as all do.", "Orders over $50 ship for free."),
    # of the other tier too
    ("Loans under $500 need one clerk, larger ones two.", "A clerk decides loans over $500."),
    # compared
    ("Guests over 60 felt safer than the young.", "Guests under 60 felt safer than the old."),
    # two scales, and two of one
    ("Orders under $50 cost $5 to ship.", "Orders over 3 kg ship for free."),
    ("Groups of 2 to 5 people pay 3 euros.", "Groups of 6 to 9 families pay 8 euros."),
    ("Orders under $50, orders over $90 too, cost $5.", "Orders over $50 ship for free."),
]


def whole(text):
    return Span(0, len(text))


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_is_said_of_two_tiers_does_not_clash(one, other):
    assert are_of_two_tiers(one, whole(one), other, whole(other))
    assert are_of_two_tiers(other, whole(other), one, whole(one))


@pytest.mark.parametrize(("one", "other"), TOGETHER)
def test_what_may_be_said_of_one_does(one, other):
    assert not are_of_two_tiers(one, whole(one), other, whole(other))
    assert not are_of_two_tiers(other, whole(other), one, whole(one))


def test_no_alert_is_raised_for_the_price_of_another_tier():
    document = "A parcel of up to five kilos to Ireland costs 14 euros."
    assert not check(
        "A parcel between five and ten kilos to Ireland costs 21 euros.", [document]
    ).alerts
    assert check("A parcel of up to five kilos to Ireland costs 21 euros.", [document]).alerts
