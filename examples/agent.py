"""Watch a LangGraph agent with a checkpointer: it pauses, is resumed, and is asked again.

Run it with ``python examples/agent.py``; a scripted model stands in for a real one.
"""

from __future__ import annotations

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from belie import Monitor
from belie.langchain import CallbackHandler


class ScriptedModel(FakeMessagesListChatModel):
    """Says its messages in turn, whatever tools it is given."""

    def bind_tools(self, *_: object, **__: object) -> ScriptedModel:
        """Return the model itself."""
        return self


@tool
def search(query: str) -> str:
    """Search the almanac."""
    del query
    return "The Hubble Space Telescope was launched in April 1990."


SCRIPT = [
    AIMessage("", tool_calls=[{"name": "search", "args": {"query": "Hubble"}, "id": "call-1"}]),
    AIMessage("The Hubble Space Telescope was launched in April 1995."),
    AIMessage("The Hubble Space Telescope was launched in April 1990."),
]


def main() -> None:
    """Ask, approve of the search, ask again; print each answer and what was found in it."""
    approval = HumanInTheLoopMiddleware(interrupt_on={"search": True})
    agent = create_agent(
        ScriptedModel(responses=SCRIPT),
        [search],
        middleware=[approval],
        checkpointer=InMemorySaver(),
    )
    approve = Command(resume={"decisions": [{"type": "approve"}]})
    follow_up = {"messages": "In which year, again?"}

    with CallbackHandler(monitor=Monitor(), on_alert=lambda it: print(it.explanation)) as handler:
        config = {"callbacks": [handler], "configurable": {"thread_id": "reader-1"}}
        paused = agent.invoke({"messages": "When was Hubble launched?"}, config)
        print(f"waits for approval: {'__interrupt__' in paused}")
        for step in (approve, follow_up):
            state = agent.invoke(step, config)
            handler.flush(10)  # only to print alerts below their answers
            print(state["messages"][-1].text)


if __name__ == "__main__":
    main()
