"""A chat model that says what it was told to say, and a retriever that finds what it was given.

Loaded by the fixtures in ``conftest.py``, for the tests are no package.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager

from langchain_core.documents import Document
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk
from langchain_core.output_parsers import StrOutputParser
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnablePassthrough
from pydantic import Field

from belie.langchain import CallbackHandler

__all__ = ["CallbackHandler", "ScriptedChat", "Shelf", "call", "rag", "run"]


def call(tool, query="tower", call_id="call-1"):
    """A message that calls a tool."""
    calls = [{"name": tool, "args": {"query": query}, "id": call_id}]
    return AIMessage("", tool_calls=calls)


class ScriptedChat(BaseChatModel):
    """Says its replies in turn, streaming them word by word; an exception is raised.

    In a stream the word ``BOOM`` raises, and ``WAIT`` waits for ``go``.
    """

    replies: list
    asked: list = []  # noqa: RUF012 - pydantic copies it
    go: threading.Event = Field(default_factory=threading.Event)

    @property
    def _llm_type(self):
        return "scripted"

    def bind_tools(self, tools, **kwargs):
        del tools
        return self.bind(**kwargs)

    def _next(self, messages):
        self.asked.append(messages)
        reply = self.replies[(len(self.asked) - 1) % len(self.replies)]
        if isinstance(reply, Exception):
            raise reply
        return AIMessage(
            reply.text if isinstance(reply, AIMessage) else reply,
            tool_calls=getattr(reply, "tool_calls", []),
        )

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        del stop, run_manager, kwargs
        return ChatResult(generations=[ChatGeneration(message=self._next(messages))])

    def _stream(self, messages, stop=None, run_manager=None, **kwargs):
        del stop, kwargs
        message = self._next(messages)
        if message.tool_calls:
            chunk = AIMessageChunk("", tool_calls=message.tool_calls)
            yield ChatGenerationChunk(message=chunk)
            return
        for place, word in enumerate(message.text.split(" ")):
            if word == "BOOM":
                raise RuntimeError("the model broke")
            if word == "WAIT":
                assert self.go.wait(30)
            token = word if place == 0 else f" {word}"
            chunk = ChatGenerationChunk(message=AIMessageChunk(token))
            if run_manager:
                run_manager.on_llm_new_token(token, chunk=chunk)
            yield chunk


class Shelf(BaseRetriever):
    """Finds all it holds, whatever is asked."""

    texts: list[str]

    def _get_relevant_documents(self, query, *, run_manager):
        del query, run_manager
        return [
            Document(text, id=f"doc-{number}", metadata={"source": "guide.md"})
            for number, text in enumerate(self.texts, start=1)
        ]


def rag(model, retriever):
    """The usual chain: retrieve, prompt, answer, parse."""
    inputs = {"context": retriever, "question": RunnablePassthrough()}
    prompt = ChatPromptTemplate.from_template("Use {context} to answer {question}")
    return inputs | prompt | model | StrOutputParser()


@asynccontextmanager
async def awaited():
    """Await every task that is begun meanwhile.

    Where a branch fails LangChain leaves the tasks of the others, and a task that nobody asks how
    it ended complains when it is collected, in the middle of some other test.
    """
    loop, tasks = asyncio.get_running_loop(), []

    def begin(loop, coroutine, **details):
        tasks.append(asyncio.Task(coroutine, loop=loop, **details))
        return tasks[-1]

    loop.set_task_factory(begin)
    try:
        yield
    finally:
        loop.set_task_factory(None)
        await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 30)


async def run(chain, inputs, how, config):
    """Run a chain in one of the ways there are."""
    async with awaited():
        await _run(chain, inputs, how, config)


async def _run(chain, inputs, how, config):
    match how:
        case "invoke":
            chain.invoke(inputs, config)
        case "stream":
            list(chain.stream(inputs, config))
        case "ainvoke":
            await chain.ainvoke(inputs, config)
        case "astream":
            _ = [chunk async for chunk in chain.astream(inputs, config)]
        case "batch":
            chain.batch([inputs], config)
        case "abatch":
            await chain.abatch([inputs], config)
        case "astream_events":
            _ = [event async for event in chain.astream_events(inputs, config, version="v2")]
