"""Positions: what one speaker may say of one thing, and which of it cannot both be so."""

from collections import Counter

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.blocks import read_folder
from training.positions import FOLDER, PREMISES, position_rows, read_domain
from training.rows import COMPATIBLE, CONTRADICTION, ENTAILMENT, NEUTRAL

pytestmark = pytest.mark.tree

PETS = """# pets
@ two dogs
= I have two dogs.
My beagle and my mutt are asleep on the rug.
The dogs need their walk, all both of them.
@ pets
= I have pets.
There is always fur on my jacket.
@ none
= I do not have any pets.
No animals here, my landlord is strict.
@ dog as a child
= I had a dog when I was a child.
We had a spaniel when I was little.
E two dogs | pets
C two dogs | none
N two dogs | dog as a child
C pets | none
N dog as a child | pets
N none | dog as a child"""
CARS = """# car
@ car
= I own a car.
I drove here.
@ no car
= I do not own a car.
It is the bus for me, as ever.
C car | no car"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "chat.txt").write_text(f"{PETS}\n\n{CARS}\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("premise", "claim", "of_line", "of_statement"),
    [
        ("two dogs", "two dogs", COMPATIBLE, ENTAILMENT),
        ("two dogs", "pets", COMPATIBLE, ENTAILMENT),
        ("pets", "two dogs", COMPATIBLE, COMPATIBLE),
        ("two dogs", "none", CONTRADICTION, CONTRADICTION),
        ("none", "two dogs", CONTRADICTION, CONTRADICTION),
        ("pets", "dog as a child", NEUTRAL, NEUTRAL),
    ],
)
def test_the_label_is_that_of_the_positions(premise, claim, of_line, of_statement):
    domain = read_domain(PETS.split("\n"))
    assert domain.label(premise, claim, plain=False) == of_line
    assert domain.label(premise, claim, plain=True) == of_statement


def test_two_positions_without_a_letter_are_refused():
    with pytest.raises(ValueError, match="a letter for 'car' and 'no car'"):
        read_domain(CARS.split("\n")[:-1])


def test_a_claim_stands_beside_as_many_lines_that_contradict_it_as_others(folder):
    beside: dict[str, Counter[bool]] = {}
    for row in position_rows(folder):
        beside.setdefault(row.claim, Counter())[row.label == CONTRADICTION] += 1
    assert beside
    assert all(counts[True] == counts[False] <= PREMISES for counts in beside.values())


def test_no_line_stands_beside_itself(folder):
    assert all(row.claim not in row.premise for row in position_rows(folder))


def test_some_premises_say_something_of_another_domain_too(folder):
    rows = [row for row in position_rows(folder) if row.group.endswith(":0")]
    chatty = [row for row in rows if "I drove here." in row.premise or "the bus" in row.premise]
    assert 0 < len(chatty) < len(rows)


def test_the_same_rows_come_each_time(folder):
    assert list(position_rows(folder)) == list(position_rows(folder))


def test_all_domains_that_train_can_be_read():
    domains = [read_domain(lines) for _, _, lines in read_folder(FOLDER)]
    assert all(len(domain.positions) > 1 for domain in domains)
    assert all(one.statement for domain in domains for one in domain.positions.values())
