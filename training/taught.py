"""What is to be learnt of pairs, and the rows of a run on it: `python -m training.taught`.

``training/taught/*.npz`` holds a number for each pair and, in 255ths, how likely it is entailed,
contradicted and neither, as `training.tell` has found. No text is kept: `training.mixture` and
`training.unlabelled` make the same pairs again, and of pairs that come out otherwise one day the
rows know nothing.

``--held-by`` fills what nothing was said of with what the weights before the run say themselves, so
that they do not forget it (learning without forgetting: Li and Hoiem 2016).
"""

from __future__ import annotations

import argparse
import logging
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Tokenizer

from belie.adapters.sessions import open_session
from training.encoding import encode
from training.mixture import write
from training.model import minilm_path
from training.onnx_scoring import score
from training.rows import UNKNOWN, digest, read_rows
from training.scoring import merge, softmax
from training.ungrounded_rows import HELD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from training.rows import Row

log = logging.getLogger("training.taught")

FOLDER = Path(__file__).parent / "taught"
TAUGHT = (
    "mnli", "snli", "wanli", "hypotheses:", "creak", "rte", "contrast:", "vitaminc", "questions",
    "written:", "cad", "fever", "proofs",
)  # fmt: skip
"""What the sources begin with whose labelled pairs the teacher is asked about."""
_MADE = ("vitaminc:", "fever:")
_STEPS = 255


@dataclass(frozen=True, slots=True)
class Told:
    """What was said of pairs: their numbers, ascending, and probabilities (pairs, 3) in 255ths."""

    pairs: np.ndarray
    said: np.ndarray

    def of(self, rows: Sequence[Row]) -> np.ndarray:
        """The probabilities (rows, 3), NaN where nothing was said."""
        places = {pair: place for place, pair in enumerate(self.pairs.tolist())}
        asked = [places.get(number_of_pair(row)) for row in rows]
        known = [number for number, place in enumerate(asked) if place is not None]
        said = self.said[[asked[number] for number in known]].astype(np.float32)
        found = np.full((len(rows), 3), np.nan, np.float32)
        found[known] = said / said.sum(1, keepdims=True)
        return found


def number_of_pair(row: Row) -> int:
    """What stands for a pair: it depends on its two texts alone."""
    return digest(f"{row.premise}\t{row.claim}")


def told_of(rows: Sequence[Row], said: np.ndarray) -> Told:
    """What is kept of probabilities (rows, 3); rows with NaN were not asked about."""
    known = ~np.isnan(said).any(1)
    pairs = np.array([number_of_pair(row) for row in rows], np.uint64)[known]
    pairs, first = np.unique(pairs, return_index=True)
    return Told(pairs, np.round(said[known][first] * _STEPS).astype(np.uint8))


def save_told(told: Told, path: Path) -> None:
    """Write one file of `FOLDER`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, pairs=told.pairs, said=told.said)


def read_told(folder: Path = FOLDER) -> Told:
    """All that was said; where a pair was asked about twice, what is said first by file name."""
    pairs, said = [np.zeros(0, np.uint64)], [np.zeros((0, 3), np.uint8)]
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            pairs.append(kept["pairs"])
            said.append(kept["said"])
    numbers, first = np.unique(np.concatenate(pairs), return_index=True)
    return Told(numbers, np.concatenate(said)[first])


def is_asked(row: Row) -> bool:
    """Whether the teacher is asked about a row."""
    known = row.source.startswith(TAUGHT) and not row.source.startswith(_MADE)
    return row.label == UNKNOWN or known


def own_view(graph: Path, rows: Sequence[Row]) -> np.ndarray:
    """What exported weights say (rows, 3), sooner than their checkpoint."""
    tokenizer = Tokenizer.from_file(str(minilm_path() / "tokenizer.json"))
    return merge(softmax(score(open_session(graph), encode(tokenizer, rows)).logits))


def is_held(row: Row, but: Sequence[str]) -> bool:
    """Whether a row is to be held by what the weights before the run say of it.

    Labelled rows are, but for those whose source begins with one of some names: what is new; and
    those are that `training.ungrounded_rows` has added.

    Examples
    --------
    >>> from training.rows import NEUTRAL, Row
    >>> is_held(Row("p", "c", NEUTRAL, "mnli", "g"), ["positions:"])
    True
    >>> is_held(Row("p", "c", NEUTRAL, "positions:chat", "g"), ["positions:"])
    False
    """
    if row.label == UNKNOWN:
        return row.source.startswith(HELD)
    return not row.source.startswith(tuple(but))


def main() -> None:
    """Write the rows and, as an array beside them, what is to be learnt of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, nargs="+", help="labelled and unlabelled rows")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument(
        "--held-by", type=Path, help="exported weights that say what labelled rows keep"
    )
    parser.add_argument(
        "--share", type=float, default=1.0, help="in [0, 1], of the unlabelled rows that are taught"
    )
    parser.add_argument(
        "--passed", type=float, default=0.0, help="in [0, 1], the share that a run before has read"
    )
    parser.add_argument("--but", nargs="*", default=[], help="beginnings of sources that keep none")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    told = read_told()
    rows = [row for path in options.rows for row in read_rows(path)]
    said = told.of(rows)
    known = ~np.isnan(said).any(1)
    rng = random.Random(0)
    first, end = options.passed, options.passed + options.share
    kept = [
        n
        for n, row in enumerate(rows)
        if row.label != UNKNOWN or is_held(row, []) or (known[n] and first <= rng.random() < end)
    ]
    rng.shuffle(kept)
    rows, said = [rows[n] for n in kept], said[kept]
    said[[not is_asked(row) for row in rows]] = np.nan
    if options.held_by:
        open_to = np.isnan(said[:, 0])
        held = [n for n, row in enumerate(rows) if open_to[n] and is_held(row, options.but)]
        said[held] = own_view(options.held_by, [rows[n] for n in held])
    write(options.output, rows)
    np.save(options.output.with_suffix(".npy"), said)
    log.info("%d rows, %d taught", len(rows), (~np.isnan(said[:, 0])).sum())


if __name__ == "__main__":
    main()
