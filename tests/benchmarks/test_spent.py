from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("benchmarks", reason="needs the source tree")

from benchmarks.spent import NOTHING, Spent, counted, decided, spent_text

pytestmark = pytest.mark.tree


def report(*models):
    return SimpleNamespace(verdicts=[SimpleNamespace(model=model) for model in models])


def usage(**numbers):
    counts = dict.fromkeys(("calls", "input_tokens", "output_tokens", "unmeasured"), 0)
    return SimpleNamespace(usage=SimpleNamespace(**{**counts, **numbers}))


def test_what_is_spent_adds_up_and_is_told_from_before():
    before, after = Spent(calls=3, input_tokens=20), Spent(calls=5, input_tokens=50)
    assert after - before == Spent(calls=2, input_tokens=30)
    assert before + (after - before) == after


@pytest.mark.parametrize("verifier", [None, SimpleNamespace(), SimpleNamespace(usage="a lot")])
def test_a_verifier_that_does_not_count_has_spent_nothing_known(verifier):
    assert counted(verifier) == NOTHING


def test_a_verifier_that_counts_is_read():
    told = counted(usage(calls=2, input_tokens=9, output_tokens=4, unmeasured=1))
    assert told == Spent(calls=2, input_tokens=9, output_tokens=4, unmeasured=1)


def test_verdicts_of_the_chat_model_are_told_from_those_of_the_classifier():
    chat = SimpleNamespace(name="faaf-1 gpt")
    reports = [report("faaf-1 gpt", "classifier"), report("classifier")]
    assert decided(reports, chat) == Spent(3, 1)
    assert decided(reports, None) == NOTHING


def test_calls_without_tokens_are_told():
    text = spent_text("cascade", Spent(4, 0, calls=2, unmeasured=2))
    assert text.startswith("cascade: 0 of 4 verdicts by the chat model, 2 calls")
    assert text.endswith("2 calls told no tokens")
