"""Hypotheses written by hand for premises of MultiNLI that have one of three labels only.

Of the 393,000 pairs of MultiNLI (Williams et al. 2018) 19,000 may train here, nearly each with a
premise of its own, and they are soon known by heart. The same premises beside hypotheses with the
other two labels cannot be. ``training/hypotheses/*.tsv`` holds lines of a premise's number, a
letter and a hypothesis, separated by tabs: ``E`` entailed, ``C`` contradicted, ``N`` neither. The
premises are those of the published set: none is repeated there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from training.rows import (
    CONFLICT,
    ENTAILMENT,
    NEUTRAL,
    PUBLISHED_SETS,
    Row,
    digest,
    normalise,
    read_published,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "hypotheses"
_LABELS = {"E": ENTAILMENT, "C": CONFLICT, "N": NEUTRAL}
_MNLI = next(source for source in PUBLISHED_SETS if source.name == "mnli")


def hypothesis_rows(data: Path, folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files, each in the group of its premise."""
    premises = {number_of(row.premise): row for row in read_published(data, _MNLI)}
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            number, letter, claim = line.split("\t")
            if letter not in _LABELS:
                raise ValueError(f"expected E, C or N and a hypothesis, got {line!r}")
            if number not in premises:
                raise ValueError(f"{path.name} is of another set: it has no premise {number}")
            row = premises[number]
            source = f"hypotheses:{path.stem}"
            yield Row(row.premise, claim, _LABELS[letter], source, row.group)


def number_of(premise: str) -> str:
    """What stands for a premise: 16 hexadecimal digits.

    Examples
    --------
    >>> number_of("It rained.") == number_of("it  rained")
    True
    """
    return f"{digest(normalise(premise)):016x}"
