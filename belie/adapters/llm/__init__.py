"""Claims and verdicts by any chat model of LangChain.

``extractor`` takes the claims out of a turn, ``fact_function`` judges them. For the first,
``messages`` asks, ``reply`` reads what came, ``alignment`` finds the quoted words in the turn,
and ``grounding`` drops what the model made up.
"""

from __future__ import annotations

from belie.adapters.llm.extractor import LLMClaimExtractor
from belie.adapters.llm.fact_function import FunctionCallVerifier, Usage

__all__ = ["FunctionCallVerifier", "LLMClaimExtractor", "Usage"]
