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


@pytest.mark.parametrize(
    ("name", "answer", "claimed", "found"),
    [
        ("rag_chain", "The Eiffel Tower is 250 metres tall.", "250", "330"),
        ("guard_lcel", "The Eiffel Tower is 250 metres tall.", "250", "330"),
        ("agent", "The Hubble Space Telescope was launched in April 1995.", "1995", "1990"),
    ],
)
def test_the_printed_alert_names_both_clashing_quotes(name, answer, claimed, found, capsys):
    load(name).main()
    lines = capsys.readouterr().out.splitlines()
    assert answer in lines
    assert any(claimed in line and found in line for line in lines)


def test_the_guarded_agent_gives_the_revised_answer(capsys):
    load("middleware_agent").main()
    assert capsys.readouterr().out.splitlines() == [
        "The Hubble Space Telescope was launched in April 1990.",
        "revised: 1",
    ]
