"""The verifiers that can be compared: by a name, or made by a callable of one's own.

A choice is a value that another process can be sent; there `make` makes the verifier of it, on the
classifier and the encoder of that process, so that all verifiers run on the same weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from belie import verifiers
from belie.monitor.long_documents import ScaleVerifier
from belie.monitor.verifying import LocalVerifier

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel

    from belie.monitor.judging import Judge
    from belie.monitor.vectors import CachedEncoder
    from belie.protocols import Verifier

__all__ = [
    "ASKING",
    "LOCAL",
    "NAMES",
    "SHIPPED",
    "Choice",
    "Made",
    "Parts",
    "VerifierError",
    "choose",
    "make",
]

LOCAL = "local"


class VerifierError(Exception):
    """Indicates that a verifier cannot be made; says what was expected, or what to install."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A verifier, by its name.

    Parameters
    ----------
    name
        One of `NAMES`, or ``module:callable``.
    model
        The chat model that it asks, ``provider:name``; empty if it asks none.
    """

    name: str = LOCAL
    model: str = ""

    @property
    def is_local(self) -> bool:
        """Whether it is what ships: what a monitor does by itself."""
        return self.name == LOCAL

    @property
    def is_own(self) -> bool:
        """Whether a callable of one's own makes it."""
        return ":" in self.name

    @property
    def text(self) -> str:
        """The name, and the chat model if it asks one.

        Examples
        --------
        >>> Choice("cascade", "openai:gpt").text
        'cascade by openai:gpt'
        """
        return f"{self.name} by {self.model}" if self.model else self.name


SHIPPED = Choice()
"""What a monitor uses by itself."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the verifiers run on."""

    judge: Judge
    encoder: CachedEncoder


@dataclass(frozen=True, slots=True)
class Made:
    """A verifier, and which verifier asks a chat model.

    Parameters
    ----------
    verifier
        For ``Monitor(verifier=…)``; ``None`` for the one that a monitor uses by itself.
    chat
        The one that asks a chat model, the verifier itself or one behind it; ``None`` if none does.
    """

    verifier: Verifier | None = None
    chat: Verifier | None = None


def choose(names: Sequence[str], *, model: str = "") -> tuple[Choice, ...]:
    """Return the verifiers of some names, each once, in order.

    What can be known to fail is tried here, before any row is scored: packages, chat model,
    callable.

    Parameters
    ----------
    names
        Of `NAMES`, or ``module:callable``.
    model
        The chat model for those of `ASKING`, ``provider:name`` as `init_chat_model` reads it.

    Raises
    ------
    VerifierError
        If a name is none of them, lacks its chat model or its callable, or needs a package that is
        not installed; and if there is a chat model that nobody asks.
    """
    choices = tuple(_choice(name, model) for name in dict.fromkeys(names))
    if model and not any(choice.model for choice in choices):
        raise VerifierError(f"expected one of {', '.join(ASKING)} to ask {model}, got none")
    for choice in choices:
        _check(choice)
    return choices


def make(choice: Choice, parts: Parts) -> Made:
    """Return the verifier of a choice.

    Raises
    ------
    VerifierError
        As `choose`, and if a callable of one's own returns no verifier.
    """
    return _own(choice.name) if choice.is_own else _MAKERS[choice.name](choice.model, parts)


def _choice(name: str, model: str) -> Choice:
    if name in ASKING and not model:
        raise VerifierError(f"expected --model provider:name for the verifier {name}, got none")
    choice = Choice(name, model if name in ASKING else "")
    if not choice.is_own and name not in NAMES:
        raise VerifierError(f"expected {', '.join(NAMES)} or module:callable, got {name}")
    return choice


def _check(choice: Choice) -> None:
    if choice.is_own:
        _callable(choice.name)
    if choice.model:
        _chat_model(choice.model)


# One maker a name; each takes the name of the chat model, empty where none is asked.


def _local(_model: str, _parts: Parts) -> Made:
    return Made()


def _scale(_model: str, parts: Parts) -> Made:
    return Made(ScaleVerifier(parts.judge, parts.encoder, from_words=0))


def _scale_published(_model: str, parts: Parts) -> Made:
    every = ScaleVerifier(parts.judge, parts.encoder, from_words=0, windows_per_claim=None)
    return Made(every)


def _function_call(model: str, parts: Parts) -> Made:
    local = LocalVerifier(parts.judge)
    chat = verifiers.FunctionCallVerifier(_chat_model(model), fallback=local)
    return Made(chat, chat)


def _fact_logic(model: str, parts: Parts) -> Made:
    local = LocalVerifier(parts.judge)
    chat = verifiers.FactLogicVerifier(_chat_model(model), fallback=local)
    return Made(chat, chat)


def _cascade(model: str, parts: Parts) -> Made:
    local = LocalVerifier(parts.judge)
    chat = verifiers.FunctionCallVerifier(_chat_model(model), fallback=local)
    return Made(verifiers.CascadeVerifier(local, chat), chat)


_MAKERS: Mapping[str, Callable[[str, Parts], Made]] = {
    LOCAL: _local,
    "scale": _scale,
    "scale-published": _scale_published,
    "function-call": _function_call,
    "fact-logic": _fact_logic,
    "cascade": _cascade,
}
NAMES = tuple(_MAKERS)
ASKING = ("function-call", "fact-logic", "cascade")
"""Those that ask a chat model."""


def _chat_model(name: str) -> BaseChatModel:
    """Return the chat model of a name ``provider:name``, on LangChain's own defaults."""
    try:
        import_module("belie.verifiers.chat")
        from langchain.chat_models import init_chat_model  # noqa: PLC0415 - an extra, as the above
    except ImportError as error:
        raise VerifierError(
            f"a verifier that asks a chat model needs LangChain ({error}); run: pip install "
            "'belie[agents,llm]' and the package of the provider, such as langchain-openai"
        ) from error
    try:
        return init_chat_model(name)
    except (ImportError, ValueError) as error:
        raise VerifierError(f"expected a chat model provider:name, got {name}: {error}") from error


def _own(name: str) -> Made:
    made = _callable(name)()
    if not (hasattr(made, "verify") and hasattr(made, "name")):
        raise VerifierError(f"expected a verifier from {name}, got {type(made).__name__}")
    verifier = cast("Verifier", made)
    return Made(verifier, verifier if hasattr(made, "usage") else None)


def _callable(name: str) -> Callable[[], object]:
    module, _, path = name.partition(":")
    try:
        found = attrgetter(path)(import_module(module))
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise VerifierError(f"expected module:callable, got {name}: {error}") from error
    if not callable(found):
        raise VerifierError(f"expected module:callable, got {name}, which cannot be called")
    return found
