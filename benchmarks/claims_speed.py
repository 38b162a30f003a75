"""How long an extractor takes: for a sentence, and of a whole turn."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

import belie
from belie.adapters.transcripts import Conversation, read_transcripts
from belie.datatypes import Document, Role, Turn
from belie.wiring import make_checker
from benchmarks.build import decode_dialogue
from benchmarks.data import read_rows, sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.protocols import Extractor
    from benchmarks.claims_data import ClaimItem
    from benchmarks.data import Dialogue

__all__ = [
    "ninetieth",
    "read_conversations",
    "read_documented",
    "step_share",
    "time_sentences",
]

DEMO = Path(belie.__file__).parent / "conversations" / "demo.jsonl"
DIALOGUES = 10
ANSWERS, DOCUMENTS = 10, 3
WARM_UP = 20


def time_sentences(extractor: Extractor, sentences: Sequence[str]) -> list[float]:
    """Return the milliseconds for each sentence, each a turn of its own, after a warm-up."""
    turns = [Turn("speed", 0, Role.ASSISTANT, text) for text in sentences]
    for turn in turns[:WARM_UP]:
        extractor.extract(turn)
    return [_milliseconds(extractor, turn) for turn in turns]


def ninetieth(times: Sequence[float]) -> float | None:
    """Return the 90th percentile; ``None`` of fewer than two times.

    Examples
    --------
    >>> ninetieth(range(1, 11))
    9.1
    """
    if len(times) < 2:
        return None
    return statistics.quantiles(times, n=10, method="inclusive")[-1]


def step_share(extractor: Extractor, conversations: Iterable[Sequence[Turn]]) -> float | None:
    """Return the share of all turns' time that goes into the step "extract"."""
    checker = make_checker(extractor=extractor)
    inside = whole = 0.0
    for turns in conversations:
        memory = checker.new_memory()
        for turn in turns:
            report = checker.check(turn, memory)
            memory.remember(report)
            inside += report.timings["extract"]
            whole += sum(report.timings.values())
    return inside / whole if whole else None


def read_conversations(data: Path) -> list[tuple[Turn, ...]]:
    """Return the conversation that belie ships, and ten chats of ``decode_human_bot`` if there."""
    shipped = [item.turns for item in read_transcripts(DEMO) if isinstance(item, Conversation)]
    path = data / "eval" / "decode_human_bot.jsonl.gz"
    rows = read_rows(path)[:DIALOGUES] if path.is_file() else []
    return [*shipped, *(_turns(decode_dialogue(row)) for row in rows)]


def read_documented(items: Sequence[ClaimItem], data: Path) -> list[tuple[Turn, ...]]:
    """Return answers of ``items``, each a conversation with three passages as its documents.

    The passages are drawn with a seed, whatever they are about: what is compared with them, and
    how long that takes, does not depend on it. Without the file of passages there are none.
    """
    path = data / "text" / "passages.jsonl.gz"
    answers = list(dict.fromkeys(item.text for item in items))[:ANSWERS]
    if not path.is_file() or not answers:
        return []
    texts = [str(row["text"]) for row in sample(read_rows(path), DOCUMENTS * len(answers))]
    return [
        (Turn(f"answer-{place}", 0, Role.ASSISTANT, answer, documents=documents),)
        for place, answer in enumerate(answers)
        if (
            documents := tuple(
                Document(str(number), text)
                for number, text in enumerate(texts[place :: len(answers)])
            )
        )
    ]


def _turns(dialogue: Dialogue) -> tuple[Turn, ...]:
    return tuple(
        Turn(dialogue.id, place, Role(line.role), line.text)
        for place, line in enumerate(dialogue.lines)
    )


def _milliseconds(extractor: Extractor, turn: Turn) -> float:
    started = time.perf_counter()
    extractor.extract(turn)
    return 1000 * (time.perf_counter() - started)
