from __future__ import annotations

import pytest


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The URL of a database that is not made yet, or empty."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'belie.db'}"
    return request.getfixturevalue("postgres_url")
