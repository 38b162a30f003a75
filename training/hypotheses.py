"""Hypotheses written by hand for premises that others wrote.

Of the 393,000 pairs of MultiNLI (Williams et al. 2018) 19,000 may train here, nearly each with a
premise of its own, and they are soon known by heart. The same premises beside hypotheses with the
other two labels cannot be. Running text (``text/passages``) has no claims at all but those that
`training.synthesis` edits from it.

``training/hypotheses/*.tsv`` holds lines of a premise's number, a letter and a hypothesis,
separated by tabs: ``E`` entailed, ``C`` contradicted, ``N`` neither. The name of a file begins
with that of the set that its premises are of (``mnli``, ``vitaminc``), or with ``passages``: none
is repeated there. Words between double square brackets are those that clash with the premise.
"""

from __future__ import annotations

import re
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
    read_jsonl,
    read_published,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from training.rows import Spans

FOLDER = Path(__file__).parent / "hypotheses"
_LABELS = {"E": ENTAILMENT, "C": CONFLICT, "N": NEUTRAL}
_PASSAGES = "passages"
_MARKED = re.compile(r"\[\[(.+?)\]\]")


def hypothesis_rows(data: Path, folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files, each in the group of its premise."""
    premises: dict[str, dict[str, tuple[str, str]]] = {}
    for path in sorted(folder.glob("*.tsv")):
        kind = path.stem.partition("_")[0]
        if kind not in premises:
            premises[kind] = _of_passages(data) if kind == _PASSAGES else _of_set(kind, data)
        yield from _rows(path, premises[kind])


def _of_set(name: str, data: Path) -> dict[str, tuple[str, str]]:
    [source] = (source for source in PUBLISHED_SETS if source.name == name)
    rows = read_published(data, source)
    return {number_of(row.premise): (row.premise, row.group) for row in rows}


def _of_passages(data: Path) -> dict[str, tuple[str, str]]:
    texts = read_jsonl(data / "text" / "passages.jsonl.gz")
    return {
        number_of(raw["text"]): (" ".join(raw["text"].split()), f"passage:{raw['group']}")
        for raw in texts
    }


def _rows(path: Path, premises: Mapping[str, tuple[str, str]]) -> Iterator[Row]:
    for line in path.read_text(encoding="utf-8").splitlines():
        number, letter, marked = line.split("\t")
        if letter not in _LABELS:
            raise ValueError(f"expected E, C or N and a hypothesis, got {line!r}")
        if number not in premises:
            raise ValueError(f"{path.name} is of another set: it has no premise {number}")
        premise, group = premises[number]
        claim, marks = unmarked(marked)
        source = f"hypotheses:{path.stem}"
        yield Row(premise, claim, _LABELS[letter], source, group, claim_marks=marks)


def unmarked(claim: str) -> tuple[str, Spans]:
    """A claim without its brackets, and where what stood between them is.

    Examples
    --------
    >>> unmarked("It fell in [[May]], not in [[June]].")
    ('It fell in May, not in June.', ((11, 14), (23, 27)))
    """
    spans = [
        (found.start() - 4 * before, found.end() - 4 * (before + 1))
        for before, found in enumerate(_MARKED.finditer(claim))
    ]
    return _MARKED.sub(r"\1", claim), tuple(spans)


def number_of(premise: str) -> str:
    """What stands for a premise: 16 hexadecimal digits.

    Examples
    --------
    >>> number_of("It rained.") == number_of("it  rained")
    True
    """
    return f"{digest(normalise(premise)):016x}"
