from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

import belie
from belie.datatypes import Relation
from benchmarks.engines import Partial, Variant, engine_of, without_partial

pytestmark = pytest.mark.tree

PREMISES = ["Apple sold the first iPhone for $499.", "The bridge opened in 1932.", "A dog barks."]
CLAIMS = ["The first iPhone cost $599.", "The bridge opened in 1932.", "Taxes rose."]


def shares(*numbers):
    return dict(zip(Relation, numbers, strict=True))


def test_the_plain_variant_judges_pairs_as_the_shipped_belie():
    ours, shipped = (
        engine_of(Variant()).classify(PREMISES, CLAIMS),
        belie.classify(PREMISES, CLAIMS),
    )
    assert ours == shipped


def test_the_plain_variant_watches_as_the_shipped_belie():
    ours, shipped = engine_of(Variant()).monitor, belie.Monitor()
    text = "The bridge opened in 1932, and the first iPhone cost $599."
    told = [one.observe(text, session="s", documents=PREMISES) for one in (ours, shipped)]
    ours.forget("s")
    assert told[0] == told[1]
    assert told[0].alerts


def test_without_decomposition_a_sentence_is_a_claim():
    monitor = engine_of(Variant(sentences=True)).monitor
    report = monitor.observe("It opened in 1932, and it closed in 1940.", session="s")
    monitor.forget("s")
    assert len(report.claims) == 1


@pytest.mark.parametrize("partial", [Partial.MERGED, Partial.DROPPED])
def test_without_the_partial_class_nothing_is_partial(partial):
    verdicts = engine_of(Variant(partial=partial)).classify(PREMISES, CLAIMS)
    for verdict in verdicts:
        assert verdict.probabilities[Relation.PARTIAL_CONTRADICTION] == 0
        assert sum(verdict.probabilities.values()) == pytest.approx(1)


def test_a_pair_that_was_wholly_partial_is_open_once_the_class_is_gone():
    wholly = {**shares(0, 0, 0, 0), Relation.PARTIAL_CONTRADICTION: 1.0}
    assert without_partial(wholly, Partial.DROPPED)[Relation.NEUTRAL] == 1
    assert without_partial(wholly, Partial.MERGED)[Relation.CONTRADICTION] == 1


def test_a_folder_without_a_model_is_refused(tmp_path):
    with pytest.raises(belie.errors.ModelError):
        engine_of(Variant(models=tmp_path))
