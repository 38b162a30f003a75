"""Claims whose ungrounded words were marked, for a run: `python -m training.ungrounded_rows`.

A passage may lack what a claim says without contradicting it. Which words it lacks was marked by
hand: ``training/ungrounded/*.tsv`` holds lines of a premise's number (`training.hypotheses`) and of
a claim about it, separated by a tab; between double square brackets stand the words that the
premise does not back, whether it contradicts them or not. Beside these there are the marks of
contradictions, and claims that are entailed, which have no such words.

The command gives the rows of a short run their marks and adds those of the mixture's marked claims
that it has not drawn, contradicted ones too. The latter are unlabelled: it is the words that are
learnt from them, and `training.taught` says of the pair what the weights said before the run.
"""

from __future__ import annotations

import argparse
import logging
import random
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from training.contrast import contrast_rows
from training.hypotheses import hypothesis_rows, number_of, unmarked
from training.marks import marks_of
from training.mixture import BUILD, write
from training.rows import CONFLICTING, ENTAILMENT, UNKNOWN, Row, digest, from_json, read_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from training.rows import Spans

log = logging.getLogger("training.ungrounded_rows")

FOLDER = Path(__file__).parent / "ungrounded"
SOURCES = ("hypotheses:", "contrast:documents", "contrast:genres", "contrast:statements")
"""What the sources begin with whose claims are read: those about texts, of any length."""
HELD = "held:"
"""What the sources of the rows that are added begin with."""

Marks = dict[str, list[tuple[str, "Spans"]]]
"""By claim the premises that it was marked beside, with the marks."""


def read_ungrounded(premises: Mapping[str, str], folder: Path = FOLDER) -> Marks:
    """The marks of all files; ``premises`` are texts by their numbers.

    Raises
    ------
    ValueError
        If a line has not two columns, no mark, or a number that no premise has.
    """
    found: Marks = defaultdict(list)
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            number, _, marked = line.partition("\t")
            claim, spans = unmarked(marked)
            if number not in premises or not spans:
                raise ValueError(f"expected a premise's number and a marked claim, got {line!r}")
            found[claim].append((premises[number], spans))
    return found


def all_marks(data: Path) -> Marks:
    """The marks of all claims about premises of the data folder and of `training.contrast`."""
    originals = (*hypothesis_rows(data), *contrast_rows())
    return read_ungrounded({number_of(row.premise): row.premise for row in originals})


def marked_rows(rows: Iterable[Row], marks: Marks) -> Iterator[Row]:
    """Those rows whose ungrounded words are known, each once, with these words.

    A premise may stand amid other text.
    """
    for row in dict.fromkeys(rows):
        known = _known(row, marks)
        if known is not None:
            yield replace(row, ungrounded=known)


def _known(row: Row, marks: Marks) -> Spans | None:
    if row.label == ENTAILMENT:
        return ()
    by_hand = _by_hand(row, marks)
    if by_hand is None and row.label in CONFLICTING:
        clash = marks_of(row.premise, row.claim)
        return clash[1] if clash else row.claim_marks or None
    return by_hand


def _by_hand(row: Row, marks: Marks) -> Spans | None:
    found = (spans for premise, spans in marks.get(row.claim, ()) if premise in row.premise)
    return next(found, None)


def of_mixture(path: Path) -> Iterator[Row]:
    """The rows of a mixture whose claims are read."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if any(f'"source": "{source}' in line for source in SOURCES):
                yield from_json(line)


def is_held_out(row: Row) -> bool:
    """Whether a row only tells how good the head is: its whole group does."""
    return digest(row.group) % 20 == 0


def with_marks(drawn: Sequence[Row], mixture: Iterable[Row], marks: Marks) -> list[Row]:
    """The rows of a run with the words that are known, and after them those that are added."""
    told = {
        row: known.ungrounded
        for row in drawn
        if row.source.startswith(SOURCES) and not is_held_out(row)
        for known in marked_rows([row], marks)
    }
    seen = {(row.premise, row.claim) for row in drawn}
    added: dict[tuple[str, str], Row] = {}
    for row in mixture:
        words = () if is_held_out(row) else _known(row, marks)
        if words and (row.premise, row.claim) not in seen:
            source = f"{HELD}{row.source}"
            held = replace(row, label=UNKNOWN, source=source, ungrounded=words)
            added.setdefault((row.group, row.claim), held)
    return [*(replace(row, ungrounded=told.get(row)) for row in drawn), *added.values()]


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=Path, help="what `training.short_run` has drawn")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--mixture", type=Path, default=BUILD / "train.jsonl")
    parser.add_argument("--share", type=float, default=1.0, help="of what is added, in [0, 1]")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    drawn = read_rows(options.rows)
    rows = with_marks(drawn, of_mixture(options.mixture), all_marks(options.data))
    rng, added = random.Random(0), rows[len(drawn) :]
    kept = [row for row in added if rng.random() < options.share]
    rows = [*rows[: len(drawn)], *kept]
    write(options.output, rows)
    marked = sum(bool(row.ungrounded) for row in rows)
    log.info("%d rows, %d added, %d marked", len(rows), len(kept), marked)


if __name__ == "__main__":
    main()
