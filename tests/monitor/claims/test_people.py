import pytest

from belie.monitor.claims.people import is_nobody_else, is_person


@pytest.mark.parametrize(
    "noun",
    [
        "flatmate", "neighbour", "grandmother", "stepson", "stepchild", "mother-in-law",
        "grandchild", "fisherman", "chairwoman", "salesperson", "dentist", "electrician", "puppy",
        "driver",
    ],
)  # fmt: skip
def test_people_and_pets_are_he_or_she(noun):
    assert is_person(noun)


@pytest.mark.parametrize("noun", ["tower", "list", "checklist", "stepladder", "printer", "granite"])
def test_things_are_not(noun):
    assert not is_person(noun)


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("colleague", True),
        ("grandfather", True),
        ("brother-in-law", True),
        ("driver", False),
        ("puppy", False),
        ("baby", False),
        ("guide", False),
    ],
)
def test_what_may_be_a_thing_or_a_pet_may_be_it(noun, expected):
    assert is_nobody_else(noun) is expected
