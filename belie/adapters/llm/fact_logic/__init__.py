"""Facts first, then logic: two calls of a chat model for all claims of a turn.

``cases`` numbers what is asked, ``facts`` and ``logic`` say what each stage wants to know and
read its replies, ``stage`` asks, ``verdicts`` joins what both found, ``steps`` keeps how.
"""

from __future__ import annotations

from belie.adapters.llm.fact_logic.steps import Check, FactStep, LogicStep, Steps
from belie.adapters.llm.fact_logic.verifier import FactLogicVerifier

__all__ = ["Check", "FactLogicVerifier", "FactStep", "LogicStep", "Steps"]
