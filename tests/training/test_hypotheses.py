"""Hypotheses written for premises of a published set, claims about running text."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.hypotheses import FOLDER, hypothesis_rows, number_of
from training.rows import CONFLICT, ENTAILMENT, NEUTRAL

pytestmark = pytest.mark.tree

PREMISE = "It rained all night in Lisbon ."
MNLI = {
    "premise": PREMISE,
    "hypothesis": "Lisbon was dry.",
    "label": "contradiction",
    "group": "g1",
    "split": "train",
}


@pytest.fixture
def rows(data, tmp_path):
    """Return a function that reads the rows of a file of these lines."""

    def read(*lines, **change):
        folder = data(train__nli_mnli_subset=[MNLI | change])
        (tmp_path / "mnli.tsv").write_text("".join("\t".join(line) + "\n" for line in lines))
        return list(hypothesis_rows(folder, tmp_path))

    return read


def test_a_hypothesis_stands_beside_the_premise_of_its_number(rows):
    number = number_of(PREMISE)
    found = rows(
        (number, "E", "There was rain."),
        (number, "N", "The streets were flooded."),
        (number, "C", "No drop fell."),
    )
    assert [(row.claim, row.label) for row in found] == [
        ("There was rain.", ENTAILMENT),
        ("The streets were flooded.", NEUTRAL),
        ("No drop fell.", CONFLICT),
    ]
    assert {row.premise for row in found} == {"It rained all night in Lisbon."}
    assert {(row.source, row.group) for row in found} == {("hypotheses:mnli", "mnli:g1")}


def test_premises_that_only_evaluate_are_not_to_be_had(rows):
    with pytest.raises(ValueError, match="it has no premise"):
        rows((number_of(PREMISE), "E", "There was rain."), split="dev")


def test_a_claim_about_a_passage_stands_beside_it_with_the_words_that_clash(data, tmp_path):
    text = "The bridge  was\nopened in 1884."
    folder = data(text__passages=[{"text": text, "group": "p7", "source": "s", "licence": "l"}])
    line = f"{number_of(text)}\tC\tIn [[1848]] the bridge was [[closed]].\n"
    (tmp_path / "passages_old.tsv").write_text(line)
    (row,) = hypothesis_rows(folder, tmp_path)
    assert (row.premise, row.group) == ("The bridge was opened in 1884.", "passage:p7")
    assert row.claim == "In 1848 the bridge was closed."
    assert [row.claim[start:end] for start, end in row.claim_marks] == ["1848", "closed"]
    assert (row.source, row.label) == ("hypotheses:passages_old", CONFLICT)


def test_other_letters_are_refused(rows):
    with pytest.raises(ValueError, match="expected E, C or N"):
        rows((number_of(PREMISE), "P", "There was rain."))


def test_what_is_in_the_tree_has_a_number_a_letter_and_a_hypothesis_a_line():
    files = [path.read_text(encoding="utf-8") for path in FOLDER.glob("*.tsv")]
    lines = [line.split("\t") for file in files for line in file.splitlines()]
    assert {len(line) for line in lines} == {3}
    assert {letter for _, letter, _ in lines} == {"E", "N", "C"}
    assert len({(number, text) for number, _, text in lines}) == len(lines)
    assert all(len(number) == 16 and text.strip() == text for number, _, text in lines)
