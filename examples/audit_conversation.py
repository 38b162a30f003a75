"""Audits saved conversations: python examples/audit_conversation.py [FILE …]."""

from __future__ import annotations

import sys
from pathlib import Path

import belie
from belie.adapters.transcripts import Conversation, read_transcripts
from belie.report.summary import summarise

CONVERSATIONS = Path(__file__).parent / "conversations"


def audit(conversation: Conversation) -> list[belie.TurnReport]:
    """Return a report of each turn."""
    monitor = belie.Monitor()
    return [
        monitor.observe(turn.text, session=turn.session, role=turn.role, documents=turn.documents)
        for turn in conversation.turns
    ]


def main(*files: str) -> None:
    """Print what is wrong in each conversation of the files."""
    for file in files or sorted(CONVERSATIONS.glob("*.jsonl")):
        for conversation in read_transcripts(file):
            if isinstance(conversation, belie.TranscriptError):
                print(conversation)
                continue
            reports = audit(conversation)
            print(f"{conversation.session}: {summarise(reports)}")
            for alert in (alert for report in reports for alert in report.alerts):
                print(f"  {alert.conflict.kind}: {alert.explanation}")


if __name__ == "__main__":
    main(*sys.argv[1:])
