"""Long documents: from large windows down to the sentence that decides."""

from __future__ import annotations

from belie.monitor.long_documents.verifier import ScaleVerifier

__all__ = ["ScaleVerifier"]
