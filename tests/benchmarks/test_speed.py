from __future__ import annotations

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.scoring import Engine
from benchmarks.speed import Figure, as_text, main, starting, throughput, turns
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

    @property
    def engine(self):
        return Engine(check=None, classify=self.classify, monitor=self)


def test_turns_are_one_session_with_new_documents_each():
    noting = Noting()
    figures = turns(engine=noting.engine, last=12, words=40)
    assert [figure.name[:7] for figure in figures] == ["turn 10", "turn 12"]
    assert figures[0].ratio == 1.0
    assert {session for session, *_ in noting.seen} == {"speed"}
    documents = [text for *_, several in noting.seen for text in several]
    assert len(set(documents)) == len(documents) == 3 * len(noting.seen)
    assert len(noting.seen) >= 12


def test_no_pair_is_judged_twice():
    noting = Noting()
    figures = throughput(engine=noting.engine, count=4)
    assert [figure.unit for figure in figures] == ["pairs/s", "pairs/s"]
    assert len(set(noting.seen)) == len(noting.seen) == 2 * 3 * 4


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
