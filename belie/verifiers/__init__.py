"""What may judge the claims of a turn, ready to be handed over as ``Monitor(verifier=…)``.

`FunctionCallVerifier` and `FactLogicVerifier` ask a chat model (extra ``belie[llm]``),
`ScaleVerifier` reads long documents whole, `CascadeVerifier` asks one verifier where another is
unsure, and `local_verifier` returns the one that a monitor uses by itself. All run on the shipped
models where they need any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.lazy import lazy_names
from belie.monitor.cascade import CascadeVerifier
from belie.wiring import local_verifier

if TYPE_CHECKING:
    from belie.verifiers.chat import FactLogicVerifier, FunctionCallVerifier
    from belie.verifiers.long_documents import ScaleVerifier

__all__ = [
    "CascadeVerifier",
    "FactLogicVerifier",
    "FunctionCallVerifier",
    "ScaleVerifier",
    "local_verifier",
]

_LAZY = {
    "FactLogicVerifier": "belie.verifiers.chat",
    "FunctionCallVerifier": "belie.verifiers.chat",
    "ScaleVerifier": "belie.verifiers.long_documents",
}

__getattr__ = lazy_names(__name__, _LAZY)


def __dir__() -> list[str]:
    return __all__
