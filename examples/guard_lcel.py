"""Guard a LangChain RAG chain: the second answer contradicts its document and gets a note.

Run it with ``python examples/guard_lcel.py``; a scripted model stands in for a real one.
"""

from __future__ import annotations

from langchain_core.documents import Document
from langchain_core.language_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnablePassthrough

from belie import Monitor
from belie.langchain import ContradictionGuard


class Guide(BaseRetriever):
    """Finds the one page there is."""

    def _get_relevant_documents(self, query: str, **_: object) -> list[Document]:
        del query
        return [Document("The Eiffel Tower is 330 metres tall.", id="guide")]


ANSWERS = ["The Eiffel Tower is 330 metres tall.", "The Eiffel Tower is 250 metres tall."]


def main() -> None:
    """Ask twice, and print what the reader gets."""
    model = FakeListChatModel(responses=ANSWERS)
    prompt = ChatPromptTemplate.from_template("Use {context} to answer: {question}")
    inputs = {"context": Guide(), "question": RunnablePassthrough()}
    chain = inputs | prompt | model | StrOutputParser()

    guard = ContradictionGuard(chain, monitor=Monitor(), strategy="annotate")
    config = {"metadata": {"session_id": "visitor-1"}}
    for question in ("How tall is the Eiffel Tower?", "How high can I climb?"):
        print(guard.invoke(question, config))


if __name__ == "__main__":
    main()
