"""One stage: one call for all cases, and one more for those whose answers could not be used."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import ValidationError

from belie.adapters.llm.asking import UNSEEN, structured, was_cut
from belie.adapters.llm.fact_logic.cases import blocks
from belie.adapters.llm.messages import instructions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.runnables import Runnable
    from pydantic import BaseModel

    from belie.adapters.llm.fact_logic.cases import Case

__all__ = ["Answers", "Problem", "Stage", "StageKind"]

_MOST_PROBLEMS = 10
Step = TypeVar("Step")
Step_co = TypeVar("Step_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an answer cannot be used, for the model to mend."""

    reason: str


class StageKind(Protocol[Step_co]):
    """Protocol: what a stage wants to know; called by `Stage`."""

    @property
    def prompt(self) -> str:
        """The file of the prompt."""
        ...

    @property
    def reply(self) -> type[BaseModel]:
        """The schema of a reply: a list ``checks``, whose items have the number of a claim."""
        ...

    def read(self, item: object, case: Case) -> Step_co | Problem:
        """Return what an item of a reply says of its case.

        Raises
        ------
        ValidationError
            If it does not fit the schema.
        """
        ...


@dataclass(frozen=True, slots=True)
class Answers(Generic[Step]):
    """What a stage found.

    Parameters
    ----------
    steps
        By the number of the case; a case without a usable answer has none.
    problems
        What was wrong with the reply.
    error
        The class of what the model raised instead of a reply; empty if it replied.
    """

    steps: Mapping[int, Step]
    problems: tuple[str, ...] = ()
    error: str = ""


class Stage(Generic[Step]):
    """Asks a chat model about cases.

    Parameters
    ----------
    chat_model, method
        As of `FactLogicVerifier`.
    kind
        What is asked.
    """

    def __init__(
        self, chat_model: BaseChatModel, kind: StageKind[Step], *, method: str | None
    ) -> None:
        self._model: Runnable[Any, Any] = structured(chat_model, kind.reply, method=method)
        self._kind = kind

    def ask(self, cases: Sequence[Case]) -> Answers[Step]:
        """Return what the model says of the cases; no call where there is none."""
        if not cases:
            return Answers({})
        first = self._ask_once(cases)
        missing = [case for case in cases if case.number not in first.steps]
        if not missing or first.error:
            return first
        second = self._ask_once(missing, complaint="\n".join(first.problems[:_MOST_PROBLEMS]))
        return Answers({**first.steps, **second.steps}, second.problems, second.error)

    def _ask_once(self, cases: Sequence[Case], *, complaint: str = "") -> Answers[Step]:
        messages = self._messages(cases, complaint)
        try:
            output = cast("Mapping[str, object]", self._model.invoke(messages, UNSEEN))
        except Exception as error:  # noqa: BLE001 - each integration raises kinds of its own
            return Answers({}, error=type(error).__name__)
        return self._read(cast("AIMessage", output["raw"]), cases)

    def _messages(self, cases: Sequence[Case], complaint: str) -> list[BaseMessage]:
        parts = blocks(cases)
        if complaint:
            parts.append(
                f"Of your last reply this could not be used:\n{complaint}\n"
                "Reply for the claims above, in full."
            )
        return [SystemMessage(instructions(self._kind.prompt)), HumanMessage("\n\n".join(parts))]

    def _read(self, message: AIMessage, cases: Sequence[Case]) -> Answers[Step]:
        """Return what can be used of a reply, each case by itself."""
        items = _items(message, self._kind.reply.__name__)
        if items is None:
            return Answers({}, ("The reply was no call of the tool with valid JSON.",))
        # What is cut off may still parse: the last item is not known to be whole.
        items = items[:-1] if was_cut(message) else items
        numbers = [_number(item) for item in items]
        answered = Counter(numbers)
        steps: dict[int, Step] = {}
        problems: list[str] = []
        for case in cases:
            if answered[case.number] == 1:
                read = self._one(items[numbers.index(case.number)], case)
            else:
                read = Problem(f"expected one item, got {answered[case.number]}")
            if isinstance(read, Problem):
                problems.append(f"claim {case.number}: {read.reason}")
            else:
                steps[case.number] = read
        return Answers(steps, tuple(problems))

    def _one(self, item: object, case: Case) -> Step | Problem:
        try:
            return self._kind.read(item, case)
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=False, include_context=False)
            told = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in errors)
            return Problem("; ".join(told))


def _items(message: AIMessage, schema: str) -> list[object] | None:
    """Return the items of a reply, from the call of its tool or from JSON in its words."""
    called = [call["args"] for call in message.tool_calls if call["name"] == schema]
    arguments: object = called[0] if called else _json(message.text)
    checks = (
        cast("dict[str, object]", arguments).get("checks") if isinstance(arguments, dict) else None
    )
    return cast("list[object]", checks) if isinstance(checks, list) else None


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _number(item: object) -> int | None:
    """Return the number of the claim that an item is about."""
    number = cast("dict[str, object]", item).get("claim") if isinstance(item, dict) else None
    return int(str(number)) if str(number).isdecimal() else None
