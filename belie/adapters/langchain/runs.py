"""Collects, for each root run of LangChain, what makes one exchange: question, documents, answer.

A retriever and the model that reads its documents share only the root of their runs, so all is
kept per root and goes when the root ends. Nothing here calls LangChain or the monitor.
"""

from __future__ import annotations

from asyncio import CancelledError
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from belie.adapters.langchain.places import repeated
from belie.adapters.langchain.shapes import (
    Said,
    answered,
    asked,
    conclusive,
    documents_in,
    named_texts,
    spoken,
    tool_messages,
    tool_text,
)
from belie.adapters.langchain.structured import structured_answer
from belie.datatypes import Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from uuid import UUID

    from langchain_core.documents import Document as Retrieved
    from langchain_core.messages import ToolMessage
    from langchain_core.outputs import LLMResult

__all__ = ["Exchange", "Kind", "RootRun", "Run"]

Kind = Literal["chain", "model", "tool", "retriever", "part"]
"""What a run is; a *part* is a prompt or a parser, which never answers anyone."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and its answer, as the reader saw them.

    ``session`` is ``None`` where the application does not say which conversation it is; ``root``
    is the id of the run, which then stands for it.
    """

    root: str
    session: str | None
    question: Said | None
    answer: Said
    documents: tuple[Document, ...]


@dataclass(slots=True)
class Run:
    """One run below a root, or the root itself.

    Parameters
    ----------
    kind
        What it is.
    parent
        The run that started it; ``None`` for a root.
    ignored
        Whether it, or a run above it, carries the tag that keeps belie away.
    nested
        Whether a tool stands above it: what is said there is said to the tool's caller.
    open
        Whether it has not ended.
    fed
        Whether documents were retrieved below it.
    spoke
        Whether a model ran below it.
    answers
        Whether it carries the tag of the model that speaks to the reader.
    listed
        How often the handler is told of each of its events: as often as it was listed.
    events
        How often it was told of a token.
    tokens
        What a model has streamed so far.
    """

    kind: Kind
    parent: Run | None = None
    ignored: bool = False
    nested: bool = False
    open: bool = True
    fed: bool = False
    spoke: bool = False
    answers: bool = False
    listed: int = 1
    events: int = 0
    tokens: list[str] = field(default_factory=list[str])

    @property
    def speaks_to_reader(self) -> bool:
        """Whether what this run says may be the answer."""
        return self.kind == "model" and not (self.ignored or self.nested)

    def with_parents(self) -> Iterator[Run]:
        """Yield this run and those above it."""
        run: Run | None = self
        while run is not None:
            yield run
            run = run.parent


