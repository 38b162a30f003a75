"""Parts of an audit without a model, which its processes can import by name."""

from __future__ import annotations

import operator
import os
import re
import signal

from belie.adapters.transcripts import Conversation
from belie.datatypes import Claim, Extraction, Judgement, Relation, Role, Turn
from belie.errors import ModelError
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.monitor.text import sentences
from belie.testing import WordEncoder


class Sentences:
    """Takes every sentence as a claim; some words do harm."""

    def extract(self, turn, earlier=()):
        del earlier
        if "KILL" in turn.text:
            os.kill(os.getpid(), signal.SIGKILL)
        if "BUG" in turn.text:
            raise RuntimeError(turn.text)
        return Extraction(
            tuple(
                Claim(
                    f"{turn.id}#{number}", span.cut(turn.text), turn.id, span, turn.index, turn.role
                )
                for number, span in enumerate(sentences(turn.text))
            )
        )


class Nothing:
    """Shall not be asked."""

    def extract(self, turn, earlier=()):
        raise AssertionError(turn, earlier)


class Numbers:
    """Takes two texts whose first sentences differ in their numbers only for a contradiction."""

    name = "numbers"

    def classify(self, pairs):
        return [Judgement(self._judge(pair.premise, pair.claim)) for pair in pairs]

    def _judge(self, premise, claim):
        one, other = (text.partition(". ")[0].removesuffix(".") for text in (premise, claim))
        alike = re.sub(r"\d", "", one) == re.sub(r"\d", "", other)
        told = Relation.CONTRADICTION if alike and one != other else Relation.NEUTRAL
        return {relation: 0.97 if relation is told else 0.01 for relation in Relation}


def make_scripted(store, *, extractor=None):
    checker = Checker(
        extractor=extractor or Sentences(),
        encoder=WordEncoder(),
        classifier=Numbers(),
        settings=Settings(),
        threshold=0.5,
    )
    return Monitor(checker=checker, store=store)


def make_idle(store):
    return make_scripted(store, extractor=Nothing())


def make_negative():
    return operator.neg


def make_broken(store):
    del store
    raise ModelError("expected weights, got none")


def make_dying(store):
    del store
    os._exit(7)


def conversation(name, *texts, source="chats.jsonl", line=1):
    """A conversation in which the user and the assistant take turns."""
    roles = Role.USER, Role.ASSISTANT
    turns = tuple(Turn(name, at, roles[at % 2], text) for at, text in enumerate(texts))
    return Conversation(name, turns, source, line)


def archive(size):
    """Conversations of four turns; in every third the assistant contradicts itself."""
    for at in range(size):
        said = f"The bridge opened in {1900 + at}."
        again = said.replace("19", "18") if at % 3 == 0 else said
        texts = ("When did it open?", f"{said} It is long.", "Sure?", again)
        yield conversation(f"chat-{at}", *texts, line=at + 1)
