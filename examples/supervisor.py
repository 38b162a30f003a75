"""Watch a team of agents: what they tell each other is no turn, what the reader gets is one.

Run it with ``python examples/supervisor.py``; scripted models stand in for real ones.
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


def calls(name: str, **args: str) -> AIMessage:
    """Return a message that calls a tool."""
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": f"call-{name}"}])


@tool
def almanac(topic: str) -> str:
    """Look a topic up in the almanac."""
    del topic
    return "The Hubble Space Telescope was launched in April 1990."


DRAFTS = [
    calls("almanac", topic="Hubble"),
    AIMessage("The Hubble Space Telescope was launched in April 1980."),
    calls("almanac", topic="Hubble"),
    AIMessage("The Hubble Space Telescope was launched in April 1990."),
]
ANSWERS = [
    calls("ask_researcher", question="When was Hubble launched? The almanac has it."),
    AIMessage("The Hubble Space Telescope was launched in April 1990."),
    calls("ask_researcher", question="The year of Hubble's launch, please."),
    AIMessage("The Hubble Space Telescope was launched in April 1995."),
]
researcher = create_agent(ScriptedModel(responses=DRAFTS), [almanac], name="researcher")


@tool
def ask_researcher(question: str) -> str:
    """Ask the researcher, who has the almanac."""
    return researcher.invoke({"messages": question})["messages"][-1].text


def main() -> None:
    """Ask twice, and print the turns that were observed and the alerts."""
    supervisor = create_agent(ScriptedModel(responses=ANSWERS), [ask_researcher], name="supervisor")
    monitor = Monitor()
    with CallbackHandler(monitor=monitor) as handler:
        config = {"callbacks": [handler], "configurable": {"thread_id": "reader-1"}}
        for question in ("When was Hubble launched?", "Which year was that?"):
            supervisor.invoke({"messages": question}, config)
    for report in monitor.session("reader-1").reports:
        print(f"{report.turn.role}: {report.turn.text}")
        for alert in report.alerts:
            print(f"  ! [{alert.conflict.kind}] {alert.explanation}")


if __name__ == "__main__":
    main()
