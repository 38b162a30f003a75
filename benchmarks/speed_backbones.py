"""The machine's peak, the share of it that the classifier reaches, and backbones of peers.

The backbones have their published shapes and random weights, which says how fast they are and
nothing else. They need torch and transformers, and so does the peak of bf16.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import TYPE_CHECKING, Any

import numpy as np

from belie.adapters.sessions import MODELS, open_session
from benchmarks.speed_figures import Figure, median_seconds

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["BACKBONES", "backbones", "inside_model", "peaks"]

SIDE = 2048
RUNS = 3
WORK = 21.3e6
"""Floating-point operations of MiniLM's encoder a token, attention between tokens left out."""
IDS = (1000, 20_000)
"""Ordinary words in every vocabulary here."""

BACKBONES = ("MiniLM-L6", "DeBERTa-v3-base", "ModernBERT-base", "Flan-T5-large")


def peaks(*, bf16: bool) -> list[Figure]:
    """Return the GFLOP/s of a product of two square matrices, in fp32 and if asked in bf16."""
    rng = np.random.default_rng(0)
    matrix = rng.random((SIDE, SIDE), dtype=np.float32)
    found = {"fp32": _gflops(lambda: matrix @ matrix)}
    if bf16:
        import torch  # noqa: PLC0415 - an extra

        half = torch.rand(SIDE, SIDE).to(torch.bfloat16)
        found["bf16"] = _gflops(lambda: half @ half)
    return [
        Figure(kind="peak", name=f"peak, {name} product of {SIDE}^3", value=rate, unit="GFLOP/s")
        for name, rate in found.items()
    ]


def _gflops(product: Callable[[], object]) -> float:
    product()
    return 2 * SIDE**3 / median_seconds([product] * RUNS) / 1e9


def inside_model(*, rate: float, tokens: int, peak: float, count: int = 256) -> list[Figure]:
    """Return how much of the time of ``belie.classify`` is the model's, and its share of a peak.

    Parameters
    ----------
    rate
        Pairs a second that ``belie.classify`` judges.
    tokens
        Of each pair.
    peak
        The GFLOP/s to compare with.
    count
        Pairs that the bare model is given, on as many threads as belie uses.
    """
    taken = median_seconds([lambda: _bare(tokens, count)] * RUNS)
    bare = count / taken
    reached = WORK * tokens * bare / 1e9
    return [
        Figure(kind="model", name="time inside the model", value=100 * rate / bare, unit="%"),
        Figure(kind="model", name="the model alone", value=reached, unit="GFLOP/s"),
        Figure(kind="model", name="share of the peak", value=100 * reached / peak, unit="%"),
    ]


def _bare(tokens: int, count: int) -> None:
    session = open_session(MODELS / "cross_encoder.onnx")
    ids = np.random.default_rng(0).integers(*IDS, size=(count, 1, tokens))

    def run(row: np.ndarray) -> None:
        kinds, mask = np.zeros_like(row), np.ones_like(row)
        session.run(None, {"input_ids": row, "attention_mask": mask, "token_type_ids": kinds})

    with ThreadPoolExecutor(min(4, cpu_count() or 1)) as pool:
        list(pool.map(run, ids))


def backbones(*, rate: float, tokens: int, count: int = 4) -> list[Figure]:
    """Return the pairs a second of each backbone in torch fp32; the first line is belie's own.

    Parameters
    ----------
    rate
        Pairs a second that ``belie.classify`` judges.
    tokens
        Of each pair.
    count
        Pairs in a batch.
    """
    import torch  # noqa: PLC0415 - an extra

    kind = f"backbone, {tokens} tokens"
    figures = [Figure(kind=kind, name=f"{kind}: belie", value=rate, unit="pairs/s", ratio=1.0)]
    ids = torch.randint(*IDS, (count, tokens))
    for name in BACKBONES:
        model = _model(name).eval()
        given = {"input_ids": ids}
        if name == "Flan-T5-large":
            given["decoder_input_ids"] = torch.zeros((count, 1), dtype=torch.long)
        with torch.inference_mode():
            model(**given)
            pairs = count / median_seconds([lambda m=model, g=given: m(**g)] * RUNS)
        title = f"{kind}: {name}, torch fp32"
        figures.append(
            Figure(kind=kind, name=title, value=pairs, unit="pairs/s", ratio=pairs / rate)
        )
    return figures


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
