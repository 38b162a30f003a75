"""Export the parser to belie/models: `python -m training.parser.export`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from training.export import BUILD, MODELS, export
from training.fusing import fuse
from training.parser.model import load_parser
from training.quantisation import quantise

_TEMPERATURE = 4.0
"""Of antecedents: of 1, 1.5, 2, 3 and 4 the best likelihood on GAP's validation rows."""
_OUTPUTS = {
    "tags": {0: "batch", 1: "sequence"},
    "relations": {0: "batch", 1: "sequence"},
    "arcs": {0: "batch", 1: "sequence", 2: "sequence"},
    "antecedents": {0: "batch", 1: "sequence", 2: "sequence"},
}


def main() -> None:
    """Write ``parser.onnx`` and ``parser.json``."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--checkpoint", type=Path, default=BUILD / "parser" / "checkpoint.pt")
    options.add_argument("--models", type=Path, default=MODELS)
    options = options.parse_args()
    model, tags, relations = load_parser(str(options.checkpoint))
    fp32 = BUILD / "parser.fp32.onnx"
    export(model, fp32, _OUTPUTS)
    quantise(fp32, options.models / "parser.onnx")
    fuse(options.models / "parser.onnx")
    names = {"tags": tags, "relations": relations, "temperature": _TEMPERATURE}
    (options.models / "parser.json").write_text(json.dumps(names, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
