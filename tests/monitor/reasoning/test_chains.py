"""Ways over several steps, from one thing to another."""

from itertools import combinations

from belie.monitor.reasoning.chains import chain
from belie.monitor.reasoning.things import thing

BEN, ANA, EVE, THE_BRIDGE, LOW_BRIDGE = map(
    thing, ("Ben", "Ana", "Eve", "the bridge", "the Low Bridge")
)


def test_the_shortest_way_is_found_and_of_two_the_one_told_first():
    steps = [(ANA, BEN, ("1",)), (BEN, EVE, ("2",)), (ANA, BEN, ("3",)), (ANA, EVE, ("4",))]
    assert chain(ANA, EVE, steps) == ("4",)
    assert chain(ANA, EVE, steps[:3]) == ("1", "2")
    assert chain(EVE, ANA, steps) == ()


def test_a_short_name_goes_on_where_the_long_one_ended():
    steps = [(ANA, THE_BRIDGE, ("1",)), (LOW_BRIDGE, BEN, ("2",))]
    assert chain(ANA, BEN, steps) == ("1", "2")


def test_a_ring_without_the_end_has_no_way():
    assert chain(ANA, EVE, [(ANA, BEN, ("1",)), (BEN, ANA, ("2",))]) == ()


def test_each_thing_is_gone_on_from_once(soon):
    things = [thing(f"tower {number}") for number in range(300)]
    steps = [(one, other, ("1", "2")) for one, other in combinations(things, 2)]
    with soon():
        assert chain(things[0], EVE, steps) == ()
