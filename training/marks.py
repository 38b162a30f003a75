"""The clashing words of contradictions, marked by hand: ``training/marks/*.tsv``.

A line has a premise, a claim that contradicts it, and the words of the premise and of the claim
that clash, separated by tabs; several stretches of one side by `` ||| ``. Pairs that an edit made
are known to the letter; what people write clashes in other places than one word.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from training.rows import Spans

FOLDER = Path(__file__).parent / "marks"


@cache
def read_marks(folder: Path = FOLDER) -> Mapping[tuple[str, str], tuple[Spans, Spans]]:
    """The marks of both sides by premise and claim.

    Raises
    ------
    ValueError
        If a line has not four columns, or words that do not stand in their text.
    """
    found: dict[tuple[str, str], tuple[Spans, Spans]] = {}
    for path in sorted(folder.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            columns = line.split("\t")
            if len(columns) != 4:
                raise ValueError(f"expected four columns in {path}, got {line!r}")
            premise, claim, premise_words, claim_words = columns
            marks = places(premise_words, premise), places(claim_words, claim)
            found[premise, claim] = marks
    return found


def marks_of(premise: str, claim: str) -> tuple[Spans, Spans] | None:
    """The marks of the premise and of the claim, whichever way round they were marked."""
    marks = read_marks()
    turned = marks.get((claim, premise))
    return marks.get((premise, claim)) or (turned and turned[::-1])


def places(stretches: str, text: str) -> Spans:
    """Where each of the stretches, separated by `` ||| ``, stands first.

    Raises
    ------
    ValueError
        If one does not stand in the text.
    """
    found = [(text.find(words), len(words)) for words in stretches.split(" ||| ")]
    if any(start < 0 for start, _ in found):
        raise ValueError(f"expected words of {text!r}, got {stretches!r}")
    return tuple(sorted((start, start + length) for start, length in found))
