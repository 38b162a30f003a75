"""Finds the root of every event of LangChain and keeps the roots that have not ended.

Events of one root come from several threads, and events of many roots are mixed; this is the one
place that holds state between events, and the one that locks it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from belie.adapters.langchain.own_calls import is_own_call
from belie.adapters.langchain.runs import RootRun
from belie.adapters.langchain.sessions import calling_run, running_session
from belie.adapters.langchain.shapes import SOURCE_KEY, documents_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from langchain_core.documents import Document as Retrieved
    from langchain_core.outputs import LLMResult

    from belie.adapters.langchain.runs import Exchange, Kind
    from belie.datatypes import Document

__all__ = ["ANSWER_TAG", "ENDED_RUNS", "IGNORE_TAG", "RootRuns"]

ANSWER_TAG = "belie:answer"
"""A model with this tag speaks to the reader: what it says is the answer of its root run."""

IGNORE_TAG = "belie:ignore"
"""Runs with this tag, and all below them, are neither evidence nor answer."""

ENDED_RUNS = 10_000
"""How many ended runs are remembered, so that what they leave behind makes no turn of its own."""


class RootRuns:
    """The roots that have not ended, each with its runs.

    Parameters
    ----------
    session
        The conversation of every run, if the application has only one.
    input_key
        Where in the inputs of a root the question lies, if not under a usual name.
    size
        How many roots are kept; beyond it the oldest is taken never to end, and forgotten.
    """

    def __init__(
        self, *, session: str | None = None, input_key: str | None = None, size: int = 1_000
    ) -> None:
        self._session = session
        self._input_key = input_key
        self._size = size
        self._lock = threading.Lock()
        self._roots: dict[UUID, RootRun] = {}
        self._root_of: dict[UUID, RootRun] = {}
        self._ended: dict[UUID, None] = {}

    def __len__(self) -> int:
        return len(self._roots)

    def documents(self) -> tuple[Document, ...]:
        """Return the documents that came so far to the roots that have not ended."""
        with self._lock:
            roots = tuple(self._roots.values())
            return tuple(document for root in roots for document in root.documents.values())

    def start(
        self,
        run_id: UUID,
        *,
        kind: Kind,
        parent: UUID | None,
        inputs: object = None,
        tags: Sequence[str] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Place a run below its root; a run whose parent was never seen is a root itself.

        A run that starts when its root has ended was left behind: a task of its own, or a part of
        a stream that the reader closed. What it says reaches no reader.
        """
        if is_own_call():
            return
        with self._lock:
            parent = parent or self._caller()
            known = self._root_of.get(parent) if parent else None
            if known is None and parent in self._ended:
                self._remember(run_id)
                return
            root = known or self._root(run_id, kind)
            self._root_of[run_id] = root
            root.start(
                run_id,
                kind=kind,
                parent=parent,
                ignored=IGNORE_TAG in (tags or ()) or SOURCE_KEY in (metadata or {}),
                answers=ANSWER_TAG in (tags or ()),
            )
            root.session = root.session or running_session(metadata)
            if root.id == run_id:
                root.hear_question(inputs)

    def hear_token(self, run_id: UUID, token: str) -> bool:
        """Take note of a streamed token; return whether it is a new one of a known run."""
        with self._lock:
            root = self._root_of.get(run_id)
            return root is not None and root.hear_token(run_id, token)

    def saying(self, run_id: UUID) -> Exchange | None:
        """Return the exchange with what a model has said so far, if it is sure to be the answer."""
        with self._lock:
            root = self._root_of.get(run_id)
            return root.saying(run_id) if root else None

    def hear_documents(self, run_id: UUID, documents: Sequence[Retrieved]) -> None:
        """Keep the documents that came to a run."""
        self._tell(run_id, lambda root: root.hear_documents(run_id, documents))

    def hear_tool(self, run_id: UUID, output: object) -> None:
        """Keep what a tool gave."""
        self._tell(run_id, lambda root: root.hear_tool(run_id, output))

    def end(self, run_id: UUID, outputs: object, *, inputs: object = None) -> Exchange | None:
        """End a chain; return its exchange if it is a root that answered.

        ``inputs`` are those of a streamed chain, which it does not know when it starts.
        """
        with self._lock:
            root = self._root_of.get(run_id)
            if root is None:
                return None
            root.hear_documents(run_id, documents_in(outputs))
            if root.id != run_id:
                return None
            root.hear_question(inputs)
            self._forget(root)
            return root.end(outputs)

    def end_model(self, run_id: UUID, response: LLMResult) -> Exchange | None:
        """End a model; return its exchange if it is itself a root."""
        with self._lock:
            root = self._root_of.get(run_id)
            if root is None:
                return None
            root.hear_model(run_id, response)
            if root.id != run_id:
                return None
            self._forget(root)
            return root.end(None)

    def fail(
        self,
        run_id: UUID,
        error: BaseException,
        *,
        inputs: object = None,
        response: LLMResult | None = None,
    ) -> Exchange | None:
        """End a run that raised; return the exchange of a root whose reader left early."""
        with self._lock:
            root = self._root_of.get(run_id)
            if root is None:
                return None
            root.hear_error(run_id, error)
            if root.id != run_id:
                return None
            root.hear_question(inputs)
            self._forget(root)
            return root.fail(error, response)

    def _caller(self) -> UUID | None:
        """Return the run below which a run without a parent was called, if it still goes on."""
        caller = calling_run()
        return caller if caller in self._root_of else None

    def _root(self, run_id: UUID, kind: Kind) -> RootRun:
        if run_id not in self._roots:
            if len(self._roots) >= self._size:
                self._forget(next(iter(self._roots.values())))
            self._roots[run_id] = RootRun(run_id, kind, self._input_key, self._session)
        return self._roots[run_id]

    def _forget(self, root: RootRun) -> None:
        del self._roots[root.id]
        for run_id in root.runs:
            self._root_of.pop(run_id, None)
            self._remember(run_id)

    def _remember(self, run_id: UUID) -> None:
        if len(self._ended) >= ENDED_RUNS:
            del self._ended[next(iter(self._ended))]
        self._ended[run_id] = None

    def _tell(self, run_id: UUID, news: Callable[[RootRun], None]) -> None:
        """Pass on news of a run; the first of a bare tool or retriever is its end."""
        with self._lock:
            root = self._root_of.get(run_id)
            if root is None:
                return
            root.session = root.session or running_session()
            news(root)
            if root.id == run_id and root.kind in ("tool", "retriever"):
                self._forget(root)
