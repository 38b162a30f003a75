"""The verifiers that ask a chat model, with belie's own behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belie.adapters.llm import fact_function, fact_logic
from belie.monitor.difference import unshared
from belie.wiring import local_verifier

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from belie.protocols import Verifier

__all__ = ["FactLogicVerifier", "FunctionCallVerifier"]


class FunctionCallVerifier(fact_function.FunctionCallVerifier):
    """Judges the claims of a turn by one call of a chat model (FaaF, Katranidis and Barany 2024).

    Parameters
    ----------
    chat_model
        The model.
    fallback
        Judges what the model could not; by default belie's own verifier.
    options
        As in `belie.adapters.llm.FunctionCallVerifier`.
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        *,
        fallback: Verifier | None = None,
        **options: Any,  # noqa: ANN401 - the base class types them
    ) -> None:
        options.setdefault("difference", unshared)
        super().__init__(chat_model, fallback=fallback or local_verifier(), **options)


class FactLogicVerifier(fact_logic.FactLogicVerifier):
    """Judges facts, then logic, by two calls of a chat model (L-Face4RAG, Xu et al. 2024).

    Parameters
    ----------
    chat_model
        The model.
    fallback
        Judges what the model could not; by default belie's own verifier.
    options
        As in `belie.adapters.llm.fact_logic.FactLogicVerifier`.
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        *,
        fallback: Verifier | None = None,
        **options: Any,  # noqa: ANN401 - the base class types them
    ) -> None:
        super().__init__(chat_model, fallback=fallback or local_verifier(), **options)
