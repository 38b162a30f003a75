"""Finds the root of every event of LangChain and keeps the roots that have not ended.

Events of one root come from several threads, and events of many roots are mixed; this is the one
place that holds state between events, and the one that locks it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from belie.adapters.langchain.runs import RootRun
from belie.adapters.langchain.sessions import running_session
from belie.adapters.langchain.shapes import documents_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from langchain_core.documents import Document as Retrieved
    from langchain_core.outputs import LLMResult

    from belie.adapters.langchain.runs import Exchange, Kind

__all__ = ["IGNORE_TAG", "RootRuns"]

IGNORE_TAG = "belie:ignore"
"""Runs with this tag, and all below them, are neither evidence nor answer."""


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

    def __len__(self) -> int:
        return len(self._roots)

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
        """Place a run below its root; a run whose parent was never seen is a root itself."""
        with self._lock:
            known = self._root_of.get(parent) if parent else None
            root = known or self._root(run_id, kind)
            self._root_of[run_id] = root
            root.start(run_id, kind=kind, parent=parent, ignored=IGNORE_TAG in (tags or ()))
            root.session = root.session or running_session(metadata)
            if root.id == run_id:
                root.hear_question(inputs)

    def hear_token(self, run_id: UUID, token: str) -> None:
        """Take note of a streamed token."""
        self._tell(run_id, lambda root: root.hear_token(run_id, token))

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

    def _tell(self, run_id: UUID, news: Callable[[RootRun], None]) -> None:
        """Pass on news of a run; the first of a bare tool or retriever is its end."""
        with self._lock:
            root = self._root_of.get(run_id)
            if root is None:
                return
            news(root)
            if root.id == run_id and root.kind in ("tool", "retriever"):
                self._forget(root)
