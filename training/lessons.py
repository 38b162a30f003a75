"""Teach the teacher: `python -m training.lessons`."""

from __future__ import annotations

import argparse
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import nn

from training.cross_encoder import BUILD, rate_factor, save_whole
from training.encoding import bucket, collate, encode
from training.losses import relation_loss
from training.rows import read_rows
from training.scoring import merged_labels
from training.teacher import LONGEST, Teacher, teacher_tokenizer, told

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger("training.lessons")
_WARMUP, _FINAL_RATE, _SMOOTHING, _WEIGHT_DECAY = 0.06, 0.02, 0.05, 0.01
_SAVES = 3
_REPORTED = 600  # held-out rows


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that shapes the lessons."""

    folder: Path
    mixture: Path
    held_out: Path
    output: Path
    minutes: float = 42.0
    seed: int = 1
    token_budget: int = 2048
    longest: int = LONGEST
    peak_rate: float = 4e-4


class Lessons:
    """One pass over the rows, or as much of it as the minutes allow.

    Pairs of over ``longest`` tokens are left out: they cost most and have little to teach that
    short ones have not.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        self.tokenizer = teacher_tokenizer(settings.folder)
        self.teacher = Teacher(settings.folder)
        encoded = encode(self.tokenizer, read_rows(settings.mixture))
        self.examples = [one for one in encoded if len(one) <= settings.longest]
        order = np.random.default_rng(settings.seed)
        self.batches = bucket(self.examples, settings.token_budget, order)
        self.learning = [p for p in self.teacher.parameters() if p.requires_grad]
        self.optimizer = torch.optim.AdamW(self.learning, weight_decay=_WEIGHT_DECAY, fused=True)
        self.started = time.monotonic()

    def progress(self, step: int) -> float:
        """The share of the lessons that is done, by steps or by time, whichever is further."""
        spent = (time.monotonic() - self.started) / (60 * self.settings.minutes)
        return max(step / len(self.batches), spent)

    def step(self, chosen: Sequence[int], progress: float) -> float:
        """One update; its loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.peak_rate * rate_factor(progress, _WARMUP, _FINAL_RATE)
        batch = collate([self.examples[one] for one in chosen])
        loss = relation_loss(self.teacher(batch), [row.label for row in batch.rows], _SMOOTHING)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.learning, 1.0)
        self.optimizer.step()
        return loss.item()

    def run(self) -> None:
        """Learn to the end, saving on the way."""
        log.info("%d pairs, %d steps", len(self.examples), len(self.batches))
        losses: list[float] = []
        saved = 0
        for step, chosen in enumerate(self.batches):
            progress = self.progress(step)
            if progress >= 1:
                break
            losses.append(self.step(chosen, progress))
            if len(losses) == 50:
                log.info("step %d, %.0f %%, loss %.4f", step + 1, 100 * progress, np.mean(losses))
                losses = []
            if int(progress * _SAVES) > saved:
                saved = int(progress * _SAVES)
                self.save()
        self.save()
        self.report()

    def save(self) -> None:
        """Write what was learnt."""
        save_whole(self.teacher.learnt(), self.settings.output)

    def report(self) -> None:
        """Log how often the teacher is right on held-out rows, and its log-likelihood."""
        rows = read_rows(self.settings.held_out)
        chosen = np.random.default_rng(0).permutation(len(rows))[:_REPORTED]
        examples = encode(self.tokenizer, [rows[one] for one in sorted(chosen)])
        said = told(self.teacher, examples, longest=10**9)
        labels = merged_labels([one.row for one in examples])
        right = (said.argmax(-1) == labels).mean()
        likely = np.log(said[np.arange(len(labels)), labels].clip(1e-9)).mean()
        log.info("%s: accuracy3 %.4f nll %.4f", self.settings.held_out.stem, right, -likely)


def main() -> None:
    """Teach with two threads."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where MPNet's files lie")
    parser.add_argument("--mixture", type=Path, required=True)
    parser.add_argument("--held-out", type=Path, default=BUILD / "mnli_dev.jsonl")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=Settings.minutes)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(2)
    Lessons(Settings(**vars(parser.parse_args()))).run()


if __name__ == "__main__":
    main()
