"""Files of text written by hand: blocks of lines, with an empty line between blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read_blocks(path: Path) -> list[list[str]]:
    """The lines of each block of a file."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    return [block.split("\n") for block in blocks]


def read_folder(folder: Path) -> Iterator[tuple[str, str, list[str]]]:
    """For each block of each ``*.txt``: the name of its file, a name of its own and its lines."""
    for path in sorted(folder.glob("*.txt")):
        for number, lines in enumerate(read_blocks(path)):
            yield path.stem, f"{path.stem}:{number}", lines
