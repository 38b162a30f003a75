"""Sheets: claims of replies beside documents as retrievers bring them."""

import json
from collections import Counter

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.rows import COMPATIBLE, CONFLICT, ENTAILMENT, NEUTRAL
from training.sheets import FOLDER, sheet_rows

pytestmark = pytest.mark.tree

POOL = (
    "The pool opens at 7. Lane swimming ends at 9. Towels can be rented for 3 euros. "
    "The sauna is closed on Mondays. Children under 6 swim free of charge. "
    "The café serves breakfast until 11. Lockers take a coin of one euro."
)


@pytest.fixture
def folder(tmp_path):
    sheet = {
        "session": "A morning at the pool",
        "document": POOL,
        "right": ["Towels cost 3 euros to rent."],
        "wrong": ["Towels cost 5 euros to rent."],
        "open": ["Bring flip-flops."],
        "compatible": ["Lockers need a coin."],
    }
    (tmp_path / "sports.jsonl").write_text(json.dumps(sheet) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("claim", "label"),
    [
        ("Towels cost 3 euros to rent.", ENTAILMENT),
        ("Towels cost 5 euros to rent.", CONFLICT),
        ("Bring flip-flops.", NEUTRAL),
        ("Lockers need a coin.", COMPATIBLE),
    ],
)
def test_a_claim_has_the_label_of_its_list(folder, claim, label):
    assert {row.label for row in sheet_rows(folder) if row.claim == claim} == {label}


def test_a_claim_is_read_beside_an_excerpt_and_beside_the_passage(folder):
    read = [row.premise for row in sheet_rows(folder) if row.claim.startswith("Towels cost 3")]
    assert POOL in read
    [excerpt] = set(read) - {POOL}
    assert "Towels can be rented" in excerpt
    assert "breakfast" not in excerpt


def test_all_claims_of_a_session_validate_together(folder):
    assert {row.group for row in sheet_rows(folder)} == {"sheets:sports:A morning at the pool"}


def test_the_rows_are_the_same_each_time():
    assert list(sheet_rows()) == list(sheet_rows())


def test_most_claims_of_the_files_contradict_nothing():
    labels = Counter(row.label for row in sheet_rows())
    assert 0.2 < labels[CONFLICT] / labels.total() < 0.4


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_no_claim_of_a_document_stands_in_two_lists(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        sheet = json.loads(line)
        claims = [
            claim for field in ("right", "wrong", "open", "compatible") for claim in sheet[field]
        ]
        assert len(claims) == len(set(claims)), sheet["session"]
