"""Documents that an application hands over by an event."""

from __future__ import annotations

import pytest
from langchain_core.callbacks import adispatch_custom_event, dispatch_custom_event
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda

from belie.adapters.langchain.custom_events import handed_over

pytestmark = pytest.mark.extras

QUESTION = "How tall is the tower?"
FACT = "The tower is 330 m tall."
WRONG = "The tower is 300 m tall."
S1 = {"session_id": "s1"}


@pytest.mark.parametrize(
    "value",
    [
        "330 m.",
        ["330 m."],
        {"documents": ["330 m."]},
        Document("330 m."),
        [Document("330 m.")],
        {"query": 7, "documents": [Document("330 m.")]},
    ],
)
def test_documents_are_read_from_many_shapes(value):
    assert [each.page_content for each in handed_over("retrieved_documents", value)] == ["330 m."]


@pytest.mark.parametrize("value", [None, 7, [], {}, {"documents": None}, [None, 7]])
def test_what_holds_no_document_gives_none(value):
    assert handed_over("retrieved_documents", value) == []


def test_an_event_of_another_name_gives_none():
    assert handed_over("progress", [Document("330 m.")]) == []


def searching(documents, *, name="retrieved_documents", tags=()):
    def search(question):
        dispatch_custom_event(name, {"documents": documents})
        return question

    return RunnableLambda(search).with_config(tags=list(tags))


@pytest.mark.parametrize("how", ["invoke", "ainvoke", "stream", "astream", "batch", "abatch"])
async def test_what_an_application_hands_over_is_evidence(how, scripted, monitor, handler):
    chain = searching([FACT]) | scripted.ScriptedChat(replies=[WRONG])
    await scripted.run(chain, QUESTION, how, {"callbacks": [handler], "metadata": S1})
    assert handler.flush(30)
    turn = monitor.session("s1").reports[-1].turn
    assert [document.text for document in turn.documents] == [FACT]
    assert len(monitor.session("s1").alerts) == 1


async def test_it_may_be_handed_over_in_an_event_loop(scripted, monitor, handler):
    async def search(question):
        await adispatch_custom_event("retrieved_documents", [Document(FACT, id="guide")])
        return question

    chain = RunnableLambda(search) | scripted.ScriptedChat(replies=[WRONG])
    await chain.ainvoke(QUESTION, {"callbacks": [handler], "metadata": S1})
    assert handler.flush(30)
    (document,) = monitor.session("s1").reports[-1].turn.documents
    assert (document.id, document.text) == ("guide", FACT)


@pytest.mark.parametrize("options", [{"name": "progress"}, {"tags": ["belie:ignore"]}])
def test_other_events_and_those_of_ignored_runs_are_left_out(options, scripted, monitor, handler):
    chain = searching([FACT], **options) | scripted.ScriptedChat(replies=[WRONG])
    chain.invoke(QUESTION, {"callbacks": [handler], "metadata": S1})
    assert handler.flush(30)
    assert monitor.session("s1").reports[-1].turn.documents == ()
