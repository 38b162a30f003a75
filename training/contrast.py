"""Claims written by hand beside two premises, with another label beside each.

A claim alone then tells nothing of its label (contrast sets: Gardner et al. 2020; VitaminC:
Schuster et al. 2021). ``training/contrast/*.txt`` holds blocks separated by empty lines: a line
``A: `` and a line ``B: ``, premises about the same thing, then lines of two letters, a colon and a
claim. The first letter is the label beside A, the second that beside B; they are those of
`training.written`.

In files of ``siblings`` A and B are about different things, so that one of the letters is ``N``
throughout ("The war began in 1914.", "The war ended in 1918."). There each claim stands beside both
in one text too.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from training.blocks import read_folder
from training.written import pair

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from training.rows import Row

FOLDER = Path(__file__).parent / "contrast"


def contrast_rows(folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files; chat pairs that are not entailed also the other way round."""
    for file, block, lines in read_folder(folder):
        yield from _rows(lines, f"contrast:{block}", source=f"contrast:{file}")


def _rows(lines: Sequence[str], group: str, *, source: str) -> Iterator[Row]:
    first, second, *claims = lines
    if first[:3] != "A: " or second[:3] != "B: ":
        raise ValueError(f"expected a line 'A: …' and a line 'B: …', got {first!r}, {second!r}")
    for line in claims:
        letters, colon, claim = line.partition(": ")
        if not colon or len(letters) != 2 or letters[0] == letters[1]:
            raise ValueError(f"expected two letters that differ and a claim, got {line!r}")
        premises = [(first[3:], letters[0]), (second[3:], letters[1])]
        if "siblings" in source:
            premises.append((f"{first[3:]} {second[3:]}", _other_than_neutral(letters)))
        for premise, letter in premises:
            yield from pair(premise, letter, claim, group=group, source=source)


def _other_than_neutral(letters: str) -> str:
    told = letters.replace("N", "")
    if len(told) != 1:
        raise ValueError(
            f"expected one N of two letters, since A and B are siblings, got {letters!r}"
        )
    return told
