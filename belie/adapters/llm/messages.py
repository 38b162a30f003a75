"""The messages that ask for the claims of a turn; what was said is fenced off as data."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from belie.adapters.llm.words import printable
from belie.errors import MissingExtraError

try:
    from langchain_core.messages import HumanMessage, SystemMessage
except ImportError as error:
    raise MissingExtraError("langchain_core", extra="llm") from error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from belie.datatypes import Turn

__all__ = ["PROMPT", "ask", "fenced", "instructions"]

PROMPT = "claims-1.md"
"""The file of the prompt; a changed prompt is a new file with a new number."""

_LONGEST_EARLIER = 2_000
_TICKS = re.compile(r"`+")


def ask(turn: Turn, earlier: Sequence[Turn], *, complaint: str = "") -> list[BaseMessage]:
    """Return the messages for one turn.

    Parameters
    ----------
    turn
        What is to be read.
    earlier
        The turns before it, oldest first; only the first 2,000 characters of each are shown.
    complaint
        What was wrong with the last reply, if there was one.
    """
    blocks = [(f"Earlier, the {one.role}:", one.text[:_LONGEST_EARLIER]) for one in earlier]
    if turn.question:
        blocks.append(("The question:", turn.question[:_LONGEST_EARLIER]))
    blocks.append((f"The turn to read, by the {turn.role}:", turn.text))
    parts = fenced([(title, printable(text)) for title, text in blocks])
    if complaint:
        parts.append(
            f"Your last reply to this could not be used:\n{complaint}\nReply again, in full."
        )
    return [SystemMessage(instructions(PROMPT)), HumanMessage("\n\n".join(parts))]


def fenced(blocks: Sequence[tuple[str, str]]) -> list[str]:
    """Return each title with its text, fenced with more backticks than any text has in a row."""
    runs = [len(ticks[0]) for _, text in blocks for ticks in _TICKS.finditer(text)]
    fence = "`" * (1 + max([2, *runs]))
    return [f"{title}\n{fence}text\n{text}\n{fence}" for title, text in blocks]


@cache
def instructions(prompt: str) -> str:
    """Return the text of a prompt's file."""
    return files("belie.adapters.llm").joinpath("prompts", prompt).read_text("utf-8")
