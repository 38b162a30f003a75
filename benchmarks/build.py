"""Make items of the rows of each evaluation file: the only place that knows their fields."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.data import Dialogue, Grounded, Line, NliPair

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.data import Row

__all__ = [
    "annotated",
    "cdconv",
    "citod",
    "claim",
    "corrected",
    "decode_dialogue",
    "diahalu",
    "edited",
    "healthver",
    "nli",
    "peer_scores",
    "prosecco",
    "response",
    "self_pair",
    "wice",
]

PEERS = {
    "summac_zs": "SummaC-ZS",
    "summac_conv": "SummaC-Conv",
    "unieval": "UniEval",
    "bert_score_f": "BERTScore",
}
STANCES = {"supports": "entailment", "refutes": "contradiction", "neutral": "neutral"}


def peer_scores(rows: Iterable[Row], dataset: str) -> Mapping[str, Mapping[str, float]]:
    """Return what the peers scored on each row of a TRUE set, by the row's id."""
    return {
        f"true_{dataset}_{row['row']}": {
            f"peer {PEERS[key]}": value for key, value in row["scores"].items() if value is not None
        }
        for row in rows
        if row["dataset"] == dataset
    }


def nli(row: Row) -> NliPair:
    """Return a pair with one of three labels; the group is the round it was made in, if any."""
    group = row.get("source", "")
    return NliPair(row["id"], (row["label"],), row["premise"], row["hypothesis"], group)


def healthver(row: Row) -> NliPair:
    """Return an abstract and a claim."""
    return NliPair(row["id"], (STANCES[row["label"]],), row["document"], row["claim"])


def self_pair(row: Row) -> NliPair:
    """Return two statements of one speaker."""
    first = row.get("premise", row.get("sentence1"))
    second = row.get("hypothesis", row.get("sentence2"))
    return NliPair(row["id"], (row["label"],), str(first), str(second))


def prosecco(row: Row) -> NliPair:
    """Return two statements of one debater, pronouns resolved, with the peers' predictions."""
    kept = {
        f"peer {name.removesuffix('_proposition')}": float(label == "contradiction")
        for name, label in row["peer_predictions"].items()
        if name.endswith("_proposition")
    }
    texts = (row["statement1_resolved"], row["statement2_resolved"])
    return NliPair(row["id"], (row["label"],), *texts, peers=kept)


def response(row: Row) -> Grounded:
    """Return a response and its one document; the group is its domain or split, if it has one."""
    group = row.get("domain", row["split"])
    return Grounded(row["id"], (row["label"],), row["response"], (row["document"],), group)


def edited(row: Row) -> Grounded:
    """Return a summary of SummEdits; the gold names the kinds of edit, the marks are the edits."""
    kinds = row["edit_types"] if row["label"] == "inconsistent" else ()
    return replace(response(row), gold=(row["label"], *sorted(set(kinds))), marks=_marks(row))


def annotated(row: Row) -> Grounded:
    """Return a response whose wrong stretches are marked."""
    return replace(response(row), marks=_marks(row))


def corrected(row: Row) -> Grounded:
    """Return a summary of DeFacto; its errors are intrinsic, extrinsic or both."""
    kinds = tuple(kind for kind in ("intrinsic", "extrinsic") if row[kind])
    return replace(response(row), gold=(row["label"], *kinds), marks=_marks(row))


def _marks(row: Row) -> tuple[tuple[int, int], ...]:
    return tuple((span["start"], span["end"]) for span in row["spans"])


def claim(row: Row) -> Grounded:
    """Return a claim and its document or list of documents."""
    documents = row["document"]
    listed = (documents,) if isinstance(documents, str) else tuple(documents)
    group, question = row.get("subset", ""), row.get("question")
    return Grounded(row["id"], (row["label"],), row["claim"], listed, group, question)


def wice(row: Row) -> Grounded:
    """Return a claim and its sentences as one document, with the probability a T5-3B gave.

    Of the two published models only the one that was not trained on WiCE is a peer.
    """
    entailed = row["peer_chunk_scores"]["t5-3b-anli"][0]
    document = " ".join(row["document"])
    peers = {"peer T5-3B ANLI": float(entailed)}
    return Grounded(row["id"], (row["label"],), row["claim"], (document,), peers=peers)


def decode_dialogue(row: Row) -> Dialogue:
    """Return the turns up to the checked one, whose speaker is the assistant."""
    place = int(row["checked_turn"])
    lines = _lines(row["turns"][: place + 1], row["turns"][place]["speaker"])
    return Dialogue(row["id"], (row["label"],), lines, (place,), _length(len(lines)))


def citod(row: Row) -> Dialogue:
    """Return a task dialogue; the gold names each source that the last turn contradicts.

    The table comes as one document with a line a row, ``key: value; key: value``.
    """
    place = int(row["checked_turn"])
    lines = _lines(row["turns"][: place + 1], row["turns"][place]["speaker"])
    kinds = tuple(kind for kind in ("kb", "query", "history") if row[f"{kind}_inconsistent"])
    table = "\n".join(_table_line(entry) for entry in json.loads(row["document"]))
    gold = ("contradiction", *kinds) if kinds else ("no_contradiction",)
    return Dialogue(row["id"], gold, lines, (place,), documents=(table,) if table else ())


def cdconv(row: Row) -> Dialogue:
    """Return four Chinese turns, the last one checked; the gold names the kind of contradiction."""
    dialogue = decode_dialogue(row)
    kinds = () if row["category"] == "none" else (row["category"],)
    return replace(dialogue, gold=(row["label"], *kinds), group="")


def diahalu(row: Row) -> Dialogue:
    """Return a dialogue of which every turn of the bot is checked."""
    turns = row["turns"]
    checked = tuple(place for place, turn in enumerate(turns) if turn["speaker"] == "bot")
    gold = ("incoherence",) if row["has_incoherence"] else ("coherent",)
    return Dialogue(row["id"], gold, _lines(turns, "bot"), checked)


def _lines(turns: Sequence[Row], speaker: str) -> tuple[Line, ...]:
    return tuple(
        Line("assistant" if turn["speaker"] == speaker else "user", turn["text"]) for turn in turns
    )


def _length(turns: int) -> str:
    return "2-4 turns" if turns <= 4 else f"{turns} turns" if turns <= 10 else "over 10 turns"


def _table_line(entry: Mapping[str, str]) -> str:
    return "; ".join(f"{key}: {value}" for key, value in entry.items() if value != "-")
