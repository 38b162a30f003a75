"""What the parser is trained on: trees from a treebank, pronouns from GAP and made ones."""

import gzip
import json

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.parser.coreference import gap_reference, made_references, read_gap
from training.parser.treebank import Tree, known, read_trees, relation_names

pytestmark = pytest.mark.tree

CONLLU = """\
# sent_id = 1
# text = I can't. Go!
1\tI\tI\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2-3\tcan't\t_\t_\t_\t_\t_\t_\t_\t_
2\tca\tcan\tAUX\tMD\t_\t0\troot\t_\t_
3\tn't\tnot\tPART\tRB\t_\t2\tadvmod\t_\t_
3.1\tgo\tgo\tVERB\tVB\t_\t_\t_\t2:conj\t_

# text = It leans.
1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\tleans\tlean\tVERB\tVBZ\t_\t0\troot\t_\t_"""

OPENING = "The old harbour bridge was opened by the mayor on a cold and rainy morning."


@pytest.fixture
def packed(tmp_path):
    """Return a function that writes a gzipped file and returns its path."""

    def write(text):
        path = tmp_path / "file.gz"
        path.write_bytes(gzip.compress(text.encode()))
        return path

    return write


def gap_row(text, *, meant="ab", split="dev"):
    """A row of GAP in which "She" is who ``meant`` says: Mary is a, Anna is b."""
    return {
        "text": text,
        "pronoun": "She",
        "pronoun_offset": text.index("She"),
        "a": "Mary",
        "a_offset": text.index("Mary"),
        "a_coref": str("a" in meant).upper(),
        "b": "Anna",
        "b_offset": text.index("Anna"),
        "b_coref": str("b" in meant).upper(),
        "split": split,
    }


def cut(reference, span):
    return reference.text[slice(*span)]


def made(packed, *texts, limit=100):
    path = packed("".join(json.dumps({"text": text}) + "\n" for text in texts))
    return made_references(path, limit)


# treebank


def test_a_tree_leaves_out_multiword_ranges_and_empty_nodes(packed):
    first, second = read_trees(packed(CONLLU))
    assert first == Tree(
        text="I can't. Go!",
        words=("I", "ca", "n't"),
        tags=("PRP", "MD", "RB"),
        heads=(1, -1, 1),
        relations=("nsubj", "root", "advmod"),
    )
    assert second.words == ("It", "leans")


def test_a_rare_subtype_is_read_as_its_base(packed):
    (tree, _) = read_trees(packed(CONLLU))
    common = Tree("", ("a",), ("DT",), (-1,), ("nsubj:pass",))
    rare = Tree("", ("a",), ("DT",), (-1,), ("obl:arg",))
    names = relation_names([tree, rare, *[common] * 40])
    assert names == ["advmod", "nsubj", "nsubj:pass", "obl", "root"]
    assert [known(one, names) for one in ("nsubj:pass", "obl:arg", "vocative")] == [
        "nsubj:pass",
        "obl",
        "dep",
    ]


# GAP


def test_only_the_rows_of_a_split_are_read(packed):
    text = "Mary met Anna. She was late."
    rows = [gap_row(text, split="dev"), gap_row(text, split="val"), gap_row(text, split="dev")]
    path = packed("".join(json.dumps(row) + "\n" for row in rows))
    assert [len(read_gap(path, split)) for split in ("dev", "val", "validation")] == [2, 1, 0]


@pytest.mark.parametrize(
    ("meant", "antecedents", "others"),
    [("a", ["Mary"], ["Anna"]), ("b", ["Anna"], ["Mary"]), ("", [], ["Mary", "Anna"])],
)
def test_a_row_says_which_of_two_names_is_meant_or_none(meant, antecedents, others):
    reference = gap_reference(gap_row("Mary met Anna. She was late.", meant=meant))
    assert cut(reference, reference.pronoun) == "She"
    assert [cut(reference, span) for span in reference.antecedents] == antecedents
    assert [cut(reference, span) for span in reference.others] == others
    assert reference.closed


def test_the_text_ends_with_the_sentence_of_the_pronoun_or_of_a_later_name():
    after = gap_reference(gap_row("Mary met Anna. She was late. They left."))
    before = gap_reference(gap_row("She was late. Mary met Anna. They left."))
    assert after.text == "Mary met Anna. She was late."
    assert before.text == "She was late. Mary met Anna."


# made references


def test_a_repeated_subject_becomes_a_pronoun_that_stands_for_it(packed):
    first, second = made(packed, f"{OPENING} The bridge is closed. The bridge is old.")
    assert first.text == f"{OPENING} It is closed."
    assert second.text == f"{OPENING} The bridge is closed. It is old."
    for reference in (first, second):
        assert cut(reference, reference.pronoun) == "It"
    assert [cut(first, span) for span in first.antecedents] == ["bridge"]
    assert [cut(second, span) for span in second.antecedents] == ["bridge", "The bridge"]


def test_a_plural_verb_makes_they(packed):
    text = f"{OPENING} The guards at the gate saw it all. The guards were pleased. Nobody fell."
    (reference,) = made(packed, text)
    assert reference.text.endswith("They were pleased.")
    assert cut(reference, reference.pronoun) == "They"
    assert [cut(reference, span) for span in reference.antecedents] == ["The guards"]
    assert not reference.closed


@pytest.mark.parametrize(
    "text",
    [
        f"{OPENING} The tower is old.",
        f"{OPENING} It is old. It is closed.",
        "The bridge fell. The bridge is closed. Nobody was hurt.",
        f"The bridge is old. {OPENING}\n\nThe bridge is closed.",
        "",
    ],
    ids=["named once", "a pronoun already", "too little before it", "another paragraph", "empty"],
)
def test_nothing_is_made_where_nothing_surely_fits(packed, text):
    assert made(packed, text) == []


def test_no_text_gives_more_than_two_and_all_no_more_than_asked(packed):
    text = " ".join([OPENING, *["Nobody knew that the ferry ran.", "The ferry is late."] * 6])
    assert len(made(packed, text)) == 2
    assert len(made(packed, text, text, limit=3)) == 3
