"""Reads saved conversations: a text goes ``records → messages → fields``, ``reader`` joins them."""

from __future__ import annotations

from belie.adapters.transcripts.reader import Conversation, read_transcripts

__all__ = ["Conversation", "read_transcripts"]
