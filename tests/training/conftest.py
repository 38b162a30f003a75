from __future__ import annotations

import gzip
import json

import pytest


@pytest.fixture
def data(tmp_path):
    """Return a function that writes the files of a data folder and returns the folder."""

    def write(**files):
        for name, rows in files.items():
            path = tmp_path / f"{name.replace('__', '/')}.jsonl.gz"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in rows).encode()))
        return tmp_path

    return write
