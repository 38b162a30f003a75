"""Foreign models in place of the shipped ones: ``models`` for users, the rest for it."""

from __future__ import annotations

from belie.adapters.sentence_transformers.models import (
    CrossEncoderClassifier,
    SentenceTransformerEncoder,
)

__all__ = ["CrossEncoderClassifier", "SentenceTransformerEncoder"]
