"""Attention in one node: the same outputs to the bit, and the same weights to read back."""

import shutil
import warnings

import numpy as np
import pytest

pytest.importorskip("training", reason="needs the source tree")
pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("transformers")

import onnx
import torch
from transformers import BertConfig, BertModel

from belie.adapters.sessions import open_session
from training.export import (
    BI_ENCODER_OUTPUTS,
    CROSS_ENCODER_OUTPUTS,
    MODELS,
    BiEncoder,
    export,
)
from training.fusing import fuse
from training.model import CrossEncoder
from training.quantisation import quantise
from training.shipped import weights

pytestmark = pytest.mark.tree


def small_encoder(attention):
    torch.manual_seed(3)
    config = BertConfig(
        vocab_size=50, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=64, max_position_embeddings=40, attn_implementation=attention,
    )  # fmt: skip
    made = BertModel(config, add_pooling_layer=False)
    for one in made.parameters():
        torch.nn.init.normal_(one, std=0.3)
    return made


@pytest.fixture(scope="module", params=["eager", "sdpa"])
def files(request, tmp_path_factory):
    """Graphs of a cross-encoder and a bi-encoder, as quantised, and as fused after that."""
    folder = tmp_path_factory.mktemp("graphs")
    made = {
        "cross": (CrossEncoder, CROSS_ENCODER_OUTPUTS),
        "bi": (BiEncoder, BI_ENCODER_OUTPUTS),
    }
    for name, (kind, outputs) in made.items():
        with warnings.catch_warnings(action="ignore"):  # the legacy exporter, used knowingly
            export(kind(small_encoder(request.param)), folder / f"{name}.fp32.onnx", outputs)
        quantise(folder / f"{name}.fp32.onnx", folder / f"{name}.onnx")
        shutil.copy(folder / f"{name}.onnx", folder / f"{name}.fused.onnx")
        fuse(folder / f"{name}.fused.onnx")
    return folder


def operators(path):
    return [node.op_type for node in onnx.load(path).graph.node]


@pytest.mark.parametrize("name", ["cross", "bi"])
@pytest.mark.parametrize("length", [1, 2, 7, 40])
def test_all_outputs_are_the_same_to_the_bit(files, name, length):
    numbers = np.random.default_rng(length)
    feed = {
        "input_ids": numbers.integers(0, 50, (1, length)),
        "attention_mask": np.ones((1, length), np.int64),
        "token_type_ids": numbers.integers(0, 2, (1, length)),
    }
    plain, fused = (open_session(files / f"{name}{kind}.onnx") for kind in ("", ".fused"))
    for one, other in zip(plain.run(None, feed), fused.run(None, feed), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("name", ["cross", "bi"])
def test_each_layer_has_one_node_for_its_attention(files, name):
    assert "Softmax" in operators(files / f"{name}.onnx")
    found = operators(files / f"{name}.fused.onnx")
    assert found.count("Attention") == 2
    assert "Softmax" not in found


@pytest.mark.parametrize("name", ["cross", "bi"])
def test_no_product_has_zero_points_of_its_weights_which_are_symmetric(files, name):
    plain, fused = (onnx.load(files / f"{name}{kind}.onnx").graph for kind in ("", ".fused"))
    inputs = [
        {len(node.input) for node in graph.node if node.op_type == "MatMulInteger"}
        for graph in (plain, fused)
    ]
    assert inputs == [{4}, {3}]


def test_the_weights_that_can_be_read_back_are_the_same(files):
    plain, fused = (
        weights(onnx.load(files / name).graph) for name in ("cross.onnx", "cross.fused.onnx")
    )
    assert plain.keys() == fused.keys()
    assert all(np.array_equal(plain[name], fused[name]) for name in plain)


def test_a_file_that_has_been_fused_is_left_as_it_is(files):
    path = files / "cross.fused.onnx"
    before = path.read_bytes()
    fuse(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["bi_encoder", "cross_encoder", "parser"])
def test_the_models_that_ship_are_fused(name):
    assert operators(MODELS / f"{name}.onnx").count("Attention") == 6
