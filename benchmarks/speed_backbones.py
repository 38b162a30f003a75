"""The machine's peak, the share of it that the classifier reaches, and backbones of peers.

The backbones have their published shapes and random weights, which says how fast they are and
nothing else. They need torch and transformers, and so do the peaks of bf16 and int8.
"""

from __future__ import annotations

import statistics
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import cpu_count
from typing import TYPE_CHECKING, Any

import numpy as np

from belie.adapters.sessions import MODELS, open_session
from benchmarks.speed_figures import Figure, in_turn, median_seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Product = Callable[[], object]

__all__ = ["BACKBONES", "backbones", "inside_model", "peaks", "products"]

SIDE = 2048
RUNS = 3
WORK = 21.3e6
"""Floating-point operations of MiniLM's encoder a token, attention between tokens left out."""
IDS = (1000, 20_000)
"""Ordinary words in every vocabulary here."""

BACKBONES = ("MiniLM-L6", "DeBERTa-v3-base", "ModernBERT-base", "Flan-T5-large")


def products(*, torch: bool) -> dict[str, Product]:
    """Return products of two square matrices: in fp32, and if asked in bf16 and int8 of torch."""
    rng = np.random.default_rng(0)
    matrix = rng.random((SIDE, SIDE), dtype=np.float32)
    made: dict[str, Product] = {"fp32": lambda: matrix @ matrix}
    return made | (_in_torch() if torch else {})


def peaks(of: Mapping[str, Product]) -> list[Figure]:
    """Return the speed of each product, in billions of operations a second, the fastest first."""
    figures = [
        Figure(
            kind="peak",
            name=f"peak, {name} product of {SIDE}^3",
            value=_gflops(median_seconds([product] * (1 + RUNS))),
            unit="GFLOP/s",
        )
        for name, product in of.items()
    ]
    return sorted(figures, key=lambda figure: -figure.value)


def _in_torch() -> dict[str, Product]:
    import torch  # noqa: PLC0415 - an extra

    half = torch.rand(SIDE, SIDE).to(torch.bfloat16)
    small = torch.randint(-127, 128, (SIDE, SIDE), dtype=torch.int8)
    multiply: Any = torch._int_mm  # noqa: SLF001 - the only int8 product of torch for processors
    return {"bf16": lambda: half @ half, "int8": lambda: multiply(small, small)}


def _gflops(taken: float) -> float:
    return 2 * SIDE**3 / taken / 1e9


def inside_model(
    *, judging: Sequence[Callable[[], object]], count: int, tokens: int, peak: Sequence[Product]
) -> list[Figure]:
    """Return how much of the time of ``belie.classify`` is the model's, and its share of the peak.

    Parameters
    ----------
    judging
        Calls that each judge ``count`` other pairs; the bare model, on as many threads, and the
        products run in turn with them.
    count
        Pairs a call.
    tokens
        Of each pair.
    peak
        Products, of which the fastest of each turn is what the model is compared with.
    """
    rounds = len(judging)
    model = [lambda: _bare(tokens, count)] * rounds
    judged, bare, *multiplied = in_turn(judging, model, *([one] * rounds for one in peak))
    inside = statistics.median(b / j for j, b in zip(judged, bare, strict=True))
    speeds = [WORK * tokens * count / taken / 1e9 for taken in bare]
    reached = statistics.median(speeds)
    tops = [_gflops(min(taken)) for taken in zip(*multiplied, strict=True)]
    share = statistics.median(speed / top for speed, top in zip(speeds, tops, strict=True))
    return [
        Figure(kind="model", name="time inside the model", value=100 * inside, unit="%"),
        Figure(kind="model", name="the model alone", value=reached, unit="GFLOP/s"),
        Figure(kind="model", name="share of the peak", value=100 * share, unit="%"),
    ]


def _bare(tokens: int, count: int) -> None:
    session = _session()
    ids = np.random.default_rng(0).integers(*IDS, size=(count, 1, tokens))

    def run(row: np.ndarray) -> None:
        kinds, mask = np.zeros_like(row), np.ones_like(row)
        session.run(None, {"input_ids": row, "attention_mask": mask, "token_type_ids": kinds})

    with ThreadPoolExecutor(min(4, cpu_count() or 1)) as pool:
        list(pool.map(run, ids))


@cache
def _session() -> Any:  # noqa: ANN401 - onnxruntime has no types
    return open_session(MODELS / "cross_encoder.onnx")


def backbones(
    *, judging: Sequence[Callable[[], object]], count: int, tokens: int, batch: int = 4
) -> list[Figure]:
    """Return the pairs a second of each backbone in torch fp32; the first line is belie's own.

    Each runs in turn with belie, and its ratio is that of the median turn.

    Parameters
    ----------
    judging
        Calls with which belie judges ``count`` pairs, no pair twice; each backbone takes as many.
    count
        Pairs a call.
    tokens
        Of each pair.
    batch
        Pairs that a backbone reads at once.
    """
    import torch  # noqa: PLC0415 - an extra

    kind = f"backbone, {tokens} tokens"
    ids = torch.randint(*IDS, (batch, tokens))
    rounds = len(judging) // len(BACKBONES)
    own: list[float] = []
    figures: list[Figure] = []
    for place, name in enumerate(BACKBONES):
        model = _model(name).eval()
        given = {"input_ids": ids}
        if name == "Flan-T5-large":
            given["decoder_input_ids"] = torch.zeros((batch, 1), dtype=torch.long)
        with torch.inference_mode():
            model(**given)
            reading = [lambda m=model, g=given: m(**g)] * rounds
            ours, theirs = in_turn(judging[place * rounds : (place + 1) * rounds], reading)
        own += ours
        ratios = [(batch / b) / (count / a) for a, b in zip(ours, theirs, strict=True)]
        figures.append(
            Figure(
                kind=kind,
                name=f"{kind}: {name}, torch fp32",
                value=batch / statistics.median(theirs),
                unit="pairs/s",
                ratio=statistics.median(ratios),
            )
        )
    rate = count / statistics.median(own)
    return [
        Figure(kind=kind, name=f"{kind}: belie", value=rate, unit="pairs/s", ratio=1.0),
        *figures,
    ]


def _model(name: str) -> Any:  # noqa: ANN401 - a torch module, and torch is an extra
    import transformers  # noqa: PLC0415 - an extra

    if name == "MiniLM-L6":
        return transformers.BertModel(
            transformers.BertConfig(
                hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536
            )
        )
    if name == "DeBERTa-v3-base":
        return transformers.DebertaV2Model(
            transformers.DebertaV2Config(
                vocab_size=128_100,
                hidden_size=768,
                num_hidden_layers=12,
                num_attention_heads=12,
                intermediate_size=3072,
                type_vocab_size=0,
                relative_attention=True,
                position_buckets=256,
                norm_rel_ebd="layer_norm",
                share_att_key=True,
                pos_att_type=["p2c", "c2p"],
                position_biased_input=False,
            )
        )
    if name == "ModernBERT-base":
        return transformers.ModernBertModel(transformers.ModernBertConfig())
    return transformers.T5Model(
        transformers.T5Config(
            d_model=1024,
            d_kv=64,
            d_ff=2816,
            num_layers=24,
            num_heads=16,
            feed_forward_proj="gated-gelu",
            tie_word_embeddings=False,
        )
    )
