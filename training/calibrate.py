"""Fit temperature, threshold and prior on the shipped int8 model: `python -m training.calibrate`.

Scores one pair at a time, as the runtime does: the temperature on validation rows, threshold and
prior on the responses and dialogues of the development set. Reports on the held-out sets, and
writes the three numbers into belie/models/config.json.
"""

from __future__ import annotations

import argparse
import json
import logging
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from tokenizers import Tokenizer

from belie import Monitor, Settings
from belie.adapters.onnx import OnnxClassifier
from belie.adapters.sessions import open_session
from training.development_sets import (
    all_dialogues,
    all_responses,
    strongest_of_document,
    strongest_of_earlier,
)
from training.encoding import Example, encode
from training.export import BUILD, MODELS, write_config
from training.model import minilm_path
from training.onnx_scoring import Scores, score
from training.rows import CONFLICTING, Row, Span, Spans, read_rows
from training.scoring import (
    accuracy3,
    calibration_error,
    conflict_scores,
    merge,
    nll,
    perturbations,
    softmax,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onnxruntime import InferenceSession

log = logging.getLogger("training.calibrate")
RESPONSE_LIMIT = 0.1  # of right responses, most of them hard
DIALOGUE_LIMIT = 0.02  # of last turns that contradict nothing (docs/decisions/0016)
LEAST = 0.3  # no clash less sure than this is asked for
STEP = 0.05  # thresholds are rounded to it: what lies between is chance of the responses
# Pairs that people wrote. Those that the generators made are easier than what a user's text holds:
# a temperature fitted on them is too sure of everything else.
NATURAL_SOURCES = frozenset({"vitaminc", "fever", "mnli", "wanli", "snli", "cad", "infotabs"})
# Unrelated short pairs are not among them: the bi-encoder keeps unrelated claims of a conversation
# apart. It does not keep a claim from an unrelated document, so their alarms are reported.
CALM_SOURCES = frozenset({"dialogue:neutral", "passages:other", "passages:removed"})


def fit_temperature(logits: np.ndarray, rows: Sequence[Row]) -> float:
    """The temperature with the least negative log-likelihood, each kind of source counting alike.

    So it does not move with the number of pairs that were written for one of them.
    """
    kinds: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        kinds.setdefault(row.source.partition(":")[0], []).append(number)
    grid = np.exp(np.linspace(np.log(0.3), np.log(3.0), 231))
    losses = np.zeros(len(grid))
    for numbers in kinds.values():
        of_kind = [rows[number] for number in numbers]
        losses += [nll(softmax(logits[numbers], temperature), of_kind) for temperature in grid]
    return round(float(grid[int(np.argmin(losses))]), 4)


def is_natural(row: Row) -> bool:
    """Whether people wrote the pair."""
    return row.source in NATURAL_SOURCES or row.source.startswith(("written:", "contrast:"))


def _limit(scores: np.ndarray, rate: float) -> float:
    """The smallest threshold that at most a share `rate` of the scores reaches."""
    allowed = int(len(scores) * rate)
    return float(np.sort(scores)[::-1][allowed])


def fit_threshold(scores: np.ndarray) -> float:
    """The threshold that the limit on right responses asks for, to the nearest step.

    Parameters
    ----------
    scores
        Of responses that their documents support, how sure the strongest clash with them is.
    """
    return round(round(_limit(scores, RESPONSE_LIMIT) / STEP) * STEP, 4)


def fit_earlier_odds(scores: np.ndarray, threshold: float) -> float:
    """The odds, at most 1, with which the threshold is within the limit on dialogues too.

    Rounded down: rounded up, the clash that sets the limit would be over it.

    Parameters
    ----------
    scores
        Of dialogues that contradict nothing, how sure the strongest clash of the last turn with
        what was said before is, by odds of 1.
    """
    needed = _limit(scores, DIALOGUE_LIMIT)
    if needed <= threshold:
        return 1.0
    return math.floor(round(100 * _odds(threshold) / _odds(needed), 6)) / 100


def right_scores(models: Path) -> np.ndarray:
    """How sure the strongest clash of each right response with its document is."""
    right = [one for one in all_responses() if one.supported]
    return np.array(strongest_of_document(_loud(models), right))


def calm_scores(models: Path) -> np.ndarray:
    """How sure the strongest clash of each dialogue is that contradicts nothing, by odds of 1."""
    calm = [one for one in all_dialogues() if one.contradicted is None]
    return np.array(strongest_of_earlier(_loud(models), calm))


def _loud(models: Path) -> Monitor:
    """A monitor that raises whatever may be asked for."""
    settings = Settings(threshold=LEAST, earlier_odds=1.0, suggestions=False)
    return Monitor(classifier=OnnxClassifier(models), settings=settings)


def _odds(probability: float) -> float:
    return probability / (1 - probability)


def score_backward(
    session: InferenceSession, tokenizer: Tokenizer, rows: Sequence[Row], temperature: float
) -> dict[int, np.ndarray]:
    """The probabilities of the chat pairs with premise and claim exchanged, by row."""
    chat = [index for index, row in enumerate(rows) if row.source.startswith("dialogue")]
    turned = [
        replace(
            rows[i], premise=rows[i].claim, claim=rows[i].premise, premise_marks=(), claim_marks=()
        )
        for i in chat
    ]
    examples = encode(tokenizer, turned)
    probabilities = softmax(score(session, examples).logits, temperature)
    return dict(zip(chat, probabilities, strict=True))


def alarms(conflict: np.ndarray, rows: Sequence[Row], threshold: float) -> dict[str, float]:
    """Precision and recall of the threshold, and false alarms by kind of pair."""
    wrong = np.array([row.label in CONFLICTING for row in rows])
    calm = np.array([row.source in CALM_SOURCES for row in rows])
    alarm = conflict >= threshold
    return {
        "precision": float(wrong[alarm].mean()) if alarm.any() else 1.0,
        "recall": float(alarm[wrong].mean()),
        "false_positive_rate": float(alarm[~wrong].mean()),
        "false_positive_rate_calm": float(alarm[calm].mean()) if calm.any() else 0.0,
    }


def by_source(
    probabilities: np.ndarray, conflict: np.ndarray, rows: Sequence[Row], threshold: float
) -> dict[str, dict[str, float]]:
    """Accuracy and alarm rate of every source."""
    table = {}
    for source in sorted({row.source for row in rows}):
        which = np.array([row.source == source for row in rows])
        chosen = [row for row in rows if row.source == source]
        table[source] = {
            "rows": len(chosen),
            "accuracy3": accuracy3(probabilities[which], chosen),
            "alarm_rate": float((conflict[which] >= threshold).mean()),
        }
    return table


# --- the token head --------------------------------------------------------------------------


def _touches(span: Span, marks: Sequence[Span] | Spans) -> bool:
    return any(span[0] < end and start < span[1] for start, end in marks)


def _marked_tokens(
    tokenizer: Tokenizer, example: Example, clash: np.ndarray
) -> tuple[list[Span], list[Span]]:
    """Character spans of the tokens the head marks, on the premise and on the claim."""
    encoding = tokenizer.encode(example.row.premise, example.row.claim)
    marked: tuple[list[Span], list[Span]] = ([], [])
    for sequence, span, logit in zip(encoding.sequence_ids, encoding.offsets, clash, strict=True):
        if sequence is not None and logit > 0:
            marked[sequence].append(span)
    return marked


def word_scores(
    tokenizer: Tokenizer, examples: Sequence[Example], clash: Sequence[np.ndarray]
) -> dict[str, float]:
    """Precision, recall and F1 of marked words on conflicts whose clashing words are known."""
    hits = guesses = golds = 0
    for example, logits in zip(examples, clash, strict=True):
        row = example.row
        if row.label not in CONFLICTING:
            continue
        found = _marked_tokens(tokenizer, example, logits)
        sides = ((row.premise, row.premise_marks), (row.claim, row.claim_marks))
        for (text, marks), spans in zip(sides, found, strict=True):
            if not marks:
                continue
            for word in re.finditer(r"\w+", text):
                guess, gold = _touches(word.span(), spans), _touches(word.span(), marks)
                hits, guesses, golds = hits + (guess and gold), guesses + guess, golds + gold
    precision, recall = hits / max(1, guesses), hits / max(1, golds)
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return {"precision": precision, "recall": recall, "f1": f1, "words": golds}


# --- the report ------------------------------------------------------------------------------


def held_out(
    scores: Scores, examples: Sequence[Example], temperature: float, threshold: float
) -> dict[str, float]:
    """Scores of a set that neither trained nor calibrated anything."""
    rows = [example.row for example in examples]
    probabilities = softmax(scores.logits, temperature)
    return {
        "rows": len(rows),
        "accuracy3": accuracy3(probabilities, rows),
        "nll": nll(probabilities, rows),
        "calibration_error": calibration_error(probabilities, rows),
        **alarms(merge(probabilities)[:, 1], rows, threshold),
    }


def calibrate(models: Path, build: Path) -> dict[str, Any]:
    """Fit on the validation rows, report, and write the config."""
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    session = open_session(models / "cross_encoder.onnx")
    examples = encode(tokenizer, read_rows(build / "validation.jsonl"))
    rows = [example.row for example in examples]
    scores = score(session, examples)
    natural = [number for number, row in enumerate(rows) if is_natural(row)]
    temperature = fit_temperature(scores.logits[natural], [rows[number] for number in natural])
    before, after = softmax(scores.logits), softmax(scores.logits, temperature)
    backward = score_backward(session, tokenizer, rows, temperature)
    conflict = conflict_scores(after, backward, rows)
    write_config(models, temperature=temperature, threshold=LEAST, earlier_odds=1.0)
    threshold = fit_threshold(right_scores(models))
    earlier_odds = fit_earlier_odds(calm_scores(models), threshold)
    write_config(models, temperature=temperature, threshold=threshold, earlier_odds=earlier_odds)
    report: dict[str, Any] = {
        "temperature": temperature,
        "threshold": threshold,
        "earlier_odds": earlier_odds,
        "rows": len(rows),
        "accuracy3": accuracy3(after, rows),
        "nll_before": nll(before, rows),
        "nll_after": nll(after, rows),
        "calibration_error_before": calibration_error(before, rows),
        "calibration_error_after": calibration_error(after, rows),
        "at_threshold": alarms(conflict, rows, threshold),
        "other_thresholds": {str(t): alarms(conflict, rows, t) for t in (0.5, 0.6, 0.7, 0.8, 0.9)},
        "perturbations": perturbations(after, scores.errors, rows),
        "words": word_scores(tokenizer, examples, scores.clash),
        "sources": by_source(after, conflict, rows, threshold),
    }
    for name in ("mnli_dev", "snli_dev"):
        held = encode(tokenizer, read_rows(build / f"{name}.jsonl"))
        report[name] = held_out(score(session, held), held, temperature, threshold)
        log.info("%s %s", name, report[name])
    return report


def main() -> None:
    """Calibrate the exported model and keep the report for the model card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--build", type=Path, default=BUILD)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    report = calibrate(options.models, options.build)
    (options.build / "calibration.json").write_text(json.dumps(report, indent=2) + "\n")
    log.info("temperature %.4f threshold %.4f", report["temperature"], report["threshold"])


if __name__ == "__main__":
    main()
