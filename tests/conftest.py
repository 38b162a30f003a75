from __future__ import annotations

from contextlib import contextmanager
from time import thread_time

import pytest
from hypothesis import settings

from belie.datatypes import Claim, Extraction
from belie.monitor.text import sentences

settings.register_profile("same", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("same")


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
