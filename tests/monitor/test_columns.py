"""Which columns of a table a claim speaks of."""

from belie.monitor.columns import columns
from belie.monitor.records import records

PLANS = "| Part | Plan A | Plan B |\n|---|---|---|\n| Seats | 5 | 20 |\n| Lamp | red | blue |"


def test_a_column_is_named_by_the_words_that_no_other_header_has():
    assert columns(records(PLANS), "Plan B has 5 seats.").named == {"Plan B"}
    assert columns(records(PLANS), "The plan is good.").named == frozenset()


def test_a_column_is_spoken_of_by_what_stands_in_it():
    found = columns(records(PLANS), "The lamp is blue.")
    assert found.spoken == {"Plan B"}
    assert found.named == frozenset()
