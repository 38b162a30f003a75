"""Rows of an evaluation: a question, an answer, and the contexts that were retrieved for it.

``{"question": …, "answer": …, "contexts": […]}``, under the names of belie, Ragas and DeepEval.
Rows that name a session are its turns, in the order of the file; each other row stands alone.
"""

from __future__ import annotations

from belie.adapters.transcripts.contents import read_text
from belie.adapters.transcripts.fields import (
    Record,
    first_of,
    quote,
    read_documents,
    read_list,
    read_session,
)
from belie.adapters.transcripts.messages import DOCUMENT_KEYS, Message, read_moment
from belie.adapters.transcripts.parts import Member, Part, Whole
from belie.datatypes import Role
from belie.errors import InputError

__all__ = ["ANSWER_KEYS", "QUESTION_KEYS", "fits", "read"]

_LISTS = ("messages", "turns", "conversations", "conversation")
ANSWER_KEYS = ("response", "answer", "actual_output")
QUESTION_KEYS = ("question", "history", "user_input", "query", "input")


def fits(fields: Record) -> bool:
    """Whether a record has an answer, and no list of messages."""
    return first_of(fields, ANSWER_KEYS) is not None and first_of(fields, _LISTS) is None


def read(fields: Record) -> Part:
    """Return the one answer of a row.

    Raises
    ------
    InputError
        If there is none, or a field is of the wrong kind.
    """
    answer = first_of(fields, ANSWER_KEYS)
    if answer is None:
        keys = " or ".join(map(repr, ANSWER_KEYS))
        raise InputError(f"expected a row with {keys}; got the keys {quote(sorted(fields))}")
    question = first_of(fields, QUESTION_KEYS)
    if listed := read_list(question):
        question = listed[-1]
    message = Message(
        Role.ASSISTANT,
        read_text(answer),
        read_documents(first_of(fields, DOCUMENT_KEYS)),
        read_text(question) if question else None,
        read_moment(fields),
    )
    if session := read_session(fields):
        return Member(message, session)
    return Whole((message,), read_session(fields, keys=("id",)))