@dataclass(slots=True)
class RootRun:
    """All that is known of one root run until it ends.

    Parameters
    ----------
    id
        The run without a parent that this handler has seen.
    kind
        What it is; only chains and models answer.
    key
        Where in its inputs the question lies, if not under a usual name.
    given
        What its inputs hold under the usual names of an answer.
    """

    id: UUID
    kind: Kind
    key: str | None = None
    session: str | None = None
    question: Said | None = None
    given: dict[str, str] = field(default_factory=dict[str, str])
    last_said: Said | None = None
    said: list[Said] = field(default_factory=list[Said])
    interrupted: bool = False
    documents: dict[str, Document] = field(default_factory=dict[str, Document])
    shunned: set[str] = field(default_factory=set[str])
    heard_tools: set[str] = field(default_factory=set[str])
    runs: dict[UUID, Run] = field(default_factory=dict["UUID", Run])

    def start(
        self,
        run_id: UUID,
        *,
        kind: Kind,
        parent: UUID | None,
        ignored: bool,
        answers: bool = False,
    ) -> None:
        """Take note of a run, once for a handler that is told of it several times."""
        if run_id in self.runs:
            self.runs[run_id].listed += 1
            return
        above = self.runs.get(parent) if parent else None
        run = Run(
            kind,
            parent=above,
            ignored=ignored or (above is not None and above.ignored),
            nested=above is not None and (above.nested or above.kind == "tool"),
            answers=answers,
        )
        if kind == "model":
            for each in run.with_parents():
                each.spoke = True
        self.runs[run_id] = run

    def hear_question(self, inputs: object) -> None:
        """Read the question out of the root's inputs, and what else was there before it began."""
        self.question = asked(inputs, key=self.key) or self.question
        self.given = named_texts(inputs) or self.given
        self._hear_tools(tool_messages(inputs))

    def hear_token(self, run_id: UUID, token: str) -> bool:
        """Take note of a streamed token; return whether it is a new one."""
        run = self.runs[run_id]
        run.events += 1
        new = run.events % run.listed == 0
        if new:
            run.tokens.append(token)
        return new

    def saying(self, run_id: UUID) -> Exchange | None:
        """Return the exchange with what a model has said so far, where it is sure to be the answer.

        That can be known before the end of the model that is itself the root, of one that was
        tagged so, and of one that speaks after documents came: a query is written before that.
        """
        run = self.runs[run_id]
        sure = run_id == self.id or run.answers or bool(self.documents)
        if not (sure and run.speaks_to_reader):
            return None
        return self._exchange(Said("".join(run.tokens)))

    def hear_documents(self, run_id: UUID, documents: Iterable[Retrieved]) -> None:
        """Keep the documents that came to a run, each text once."""
        run = self.runs[run_id]
        for document in documents:
            if run.ignored:
                self.shunned.add(document.page_content)
                continue
            for each in run.with_parents():
                each.fed = True
            self._keep(document.page_content, name=document.id, metadata=document.metadata)

    def hear_tool(self, run_id: UUID, output: object) -> None:
        """Keep what a tool gave: its documents, else its text, but no words of a model in it."""
        run = self.runs[run_id]
        call = getattr(output, "tool_call_id", None)
        self.heard_tools.update([call] if isinstance(call, str) else [])
        self.hear_documents(run_id, documents_in(getattr(output, "artifact", output)))
        if not (run.fed or run.spoke or run.ignored):
            self._keep(tool_text(output), name=getattr(output, "name", None) or "tool")

    def hear_model(self, run_id: UUID, response: LLMResult | None) -> None:
        """Keep what a model said, in case the root's outputs do not tell the answer."""
        run = self.runs[run_id]
        run.open = False
        if run.speaks_to_reader:
            self.last_said = spoken(response)
            self.said.extend([self.last_said] if self.last_said else [])

    def hear_error(self, run_id: UUID, error: BaseException) -> None:
        """Take note of an interrupt; other errors below the root are the application's matter."""
        names = {kind.__name__ for kind in type(error).__mro__}
        self.interrupted = self.interrupted or "GraphInterrupt" in names
        if not isinstance(error, GeneratorExit | CancelledError):
            self.runs[run_id].open = False

    def end(self, outputs: object) -> Exchange | None:
        """Return the exchange that ends with ``outputs``.

        Where the reader closed a stream, LangChain's outputs lag behind the tokens already shown.
        """
        structured = structured_answer(outputs)
        self.heard_tools.update(structured.calls if structured else ())
        self._hear_tools(tool_messages(outputs))
        answer = structured.said if structured else answered(outputs, given=self.given)
        shown = self._shown()
        if shown is not None and shown.text.startswith(answer.text if answer else ""):
            return self._exchange(shown, outputs)
        answer = answer or repeated(outputs, self.said)
        if answer is None and not conclusive(outputs):
            answer = self.last_said
        return self._exchange(answer, outputs)

    def fail(self, error: BaseException, response: LLMResult | None = None) -> Exchange | None:
        """Return the exchange where the reader left early; after any other error there is none."""
        if isinstance(error, GeneratorExit):
            return self._exchange(spoken(response) or self._shown() or self.last_said)
        if isinstance(error, CancelledError):
            return self._exchange(spoken(response) or self._shown())
        return None

    def _exchange(self, answer: Said | None, outputs: object = None) -> Exchange | None:
        silent = self.interrupted or self.runs[self.id].ignored
        if answer is None or silent or self.kind not in ("chain", "model"):
            return None
        return Exchange(
            root=str(self.id),
            session=self.session,
            question=self._question(outputs),
            answer=answer,
            documents=tuple(self.documents.values()),
        )

    def _question(self, outputs: object) -> Said | None:
        """Return the question; the conversation in ``outputs`` knows its message's id."""
        told = None if isinstance(outputs, str) or not conclusive(outputs) else asked(outputs)
        if self.question is None or (told is not None and told.text == self.question.text):
            return told or self.question
        return self.question

    def _shown(self) -> Said | None:
        """Return what a model that has not ended showed so far."""
        speaking = [run for run in self.runs.values() if run.open and run.speaks_to_reader]
        text = "".join(speaking[-1].tokens) if speaking else ""
        return Said(text) if text.strip() else None

    def _hear_tools(self, messages: Iterable[ToolMessage]) -> None:
        """Keep what tools gave before this root began: the run was resumed, or is a bare model."""
        for message in messages:
            if message.tool_call_id in self.heard_tools:
                continue
            self.heard_tools.add(message.tool_call_id)
            documents = list(documents_in(message.artifact))
            self.hear_documents(self.id, documents)
            if not documents:
                self._keep(tool_text(message), name=message.name or "tool")

    def _keep(
        self, text: str, *, name: str | None, metadata: Mapping[str, object] | None = None
    ) -> None:
        if text.strip() and text not in self.shunned:
            document = Document(name or "", text, dict(metadata or {}))
            self.documents.setdefault(text, document)
