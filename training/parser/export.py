"""Export the parser to belie/models: `python -m training.parser.export`.

``--only-references`` leaves the trees as they ship and writes the reader of references alone.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from training.export import BUILD, MODELS, export
from training.fusing import fuse
from training.parser.model import load_parser
from training.parser.reader import LAYERS, load_reader
from training.quantisation import quantise

if TYPE_CHECKING:
    from training.parser.model import Parser
    from training.parser.reader import Reader

_TEMPERATURE = 2.0
"""Of antecedents: on training/development/pronouns.tsv."""
_OUTPUTS = {
    "tags": {0: "batch", 1: "sequence"},
    "relations": {0: "batch", 1: "sequence"},
    "arcs": {0: "batch", 1: "sequence", 2: "sequence"},
    "hidden": {0: "batch", 1: "sequence"},
}


class Trees(nn.Module):
    """The parser without antecedents, and what its lower layers make of a text."""

    def __init__(self, parser: Parser) -> None:
        super().__init__()
        self.encoder, self.tag = parser.encoder, parser.tag
        self.relation, self.arc = parser.relation, parser.arc

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Tag and relation logits per token, arc scores per pair, and the hidden states."""
        states = self.encoder(
            input_ids=input_ids,
            attention_mask=attention_mask,
            token_type_ids=token_type_ids,
            output_hidden_states=True,
        )
        hidden = states.last_hidden_state
        lower = states.hidden_states[-1 - LAYERS]
        return self.tag(hidden), self.relation(hidden), self.arc(hidden), lower


def export_trees(parser: Parser, path: Path) -> None:
    """Write ``parser.onnx``."""
    fp32 = BUILD / "parser.fp32.onnx"
    export(Trees(parser), fp32, _OUTPUTS)
    quantise(fp32, path)
    fuse(path)


def export_references(reader: Reader, path: Path) -> None:
    """Write ``references.onnx``, which reads one text at a time."""
    fp32 = BUILD / "references.fp32.onnx"
    width = reader.antecedent.dependent.in_features
    torch.onnx.export(
        reader.eval(),
        (torch.ones(1, 8, width),),
        str(fp32),
        input_names=["hidden"],
        output_names=["antecedents"],
        dynamic_axes={"hidden": {1: "sequence"}, "antecedents": {1: "sequence", 2: "sequence"}},
        opset_version=17,
        dynamo=False,
    )
    quantise(fp32, path)


def main() -> None:
    """Write ``parser.onnx``, ``references.onnx`` and ``parser.json``."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--checkpoint", type=Path, default=BUILD / "parser" / "checkpoint.pt")
    options.add_argument("--reader", type=Path, default=BUILD / "reader" / "checkpoint.pt")
    options.add_argument("--only-references", action="store_true")
    options.add_argument("--models", type=Path, default=MODELS)
    options = options.parse_args()
    parser, tags, relations = load_parser(str(options.checkpoint))
    if not options.only_references:
        export_trees(parser, options.models / "parser.onnx")
    reader = load_reader(str(options.reader), parser)
    export_references(reader, options.models / "references.onnx")
    names = {"tags": tags, "relations": relations, "temperature": _TEMPERATURE}
    (options.models / "parser.json").write_text(json.dumps(names, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
