"""What facts as a function save, and factual recall without an LLM: ``python -m benchmarks.faaf``.

**Economy.** The same facts are verified against the same answers by `FunctionCallVerifier` and by
one prompt a fact, both on a scripted model that knows the labels. Calls are counted. Tokens are
estimated from the texts (`estimated`), so only their ratio means anything, and it depends on how
much the scripted model writes to one prompt: once its verdict with the sentence it rests on and
what follows from it, as chat models do unless they are held to a form, and once the bare word.

**Recall.** belie's own verifier, without an LLM, says of 48 made-up questions which facts of each
an answer states; a third of the answers is whole, a third lacks facts, a third has other values in
some. ``--json OUT`` writes the figures.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from typing_extensions import override

from belie.adapters.llm.fact_function import FunctionCallVerifier, Usage
from belie.adapters.llm.fact_function.budget import estimated
from belie.datatypes import Verification
from belie.monitor.recall import recall_of
from belie.recall import factual_recall_table
from benchmarks.faaf_texts import answers
from benchmarks.table import columns, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.callbacks import CallbackManagerForLLMRun
    from langchain_core.messages import BaseMessage

    from belie.datatypes import Candidate, Claim, Turn
    from belie.monitor.recall import RecallRow

__all__ = ["Cost", "Told", "costs", "main", "told"]

KINDS = ("whole", "incomplete", "ungrounded")
PAPER = (
    "paper (Katranidis and Barany 2024): more than 5 times fewer calls, more than 4 times fewer "
    "completion tokens"
)
_BAR = 0.15
_PROMPT = (
    'Consider the given passage, then answer: is the statement "{fact}" true or false?\n\n'
    "Passage:\n{answer}"
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a way to verify all facts took."""

    way: str
    usage: Usage


@dataclass(frozen=True, slots=True)
class Told:
    """How well belie told which facts the answers of one kind state; shares in [0, 1]."""

    kind: str
    facts: int
    recall: float | None
    error_rate: float | None
    f1_micro: float | None
    seconds: float


class _Scripted(BaseChatModel):
    """Gives what ``reply`` makes of a function, or of a prompt where there is none."""

    reply: Any

    @property
    @override
    def _llm_type(self) -> str:
        return "scripted"

    @override
    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self.bind(tools=tools)

    @override
    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **options: Any,
    ) -> ChatResult:
        tools = options.get("tools", ())
        function = tools[0].model_json_schema() if tools else {}
        shown = " ".join(message.text for message in messages) + json.dumps(function)
        message = self.reply(messages, function)
        said = message.text or json.dumps(message.tool_calls[0]["args"], separators=(",", ":"))
        used = {"input_tokens": estimated(shown), "output_tokens": estimated(said)}
        message.usage_metadata = {**used, "total_tokens": sum(used.values())}
        return ChatResult(generations=[ChatGeneration(message=message)])


class _Nobody:
    """A fallback that is never needed."""

    name = "nobody"

    def verify(
        self, turn: Turn, claims: Sequence[Claim], candidates: Sequence[Candidate]
    ) -> Verification:
        del turn, claims, candidates
        return Verification(())


def costs(rows: Sequence[RecallRow]) -> list[Cost]:
    """Return what each way takes for all facts of some labelled answers."""
    return [
        Cost("one prompt a fact, with a reason", _by_prompts(rows, _reasoned)),
        Cost("one prompt a fact, one word", _by_prompts(rows, _bare)),
        Cost("function, responses only", _by_function(rows, citations=False, extended=False)),
        Cost("function, extended", _by_function(rows, citations=False, extended=True)),
        Cost("function, with citations", _by_function(rows, citations=True, extended=False)),
        Cost("function, both (default)", _by_function(rows, citations=True, extended=True)),
    ]


def told(kind: str) -> Told:
    """Return how well belie's own verifier tells the facts of the answers of one kind."""
    rows = answers(kind)
    start = time.perf_counter()
    table = factual_recall_table(rows)
    seconds = time.perf_counter() - start
    facts = sum(len(row.facts) for row in table.rows)
    return Told(kind, facts, table.recall, table.error_rate, table.f1_micro, seconds)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures there")
    arguments = parser.parse_args()
    spent = costs([row for kind in KINDS for row in answers(kind)])
    print(_economy(spent))
    print(PAPER, end="\n\n")
    measured = [told(kind) for kind in KINDS]
    print(_quality(measured))
    if arguments.json:
        figures = {"costs": [asdict(one) for one in spent], "recall": [*map(asdict, measured)]}
        arguments.json.write_text(json.dumps(figures, indent=1), "utf-8")


