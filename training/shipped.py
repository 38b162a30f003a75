"""The shipped weights as a start for further training: `python -m training.shipped`.

Reads belie/models/cross_encoder.onnx, takes the int8 matrices back to floating point and writes a
checkpoint that `training.cross_encoder --start` reads. What quantisation rounded away stays lost;
a few hundred steps of training make up for it. Every version thus starts where the last one ended.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from training.export import BUILD, MODELS
from training.model import new_cross_encoder

_UNGROUNDED = {
    "ungrounded.first": "ungrounded.0.weight",
    "ungrounded.first_bias": "ungrounded.0.bias",
    "ungrounded.second": "ungrounded.2.weight",
    "ungrounded.second_bias": "ungrounded.2.bias",
}
"""Names in the graph of the head that `training.ungrounded` adds, and in the model."""


def weights(graph: onnx.GraphProto) -> dict[str, np.ndarray]:
    """The weights of a quantised graph by the model's names; matrices as torch lays them out.

    The exporter keeps the names of biases and embeddings. A matrix has lost its own: it is named
    after the bias that is added to its product, or after itself in the heads.
    """
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found = {name: value for name, value in held.items() if name.endswith((".weight", ".bias"))}
    for name in held:
        if name.endswith(".weight_quantized") and "embeddings" in name:
            found[name.removesuffix("_quantized")] = _floating(held, name)
    for product, name in _matrices(graph, held).items():
        found[name] = _floating(held, product).T
    found |= {name: held[one].T for one, name in _UNGROUNDED.items() if one in held}
    return found


def _floating(held: dict[str, np.ndarray], name: str) -> np.ndarray:
    stem = name.removesuffix("_quantized")
    zero = held.get(f"{stem}_zero_point", np.zeros((), np.int8))  # none of symmetric weights
    return (held[name].astype(np.float32) - zero.astype(np.float32)) * held[f"{stem}_scale"]


def _matrices(graph: onnx.GraphProto, held: dict[str, np.ndarray]) -> dict[str, str]:
    """The name of each quantised matrix in the model that was exported."""
    readers: dict[str, list[onnx.NodeProto]] = {}
    for node in graph.node:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    found = {}
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.input[1] in held:
            bias = _bias_after(node, readers, held)
            module = bias.removesuffix("bias") if bias else _module(node.output[0])
            found[node.input[1]] = f"{module}weight"
    return found


def _module(output: str) -> str:
    """The module of a product: "arc.between." of "/arc/between/MatMul_output_0"."""
    return output.removeprefix("/").partition("MatMul")[0].replace("/", ".")


def _bias_after(
    node: onnx.NodeProto, readers: dict[str, list[onnx.NodeProto]], held: dict[str, np.ndarray]
) -> str | None:
    """Follow a product through casts and scales to the addition of its bias, if it has one."""
    while node.op_type in {"MatMulInteger", "Cast", "Mul"}:
        (node, *_) = readers[node.output[0]]
    return next((name for name in node.input if name in held), None)


def restore(model: nn.Module, graph: Path) -> None:
    """Give ``model`` the weights of a shipped graph; what the graph lacks stays as it is."""
    state = model.state_dict()
    frozen = "encoder.embeddings.word_embeddings.weight"  # MiniLM's own, never trained
    for name, value in weights(onnx.load(graph).graph).items():
        if name != frozen:
            state[name].copy_(torch.from_numpy(np.array(value)))
    model.load_state_dict(state)


def main() -> None:
    """Write the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", type=Path, default=MODELS / "cross_encoder.onnx")
    parser.add_argument("--output", type=Path, default=BUILD / "shipped" / "checkpoint.pt")
    options = parser.parse_args()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    model = new_cross_encoder()
    restore(model, options.graph)
    torch.save({"model": model.state_dict()}, options.output)


if __name__ == "__main__":
    main()
