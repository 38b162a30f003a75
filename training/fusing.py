"""Attention in one node a layer: what `training.export` does to each model that ships.

The exporter spells attention out in some twenty nodes a layer, each with shapes of its own and with
a mask, which inputs without padding do not need. ONNX has a node for it (``Attention``, opset 23;
onnxruntime 1.23), which computes the same to the bit. Weights keep their bytes.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx import GraphProto, ModelProto, NodeProto, helper, numpy_helper

if TYPE_CHECKING:
    from pathlib import Path

OPSET, IR_VERSION = 23, 10
_LAYOUT = ("Reshape", "Transpose")
_AXES_INPUT = ("ReduceMax", "ReduceL2")
"""Operators whose axes were an attribute up to opset 17."""


class Links:
    """Who makes and who reads each value of a graph."""

    def __init__(self, graph: GraphProto) -> None:
        self.maker: dict[str, NodeProto] = {}
        self.readers: dict[str, list[NodeProto]] = {}
        self.constants = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
        for node in graph.node:
            self.maker |= dict.fromkeys(node.output, node)
            for name in node.input:
                self.readers.setdefault(name, []).append(node)
            if node.op_type == "Constant":
                self.constants[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)

    def reader(self, name: str, *kinds: str) -> NodeProto | None:
        """The first node of one of these kinds that reads a value."""
        return next((one for one in self.readers.get(name, ()) if one.op_type in kinds), None)

    def before_layout(self, name: str) -> str:
        """The value before it was reshaped and transposed."""
        while self.maker[name].op_type in _LAYOUT:
            name = self.maker[name].input[0]
        return name

    def after_layout(self, name: str) -> str:
        """The value after it has been reshaped and transposed."""
        while node := self.reader(name, *_LAYOUT):
            name = node.output[0]
        return name

    def unscaled(self, name: str) -> tuple[str, np.float32]:
        """A value before a constant multiplied it, and the constant."""
        if self.maker[name].op_type != "Mul":
            return name, np.float32(1)
        name, factor = self.maker[name].input
        return name, np.float32(self.constants[factor])


@dataclass(frozen=True, slots=True)
class Layer:
    """What the attention of one layer reads and which value it makes."""

    query: str
    key: str
    value: str
    scale: float
    heads: int
    result: str

    def node(self) -> NodeProto:
        """The node that takes its place."""
        heads = {"q_num_heads": self.heads, "kv_num_heads": self.heads}
        inputs = [self.query, self.key, self.value]
        return helper.make_node("Attention", inputs, [self.result], scale=self.scale, **heads)


def _layer(links: Links, softmax: NodeProto) -> Layer:
    """Upwards from the softmax lie query and key, downwards value and result."""
    scores, scale = links.unscaled(links.maker[softmax.input[0]].input[0])  # before the mask
    query, of_query = links.unscaled(links.maker[scores].input[0])
    key, of_key = links.unscaled(links.maker[scores].input[1])
    guard = links.reader(softmax.output[0], "Where")  # against rows without a token
    product = links.reader((guard or softmax).output[0], "MatMul")
    if product is None:
        raise ValueError(f"expected a product behind {softmax.name}")
    value = links.before_layout(product.input[1])
    width = links.constants[_first_shape(links, product.input[1]).input[-1]].item()
    return Layer(
        query=links.before_layout(query),
        key=links.before_layout(key),
        value=value,
        scale=float(scale * of_query * of_key),
        heads=_bias(links, value).size // width,
        result=links.after_layout(product.output[0]),
    )


def _first_shape(links: Links, name: str) -> NodeProto:
    """The node that makes the shape (batch, sequence, heads, width)."""
    while links.maker[name].op_type != "Reshape":
        name = links.maker[name].input[0]
    return links.maker[links.maker[name].input[1]]


def _bias(links: Links, name: str) -> np.ndarray:
    return next(links.constants[one] for one in links.maker[name].input if one in links.constants)


def _fuse_attention(graph: GraphProto) -> None:
    """One node for the attention of each layer, of which each has one softmax."""
    links = Links(graph)
    softmaxes = [node for node in graph.node if node.op_type == "Softmax"]
    layers = [_layer(links, softmax) for softmax in softmaxes]
    fused = {layer.result: layer.node() for layer in layers}
    _replace_nodes(graph, [fused.get(node.output[0], node) for node in graph.node])


def _drop_zero_points(graph: GraphProto) -> None:
    """Products without the zero points of symmetric weights."""
    constants = Links(graph).constants
    for node in graph.node:
        if node.op_type == "MatMulInteger" and not constants[node.input[3]].any():
            del node.input[3]


def _axes_as_inputs(graph: GraphProto) -> None:
    """Axes of reductions where opset 18 and later look for them."""
    for node in graph.node:
        for attribute in [one for one in node.attribute if one.name == "axes"]:
            if node.op_type in _AXES_INPUT:
                name = f"{node.output[0]}_axes"
                axes = np.array(attribute.ints, np.int64)
                graph.initializer.append(numpy_helper.from_array(axes, name))
                node.input.append(name)
                node.attribute.remove(attribute)


def _prune(graph: GraphProto) -> None:
    """Drop nodes and weights that no output needs."""
    needed = {one.name for one in graph.output}
    kept: list[NodeProto] = []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            needed.update(node.input)
            kept.append(node)
    _replace_nodes(graph, kept[::-1])
    weights = [one for one in graph.initializer if one.name in needed]
    del graph.initializer[:]
    graph.initializer.extend(weights)
    del graph.value_info[:]


def _replace_nodes(graph: GraphProto, nodes: list[NodeProto]) -> None:
    """Other nodes for a graph; they may be some of its own."""
    copies = deepcopy(nodes)  # those of the graph do not outlive their removal
    del graph.node[:]
    graph.node.extend(copies)


def fused(model: ModelProto) -> ModelProto:
    """The same model for inputs without padding, faster."""
    model = deepcopy(model)
    _fuse_attention(model.graph)
    _drop_zero_points(model.graph)
    _axes_as_inputs(model.graph)
    _prune(model.graph)
    del model.opset_import[:]
    model.opset_import.append(helper.make_opsetid("", OPSET))
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model)
    return model


def fuse(path: Path) -> None:
    """Rewrite a file; one that has been is left as it is."""
    model = onnx.load(path)
    if any(node.op_type == "Softmax" for node in model.graph.node):
        onnx.save(fused(model), path)
