"""Asks the teacher about pairs: `python -m training.tell ROWS.jsonl … --output FILE.npz`.

Pairs of which `training/taught` knows already are not asked about again, nor those
that are longer than what the teacher was taught with.

The teacher knows more of what sentences mean, and the weights that ship more of values and small
edits, of which they have read far more: on nearly every kind of held-out pair the mean of both is
better than either. That mean is what is kept of pairs that nobody has labelled. Labelled ones
have a label already, which the weights that ship know by heart: there the teacher speaks alone, and
only of the kinds that it is good at.
"""

from __future__ import annotations

import argparse
import logging
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch

from training.encoding import encode
from training.rows import UNKNOWN, read_rows
from training.taught import is_asked, own_view, read_told, save_told, told_of
from training.teacher import LONGEST, load_teacher, teacher_tokenizer, told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokenizers import Tokenizer

    from training.rows import Row
    from training.teacher import Teacher

log = logging.getLogger("training.tell")

_INFERENCE = ("mnli", "snli", "wanli")
_CHUNK = 4_096


def open_pairs(rows: Sequence[Row]) -> list[Row]:
    """The rows that the teacher is to be asked about, in random order."""
    known = ~np.isnan(read_told().of(rows)).any(1)
    asked = [row for row, yes in zip(rows, known, strict=True) if not yes and is_asked(row)]
    random.Random(0).shuffle(asked)
    return asked


def ask(teacher: Teacher, tokenizer: Tokenizer, rows: Sequence[Row], minutes: float) -> np.ndarray:
    """What the teacher says (rows, 3), NaN where pairs are too long or the minutes were over."""
    said = np.full((len(rows), 3), np.nan, np.float32)
    started = time.monotonic()
    for start in range(0, len(rows), _CHUNK):
        if time.monotonic() - started > 60 * minutes:
            break
        chunk = rows[start : start + _CHUNK]
        places = {id(row): start + place for place, row in enumerate(chunk)}
        part = encode(tokenizer, chunk)  # without pairs of overlong claims
        said[[places[id(one.row)] for one in part]] = told(teacher, part, LONGEST)
        log.info("%d of %d rows", start + len(chunk), len(rows))
    return said


def teacher_share(row: Row) -> float:
    """The teacher's share in the mean: more where it is far better, which is everyday inference.

    Examples
    --------
    >>> from training.rows import NEUTRAL, Row
    >>> teacher_share(Row("It rained.", "It was wet.", UNKNOWN, "sibling:mnli", "g"))
    0.75
    >>> teacher_share(Row("It rained.", "It was wet.", NEUTRAL, "mnli", "g"))
    1.0
    """
    if row.label != UNKNOWN:
        return 1.0
    return 0.75 if any(name in row.source for name in _INFERENCE) else 0.5


def blended(rows: Sequence[Row], teacher: np.ndarray, own: np.ndarray) -> np.ndarray:
    """The means (rows, 3) of what the teacher and the weights that ship say."""
    share = np.array([teacher_share(row) for row in rows])[:, None]
    return share * teacher + (1 - share) * own


def main() -> None:
    """Write what is said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--folder", type=Path, required=True, help="where MPNet's files lie")
    parser.add_argument("--teacher", type=Path, required=True, help="what it has learnt")
    parser.add_argument("--start", type=Path, required=True, help="the exported weights that ship")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(2)
    rows = open_pairs([row for path in options.rows for row in read_rows(path)])
    teacher = load_teacher(options.folder, options.teacher)
    said = ask(teacher, teacher_tokenizer(options.folder), rows, options.minutes)
    heard = np.flatnonzero(~np.isnan(said).any(1)).tolist()
    rows, said = [rows[n] for n in heard], said[heard]
    save_told(told_of(rows, blended(rows, said, own_view(options.start, rows))), options.output)


if __name__ == "__main__":
    main()
