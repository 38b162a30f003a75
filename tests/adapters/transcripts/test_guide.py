"""The examples of the guide are read as it says."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from belie.adapters.transcripts import FORMATS, read_transcripts
from belie.datatypes import Role

pytestmark = pytest.mark.tree

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "transcripts.md"
SECTIONS = re.compile(r"^## `(\w+)`$(.*?)^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples():
    return {name: example for name, _, example in SECTIONS.findall(GUIDE.read_text("utf-8"))}


def test_the_guide_shows_every_format():
    assert sorted(examples()) == sorted(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
def test_every_example_says_the_same(name):
    [chat] = read_transcripts(io.StringIO(examples()[name]))
    *questions, answer = chat.turns
    assert chat.format == name
    assert [turn.text for turn in questions] == ["How tall is the tower?"] * (name != "answers")
    assert answer.role is Role.ASSISTANT
    assert answer.text.replace("\n", " ") == "It is 330 m tall."
    assert answer.question == "How tall is the tower?"
    documents = [document.text for document in answer.documents]
    assert documents == ([] if name == "text" else ["The tower is 330 m tall."])
