"""Claims by a chat model, each aligned back to the words of its turn.

The prompt asks for decomposition that keeps the logic, by the three principles of L-Face4RAG (Xu
et al. 2024): sentences are split only where no strong link holds them together, pronouns are
replaced, structure is kept. The model is not trusted: each of its claims must quote words that
stand in the turn, and must be made of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from belie.adapters.llm.asking import UNSEEN, structured
from belie.adapters.llm.messages import ask
from belie.adapters.llm.reading import Reading, reading_of
from belie.adapters.llm.reply import Reply, problems_of, read
from belie.adapters.llm.words import words
from belie.datatypes import Extraction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel

    from belie.datatypes import Turn
    from belie.protocols import Extractor

__all__ = ["LLMClaimExtractor"]

_MOST_PROBLEMS = 10


class LLMClaimExtractor:
    """Takes claims out of a turn with any LangChain chat model that can call tools.

    The model is asked once, and once more if its reply cannot be read or some of it does not stand
    in the turn. If that fails too, or the model raises anything at all, ``fallback`` reads the
    turn. ``Extraction.warnings`` says what happened: of an error its class, never its message.
    The turn, its question and the earlier turns are sent to the model; nothing is logged.

    Parameters
    ----------
    chat_model
        The model; timeouts and retries of its calls are its own.
    fallback
        Reads the turns that the model could not read.
    method
        How the model is held to the schema, as its ``with_structured_output`` names it; ``None``
        leaves it to the model. With ``"json_schema"`` some integrations raise for a malformed
        reply, which then is not repaired.

    Raises
    ------
    InputError
        If the model has no structured output.
    MissingExtraError
        On import, if a package of the extra ``belie[llm]`` is not installed.

    Examples
    --------
    >>> from langchain_core.language_models import FakeMessagesListChatModel
    >>> from langchain_core.messages import AIMessage
    >>> from belie.datatypes import Role, Turn
    >>> class Chat(FakeMessagesListChatModel):
    ...     def bind_tools(self, tools, **options):
    ...         return self
    >>> class Local:
    ...     def extract(self, turn, earlier=()):
    ...         return Extraction()
    >>> stated = {"text": "The tower is 330 m tall.", "quote": "it is 330 m tall"}
    >>> skipped = {"quote": "Hello!", "reason": "greeting"}
    >>> arguments = {"claims": [stated], "skipped": [skipped]}
    >>> call = {"name": "Reply", "args": arguments, "id": "1"}
    >>> extractor = LLMClaimExtractor(Chat(responses=[AIMessage("", tool_calls=[call])]), Local())
    >>> turn = Turn("s1", 0, Role.ASSISTANT, "Hello! The tower? As I said, it is 330 m tall.")
    >>> [(claim.text, claim.span.cut(turn.text)) for claim in extractor.extract(turn).claims]
    [('The tower is 330 m tall.', 'it is 330 m tall')]
    """

    def __init__(
        self,
        chat_model: BaseChatModel,
        fallback: Extractor,
        *,
        method: str | None = "function_calling",
    ) -> None:
        self._model = structured(chat_model, Reply, method=method)
        self._fallback = fallback

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the claims of ``turn`` in reading order, each span within ``turn.text``."""
        if not words(turn.text):
            return self._fallback.extract(turn, earlier)
        reading = self._read(turn, earlier)
        if reading.problems:
            reading = self._read(turn, earlier, complaint=_complaint(reading))
        if not reading.is_usable:
            return self._locally(turn, earlier, error=reading.error)
        return Extraction(reading.claims, reading.skipped, tuple(_warnings(reading, turn)))

    def _read(self, turn: Turn, earlier: Sequence[Turn], *, complaint: str = "") -> Reading:
        messages = ask(turn, earlier, complaint=complaint)
        try:
            output = cast("Mapping[str, object]", self._model.invoke(messages, UNSEEN))
        except Exception as error:  # noqa: BLE001 - each integration raises kinds of its own
            return Reading(error=type(error).__name__)
        reply = read(output)
        if reply is None:
            return Reading(problems=problems_of(output))
        return reading_of(reply, turn, earlier)

    def _locally(self, turn: Turn, earlier: Sequence[Turn], *, error: str) -> Extraction:
        extraction = self._fallback.extract(turn, earlier)
        why = f"the model raised {error}" if error else "the model's reply could not be used"
        warning = f"The local extractor took the claims out of this turn, because {why}."
        return replace(extraction, warnings=(warning, *extraction.warnings))


def _complaint(reading: Reading) -> str:
    return "\n".join(reading.problems[:_MOST_PROBLEMS])


def _warnings(reading: Reading, turn: Turn) -> Iterator[str]:
    if reading.dropped:
        yield f"Claims of the model that the turn does not make, dropped: {reading.dropped}."
    total = len(words(turn.text))
    if total < 2 * reading.unread:
        yield f"The model left {reading.unread} of the turn's {total} words unread."
