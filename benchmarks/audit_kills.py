"""Whether an audit that is killed loses or repeats anything: ``python -m benchmarks.audit_kills``.

An audit of an archive is killed by SIGKILL after a random number of turns, again and again, each
time going on in the same store. Then it is let finish, and compared with an audit that nobody
disturbed: as JSON, byte for byte, but for the seconds that the steps took. The archive is made up
here; its claims are judged by a classifier that only looks at numbers, since what is asked is
what the store holds, not how good a verdict is. ``--shipped`` takes belie's own models.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import signal
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from belie.adapters.transcripts import Conversation
from belie.auditing import Recipe, audit_each
from belie.datatypes import Claim, Extraction, Judgement, Relation, Role, Turn
from belie.monitor.checker import Checker
from belie.monitor.monitor import Monitor
from belie.monitor.settings import Settings
from belie.monitor.text import sentences
from belie.report.json import dump, entries
from belie.storage.sql import SqlStore
from belie.testing import WordEncoder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belie.datatypes import Pair
    from belie.protocols import Store

_TURNS = 4


class _Sentences:
    """Takes every sentence as a claim."""

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        del earlier
        spans = enumerate(sentences(turn.text))
        return Extraction(
            tuple(
                Claim(f"{turn.id}#{n}", span.cut(turn.text), turn.id, span, turn.index, turn.role)
                for n, span in spans
            )
        )


class _Numbers:
    """Takes two sentences that differ in their numbers only for a contradiction."""

    name = "numbers"

    def classify(self, pairs: Sequence[Pair]) -> list[Judgement]:
        return [self._judge(pair) for pair in pairs]

    def _judge(self, pair: Pair) -> Judgement:
        premise, claim = (re.sub(r"\d", "", text) for text in (pair.premise, pair.claim))
        alike = premise == claim and pair.premise != pair.claim
        told = Relation.CONTRADICTION if alike else Relation.NEUTRAL
        return Judgement({one: 0.97 if one is told else 0.01 for one in Relation})


def make_scripted(store: Store) -> Monitor:
    """Return a monitor without a model; the processes of the audit import it by name."""
    checker = Checker(
        extractor=_Sentences(),
        encoder=WordEncoder(),
        classifier=_Numbers(),
        settings=Settings(),
        threshold=0.5,
    )
    return Monitor(checker=checker, store=store)


def archive(size: int) -> Iterator[Conversation]:
    """Yield conversations of four turns; in every third the assistant contradicts itself."""
    for at in range(size):
        said = f"Bridge {at} opened in {1900 + at % 90}."
        again = said.replace(" 19", " 18") if at % 3 == 0 else said
        texts = ("When did it open?", f"{said} It is long.", "Sure?", again)
        turns = tuple(
            Turn(f"chat-{at}", n, (Role.USER, Role.ASSISTANT)[n % 2], text)
            for n, text in enumerate(texts)
        )
        yield Conversation(f"chat-{at}", turns, "archive.jsonl", at + 1)


def fingerprint(recipe: Recipe, size: int) -> str:
    """Return a hash of all that an audit gives, but for times."""
    found = hashlib.sha256()
    for audited in audit_each(archive(size), recipe=recipe):
        reports = [replace(report, timings={}) for report in audited.reports]
        found.update(dump([audited.problem, entries(reports)]).encode())
    return found.hexdigest()


def kill_one(recipe: Recipe, size: int, workers: int, turns: int) -> bool:
    """Audit in another process and kill it after some turns; return whether it was still there."""
    hears, told = os.pipe()
    child = os.fork()
    if not child:
        os.close(hears)
        try:
            _run(recipe, size, workers, told)
        finally:
            os._exit(0)
    os.close(told)
    for _ in range(turns):
        if not os.read(hears, 1):
            break
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(hears)
    return os.WIFSIGNALED(status)


def _run(recipe: Recipe, size: int, workers: int, told: int) -> None:
    on_turn = partial(os.write, told, b".")
    for _ in audit_each(archive(size), recipe=recipe, workers=workers, on_turn=on_turn):
        pass


def _recipe(url: str, *, shipped: bool) -> Recipe:
    return Recipe.shipped(url) if shipped else Recipe(url, make_scripted)


def main() -> None:
    """Run the benchmark and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shipped", action="store_true", help="with belie's own models")
    asked = parser.parse_args()
    moments = random.Random(asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'killed.db'}"
        recipe = _recipe(url, shipped=asked.shipped)
        most = _TURNS * asked.conversations
        killed = 0
        for number in range(1, asked.kills + 1):
            # Known turns are told of too: each round gets about one step further than the last.
            turns = round(most * number / (asked.kills + 1)) + moments.randint(-most // 50, 0)
            killed += kill_one(recipe, asked.conversations, asked.workers, max(1, turns))
        finished = fingerprint(recipe, asked.conversations)
        undisturbed = f"sqlite:///{Path(folder) / 'undisturbed.db'}"
        expected = fingerprint(_recipe(undisturbed, shipped=asked.shipped), asked.conversations)
        store = SqlStore(url)
        sessions = sum(1 for _ in store.sessions())
        store.close()
    print(f"{killed} of {asked.kills} rounds killed, {asked.workers} processes")
    print(f"{sessions} of {asked.conversations} sessions in the store")
    print(f"equal to the undisturbed audit: {'yes' if finished == expected else 'NO'}")


if __name__ == "__main__":
    main()
