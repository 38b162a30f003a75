"""Pairs written by hand for belie, in the two registers that published sets lack.

``training/written/*.txt`` holds blocks separated by empty lines. The first line of a block is the
premise; each further line is a letter, a colon and a claim: ``E`` entailed, ``C`` contradicted as
a whole, ``P`` contradicted in a detail, ``N`` neither. Files whose name begins with ``chat`` hold
what one speaker said in one conversation: there, what contradicts does so both ways.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from training.blocks import read_folder
from training.marks import marks_of
from training.rows import CONTRADICTION, ENTAILMENT, NEUTRAL, PARTIAL, Row, differing_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from training.rows import Spans

FOLDER = Path(__file__).parent / "written"
LICENCE = "written for belie"
_LABELS = {"E": ENTAILMENT, "C": CONTRADICTION, "P": PARTIAL, "N": NEUTRAL}
_BOTH_WAYS = (CONTRADICTION, PARTIAL, NEUTRAL)


def written_rows(folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files; chat pairs that are not entailed also the other way round."""
    for file, block, lines in read_folder(folder):
        yield from _rows(lines, f"written:{block}", source=f"written:{file}")


def _rows(lines: Sequence[str], group: str, *, source: str) -> Iterator[Row]:
    premise, *claims = lines
    for line in claims:
        letter, colon, claim = line.partition(": ")
        if not colon:
            raise ValueError(f"expected 'E: ', 'C: ', 'P: ' or 'N: ' and a claim, got {line!r}")
        yield from pair(premise, letter, claim, group=group, source=source)


def pair(premise: str, letter: str, claim: str, *, group: str, source: str) -> Iterator[Row]:
    """The row of a pair; of two turns of a chat that are not entailed, also the other way round."""
    if letter not in _LABELS:
        wanted = "expected 'E: ', 'C: ', 'P: ' or 'N: ' and a claim"
        raise ValueError(f"{wanted}, got {f'{letter}: {claim}'!r}")
    label = _LABELS[letter]
    row = Row(premise, claim, label, source, group, *_marks(premise, claim, label))
    yield row
    if source.partition(":")[2].startswith("chat") and label in _BOTH_WAYS:
        yield _turned(row)


def _marks(premise: str, claim: str, label: str) -> tuple[Spans, Spans]:
    """The clashing words: as marked by hand, else where the two differ in little."""
    if label not in (CONTRADICTION, PARTIAL):
        return (), ()
    return marks_of(premise, claim) or differing_words(premise, claim)


def _turned(row: Row) -> Row:
    return Row(
        row.claim, row.premise, row.label, row.source, row.group, row.claim_marks, row.premise_marks
    )