def _by_prompts(rows: Sequence[RecallRow], write: Callable[[RecallRow, int], str]) -> Usage:
    total = Usage()
    for row in rows:
        for number, fact in enumerate(row.facts, 1):
            said = AIMessage(write(row, number))
            model = _Scripted(reply=lambda *_, said=said: said)
            asked = HumanMessage(_PROMPT.format(fact=fact, answer=row.answer))
            used = model.invoke([asked]).usage_metadata
            if used:
                total += Usage(1, used["input_tokens"], used["output_tokens"])
    return total


def _reasoned(row: RecallRow, number: int) -> str:
    fact, said = row.facts[number - 1], _sentence(row, number)
    if said is None:
        return f"The statement is false. The passage does not mention whether {fact}"
    if _holds(row, number):
        return f'The statement is true. The passage says: "{said}" This means that {fact}'
    return f'The statement is false. The passage says: "{said}" This does not mean that {fact}'


def _bare(row: RecallRow, number: int) -> str:
    return str(_holds(row, number))


def _by_function(rows: Sequence[RecallRow], *, citations: bool, extended: bool) -> Usage:
    total = Usage()
    for row in rows:
        model = _Scripted(reply=lambda _, function, row=row: _filled(row, function))
        verifier = FunctionCallVerifier(
            model, fallback=_Nobody(), citations=citations, extended=extended, cross_check=False
        )
        said = recall_of(row.answer, row.facts, question=row.question, verifier=verifier)
        if tuple(fact.recalled for fact in said.facts) != row.labels:
            raise AssertionError("expected the scripted answers to come through as they are")
        total += verifier.usage
    return total


def _filled(row: RecallRow, function: dict[str, Any]) -> AIMessage:
    """Fill in the fields that the function has, by the labels."""
    values: dict[str, object] = {}
    for number in range(1, len(row.facts) + 1):
        values |= _fields(row, number)
    asked = {name: value for name, value in values.items() if name in function["properties"]}
    return AIMessage("", tool_calls=[{"name": "verify_facts", "args": asked, "id": "1"}])


def _fields(row: RecallRow, number: int) -> dict[str, object]:
    name, said = f"fact_{number}", _sentence(row, number)
    if said is None:
        return {name: "Not clear from the given passage"}
    cited = {f"{name}_citation": said}
    if _holds(row, number):
        return {**cited, name: "True"}
    clash = {
        f"{name}_{side}_words": text.rstrip(".").rpartition(" ")[2]
        for side, text in (("passage", said), ("fact", row.facts[number - 1]))
    }
    return {**cited, name: "False", f"{name}_degree": "partial", **clash}


def _holds(row: RecallRow, number: int) -> bool:
    return (row.labels or ())[number - 1]


def _sentence(row: RecallRow, number: int) -> str | None:
    """Return the sentence of an answer that is about a fact; ``None`` if it is left out."""
    sentences = re.split(r"(?<=\.) ", row.answer)[1:]
    if len(sentences) == len(row.facts):
        return sentences[number - 1]
    return sentences[sum((row.labels or ())[: number - 1])] if _holds(row, number) else None


def _economy(spent: Sequence[Cost]) -> str:
    first = spent[0].usage
    cells = [("way", "calls", "÷", "input tokens", "÷", "completion tokens", "÷")]
    for cost in spent:
        used = cost.usage
        cells.append(
            (
                cost.way,
                str(used.calls),
                f"{first.calls / used.calls:.1f}",
                str(used.input_tokens),
                f"{first.input_tokens / used.input_tokens:.1f}",
                str(used.output_tokens),
                f"{first.output_tokens / used.output_tokens:.1f}",
            )
        )
    return columns(cells)


def _quality(measured: Sequence[Told]) -> str:
    cells = [("answers", "facts", "recall", "error rate", f"<= {percent(_BAR)}", "F1-micro", "s")]
    for one in measured:
        is_met = one.error_rate is not None and one.error_rate <= _BAR
        cells.append(
            (
                one.kind,
                str(one.facts),
                percent(one.recall),
                percent(one.error_rate),
                "met" if is_met else "MISSED",
                percent(one.f1_micro),
                f"{one.seconds:.1f}",
            )
        )
    return columns(cells)


if __name__ == "__main__":
    main()
