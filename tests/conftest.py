from __future__ import annotations

import os
import shutil
import signal
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

# A shell that runs the tests in the background may ignore Ctrl-C for them: what tests start would
# inherit that, and wait for ever for the signal that they send.
signal.signal(signal.SIGINT, signal.default_int_handler)

POSTGRES = os.environ.get("BELIE_TEST_POSTGRES", "")
"""A URL such as postgresql+psycopg://user@host/name; each test makes a schema of its own there."""

CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--force-prefers-reduced-motion",
    "--no-first-run",
    "--window-size=1280,900",
]


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


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """One Chromium for all tests of pages; skipped where there is none."""
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("expected chromium and chromedriver: apt-get install chromium chromium-driver")
    from selenium import webdriver  # noqa: PLC0415 - an extra
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415 - an extra

    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (*CHROMIUM_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    chrome.set_script_timeout(120)  # axe takes its time beside other work
    yield chrome
    chrome.quit()
