"""Many conversations at once through one handler and one monitor, compared with a serial run.

A gate between finding and answering lets nobody on until all are there: each exchange of every
conversation is under way with the same exchange of all others.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest
from langchain_core.documents import Document as Retrieved
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda

from belie.datatypes import Document, Extraction, Relation
from belie.langchain import CallbackHandler
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.storage.memory import MemoryStore
from belie.testing import ScriptedClassifier, WordEncoder
from belie.wiring import open_store

pytestmark = pytest.mark.extras

MANY, FEW = 200, 10
EXCHANGES = 10
TELLING = 5
"""Each fifth conversation makes claims: one clashes with a document and with an earlier claim."""


def names(sessions):
    return [f"s{number}" for number in range(sessions)]


def question(name, number):
    return f"What about {number}, {name}?"


def high(name):
    return f"The tower of {name} is 330 m tall."


def low(name):
    return f"The tower of {name} is 300 m tall."


def claims(name):
    return int(name[1:]) % TELLING == 0


def book(name, number):
    return high(name) if number == 4 and claims(name) else f"Book {number} of {name}."


def answer(name, number):
    told = {2: high(name), 4: low(name)} if claims(name) else {}
    return told.get(number, f"{number} it is, {name}.")


class Library(BaseRetriever):
    """Finds one book for each question."""

    def _get_relevant_documents(self, query, *, run_manager):
        del run_manager
        _, _, number, name = query.strip("?").replace(",", "").split()
        return [Retrieved(book(name, int(number)), id=f"book-{number}")]

    async def _aget_relevant_documents(self, query, *, run_manager):
        return self._get_relevant_documents(query, run_manager=run_manager)


class Speaker(BaseChatModel):
    """Has one answer to each question."""

    @property
    def _llm_type(self):
        return "speaker"

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        del stop, run_manager, kwargs
        _, _, number, name = messages[-1].text.strip("?").replace(",", "").split()
        message = AIMessage(answer(name, int(number)))
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _agenerate(self, messages, stop=None, run_manager=None, **kwargs):
        return self._generate(messages, stop, run_manager, **kwargs)


def chain(gate=None, agate=None):
    """Find, wait for all others, answer."""
    library, speaker = Library(), Speaker()

    def reply(asked):
        library.invoke(asked)
        gate()
        return speaker.invoke(asked).text

    async def areply(asked):
        await library.ainvoke(asked)
        await agate()
        return (await speaker.ainvoke(asked)).text

    return RunnableLambda(reply, afunc=areply)


class TowerExtractor:
    """Takes what is said of a tower as claims, and nothing else: small talk costs no time."""

    def __init__(self, extractor):
        self._extractor = extractor

    def extract(self, turn, earlier=()):
        says = "tower" in turn.text
        return self._extractor.extract(turn, earlier) if says else Extraction(())


@pytest.fixture(scope="module")
def made(sentence_extractor):
    """Makes a monitor on a store, which knows one clash in each conversation."""
    clashes = {(high(name), low(name)): Relation.CONTRADICTION for name in names(MANY)}

    def make(store):
        checker = Checker(
            extractor=TowerExtractor(sentence_extractor),
            encoder=WordEncoder(dim=32),
            classifier=ScriptedClassifier(clashes),
            settings=Settings(suggestions=False),
            threshold=0.5,
        )
        return Monitor(checker=checker, store=store)

    return make


@pytest.fixture(scope="module")
def serial(made):
    """The reports of each conversation when one comes after the other, without LangChain."""
    monitor = made(MemoryStore())
    for name in names(MANY):
        for number in range(EXCHANGES):
            asked = question(name, number)
            monitor.observe(asked, session=name, role="user")
            monitor.observe(
                answer(name, number),
                session=name,
                role="assistant",
                documents=[Document(f"book-{number}", book(name, number))],
                question=asked,
            )
    return {name: tuple(monitor.session(name).reports) for name in names(MANY)}


def config(handler, name):
    """Half of the conversations are named by the metadata, half by the configurable."""
    place = "metadata" if int(name[1:]) % 2 else "configurable"
    return {"callbacks": [handler], place: {"thread_id": name}}


def talk_in_threads(handler, sessions):
    """Return how many runs were under way at once."""
    under_way = []
    barrier = threading.Barrier(
        sessions, action=lambda: under_way.append(handler.health().unfinished)
    )
    replying = chain(gate=lambda: barrier.wait(300))

    def talk(name):
        for number in range(EXCHANGES):
            replying.invoke(question(name, number), config(handler, name))

    with ThreadPoolExecutor(sessions) as pool:
        list(pool.map(talk, names(sessions)))
    return under_way


def talk_in_tasks(handler, sessions):
    """Return how many runs were under way at once."""
    under_way = []

    async def talk_all():
        barrier = asyncio.Barrier(sessions)

        async def gate():
            if await barrier.wait() == sessions - 1:
                under_way.append(handler.health().unfinished)

        replying = chain(agate=gate)

        async def talk(name):
            for number in range(EXCHANGES):
                await replying.ainvoke(question(name, number), config(handler, name))

        async with asyncio.timeout(300):
            await asyncio.gather(*map(talk, names(sessions)))

    asyncio.run(talk_all())
    return under_way


def check(monitor, talk, sessions, serial, **options):
    heard = defaultdict(list)
    with CallbackHandler(
        monitor=monitor,
        on_alert=lambda alert: heard[alert.conflict.claim.source.split("/")[0]].append(alert),
        max_queue=sessions * EXCHANGES,
        **options,
    ) as handler:
        assert talk(handler, sessions) == [sessions] * EXCHANGES
        assert handler.flush(300)
        health = handler.health()
    assert (health.observed, health.dropped, health.errors) == (sessions * EXCHANGES, 0, 0)
    assert (health.queued, health.unfinished) == (0, 0)
    assert sorted(monitor.sessions()) == sorted(names(sessions))
    for name in names(sessions):
        assert tuple(monitor.session(name).reports) == serial[name]
        assert tuple(handler.alerts(name)) == tuple(heard[name])
        assert len(heard[name]) == 2 * claims(name)


TALKS = [talk_in_threads, talk_in_tasks]


@pytest.mark.parametrize("talk", TALKS)
def test_many_conversations_at_once_are_each_as_if_alone(talk, made, serial):
    check(made(MemoryStore()), talk, MANY, serial)


@pytest.mark.parametrize("talk", TALKS)
def test_conversations_that_are_checked_at_once_are_each_as_if_alone(talk, made, serial):
    check(made(MemoryStore()), talk, FEW, serial, mode="inline")


@pytest.mark.parametrize("talk", TALKS)
def test_conversations_in_a_database_are_each_as_if_alone(talk, made, serial, tmp_path):
    url = f"sqlite:///{tmp_path / 'belie.db'}"
    with made(open_store(url)) as monitor:
        check(monitor, talk, FEW, serial)
    with made(open_store(url)) as again:
        loaded = {name: tuple(again.session(name).reports) for name in names(FEW)}
    assert loaded == {name: serial[name] for name in names(FEW)}
