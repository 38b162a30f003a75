from __future__ import annotations

import importlib.util
from importlib.resources import files
from pathlib import Path

import pytest

import belie
from belie.adapters.transcripts import read_transcripts

pytestmark = pytest.mark.tree

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def audit(path):
    [conversation] = read_transcripts(path)
    monitor = belie.Monitor()
    for turn in conversation.turns:
        monitor.observe(
            turn.text,
            session=turn.session,
            role=turn.role,
            documents=turn.documents,
            question=turn.question,
        )
    return [
        (alert.conflict.claim.turn, str(alert.conflict.kind))
        for alert in monitor.session(conversation.session).alerts
    ]


@pytest.mark.parametrize(
    ("name", "alerts"),
    [
        ("number_changed", [(7, "cross_turn")]),
        ("against_its_document", [(3, "reference")]),
        ("documents_disagree", [(3, "document"), (3, "reference")]),
        ("correction", []),
        ("clean", []),
    ],
)
def test_each_conversation_raises_the_alerts_it_was_written_for(name, alerts):
    assert sorted(audit(EXAMPLES / "conversations" / f"{name}.jsonl")) == alerts


def test_the_demo_shows_a_document_and_a_cross_turn_contradiction():
    demo = files("belie") / "conversations" / "demo.jsonl"
    assert sorted(audit(demo)) == [(1, "reference"), (5, "cross_turn"), (5, "reference")]


def test_every_conversation_is_well_formed():
    for path in sorted((EXAMPLES / "conversations").iterdir()):
        [conversation] = read_transcripts(path)
        assert 4 <= len(conversation.turns) <= 8
        assert [turn.role for turn in conversation.turns] == (
            ["user", "assistant"] * (len(conversation.turns) // 2)
        )


def test_auditing_conversations_prints_a_summary_for_each(capsys):
    load("audit_conversation").main()
    out = capsys.readouterr().out
    names = [path.stem for path in sorted((EXAMPLES / "conversations").iterdir())]
    assert [line.split(":")[0] for line in out.splitlines() if line[0] != " "] == names


def test_checking_one_answer_prints_both_quotes(capsys):
    load("stateless_check").main()
    out = capsys.readouterr().out
    assert out.startswith("2 claims, 1 contradicted")
    assert "450" in out
    assert "330" in out


def test_functions_of_ones_own_are_watched_without_langchain(capsys):
    load("own_retriever").main()
    lines = capsys.readouterr().out.splitlines()
    (alert,) = [line for line in lines if line.startswith("  !")]
    assert "“1899”" in alert
    assert "“tower.md”" in alert
    assert "“1889”" in alert
    assert "  ✎ The Eiffel Tower was finished in 1889." in lines
    assert lines[-1] == "consistency: 0.67"


def test_the_alert_of_a_token_stream_is_printed_before_the_answer_ends(capsys):
    load("token_stream").main()
    answer, summary = capsys.readouterr().out.splitlines()
    alert = answer.index("[Turn 1 says “250”, but document “document-1” says “330”")
    assert answer.index("Gustave") < alert < answer.index("Eiffel's company")
    assert summary == "3 claims, 1 contradicted"
