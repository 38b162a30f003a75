"""What a chat feels of belie: the time its callbacks add, and when an alert comes in a stream."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from langchain_core.callbacks import BaseCallbackHandler, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnablePassthrough
from typing_extensions import override

from belie.datatypes import Role, Turn, TurnReport
from belie.langchain import CallbackHandler
from benchmarks.live_texts import document, subjects
from benchmarks.live_turns import percentile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.runnables import Runnable

    from belie.datatypes import Document as Given
    from belie.monitor.monitor import Monitor
    from belie.monitor.session import Session

__all__ = ["Latencies", "StreamTimes", "latencies", "stream_times"]

_DOCUMENTS, _WORDS = 3, 200
_WARM_UP = 10


@dataclass(frozen=True, slots=True)
class Latencies:
    """Seconds of runs of a chain.

    Parameters
    ----------
    plain, watched
        By the clock, with a handler that does nothing and, by turns, with belie's.
    plain_cpu, watched_cpu
        The processor's, of all threads of the process, belie's worker among them.
    """

    plain: tuple[float, ...]
    watched: tuple[float, ...]
    plain_cpu: tuple[float, ...]
    watched_cpu: tuple[float, ...]

    def added(self, per_cent: int) -> float:
        """Return how much more a percentile of the watched runs is, by the clock."""
        return percentile(self.watched, per_cent) - percentile(self.plain, per_cent)

    @property
    def added_cpu(self) -> float:
        """How much more of the processor's time a watched run takes, at the median."""
        return percentile(self.watched_cpu, 50) - percentile(self.plain_cpu, 50)


class _Retriever(BaseRetriever):
    texts: list[str]

    @override
    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        del query, run_manager
        return [Document(text, id=str(number)) for number, text in enumerate(self.texts)]


class _Until:
    """A monitor that takes turns until it is told that it is over; `None` only waits for that."""

    def __init__(self, monitor: Monitor | None) -> None:
        self._monitor = monitor
        self.over = threading.Event()

    def observe(
        self,
        text: str,
        *,
        session: str,
        role: str = "assistant",
        documents: Sequence[Given] = (),
        question: str | None = None,
    ) -> TurnReport:
        if self._monitor is None:
            self.over.wait()
        if self._monitor is None or self.over.is_set():
            return TurnReport(Turn(session, 0, Role(role), text))
        return self._monitor.observe(
            text, session=session, role=role, documents=documents, question=question
        )

    def session(self, name: str, /) -> Session:
        raise NotImplementedError(name)


def latencies(monitor: Monitor | None, *, runs: int, pause: float) -> Latencies:
    """Return what runs of a retrieval chain take, ``pause`` seconds apart.

    Runs with a handler that does nothing take turns with runs with belie's. Of each there are
    ``runs``, no answer twice, and a queue that takes them all keeps the worker busy.

    Parameters
    ----------
    monitor
        Checks the answers; with ``None`` the worker sleeps.
    runs, pause
        How many, and how far apart in seconds.
    """
    until, plain = _Until(monitor), BaseCallbackHandler()
    handler = CallbackHandler(monitor=until, session="latency", max_queue=2 * (_WARM_UP + runs))
    times: dict[BaseCallbackHandler, list[tuple[float, float]]] = {plain: [], handler: []}
    chains = [_chain(town=number) for number in range(_WARM_UP + runs)]
    for number, chain in enumerate(chains):
        for one in (plain, handler) if number % 2 else (handler, plain):
            time.sleep(pause)
            times[one].append(_run(chain, one))
    until.over.set()
    handler.shutdown()
    (walls, cpus), (own_walls, own_cpus) = (
        zip(*times[one][_WARM_UP:], strict=True) for one in (plain, handler)
    )
    return Latencies(walls, own_walls, cpus, own_cpus)


def _run(chain: Runnable[str, str], handler: BaseCallbackHandler) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    chain.invoke("What is there to know?", config={"callbacks": [handler]})
    return time.perf_counter() - wall, time.process_time() - cpu


def _chain(*, town: int) -> Runnable[str, str]:
    several = subjects(town)[:_DOCUMENTS]
    answer = " ".join(fact.false for one in several for fact in one.facts[:2])
    texts = [document(one, words=_WORDS, seed=town) for one in several]
    prompt = ChatPromptTemplate.from_template("{context}\n\n{question}")
    given = {"context": _Retriever(texts=texts), "question": RunnablePassthrough()}
    return given | prompt | FakeListChatModel(responses=[answer]) | StrOutputParser()


@dataclass(frozen=True, slots=True)
class StreamTimes:
    """When what happened in one streamed answer, in seconds after its first token.

    Parameters
    ----------
    first_ends, fifth_begins
        When the last token of the first sentence was due, and the first token of the fifth.
    alert
        When `Stream.feed` returned the alert for the first sentence; ``None`` if it did not.
    ends, closed
        When the last token was due, and when the final report was there.
    """

    first_ends: float
    fifth_begins: float
    alert: float | None
    ends: float
    closed: float


def stream_times(monitor: Monitor, *, town: int, rate: float) -> StreamTimes:
    """Return when the alert comes for a false first sentence of five, ``rate`` tokens a second.

    A token is a word with the blank before it. The documents, five of 200 words, are new. A token
    is fed when it is due, or as soon as the one before it was taken.
    """
    five = subjects(town)[:5]
    said = [five[0].facts[0].false, *(one.facts[0].true for one in five[1:])]
    ends = list(accumulate(len(sentence.split()) for sentence in said))
    tokens = [
        word if not place else f" {word}" for place, word in enumerate(" ".join(said).split())
    ]
    documents = [document(one, words=_WORDS, seed=town) for one in five]
    stream = monitor.stream(session=f"stream {town}", documents=documents)
    begun, alert = time.perf_counter(), None
    for place, token in enumerate(tokens):
        time.sleep(max(0.0, begun + place / rate - time.perf_counter()))
        alerts = stream.feed(token)
        if alert is None and any(one.conflict.claim.span.start == 0 for one in alerts):
            alert = time.perf_counter() - begun
    stream.close()
    closed = time.perf_counter() - begun
    return StreamTimes(
        (ends[0] - 1) / rate, ends[3] / rate, alert, (len(tokens) - 1) / rate, closed
    )
