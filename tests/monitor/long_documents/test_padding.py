"""On the shipped models: what pads a document does not hide what it says."""

import random

import pytest

from belie import Monitor
from belie.adapters.onnx import OnnxClassifier, OnnxEncoder
from belie.monitor.judging import Judge
from belie.monitor.long_documents import ScaleVerifier
from belie.monitor.vectors import CachedEncoder

FACTS = {
    "The Quillmark printer supports wireless printing.": (
        "The Quillmark printer does not support wireless printing."
    ),
    "The museum of Sellerby is closed on Mondays.": "The museum of Sellerby is open on Mondays.",
    "Lake Orvanne is 210 metres deep.": "Lake Orvanne is 74 metres deep.",
    "Dogs are allowed on the beaches of Port Linnet.": (
        "Dogs are not allowed on the beaches of Port Linnet."
    ),
}
PLACES = ("harbour", "orchard", "station", "archive", "theatre", "market", "quarry", "school")
DEEDS = ("repaired", "painted", "counted", "sold", "moved", "measured", "cleaned", "lent")
THINGS = ("lamps", "benches", "tickets", "wagons", "maps", "ropes", "chairs", "barrels")


def noise(words):
    """Return sentences of ten words each, about something else."""
    rng = random.Random(0)
    return [
        f"In {rng.randrange(1800, 2020)} the {rng.choice(PLACES)} of zone {rng.randrange(90)} "
        f"{rng.choice(DEEDS)} {rng.randrange(2, 900)} {rng.choice(THINGS)}."
        for _ in range(words // 10)
    ]


def padded(words):
    """Return a document in which the facts lie far apart."""
    sentences = noise(words)
    step = len(sentences) // len(FACTS)
    for number, fact in enumerate(FACTS.values()):
        sentences.insert(number * (step + 1) + step // 2, fact)
    return " ".join(sentences)


@pytest.fixture(scope="module")
def verifier():
    return ScaleVerifier(Judge(OnnxClassifier()), CachedEncoder(OnnxEncoder()))


@pytest.mark.parametrize("words", [0, 1_000, 50_000])
def test_padding_hides_no_contradiction(words, verifier, sentence_extractor):
    document = padded(words)
    monitor = Monitor(extractor=sentence_extractor, verifier=verifier)
    report = monitor.observe(" ".join(FACTS), session="s", documents=[document])
    found = {
        alert.conflict.claim.text: alert.conflict.premise.text
        for alert in report.alerts
        if FACTS.get(alert.conflict.claim.text) == alert.conflict.premise.text
    }
    assert found == FACTS
    for alert in report.alerts:
        assert alert.premise_span.cut(document) in alert.conflict.premise.text
