from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from belie.datatypes import Judgement, Relation
from benchmarks import speed_backbones
from benchmarks.speed import batches, judgings, main, starting, throughput, turns
from benchmarks.speed_figures import Figure, as_text, in_turn
from benchmarks.speed_peers import all_pairs, large_chunks, support
from benchmarks.texts import document, pair, reply

pytestmark = pytest.mark.tree


class Noting:
    """Takes what the speed run hands over and answers nothing."""

    def __init__(self):
        self.seen = []

    def observe(self, text, *, session, documents):
        self.seen.append((session, text, tuple(documents)))

    def classify(self, premises, claims):
        self.seen += list(zip(premises, claims, strict=True))


def test_turns_are_one_session_with_new_documents_each():
    noting = Noting()
    figures = turns(monitor=noting, last=12, words=40)
    assert [figure.name[:7] for figure in figures] == ["turn 10", "turn 12"]
    assert figures[0].ratio == 1.0
    assert {session for session, *_ in noting.seen} == {"speed"}
    documents = [text for *_, several in noting.seen for text in several]
    assert len(set(documents)) == len(documents) == 3 * len(noting.seen)
    assert len(noting.seen) >= 12


def test_no_pair_is_judged_twice():
    noting = Noting()
    figures = throughput(classify=noting.classify, count=4)
    assert [figure.unit for figure in figures] == ["pairs/s", "pairs/s"]
    batches(classify=noting.classify, counts=(1, 4))
    assert len(set(noting.seen)) == len(noting.seen) == 2 * 3 * 4 + 3 * (1 + 4)


def test_batches_say_how_long_they_take_and_how_many_pairs_that_is_a_second():
    noting = Noting()
    one, three, alone, together = batches(classify=noting.classify, counts=(1, 3))
    assert [figure.unit for figure in (one, three)] == ["ms", "ms"]
    assert alone.value == pytest.approx(1000 / one.value)
    assert together.value == pytest.approx(3000 / three.value)
    assert together.ratio == pytest.approx(together.value / alone.value)
    assert len(noting.seen) == 3 * (1 + 3)


def test_calls_prepared_beforehand_judge_pairs_of_their_own():
    noting = Noting()
    for call in judgings(noting.classify, 64, 2, seed=7, calls=3):
        call()
    assert len(set(noting.seen)) == len(noting.seen) == 6


def test_what_is_compared_runs_in_turn():
    order = []
    ours, theirs = ([lambda n=n: order.append(n)] * 2 for n in "ab")
    times = in_turn(ours, theirs)
    assert order == ["a", "b", "a", "b"]
    assert [len(each) for each in times] == [2, 2]


def test_the_model_is_compared_with_the_fastest_product_of_its_turn(monkeypatch):
    monkeypatch.setattr(speed_backbones, "SIDE", 64)
    products = speed_backbones.products(torch=False)
    (peak,) = speed_backbones.peaks(products)
    assert peak.name == "peak, fp32 product of 64^3"
    judged = []
    judging = [lambda: judged.append(1)] * 3
    slow_and_fast = [lambda: sum(range(10**6)), *products.values()]
    for several in (slow_and_fast, slow_and_fast[::-1]):
        inside, alone, share = speed_backbones.inside_model(
            judging=judging, count=2, tokens=8, peak=several
        )
        assert inside.value > 100  # nothing was judged
        assert alone.value > 0
        assert share.value < 5e4  # beside the slow one it would be some hundred thousand
    assert len(judged) == 6


TEXT = "Rain fell. The river rose. The bridge closed."


def test_all_pairs_hold_each_sentence_beside_each():
    asked = all_pairs(TEXT, "It rained. It closed.")
    assert [len(pairs) for pairs in asked] == [3, 3]
    assert asked[1][2].premise == "The bridge closed."
    assert asked[1][2].claim == "It closed."


def test_large_chunks_fill_up_and_lose_no_sentence():
    (pairs,) = large_chunks(TEXT, "It rained.", words=5)
    assert [pair.premise for pair in pairs] == ["Rain fell. The river rose.", "The bridge closed."]
    (alone,) = large_chunks(TEXT, "It rained.", words=1)
    assert len(alone) == 3


class Exact:
    """Finds an entailment where premise and claim are the same."""

    name = "exact"

    def classify(self, pairs):
        return [
            Judgement({each: float(self.told(pair) is each) for each in Relation}) for pair in pairs
        ]

    def told(self, pair):
        return Relation.ENTAILMENT if pair.premise == pair.claim else Relation.NEUTRAL


def test_a_response_is_scored_by_the_best_support_of_each_sentence():
    assert support(all_pairs(TEXT, "The river rose. It burned."), classifier=Exact()) == 0.5


@pytest.mark.parametrize("tokens", [64, 256])
def test_a_pair_fills_the_promised_tokens(tokens):
    premise, claim = pair(tokens, seed=1)
    assert len(premise.split()) + len(claim.split()) + 3 == tokens
    assert len(claim.split()) == tokens // 4


def test_a_fresh_interpreter_is_timed_to_its_first_verdict():
    imported, ready, verdict, memory = starting(repeats=1)
    assert 0 < imported.value < ready.value < verdict.value
    assert imported.ratio == 1.0
    assert memory.value > 10


def test_a_session_must_be_longer_than_its_first_mark(capsys):
    with pytest.raises(SystemExit):
        main(["--turns", "10"])
    assert "expected --turns over 10, got 10" in capsys.readouterr().err


def test_texts_are_seeded():
    assert document(50, seed=1) == document(50, seed=1) != document(50, seed=2)
    assert reply(seed=1) == reply(seed=1) != reply(seed=2)


def test_a_ratio_is_shown_where_there_is_one():
    text = as_text(
        [
            Figure(kind="turn", name="a", value=2.0, unit="s", ratio=1.5),
            Figure(kind="memory", name="b", value=200.0, unit="MiB"),
        ]
    )
    first, second = text.splitlines()
    assert first.endswith("x1.50")
    assert second.endswith("MiB")
