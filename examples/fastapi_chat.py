"""Serve a chat that is watched: tokens and alerts go to the browser as server-sent events.

Run it with ``pip install 'fastapi[standard]'`` and ``fastapi dev examples/fastapi_chat.py``; ask it
with ``curl -N 'localhost:8000/chat?session=visitor-1&question=How+tall+is+it?'``. A scripted model
stands in for a real one.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle

from fastapi import FastAPI
from fastapi.sse import EventSourceResponse, ServerSentEvent
from langchain_core.documents import Document
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough

from belie import Alert, Monitor
from belie.langchain import CallbackHandler

ANSWER = (
    "The Eiffel Tower is 250 metres tall. Gustave Eiffel's company built it. It is made of iron."
)


def search(_: str) -> list[Document]:
    """Find the one page there is."""
    return [Document("The Eiffel Tower is 330 metres tall.", id="guide")]


model = GenericFakeChatModel(messages=cycle([ANSWER]))
prompt = ChatPromptTemplate.from_template("Use {context} to answer: {question}")
chain = {"context": search, "question": RunnablePassthrough()} | prompt | model | StrOutputParser()

waiting: dict[str, deque[Alert]] = {}


def tell(alert: Alert) -> None:
    """Pass an alert on to the request that waits for it; this runs in the handler's thread."""
    waiting.get(alert.session, deque()).append(alert)


handler = CallbackHandler(monitor=Monitor(), on_alert=tell, check_stream=True)


@asynccontextmanager
async def lifespan(_: FastAPI) -> AsyncIterator[None]:
    """Check what still waits before the process ends."""
    yield
    await asyncio.to_thread(handler.shutdown, 30)


app = FastAPI(lifespan=lifespan)


@app.get("/chat", response_class=EventSourceResponse)
async def chat(session: str, question: str, patience: float = 2) -> AsyncIterator[ServerSentEvent]:
    """Stream the answer and its alerts; the last ones may take ``patience`` seconds to come."""
    config = {"callbacks": [handler], "metadata": {"session_id": session}}
    found = waiting.setdefault(session, deque())
    try:
        async for token in chain.astream(question, config):
            yield ServerSentEvent(event="token", data=token)
            while found:
                yield ServerSentEvent(event="alert", data=found.popleft().explanation)
        await asyncio.to_thread(handler.flush, patience)
        while found:
            yield ServerSentEvent(event="alert", data=found.popleft().explanation)
    finally:
        waiting.pop(session, None)


@app.get("/alerts")
def alerts(session: str) -> list[str]:
    """Return all that was found in a conversation so far."""
    return [alert.explanation for alert in handler.alerts(session)]
