"""Claims of chatbots' replies beside documents as retrievers bring them.

Most documents in the other files are a few sentences about one thing, and their claims were written
for them. What is retrieved for an assistant is help pages, tables, leaflets and minutes, and what
is taken out of its reply is lead-ins, steps, sums, tips and clauses that were cut badly: very
little of it contradicts anything.

``training/sheets/*.jsonl`` holds an object a line: the ``document``, the ``session`` that it was
retrieved in, and claims, as belie's extractor took them from replies, or written beside these or
for the document: ``right`` ones follow from it, ``wrong`` ones contradict it, it leaves ``open``
ones open, and ``compatible`` ones do not contradict it, whatever else. Each claim stands beside
what would be read of the document, and beside the whole passage.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from belie import Settings
from belie.datatypes import Document
from belie.monitor.excerpts import OF_CLAIM, excerpt
from belie.monitor.passages import passages
from belie.monitor.stems import stems
from training.rows import COMPATIBLE, CONFLICT, ENTAILMENT, NEUTRAL, Row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOLDER = Path(__file__).parent / "sheets"
_LABELS = {"right": ENTAILMENT, "wrong": CONFLICT, "open": NEUTRAL, "compatible": COMPATIBLE}


def sheet_rows(folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files; the same ones each time."""
    for path in sorted(folder.glob("*.jsonl")):
        source = f"sheets:{path.stem}"
        for line in path.read_text(encoding="utf-8").splitlines():
            sheet = json.loads(line)
            windows = _windows(sheet["document"])
            for field, label in _LABELS.items():
                for claim in sheet[field]:
                    for premise in _read(windows, claim):
                        yield Row(premise, claim, label, source, f"{source}:{sheet['session']}")


def _windows(document: str) -> list[str]:
    """The passages of a document, as a monitor cuts them."""
    size = Settings().passage_words
    found = passages(Document("sheet", document), turn_id="sheet", turn=0, size=size)
    return [passage.text for passage in found]


def _read(windows: Sequence[str], claim: str) -> list[str]:
    """What is read beside a claim of the passage with most of its words, and all of it."""
    said = stems(claim)
    nearest = max(windows, key=lambda window: len(stems(window) & said))
    return list(dict.fromkeys([excerpt(nearest, claim, least=OF_CLAIM).text, nearest]))
