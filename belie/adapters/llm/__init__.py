"""Claims by any chat model of LangChain: ``extractor`` for users, the rest for it.

``messages`` asks, ``reply`` reads what came, ``alignment`` finds the quoted words in the turn, and
``grounding`` drops what the model made up.
"""

from __future__ import annotations

from belie.adapters.llm.extractor import LLMClaimExtractor

__all__ = ["LLMClaimExtractor"]
