"""Train the four-way cross-encoder: `python -m training.cross_encoder`.

The same command resumes from the last checkpoint of its output folder.
"""

from __future__ import annotations

import argparse
import logging
import time
import timeit
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from training.dropout import pool_dropout
from training.encoding import Batch, Example, bucket, collate, encode, logits_of
from training.losses import error_loss, relation_loss, taught_loss, token_loss, ungrounded_loss
from training.model import CrossEncoder, load_cross_encoder, minilm_path, new_cross_encoder
from training.rounding import round_activations
from training.rows import read_rows
from training.scoring import accuracy3, nll, softmax

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger("training.cross_encoder")
BUILD = Path(__file__).parent / "build"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that shapes a run."""

    mixture: Path = BUILD / "train.jsonl"
    validation: Path = BUILD / "validation.jsonl"
    mnli_dev: Path = BUILD / "mnli_dev.jsonl"
    output: Path = BUILD / "cross_encoder"
    seed: int = 7
    token_budget: int = 4096
    peak_rate: float = 1.2e-4
    head_rate_factor: float = 5.0
    warmup: float = 0.06
    smoothing: float = 0.05
    token_loss_weight: float = 0.3
    error_loss_weight: float = 0.2
    weight_decay: float = 0.01
    clip: float = 1.0
    final_rate: float = 0.1
    averaging: float = 0.999
    evaluate_rows: int = 2_000
    evaluations: int = 5
    checkpoint_seconds: float = 240.0
    max_steps: int | None = None
    start: Path | None = None
    minutes: float | None = None
    rounded: bool = False
    claim_only: Path | None = None
    taught: Path | None = None
    teacher_share: float = 0.5
    passes: int = 1
    dropout: float = 0.0


def autocast(device: torch.device) -> torch.autocast | nullcontext[None]:
    """bf16 where it is faster, else plain fp32."""
    if device.type == "cuda" or bf16_is_faster():
        return torch.autocast(device.type, dtype=torch.bfloat16)
    return nullcontext()


@cache
def bf16_is_faster() -> bool:
    """Whether this processor multiplies matrices faster in bf16 than in fp32.

    Some have the instruction and take twice as long by it.
    """
    return _seconds_of_a_product(torch.bfloat16) < _seconds_of_a_product(torch.float32)


def _seconds_of_a_product(kind: torch.dtype) -> float:
    """The least time of several, so that what else runs does not decide."""
    matrix = torch.ones(1024, 1024, dtype=kind)
    return min(timeit.repeat(lambda: matrix @ matrix, number=1, repeat=10))


def run_model(
    model: CrossEncoder, batch: Batch, device: torch.device
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Logits of a batch, by all heads."""
    inputs = (batch.input_ids, batch.attention_mask, batch.token_type_ids)
    with autocast(device):
        return model.all_heads(*(t.to(device) for t in inputs))


def probabilities_of(
    model: CrossEncoder, examples: Sequence[Example], device: torch.device
) -> np.ndarray:
    """What the model says of each example (examples, 4), in their order."""
    model.eval()
    return softmax(logits_of(examples, lambda batch: run_model(model, batch, device)[0]))


def evaluate(
    model: CrossEncoder, examples: Sequence[Example], device: torch.device
) -> tuple[float, float]:
    """Three-way accuracy and negative log-likelihood."""
    probabilities = probabilities_of(model, examples, device)
    rows = [example.row for example in examples]
    return accuracy3(probabilities, rows), nll(probabilities, rows)


