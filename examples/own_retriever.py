"""Watch a chatbot without LangChain: functions of your own, and two calls for each exchange.

Run it with ``python examples/own_retriever.py``; a scripted model stands in for a real one.
"""

from __future__ import annotations

import re

from belie import Document, Monitor

PAGES = (
    Document("tower.md", "The Eiffel Tower is 330 metres tall. It was finished in 1889."),
    Document("louvre.md", "The Louvre has been a museum since 1793."),
)
ANSWERS = {
    "How tall is the Eiffel Tower?": "The Eiffel Tower is 330 metres tall.",
    "When was the Eiffel Tower finished?": "The Eiffel Tower was finished in 1899.",
    "Since when has the Louvre been a museum?": "The Louvre has been a museum since 1793.",
}


def words(text: str) -> set[str]:
    """Return the long words of a text."""
    return set(re.findall(r"\w{5,}", text.lower()))


def retrieve(question: str) -> list[Document]:
    """Return the pages that share a long word with the question."""
    return [page for page in PAGES if words(question) & words(page.text)]


def generate(question: str, documents: list[Document]) -> str:
    """Return the answer; here would stand the client of your model."""
    del documents
    return ANSWERS[question]


def reply(question: str, *, session: str, monitor: Monitor) -> str:
    """Answer a question, and have question and answer observed."""
    documents = retrieve(question)
    answer = generate(question, documents)
    monitor.observe(question, session=session, role="user")
    report = monitor.observe(answer, session=session, documents=documents, question=question)
    for alert in report.alerts:
        print(f"  ! {alert.explanation}")
        if alert.suggestion:
            print(f"  ✎ {alert.suggestion}")
    return answer


def main() -> None:
    """Ask three questions, and print the answers, each below what was found in it."""
    with Monitor() as monitor:
        for question in ANSWERS:
            print(question)
            print(f"  {reply(question, session='visitor-1', monitor=monitor)}")
        print(f"consistency: {monitor.session('visitor-1').score:.2f}")


if __name__ == "__main__":
    main()
