"""Export the models to ONNX and quantise them: `python -m training.export`.

Writes belie/models: the bi-encoder, the cross-encoder, the tokenizer, and the fields of
config.json that export knows; calibration fills in the others.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import BertModel

from training.encoding import MAX_LENGTH
from training.fusing import fuse
from training.model import load_cross_encoder, minilm_path
from training.quantisation import quantise
from training.rows import ERRORS, LABELS

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger("training.export")
BUILD = Path(__file__).parent / "build"
MODELS = Path(__file__).parent.parent / "belie" / "models"
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
BI_ENCODER_OUTPUTS = {"tokens": {0: "batch", 1: "sequence"}, "pooled": {0: "batch"}}
CROSS_ENCODER_OUTPUTS = {
    "logits": {0: "batch"},
    "clash": {0: "batch", 1: "sequence"},
    "error": {0: "batch"},
}
"""The outputs of each model with their dynamic axes."""
VERSION = "0.16.0"


class BiEncoder(nn.Module):
    """MiniLM as a sentence encoder that also returns its token embeddings."""

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Token embeddings, and their mean scaled to length one."""
        tokens = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(tokens.dtype)
        mean = (tokens * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
        return tokens, nn.functional.normalize(mean, dim=-1)


def export(model: nn.Module, path: Path, outputs: dict[str, dict[int, str]]) -> None:
    """Write fp32 ONNX; `outputs` names each output's dynamic axes.

    The legacy exporter is used because quantize_dynamic cannot read the graphs of the new one.
    """
    example = tuple(torch.ones(2, 8, dtype=torch.long) for _ in INPUTS)
    axes = {name: {0: "batch", 1: "sequence"} for name in INPUTS} | outputs
    torch.onnx.export(
        model.eval(),
        example,
        str(path),
        input_names=list(INPUTS),
        output_names=list(outputs),
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def export_bi_encoder(build: Path, models: Path) -> None:
    """belie/models/bi_encoder.onnx."""
    encoder = BertModel.from_pretrained(minilm_path(), add_pooling_layer=False)
    fp32 = build / "bi_encoder.fp32.onnx"
    export(BiEncoder(encoder), fp32, BI_ENCODER_OUTPUTS)
    quantise(fp32, models / "bi_encoder.onnx")
    fuse(models / "bi_encoder.onnx")


def export_cross_encoder(checkpoint: Path, build: Path, models: Path) -> None:
    """belie/models/cross_encoder.onnx; the fp32 graph stays in the build folder to compare."""
    fp32 = build / "cross_encoder.fp32.onnx"
    export(load_cross_encoder(checkpoint), fp32, CROSS_ENCODER_OUTPUTS)
    quantise(fp32, models / "cross_encoder.onnx")
    fuse(models / "cross_encoder.onnx")


def export_products(models: Path) -> None:
    """belie/models/products.onnx: the greatest int8 products, which some processors cannot sum."""
    depth, width = 16, 16
    given = helper.make_tensor_value_info("given", TensorProto.UINT8, [None, depth])
    sums = helper.make_tensor_value_info("sums", TensorProto.INT32, [None, width])
    weight = numpy_helper.from_array(np.full((depth, width), 127, dtype=np.int8), "weight")
    node = helper.make_node("MatMulInteger", ["given", "weight"], ["sums"])
    graph = helper.make_graph([node], "products", [given], [sums], [weight])
    opset = helper.make_opsetid("", 17)
    model = helper.make_model(graph, opset_imports=[opset], ir_version=8)
    onnx.save(model, models / "products.onnx")


def export_tokenizer(models: Path) -> None:
    """MiniLM's tokenizer without the padding and truncation its file asks for."""
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokenizer.save(str(models / "tokenizer.json"))


def file_digest(path: Path) -> str:
    """sha256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_config(
    models: Path, *, temperature: float, threshold: float, earlier_odds: float
) -> None:
    """config.json, whose digests tie the calibration to the exact model files."""
    config = {
        "version": VERSION,
        "labels": list(LABELS),
        "errors": list(ERRORS),
        "temperature": temperature,
        "threshold": threshold,
        "earlier_odds": earlier_odds,
        "max_length": MAX_LENGTH,
        "base_model": "sentence-transformers/all-MiniLM-L6-v2",
        "cross_encoder_sha256": file_digest(models / "cross_encoder.onnx"),
        "bi_encoder_sha256": file_digest(models / "bi_encoder.onnx"),
        "tokenizer_sha256": file_digest(models / "tokenizer.json"),
        "parser_sha256": file_digest(models / "parser.onnx"),
        "parser_names_sha256": file_digest(models / "parser.json"),
        "references_sha256": file_digest(models / "references.onnx"),
    }
    (models / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Export both models; the config stays provisional until training.calibrate has run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--checkpoint", type=Path, default=BUILD / "cross_encoder" / "checkpoint.pt"
    )
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    BUILD.mkdir(exist_ok=True)
    options.models.mkdir(parents=True, exist_ok=True)
    export_tokenizer(options.models)
    export_products(options.models)
    export_bi_encoder(BUILD, options.models)
    export_cross_encoder(options.checkpoint, BUILD, options.models)
    write_config(options.models, temperature=1.0, threshold=0.9, earlier_odds=1.0)
    for path in sorted(options.models.glob("*.onnx")):
        log.info("%s %.1f MB", path.name, path.stat().st_size / 1e6)


if __name__ == "__main__":
    main()