def save_whole(state: dict[str, object], path: Path) -> None:
    """Write a file of weights whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(path)


def optimiser(model: CrossEncoder, settings: Settings) -> torch.optim.Optimizer:
    """AdamW with a higher rate for the fresh heads and no decay on biases and norms."""
    groups: dict[tuple[bool, bool], list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            key = (name.startswith("encoder."), parameter.ndim > 1)
            groups.setdefault(key, []).append(parameter)
    return torch.optim.AdamW(
        [
            {
                "params": parameters,
                "lr": settings.peak_rate * (1.0 if encoder else settings.head_rate_factor),
                "weight_decay": settings.weight_decay if decayed else 0.0,
            }
            for (encoder, decayed), parameters in groups.items()
        ],
        fused=True,
    )


def rate_factor(progress: float, warmup: float, final: float) -> float:
    """Linear rise to 1, then linear fall to ``final``, by the share of the run that is done."""
    fallen = final + (1 - final) * (1 - progress) / (1 - warmup)
    return max(0.0, min((progress + 1e-3) / warmup, fallen))


class Trainer:
    """Passes over the mixture, most often one, with checkpoints.

    What is evaluated and used afterwards is a moving average of the weights (Polyak and Juditsky
    1992; exponential as in Tarvainen and Valpola 2017), which scores well above any single step.

    Given `minutes`, the run ends then, wherever it stands in the shuffled mixture, and its
    learning rate falls to zero by then: on a machine shared with others no step count fits.
    """

    def __init__(self, settings: Settings, tokenizer: Tokenizer) -> None:
        self.settings = settings
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(settings.seed)
        start = (
            load_cross_encoder(settings.start, dropout=settings.dropout)
            if settings.start
            else new_cross_encoder(dropout=settings.dropout)
        )
        self.model = start.to(self.device).train()
        pool_dropout(self.model.encoder)
        if settings.rounded:
            round_activations(self.model.encoder)
        self.average = AveragedModel(
            self.model, multi_avg_fn=get_ema_multi_avg_fn(settings.averaging)
        )
        self.examples = encode(tokenizer, read_rows(settings.mixture))
        order = np.random.default_rng(settings.seed)
        self.batches = [
            batch
            for _ in range(settings.passes)
            for batch in bucket(self.examples, settings.token_budget, order)
        ]
        self.given = self._beside(settings.claim_only)
        self.taught = self._beside(settings.taught)
        self.validation = self._sample(tokenizer, settings.validation)
        self.mnli = self._sample(tokenizer, settings.mnli_dev)
        self.steps = min(len(self.batches), settings.max_steps or len(self.batches))
        self.optimizer = optimiser(self.model, settings)
        self.peaks = [group["lr"] for group in self.optimizer.param_groups]
        self.step = 0
        self.spent = 0.0  # seconds, in earlier processes of this run
        self.started = time.monotonic()
        self.checkpoint = settings.output / "checkpoint.pt"
        self._resume()

    def _beside(self, path: Path | None) -> Tensor | None:
        """What a file says of each example, in their order."""
        if path is None:
            return None
        beside = torch.from_numpy(np.load(path))
        if len(beside) != len(self.examples):
            raise ValueError(
                f"{path} is of {len(beside)} rows, the mixture has {len(self.examples)}"
            )
        return beside

    def _sample(self, tokenizer: Tokenizer, path: Path) -> list[Example]:
        rows = read_rows(path)
        chosen = np.random.default_rng(0).permutation(len(rows))[: self.settings.evaluate_rows]
        return encode(tokenizer, [rows[i] for i in sorted(chosen)])

    def _resume(self) -> None:
        if not self.checkpoint.is_file():
            return
        state = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        if state["steps"] != self.steps:
            raise ValueError(f"{self.checkpoint} is of another mixture: remove it to start afresh")
        self.model.load_state_dict(state["last"])
        self.average.module.load_state_dict(state["model"])
        self.average.n_averaged.fill_(state["step"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]
        self.spent = state["seconds"]
        log.info("resumed at step %d of %d", self.step, self.steps)

    def seconds(self) -> float:
        """Time spent on this run, earlier processes included."""
        return self.spent + time.monotonic() - self.started

    def progress(self) -> float:
        """The share of the run that is done, by steps or by time, whichever is further."""
        by_steps = self.step / self.steps
        minutes = self.settings.minutes
        return min(1.0, max(by_steps, self.seconds() / (60 * minutes)) if minutes else by_steps)

    def _set_rates(self, progress: float) -> None:
        factor = rate_factor(progress, self.settings.warmup, self.settings.final_rate)
        for group, peak in zip(self.optimizer.param_groups, self.peaks, strict=True):
            group["lr"] = peak * factor

    def save(self) -> None:
        """Write the checkpoint."""
        state = {
            "model": self.average.module.state_dict(),
            "last": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "seconds": self.seconds(),
            "steps": self.steps,
        }
        save_whole(state, self.checkpoint)

    def train_step(self) -> tuple[float, float, int]:
        """One update; the relation loss, the token loss and the tokens seen."""
        self._set_rates(self.progress())
        chosen = self.batches[self.step]
        batch = collate([self.examples[i] for i in chosen])
        relation, clash, error, ungrounded = run_model(self.model, batch, self.device)
        said = relation
        if self.given is not None:
            relation = relation + self.given[chosen].to(self.device)
        first = relation_loss(relation, [r.label for r in batch.rows], self.settings.smoothing)
        if self.taught is not None:
            heard = taught_loss(said, self.taught[chosen].to(self.device))
            first = torch.lerp(first, heard, self.settings.teacher_share)
        second = token_loss(
            clash, batch.token_targets.to(self.device), batch.token_weights.to(self.device)
        )
        third = error_loss(error, [r.error for r in batch.rows])
        fourth = ungrounded_loss(ungrounded, batch.ungrounded.to(self.device))
        self.optimizer.zero_grad(set_to_none=True)
        loss = (
            first
            + self.settings.token_loss_weight * second
            + self.settings.error_loss_weight * third
            + fourth
        )
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self.average.update_parameters(self.model)
        self.step += 1
        return first.item(), second.item(), int(batch.attention_mask.sum())

    def report(self) -> None:
        """Log the scores on the validation rows and on MNLI dev."""
        for name, examples in (("validation", self.validation), ("mnli_dev", self.mnli)):
            accuracy, loss = evaluate(self.average.module, examples, self.device)
            log.info(
                "step %d %s accuracy3 %.4f nll %.4f (%d rows)",
                self.step,
                name,
                accuracy,
                loss,
                len(examples),
            )

    def run(self) -> None:
        """Train to the end, logging, saving and evaluating on the way."""
        log.info("%d pairs, %d steps, from step %d", len(self.examples), self.steps, self.step)
        evaluated = int(self.progress() * self.settings.evaluations)
        saved = started = time.monotonic()
        paused = 0.0  # spent on evaluation, not on training
        window: list[tuple[float, float, int]] = []
        while self.progress() < 1:
            window.append(self.train_step())
            if len(window) == 50:
                self._log_window(window, time.monotonic() - started - paused)
                window, started, paused = [], time.monotonic(), 0.0
            if time.monotonic() - saved > self.settings.checkpoint_seconds:
                self.save()
                saved = time.monotonic()
            due = int(self.progress() * self.settings.evaluations)
            if evaluated < due < self.settings.evaluations:
                evaluated, before = due, time.monotonic()
                self.report()
                paused += time.monotonic() - before
        self.save()
        self.report()

    def _log_window(self, window: list[tuple[float, float, int]], seconds: float) -> None:
        relation, clash, tokens = (sum(column) for column in zip(*window, strict=True))
        log.info(
            "step %d/%d relation %.4f token %.4f tokens/s %.0f",
            self.step,
            self.steps,
            relation / len(window),
            clash / len(window),
            tokens / seconds,
        )


def parse(arguments: Sequence[str] | None = None) -> Settings:
    """Settings from the command line."""
    defaults = Settings()
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("mixture", "validation", "mnli_dev", "output"):
        parser.add_argument(f"--{name}", type=Path, default=getattr(defaults, name))
    parser.add_argument("--seed", type=int, default=defaults.seed)
    parser.add_argument("--peak-rate", type=float, default=defaults.peak_rate)
    parser.add_argument("--averaging", type=float, default=defaults.averaging)
    parser.add_argument("--start", type=Path, default=None, help="checkpoint of an earlier run")
    parser.add_argument("--max-steps", type=int, default=None)
    parser.add_argument("--passes", type=int, default=1, help="over the mixture, each in new order")
    parser.add_argument("--minutes", type=float, default=None, help="end the run by then")
    parser.add_argument(
        "--claim-only", type=Path, default=None, help="what claims give away: see claim_only"
    )
    parser.add_argument("--taught", type=Path, default=None, help="what a teacher says of the rows")
    parser.add_argument("--teacher-share", type=float, default=0.5, help="of the loss, in [0, 1]")
    parser.add_argument(
        "--dropout", type=float, default=0.0, help="share of hidden units left out, in [0, 1)"
    )
    parser.add_argument("--rounded", action="store_true", help="round activations as int8 does")
    return Settings(**vars(parser.parse_args(arguments)))


def main() -> None:
    """Train with two threads and log to the output folder as well as to the terminal."""
    settings = parse()
    settings.output.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(message)s",
        handlers=[logging.StreamHandler(), logging.FileHandler(settings.output / "train.log")],
    )
    torch.set_num_threads(2)
    Trainer(settings, Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))).run()


if __name__ == "__main__":
    main()
