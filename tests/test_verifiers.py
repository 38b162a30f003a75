"""Verifiers under their short names, on the shipped models."""

from __future__ import annotations

import pytest

import belie.verifiers
from belie import Monitor, Relation
from belie.verifiers import CascadeVerifier, ScaleVerifier, local_verifier

TALL, SMALL = "The tower is 330 metres tall.", "The tower is 250 metres tall."


@pytest.mark.parametrize(
    "make",
    [
        local_verifier,
        ScaleVerifier,
        lambda: ScaleVerifier(from_words=0),
        lambda: CascadeVerifier(local_verifier(), local_verifier(), budget=1),
    ],
)
def test_a_monitor_with_any_of_them_finds_a_changed_number(make):
    report = Monitor(verifier=make()).observe(SMALL, session="s", documents=[TALL])
    (alert,) = report.alerts
    assert alert.claim_span.cut(SMALL) == "250"
    assert alert.premise_span.cut(TALL) == "330"


@pytest.mark.extras
@pytest.mark.parametrize("name", ["FunctionCallVerifier", "FactLogicVerifier"])
def test_where_the_chat_model_fails_belies_own_verifier_judges(name):
    chat_models = pytest.importorskip("langchain_core.language_models")

    class Broken(chat_models.FakeMessagesListChatModel):
        def bind_tools(self, tools, **options):
            del tools, options
            return self

        def _generate(self, *args, **options):
            del args, options
            raise TimeoutError

    verifier = getattr(belie.verifiers, name)(Broken(responses=[]))
    report = Monitor(verifier=verifier).observe(SMALL, session="s", documents=[TALL])
    (alert,) = report.alerts
    assert alert.conflict.verdict.relation is Relation.PARTIAL_CONTRADICTION
    assert any("TimeoutError" in warning for warning in report.warnings)
