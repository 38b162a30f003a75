from __future__ import annotations

import pytest

from belie.adapters.transcripts import read_transcripts


@pytest.fixture
def read(tmp_path):
    """Writes a file and reads its conversations, and what is wrong with it."""

    def read(content, name="chat.jsonl", **options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(read_transcripts(path, **options))

    return read
