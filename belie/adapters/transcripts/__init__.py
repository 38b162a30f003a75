"""Reads saved conversations, and folders of documents to check them against."""

from __future__ import annotations

from belie.adapters.transcripts.documents import read_document, read_documents
from belie.adapters.transcripts.formats import FORMATS
from belie.adapters.transcripts.reader import Conversation, read_transcripts

__all__ = ["FORMATS", "Conversation", "read_document", "read_documents", "read_transcripts"]
