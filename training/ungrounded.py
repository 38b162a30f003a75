"""The head of ungrounded words: `python -m training.ungrounded`.

Two layers on what the last layer of the encoder says of each word piece, as it ships, int8, learn
from claims whose words were marked (`training.ungrounded_rows`). The graph of
belie/models/cross_encoder.onnx gets them as one more output and stays as it is.
"""

from __future__ import annotations

import argparse
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from torch import Tensor, nn

from belie.adapters.sessions import open_session
from training.encoding import Example, encode
from training.export import BUILD, MODELS
from training.fusing import Links
from training.model import minilm_path
from training.onnx_scoring import feed
from training.ungrounded_rows import all_marks, is_held_out, marked_rows, of_mixture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onnx import ModelProto

    from training.rows import Row

log = logging.getLogger("training.ungrounded")

OUTPUT = "ungrounded"
GROUNDED = 20_000
"""How many entailed claims are read."""
_WIDTH, _HIDDEN = 384, 128
_EPOCHS, _BATCH, _RATE = 8, 1024, 1e-3


@dataclass(frozen=True, slots=True)
class Pieces:
    """Word pieces of claims: states (pieces, width) and targets (pieces,)."""

    states: Tensor
    targets: Tensor


class States:
    """What the last layer of a graph says of the pieces of claims, one pair at a time."""

    def __init__(self, models: Path) -> None:
        graph = onnx.load(models / "cross_encoder.onnx")
        graph.graph.output.append(helper.make_empty_tensor_value_info(last_hidden(graph)))
        self._name = last_hidden(graph)
        path = BUILD / "cross_encoder.hidden.onnx"
        onnx.save(graph, path)
        self._session = open_session(path)

    def of(self, examples: Sequence[Example]) -> Pieces:
        """The pieces of the claims, without the separators."""
        with ThreadPoolExecutor(2) as pool:
            states = list(pool.map(self._of_one, examples))
        targets = [torch.from_numpy(one.ungrounded[_claim(one)]) for one in examples]
        return Pieces(torch.cat(states), torch.cat(targets))

    def _of_one(self, example: Example) -> Tensor:
        [hidden] = self._session.run([self._name], feed([example]))
        return torch.from_numpy(hidden[0][_claim(example)]).to(torch.bfloat16)


def _claim(example: Example) -> np.ndarray:
    return np.flatnonzero(example.segments)[:-1]


def last_hidden(graph: ModelProto) -> str:
    """The value that the head of clashing words reads."""
    links = Links(graph.graph)
    name = "clash"
    while links.maker[name].op_type != "LayerNormalization":
        name = next(one for one in links.maker[name].input if one in links.maker)
    return name


def fitted(pieces: Pieces, *, seed: int) -> nn.Sequential:
    """Two layers with little log loss (AdamW)."""
    torch.manual_seed(seed)
    head = nn.Sequential(
        nn.Dropout(0.1), nn.Linear(_WIDTH, _HIDDEN), nn.GELU(), nn.Linear(_HIDDEN, 1)
    )
    steps = _EPOCHS * -(-len(pieces.targets) // _BATCH)
    optimiser = torch.optim.AdamW(head.parameters(), _RATE, weight_decay=0.01)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps)
    for epoch in range(_EPOCHS):
        total = 0.0
        for batch in torch.randperm(len(pieces.targets)).split(_BATCH):
            optimiser.zero_grad()
            loss = nn.functional.binary_cross_entropy_with_logits(
                head(pieces.states[batch].float()).squeeze(-1), pieces.targets[batch]
            )
            loss.backward()
            optimiser.step()
            rate.step()
            total += loss.item() * len(batch)
        log.info("pass %d: loss %.4f", epoch + 1, total / len(pieces.targets))
    return head.eval()


def with_head(graph: ModelProto, head: nn.Sequential) -> ModelProto:
    """The graph with the head as one more output, in place of the one it may have."""
    own = graph.graph
    hidden = last_hidden(graph)
    for part in (own.node, own.initializer, own.output):
        for old in [one for one in part if one.name.startswith(OUTPUT)]:
            part.remove(old)
    first, second = (layer for layer in head if isinstance(layer, nn.Linear))
    for name, value in {
        "first": first.weight.T,
        "first_bias": first.bias,
        "second": second.weight.T,
        "second_bias": second.bias,
    }.items():
        array = value.detach().numpy().astype(np.float32).copy()
        own.initializer.append(numpy_helper.from_array(array, f"{OUTPUT}.{name}"))
    own.initializer.append(numpy_helper.from_array(np.array([-1]), f"{OUTPUT}.axes"))
    steps = [
        ("MatMul", [hidden, f"{OUTPUT}.first"]),
        ("Add", [f"{OUTPUT}/0", f"{OUTPUT}.first_bias"]),
        ("Gelu", [f"{OUTPUT}/1"]),
        ("MatMul", [f"{OUTPUT}/2", f"{OUTPUT}.second"]),
        ("Add", [f"{OUTPUT}/3", f"{OUTPUT}.second_bias"]),
    ]
    for number, (kind, inputs) in enumerate(steps):
        name = f"{OUTPUT}/{number}"
        own.node.append(helper.make_node(kind, inputs, [name], name=name))
    last = [f"{OUTPUT}/{len(steps) - 1}", f"{OUTPUT}.axes"]
    own.node.append(helper.make_node("Squeeze", last, [OUTPUT], name=f"{OUTPUT}/squeeze"))
    shape = ["batch", "sequence"]
    own.output.append(helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, shape))
    onnx.checker.check_model(graph)
    return graph


def score(head: nn.Sequential, pieces: Pieces, threshold: float) -> str:
    """How the pieces from a threshold and the marked ones meet."""
    with torch.no_grad():
        told = torch.sigmoid(head(pieces.states.float()).squeeze(-1)) >= threshold
    gold = pieces.targets > 0
    both, said, wrong = (float(one.sum()) for one in (told & gold, told, gold))
    f1 = 200 * both / max(1.0, said + wrong)
    return (
        f"{threshold}: {both / max(1.0, said):.1%} of the told right, "
        f"{both / max(1.0, wrong):.1%} of the marked told, F1 {f1:.1f}"
    )


def _chosen(rows: Sequence[Row], rng: random.Random) -> list[Row]:
    """All rows with marks and as many without as are read."""
    grounded = [row for row in rows if not row.ungrounded]
    grounded = rng.sample(grounded, min(GROUNDED, len(grounded)))
    return [row for row in rows if row.ungrounded] + grounded


def main() -> None:
    """Fit the head, say what it does to rows held out, and write it into the graph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seed", type=int, default=71)
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    known = list(marked_rows(of_mixture(BUILD / "train.jsonl"), all_marks(options.data)))
    rows = _chosen(known, random.Random(options.seed))
    log.info("%d claims, %d of them marked", len(rows), sum(bool(r.ungrounded) for r in rows))
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    states = States(options.models)
    train, held = (
        states.of(encode(tokenizer, [row for row in rows if is_held_out(row) is only]))
        for only in (False, True)
    )
    head = fitted(train, seed=options.seed)
    for threshold in (0.2, 0.3, 0.4, 0.5):
        log.info("held out, from %s", score(head, held, threshold))
    path = options.models / "cross_encoder.onnx"
    onnx.save(with_head(onnx.load(path), head), path)


if __name__ == "__main__":
    main()
