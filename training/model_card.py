"""Write belie/models/MODEL_CARD.md from the reports of a run: `python -m training.model_card`."""

from __future__ import annotations

import argparse
import json
import logging
from collections import Counter
from pathlib import Path
from string import Template
from typing import Any

import torch

from belie.adapters.onnx import load_config
from training.export import BUILD, MODELS, VERSION
from training.mixture import counts
from training.quantisation import CHOSEN
from training.rows import read_rows

log = logging.getLogger("training.model_card")
HERE = Path(__file__).parent

Report = dict[str, Any]


def _table(rows: list[list[object]]) -> str:
    """Rows of a Markdown table."""
    return "\n".join(f"| {' | '.join(str(cell) for cell in row)} |" for row in rows)


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"


def _files(models: Path) -> str:
    kinds = {
        "bi_encoder.onnx": "sentence and token embeddings",
        "cross_encoder.onnx": "four-way relation, clashing words, kind of error, ungrounded words",
        "tokenizer.json": "WordPiece, no padding, no truncation",
    }
    return _table(
        [
            [name, kind, f"{(models / name).stat().st_size / 1e6:.1f}"]
            for name, kind in kinds.items()
        ]
    )


def _sources(build: Path, mixture: Report) -> str:
    """Pairs of each source in the mixture and in the short runs, and its licence.

    Edits of claims count with their source.
    """
    whole = _pairs(mixture["train_counts"])
    runs = [_pairs(counts(read_rows(path))) for path in sorted(build.glob("run_*.jsonl"))]
    licences = mixture["licences"] | {
        "passages": "see below",
        "unrelated": "those of their texts",
        "copies": "those of their premises",
    }
    return _table(
        [
            [each, f"{pairs:,}", *(f"{run[each]:,}" for run in runs), licences[each]]
            for each, pairs in whole.most_common()
        ]
    )


def _pairs(counts: Report) -> Counter[str]:
    pairs: Counter[str] = Counter()
    for source, labels in counts.items():
        pairs[source.split(":")[0]] += sum(labels.values())
    return pairs


def _passages(mixture: Report) -> str:
    prefix = "passages: "
    return ", ".join(
        f"{source.removeprefix(prefix)} ({licence})"
        for source, licence in mixture["licences"].items()
        if source.startswith(prefix)
    )


def _runs(build: Path) -> str:
    """Steps and minutes of every run whose checkpoint is in the build folder, in order."""
    rows = []
    for path in sorted(build.glob("cross_encoder*/checkpoint.pt")):
        run = torch.load(path, map_location="cpu", weights_only=True)
        if "step" not in run:  # a mean of two
            continue
        steps = f"{run['step']:,} of {run['steps']:,}"
        rows.append([path.parent.name, steps, f"{run['seconds'] / 60:.0f}"])
    return _table(rows)


def _scores(calibration: Report) -> str:
    """The validation split, then the held-out sets, then VitaminC's share of the split."""
    rows = [
        [
            "validation",
            calibration["rows"],
            _share(calibration["accuracy3"]),
            f"{calibration['nll_after']:.3f}",
            f"{calibration['calibration_error_after']:.3f}",
        ]
    ]
    for name, title in (("mnli_dev", "MNLI dev, gold"), ("snli_dev", "SNLI dev")):
        held = calibration[name]
        rows.append(
            [
                title,
                held["rows"],
                _share(held["accuracy3"]),
                f"{held['nll']:.3f}",
                f"{held['calibration_error']:.3f}",
            ]
        )
    vitaminc = calibration["sources"]["vitaminc"]
    rows.append(
        ["VitaminC, held-out pages", vitaminc["rows"], _share(vitaminc["accuracy3"]), "", ""]
    )
    return _table(rows)


def _by_source(calibration: Report) -> str:
    return _table(
        [
            [source, row["rows"], _share(row["accuracy3"]), _share(row["alarm_rate"])]
            for source, row in calibration["sources"].items()
        ]
    )


def _thresholds(calibration: Report) -> str:
    named = {f"**{calibration['threshold']}**": calibration["at_threshold"]}
    named |= calibration["other_thresholds"]
    keys = ("precision", "recall", "false_positive_rate", "false_positive_rate_calm")
    return _table([[name, *(f"{100 * row[k]:.2f} %" for k in keys)] for name, row in named.items()])


def _variants(quantisation: Report) -> str:
    return _table(
        [
            [
                f"**{name}**" if name == CHOSEN.name else name,
                f"{row['megabytes']:.1f}",
                _share(row["accuracy3"]),
                f"{row['nll']:.4f}",
                f"{row['max_gap_to_fp32']:.3f}",
                f"{row['mean_gap_to_fp32']:.4f}",
                f"{row['max_gap_batch_to_single']:.3f}",
                f"{row['pairs_per_second_batch16']:.0f}",
                f"{row['pairs_per_second_single']:.0f}",
                f"{row['pairs_per_second_single_two_workers']:.0f}",
            ]
            for name, row in quantisation["variants"].items()
        ]
    )


def card(build: Path, models: Path) -> str:
    """The whole model card."""
    mixture, calibration, quantisation = (
        json.loads((build / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("mixture_report", "calibration", "quantisation")
    )
    words, made = calibration["words"], calibration["perturbations"]
    template = Template((HERE / "model_card_template.md").read_text(encoding="utf-8"))
    return template.substitute(
        version=VERSION,
        files=_files(models),
        runs=_runs(build),
        mixture_seed=mixture["seed"],
        train_rows=f"{mixture['train']:,}",
        validation_rows=f"{mixture['validation']:,}",
        sources=_sources(build, mixture),
        passages=_passages(mixture),
        dropped=", ".join(f"{reason} {n:,}" for reason, n in mixture["dropped"].items()),
        scores=_scores(calibration),
        by_source=_by_source(calibration),
        temperature=calibration["temperature"],
        nll_before=f"{calibration['nll_before']:.4f}",
        nll_after=f"{calibration['nll_after']:.4f}",
        ece_before=f"{calibration['calibration_error_before']:.4f}",
        ece_after=f"{calibration['calibration_error_after']:.4f}",
        threshold=calibration["threshold"],
        earlier_odds=load_config(models).earlier_odds,
        odds_allowed=calibration["earlier_odds"],
        thresholds=_thresholds(calibration),
        made_rows=f"{made['rows']:,}",
        relation_f1=_share(made["relation_macro_f1"]),
        error_rows=f"{made['error_rows']:,}",
        error_f1=_share(made["error_macro_f1"]),
        word_precision=_share(words["precision"]),
        word_recall=_share(words["recall"]),
        word_f1=_share(words["f1"]),
        word_count=f"{words['words']:,}",
        quantised_rows=f"{quantisation['rows']:,}",
        timed=quantisation["timed"],
        variants=_variants(quantisation),
    )


def main() -> None:
    """Write the card beside the models."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=BUILD)
    parser.add_argument("--models", type=Path, default=MODELS)
    options = parser.parse_args()
    path = options.models / "MODEL_CARD.md"
    path.write_text(card(options.build, options.models), encoding="utf-8")
    log.info("wrote %s", path)


if __name__ == "__main__":
    main()
