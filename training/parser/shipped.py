"""Takes the parser back from what ships: `python -m training.parser.shipped`.

The int8 weights become floating-point ones again, the start of a run that goes on from them; the
head of antecedents, which `parser.onnx` lacks, is that of `references.onnx`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

from training.export import BUILD, MODELS
from training.parser.model import Parser
from training.parser.reader import Reader
from training.shipped import restore


def main() -> None:
    """Write the checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--output", type=Path, default=BUILD / "parser_shipped" / "checkpoint.pt")
    options = parser.parse_args()
    names = json.loads((options.models / "parser.json").read_text("utf-8"))
    tags, relations = names["tags"], names["relations"]
    model = Parser(len(tags), len(relations))
    restore(model, options.models / "parser.onnx")
    reader = Reader(model)
    restore(reader, options.models / "references.onnx")
    model.antecedent = reader.antecedent
    options.output.parent.mkdir(parents=True, exist_ok=True)
    layers = len(model.encoder.encoder.layer)
    state = {"model": model.state_dict(), "tags": tags, "relations": relations, "layers": layers}
    torch.save(state, options.output)


if __name__ == "__main__":
    main()
