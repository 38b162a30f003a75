"""Pairs from yes/no questions about passages (BoolQ, Clark et al. 2019; CondaQA, 2022).

The question becomes a statement as belie completes a bare "Yes.": the answer says whether the
passage supports or contradicts it. These are the only natural statements about long passages here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belie.datatypes import Role, Turn
from training.rephrased import shared
from training.rows import CONFLICT, ENTAILMENT, Row, read_jsonl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from belie.monitor.claims.extractor import ClaimExtractor

LICENCE = "CC BY-SA / Apache-2.0"
_LABELS = {"True": ENTAILMENT, "False": CONFLICT, "YES": ENTAILMENT, "NO": CONFLICT}
_UNFINISHED = (" is.", " was.", " are.", " were.")
# Words that a question bears and its answer does not, or that stand for who speaks.
_NO_STATEMENT = re.compile(r"\b(?:any\w*|ever|yet|I|me|my|you|your|likely)\b")
_SWEEPING = re.compile(r"\b(?:only|always|same|all|every)\b")
_LEAST_SHARED = 0.6
"""Of the claim's words; with fewer the answer rests on more than the passage."""
_LONGEST = 24
"""Words of a question; longer ones are suppositions that no statement puts well."""


def question_rows(data: Path, extractor: ClaimExtractor) -> Iterator[Row]:
    """The passages whose question can be told as one statement."""
    for premise, question, label, group in (*_boolq(data), *_condaqa(data)):
        claim = statement(question, extractor) if len(question.split()) <= _LONGEST else None
        if claim is not None and _told(premise, claim, label):
            yield Row(premise, claim, label, "questions", group)


def _told(premise: str, claim: str, label: str) -> bool:
    """Whether the passage speaks of what is claimed; what holds of all is seldom told."""
    sweeping = label == ENTAILMENT and _SWEEPING.search(claim)
    return not sweeping and shared(claim, premise) >= _LEAST_SHARED


def statement(question: str, extractor: ClaimExtractor) -> str | None:
    """What "Yes." would state as its answer; ``None`` where the question is not understood."""
    asked = question[:1].upper() + question[1:].rstrip("? ") + "?"
    turn = Turn("training", 0, Role.ASSISTANT, "Yes.", question=asked)
    texts = [claim.text for claim in extractor.extract(turn).claims]
    if len(texts) != 1 or texts[0] == "Yes." or texts[0].endswith(_UNFINISHED):
        return None
    return None if _NO_STATEMENT.search(texts[0]) else texts[0]


def _boolq(data: Path) -> Iterator[tuple[str, str, str, str]]:
    for raw in read_jsonl(data / "train" / "qa_boolq.jsonl.gz"):
        question, passage = raw["text"].split("\npassage: ", 1)
        _, _, text = passage.rpartition(" -- ")
        question = question.removeprefix("question: ")
        yield text, question, _LABELS[raw["label"]], f"boolq:{raw['group']}"


def _condaqa(data: Path) -> Iterator[tuple[str, str, str, str]]:
    for raw in read_jsonl(data / "train" / "qa_condaqa_dev.jsonl.gz"):
        if raw["label"] in _LABELS:
            yield raw["passage"], raw["question"], _LABELS[raw["label"]], f"conda:{raw['group']}"
