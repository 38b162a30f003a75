"""Guard a LangGraph agent: its answer contradicts what its tool found, and is written again.

Run it with ``python examples/middleware_agent.py``; a scripted model stands in for a real one.
"""

from __future__ import annotations

from langchain.agents import create_agent
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from belie import Monitor
from belie.langchain import ContradictionMiddleware


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


ANSWERS = [
    "The Hubble Space Telescope was launched in April 1995.",
    "The Hubble Space Telescope was launched in April 1990.",
]


def main() -> None:
    """Ask the agent, and print the answer that was given and how often it was revised."""
    call = {"name": "search", "args": {"query": "Hubble launch"}, "id": "call-1"}
    model = ScriptedModel(responses=[AIMessage("", tool_calls=[call]), *map(AIMessage, ANSWERS)])
    guard = ContradictionMiddleware(monitor=Monitor(), strategy="revise", otherwise="block")
    agent = create_agent(model, [search], middleware=[guard])
    config = {"configurable": {"thread_id": "reader-1"}}
    state = agent.invoke({"messages": "When was Hubble launched?"}, config)
    print(state["messages"][-1].text)
    print(f"revised: {guard.health().revised}")


if __name__ == "__main__":
    main()
