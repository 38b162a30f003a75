"""The row type, the readers of published sets and what counts as the same text."""

import pytest

pytest.importorskip("training", reason="needs the source tree")

from training.rows import (
    CONFLICT,
    ENTAILMENT,
    ERROR_OF_EDIT,
    ERRORS,
    NEUTRAL,
    NOT_ENTAILED,
    PARTIAL,
    PUBLISHED_SETS,
    PublishedSet,
    Row,
    detokenise,
    differing_words,
    from_json,
    normalise,
    read_jsonl,
    read_published,
    to_json,
)

pytestmark = pytest.mark.tree


def published(name):
    return next(one for one in PUBLISHED_SETS if one.name == name)


@pytest.mark.parametrize("ungrounded", [None, (), ((0, 1),)])
def test_rows_survive_json(ungrounded):
    row = Row("a b", "ä c", PARTIAL, "s", "g", ((2, 3),), ((2, 3),), ungrounded)
    assert from_json(to_json(row)) == row


@pytest.mark.parametrize(
    ("source", "claim", "error"),
    [
        ("passages:number", "It cost 45 dollars.", "numeric"),
        ("passages:number", "Since 1987 it grew.", "temporal"),
        ("fever:name", "He is from Oslo.", "entity"),
        ("passages:removed", "He is from Oslo.", None),
        ("vitaminc", "He is from Oslo.", None),
    ],
)
def test_the_kind_of_edit_tells_the_kind_of_error(source, claim, error):
    assert Row("p", claim, PARTIAL, source, "g", (), ((6, 10),)).error == error


def test_every_error_of_an_edit_is_an_output_of_the_model():
    assert set(ERROR_OF_EDIT.values()) == set(ERRORS)


def test_detokenise_undoes_treebank_spacing():
    assert detokenise("It 's `` fine '' -LRB- so far -RRB- .") == 'It\'s "fine" (so far).'


def test_the_same_text_in_other_case_and_punctuation_is_the_same():
    assert normalise("  He's here, NOW!") == normalise("he s here now")


def test_one_word_replacements_are_found():
    premise, claim = "A man in red runs.", "A man in blue runs."
    spans = differing_words(premise, claim)
    assert [premise[slice(*spans[0][0])], claim[slice(*spans[1][0])]] == ["red", "blue"]


@pytest.mark.parametrize(
    ("premise", "claim"),
    [("A man runs.", "A man runs fast."), ("One two three four.", "Five six seven eight.")],
    ids=["only added", "too many"],
)
def test_other_differences_mark_nothing(premise, claim):
    assert differing_words(premise, claim) == ((), ())


def test_a_published_contradiction_may_be_whole_or_partial(data):
    raw = [
        {"premise": "It is red .", "hypothesis": "It is blue .", "label": label, "group": 1}
        for label in ("entailment", "contradiction", "neutral", "not_entailment", "-")
    ]
    folder = data(train__some=raw)
    rows = list(read_published(folder, PublishedSet("some", "some", "CC0", 9)))
    assert [row.label for row in rows] == [ENTAILMENT, CONFLICT, NEUTRAL, NOT_ENTAILED]
    assert not any(row.marked for row in rows)
    assert rows[0] == Row("It is red.", "It is blue.", ENTAILMENT, "some", "some:1")
    edits = PublishedSet("some", "some", "CC0", 9, minimal_edits=True)
    assert [row.marked for row in read_published(folder, edits)] == [False, True, False, False]


def test_only_explanations_that_tell_what_the_claim_is_about_are_premises(data):
    told = "Sand can be found anywhere, not only at the beach."
    raw = [
        {"evidence": text, "claim": "Sand is only at beaches.", "label": "refutes", "group": 1}
        for text in (told, "I read it on the internet.")
    ]
    folder = data(train__fv_creak_explanation=raw)
    assert [row.premise for row in read_published(folder, published("creak"))] == [told]


def test_the_statements_of_a_proof_are_sentences(data):
    raw = {
        "premise": "copper is a metal sent2: a metal conducts heat. sent3: heat is energy.",
        "hypothesis": "copper conducts heat",
        "label": "entailment",
        "group": 1,
    }
    folder = data(train__nlibin_curr_entailment_tree=[raw])
    (row,) = read_published(folder, published("proofs"))
    assert row.premise == "copper is a metal. a metal conducts heat. heat is energy."


def test_only_kept_rows_are_read(data):
    raw = {"premise": "p", "hypothesis": "c", "label": "neutral", "group": 1}
    folder = data(train__some=[raw | {"split": "dev"}, raw | {"split": "train"}])
    kept = PublishedSet("some", "some", "CC0", 9, keep=lambda one: one["split"] != "dev")
    assert len(list(read_published(folder, kept))) == 1


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nli_x\.jsonl\.gz: pass --data"):
        next(read_jsonl(tmp_path / "train" / "nli_x.jsonl.gz"))
