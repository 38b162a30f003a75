"""Pairs written by hand for belie, in the two registers that published sets lack.

``training/written/*.txt`` holds blocks separated by empty lines. The first line of a block is the
premise; each further line is a letter, a colon and a claim: ``E`` entailed, ``C`` contradicted as
a whole, ``P`` contradicted in a detail, ``N`` neither. Files whose name begins with ``chat`` hold
what one speaker said in one conversation: there, what contradicts does so both ways.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, PARTIAL, Row, differing_words

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "written"
LICENCE = "written for belie"
_LABELS = {"E": ENTAILMENT, "C": CONTRADICTION, "P": PARTIAL, "N": NEUTRAL}
_BOTH_WAYS = (CONTRADICTION, PARTIAL, NEUTRAL)


def written_rows(folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files; chat pairs that are not entailed also the other way round."""
    for path in sorted(folder.glob("*.txt")):
        for number, block in enumerate(path.read_text(encoding="utf-8").strip().split("\n\n")):
            for row in _block(block, f"{path.stem}:{number}", source=f"written:{path.stem}"):
                yield row
                if path.stem.startswith("chat") and row.label in _BOTH_WAYS:
                    yield _turned(row)


def _block(block: str, group: str, *, source: str) -> Iterator[Row]:
    premise, *claims = block.split("\n")
    for line in claims:
        letter, colon, claim = line.partition(": ")
        if not colon or letter not in _LABELS:
            raise ValueError(f"expected 'E: ', 'C: ', 'P: ' or 'N: ' and a claim, got {line!r}")
        label = _LABELS[letter]
        marks = differing_words(premise, claim) if label in (CONTRADICTION, PARTIAL) else ((), ())
        yield Row(premise, claim, label, source, f"written:{group}", *marks)


def _turned(row: Row) -> Row:
    return Row(
        row.claim, row.premise, row.label, row.source, row.group, row.claim_marks, row.premise_marks
    )
