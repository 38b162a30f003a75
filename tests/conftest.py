from __future__ import annotations

import os
import uuid
from contextlib import contextmanager
from time import thread_time

import pytest
from hypothesis import settings

from belie.datatypes import Claim, Extraction
from belie.monitor.text import sentences

settings.register_profile("same", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("same")

POSTGRES = os.environ.get("BELIE_TEST_POSTGRES", "")
"""A URL such as postgresql+psycopg://user@host/name; each test makes a schema of its own there."""


class SentenceExtractor:
    """Takes every sentence as a claim, word for word: what a test says is what is claimed."""

    def extract(self, turn, earlier=()):
        del earlier
        return Extraction(
            tuple(
                Claim(
                    f"{turn.id}#{number}", span.cut(turn.text), turn.id, span, turn.index, turn.role
                )
                for number, span in enumerate(sentences(turn.text))
            )
        )


@pytest.fixture(scope="session")
def sentence_extractor():
    """An extractor without a model, for tests of what comes after it."""
    return SentenceExtractor()


@contextmanager
def _soon():
    started = thread_time()
    yield
    assert thread_time() - started < 30


@pytest.fixture(scope="session")
def soon():
    """A watch over work on hostile input: its text is so long that quadratic work takes minutes.

    No benchmark: linear work takes a blink, on any machine and beside any other work.
    """
    return _soon


@pytest.fixture
def postgres_url():
    """The URL of an empty schema."""
    if not POSTGRES:
        pytest.skip("set BELIE_TEST_POSTGRES to the URL of a PostgreSQL database")
    psycopg = pytest.importorskip("psycopg")
    schema = f"belie_{uuid.uuid4().hex}"
    joint = "&" if "?" in POSTGRES else "?"
    with psycopg.connect(POSTGRES.replace("+psycopg", ""), autocommit=True) as server:
        server.execute(f"CREATE SCHEMA {schema}")
        yield f"{POSTGRES}{joint}options=-csearch_path%3D{schema}"
        server.execute(f"DROP SCHEMA {schema} CASCADE")
