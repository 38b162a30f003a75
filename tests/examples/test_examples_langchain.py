from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytestmark = [pytest.mark.extras, pytest.mark.tree]

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def printed(name, capsys):
    load(name).main()
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("name", ["rag_chain", "guard_lcel"])
def test_the_printed_alert_names_both_clashing_quotes(name, capsys):
    lines = printed(name, capsys)
    assert "The Eiffel Tower is 250 metres tall." in lines
    assert any("250" in line and "330" in line for line in lines)


def test_an_agent_that_was_resumed_is_held_against_its_tool_and_then_against_itself(capsys):
    waits, against_tool, first, against_itself, second = printed("agent", capsys)
    assert waits == "waits for approval: True"
    assert against_tool.startswith("Turn 1 says “1995”, but document “search” says “1990”")
    assert first == "The Hubble Space Telescope was launched in April 1995."
    assert against_itself.startswith("Turn 3 says “1990”, but turn 1 says “1995”")
    assert second == "The Hubble Space Telescope was launched in April 1990."


def test_the_guarded_agent_gives_the_revised_answer(capsys):
    assert printed("middleware_agent", capsys) == [
        "The Hubble Space Telescope was launched in April 1990.",
        "revised: 1",
    ]


def test_only_what_the_supervisor_says_is_a_turn(capsys):
    *turns, against_tool, against_itself = printed("supervisor", capsys)
    assert turns == [
        "user: When was Hubble launched?",
        "assistant: The Hubble Space Telescope was launched in April 1990.",
        "user: Which year was that?",
        "assistant: The Hubble Space Telescope was launched in April 1995.",
    ]
    assert "[reference] Turn 3 says “1995”, but document “almanac”" in against_tool
    assert "[cross_turn] Turn 3 says “1995”, but turn 1 says “1990”" in against_itself
