"""Lists the files of a folder that can be read, and says once what was left out."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["is_listed", "list_files"]


def list_files(folder: Path, endings: Collection[str]) -> tuple[list[Path], str]:
    """Return the files with one of ``endings``, by name, and what was left out.

    Parameters
    ----------
    folder
        Where to look; folders within it are looked into, links to folders are not.
    endings
        Such as ``".txt"``; a ``.gz`` behind it, and its case, do not count.

    Returns
    -------
    tuple of list of Path and str
        What was left out is a sentence, empty where nothing was. Hidden files and folders, whose
        names begin with a dot, are left out without one.
    """
    found: list[Path] = []
    left_out: Counter[str] = Counter()
    refused: list[OSError] = []
    for root, folders, names in os.walk(folder, onerror=refused.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(root, name) for name in names if not name.startswith(".")):
            suffix = _ending(path.name)
            if suffix in endings:
                found.append(path)
            else:
                left_out[suffix or "no ending"] += 1
    return sorted(found), _sentence(len(found), left_out, refused, endings)


def is_listed(file: Path, folder: Path, endings: Collection[str]) -> bool:
    """Return whether `list_files` lists a file of this path as soon as it is there.

    Examples
    --------
    >>> [is_listed(Path(path), Path("chats"), [".txt"]) for path in ("chats/a/b.TXT.gz", "b.txt")]
    [True, False]
    """
    if not file.is_relative_to(folder) or _ending(file.name) not in endings:
        return False
    return not any(part.startswith(".") for part in file.relative_to(folder).parts)


def _ending(name: str) -> str:
    return Path(name.lower().removesuffix(".gz")).suffix


def _sentence(
    found: int, left_out: Counter[str], refused: list[OSError], endings: Collection[str]
) -> str:
    parts = [f"{ending} ({count})" for ending, count in sorted(left_out.items())]
    parts += [f"{error.filename}: {error.strerror}" for error in refused]
    if found and not parts:
        return ""
    return (
        f"expected files that end in {', '.join(endings)}; left out: {', '.join(parts) or 'none'}"
    )
