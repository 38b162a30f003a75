"""Facts as a function: one call of a chat model judges all claims of a turn.

``schema`` builds the function, ``sources`` and ``budget`` say what is shown in which call,
``calling`` asks, ``replies`` reads what came, ``citations`` checks what it cites, ``verdicts`` maps
the answers to belie's relations, ``usage`` counts.
"""

from __future__ import annotations

from belie.adapters.llm.fact_function.usage import Usage
from belie.adapters.llm.fact_function.verifier import FunctionCallVerifier

__all__ = ["FunctionCallVerifier", "Usage"]
