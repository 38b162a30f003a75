"""Watch a LangGraph agent with a retrieval tool: its answer contradicts what the tool found.

Run it with ``python examples/agent.py``; a scripted model stands in for a real one.
"""

from __future__ import annotations

from langchain.agents import create_agent
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

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


def main() -> None:
    """Ask the agent, and print each alert as it is found."""
    call = {"name": "search", "args": {"query": "Hubble launch"}, "id": "call-1"}
    answer = AIMessage("The Hubble Space Telescope was launched in April 1995.")
    model = ScriptedModel(responses=[AIMessage("", tool_calls=[call]), answer])
    agent = create_agent(model, [search])
    monitor = Monitor()
    with CallbackHandler(monitor=monitor, on_alert=lambda it: print(it.explanation)) as handler:
        config = {"callbacks": [handler], "configurable": {"thread_id": "reader-1"}}
        state = agent.invoke({"messages": "When was Hubble launched?"}, config)
        print(state["messages"][-1].text)


if __name__ == "__main__":
    main()
