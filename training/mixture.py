"""Build the training mixture: `python -m training.mixture --data ../shared/data`.

Writes train, validation and held-out rows to training/build, with a JSON report.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from belie.adapters.onnx import OnnxParser
from belie.monitor.claims.extractor import ClaimExtractor
from belie.monitor.claims.syntax import Trees
from training import pronouns, questions, rephrased
from training.balance import balanced
from training.clauses import read_bank
from training.contrast import contrast_rows
from training.copies import UNTRIMMED, copies
from training.dialogue import dialogue_rows
from training.hypotheses import hypothesis_rows
from training.positions import position_rows
from training.pronouns import pronoun_rows
from training.questions import question_rows
from training.rephrased import rephrased_rows, splits
from training.rows import (
    COMPATIBLE,
    CONFLICT,
    ENTAILMENT,
    HELD_OUT_SETS,
    NEUTRAL,
    NOT_ENTAILED,
    PUBLISHED_SETS,
    Row,
    digest,
    normalise,
    read_jsonl,
    read_published,
    to_json,
)
from training.sheets import sheet_rows
from training.synthesis import Generator, Passage, split_sentences
from training.written import LICENCE, written_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

log = logging.getLogger("training.mixture")
BUILD = Path(__file__).parent / "build"
SEED = 11
PASSAGE_ROWS = 130_000
SUPPORTED_ROWS = 14_000
REPHRASED_ROWS = 16_000
DIALOGUE_TRAIN, DIALOGUE_VALIDATION = 12_000, 2_000
PADDED_SHARE = 1 / 3
COPIES, COPIES_VALIDATION = 24_000, 500  # claims in the words of their premises
WRITTEN_PASSES = 4  # of the pairs written by hand: a run of an hour sees a quarter of the mixture
# A last, short run sees all pairs beside two premises, and a share of everything else: of the
# other pairs written by hand, plain and hard, of published ones, and of those that were made: more
# of these where the premise is as long as the windows that documents are read in.
PLAIN_SHARE, HARD_SHARE, PUBLISHED_SHARE, MADE_SHARE, LONG_SHARE = 0.5, 0.06, 0.25, 0.06, 0.2
_LONG_WORDS = 60
CROWDED_SHARE = 1 / 2  # of the documents written by hand for two-premise claims
# Words of a premise whose sentences are claimed: of a document, of a turn of a chat.
_LEAST_COPIED, _LEAST_CHATTED = 25, 14
_CROWDED_WORDS = 110  # of such a premise with what is put around it, as in `Settings.passage_words`
VALIDATION_SHARE = 0.04  # of groups
# Pairs of short texts about different things, which published sets lack: their annotators always
# wrote a claim for the premise.
UNRELATED_ROWS, UNRELATED_VALIDATION = 14_000, 500
_UNRELATED_WORDS = 30
_PASSAGE_LIMITS = {"MicrosoftDocs/windows-powershell-docs": 2_500}
_SHORT_CLAIM = 4  # words: shorter held-out claims coincide by chance and are checked as pairs only


def _texts(value: object) -> Iterator[str]:
    """Every string inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def evaluation_texts(data: Path) -> set[str]:
    """Normalised texts of the evaluation sets: a training claim equal to one is left out."""
    folder = data / "eval"
    if not folder.is_dir():
        raise FileNotFoundError(f"missing {folder}: the leakage check needs the evaluation sets")
    texts: set[str] = set()
    for path in sorted(folder.glob("*.jsonl.gz")):
        for raw in read_jsonl(path):
            texts.update(normalise(text) for text in _texts(raw))
    return texts - {""}


def passages(data: Path) -> list[Passage]:
    """Documents as sentences; one source of near-identical reference pages is limited."""
    taken: Counter[str] = Counter()
    found: list[Passage] = []
    for raw in read_jsonl(data / "text" / "passages.jsonl.gz"):
        taken[raw["source"]] += 1
        if taken[raw["source"]] <= _PASSAGE_LIMITS.get(raw["source"], 10**9):
            sentences = tuple(split_sentences(raw["text"]))
            found.append(Passage(sentences, f"passage:{raw['group']}"))
    return found


def published(data: Path, rng: random.Random) -> tuple[list[Row], list[Row]]:
    """Capped rows, and all supported claims to edit."""
    rows: list[Row] = []
    supported: list[Row] = []
    for source in PUBLISHED_SETS:
        found = list(read_published(data, source))
        rng.shuffle(found)
        rows.extend(found[: source.cap])
        if source.name in ("vitaminc", "fever"):
            supported.extend(row for row in found if row.label == ENTAILMENT)
    return rows, supported


def synthetic(generator: Generator, supported: Sequence[Row]) -> list[Row]:
    """Rows from passages and from edited supported claims."""
    return [*generator.from_passages(PASSAGE_ROWS), *_edited(generator, supported, SUPPORTED_ROWS)]


def _edited(generator: Generator, supported: Sequence[Row], count: int) -> list[Row]:
    edited = (generator.from_supported(row) for row in supported)
    made = [row for row in edited if row is not None]
    generator.rng.shuffle(made)
    return made[:count]


def natural(data: Path, generator: Generator, rng: random.Random) -> list[Row]:
    """Rows of sets made for other tasks, and edits of what they say."""
    plain = list(rephrased_rows(list(splits(data)), REPHRASED_ROWS, rng))
    entailed = [row for row in plain if row.label == ENTAILMENT]
    return [
        *plain,
        *_edited(generator, entailed, REPHRASED_ROWS // 2),
        *pronoun_rows(data),
        *question_rows(data, ClaimExtractor(OnnxParser())),
    ]


_PUBLISHED = frozenset(source.name for source in PUBLISHED_SETS)
_TALK = ("written:chat", "contrast:chat", "contrast:statements")
_UNPADDED = ("dialogue", "passages", "infotabs", "semfragments", "pronouns", "questions")


def pad_some(rows: Sequence[Row], generator: Generator) -> list[Row]:
    """A third of the short premises get random sentences around them."""
    return [
        generator.pad(row)
        if not row.source.startswith(_UNPADDED) and generator.rng.random() < PADDED_SHARE
        else row
        for row in rows
    ]


class Filter:
    """Drops repeated pairs and pairs whose claim an evaluation or held-out set holds."""

    def __init__(self, forbidden: set[str], held_out: Iterable[Row]) -> None:
        self.forbidden = forbidden
        held = list(held_out)
        self.held_pairs = {self._pair(row) for row in held}
        self.held_claims = {
            claim for row in held if len((claim := normalise(row.claim)).split()) >= _SHORT_CLAIM
        }
        self.held_premises = {normalise(row.premise) for row in held}
        self.seen: set[int] = set()
        self.dropped: Counter[str] = Counter()

    @staticmethod
    def _pair(row: Row) -> int:
        return digest(normalise(row.premise) + "\t" + normalise(row.claim))

    def _reason(self, row: Row) -> str | None:
        claim, pair = normalise(row.claim), self._pair(row)
        if not claim or not normalise(row.premise):
            return "empty"
        if claim in self.forbidden:
            return "claim in eval"
        if pair in self.held_pairs or claim in self.held_claims:
            return "in held-out set"
        if normalise(row.premise) in self.held_premises:
            return "premise in held-out set"
        if pair in self.seen:
            return "duplicate"
        self.seen.add(pair)
        return None

    def keep(self, rows: Iterable[Row]) -> list[Row]:
        """The rows that pass, the others counted by reason."""
        kept: list[Row] = []
        for row in rows:
            reason = self._reason(row)
            if reason is None:
                kept.append(row)
            else:
                self.dropped[f"{row.source.split(':')[0]}: {reason}"] += 1
        return kept


def is_validation(group: str) -> bool:
    """Whether a group's rows validate; decided by the group alone."""
    return digest(group) % 10_000 < VALIDATION_SHARE * 10_000


def split(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Training and validation rows without a shared group, premise or claim.

    Rows of which it is not known what they are validate nothing.
    """
    validation = [row for row in rows if is_validation(row.group)]
    known = [row for row in validation if row.label not in (NOT_ENTAILED, COMPATIBLE)]
    return apart(rows, validation), known


def apart(rows: Sequence[Row], validation: Sequence[Row]) -> list[Row]:
    """The rows that share no group, premise or claim with the validation rows."""
    premises = {normalise(row.premise) for row in validation}
    claims = {normalise(row.claim) for row in validation}
    return [
        row
        for row in rows
        if not is_validation(row.group)
        and normalise(row.premise) not in premises
        and normalise(row.claim) not in claims
    ]


def amid_others(rows: Sequence[Row], generator: Generator, rng: random.Random) -> list[Row]:
    """Rows written by hand: documents amid others of their file, premises of hypotheses padded."""
    borrowed = [row for row in rows if row.source.startswith("hypotheses:")]
    own = [row for row in rows if not row.source.startswith("hypotheses:")]
    return [*crowd_some(own, rng), *pad_some(borrowed, generator)]


def crowd_some(rows: Sequence[Row], rng: random.Random) -> list[Row]:
    """Half of the documents of `training.contrast` get other documents of their file around them.

    What is beside another subject of the same kind distracts as the rest of a real document does.
    """
    files: dict[str, dict[str, str]] = {}
    for row in rows:
        if _is_document(row):
            files.setdefault(row.source, {})[row.premise] = row.group
    around = {file: list(premises.items()) for file, premises in files.items()}
    return [
        _crowded(row, around[row.source], rng)
        if _is_document(row) and rng.random() < CROWDED_SHARE
        else row
        for row in rows
    ]


def _is_document(row: Row) -> bool:
    return row.source.startswith("contrast:documents")


def _crowded(row: Row, around: Sequence[tuple[str, str]], rng: random.Random) -> Row:
    """The row with as many of four other premises before and after its own as find room."""
    room = _CROWDED_WORDS - len(row.premise.split())
    before: list[str] = []
    after: list[str] = []
    for premise, group in rng.sample(around, min(4, len(around))):
        words = len(premise.split())
        if group != row.group and words <= room:
            rng.choice((before, after)).append(premise)
            room -= words
    offset = sum(len(premise) + 1 for premise in before)
    marks = tuple((start + offset, end + offset) for start, end in row.premise_marks)
    return replace(row, premise=" ".join([*before, row.premise, *after]), premise_marks=marks)


def copied_rows(rows: Sequence[Row], generator: Generator, count: int) -> list[Row]:
    """Claims in the words of premises of ``rows``.

    One in three is of a turn of a chat; of the documents half are written by hand.
    """
    parser = OnnxParser()
    extractor, trees = ClaimExtractor(parser), Trees(parser)
    told = {row.premise: row for row in rows if len(row.premise.split()) >= _LEAST_CHATTED}
    talk = [row for row in told.values() if row.source.startswith(_TALK)]
    longer = [row for row in told.values() if len(row.premise.split()) >= _LEAST_COPIED]
    written = [row for row in longer if _is_document(row)]
    others = [row for row in longer if not row.source.startswith(("written:", "contrast:"))]
    documents = _drawn((written, others), count, generator.rng)
    turns = _drawn((talk,), count, generator.rng)
    chat = copies(turns, generator, extractor, trees, shares=UNTRIMMED)
    return [
        *islice(copies(documents, generator, extractor, trees), count - count // 3),
        *(_as_chat(row) for row in islice(chat, count // 3)),
    ]


def _as_chat(row: Row) -> Row:
    return replace(row, source=row.source.replace("copies:", "copies:chat_"))


def _drawn(
    pools: Iterable[Sequence[Row]], count: int, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """Premises with their groups, ``count`` of each pool in turn."""
    for each in zip(*(rng.choices(pool, k=count) for pool in pools), strict=True):
        yield from ((row.premise, row.group) for row in each)


def unrelated(rows: Sequence[Row], count: int, rng: random.Random) -> list[Row]:
    """Short premises beside claims of other groups: neutral, whatever their words.

    Captions (SNLI) are left out: there, two scenes at one time do contradict.
    """
    short = [
        row
        for row in rows
        if len(row.premise.split()) <= _UNRELATED_WORDS
        and not row.source.startswith(("snli", "cad", "breaking", "scone", "help"))
    ]
    drawn = zip(rng.choices(short, k=count), rng.choices(rows, k=count), strict=True)
    pairs = [(left, right) for left, right in drawn if left.group != right.group]
    return [
        Row(rng.choice((left.premise, left.claim)), right.claim, NEUTRAL, "unrelated", left.group)
        for left, right in pairs
    ]


def last_run(rows: Sequence[Row], written: Sequence[Row], rng: random.Random) -> list[Row]:
    """The rows of the last run: of ``rows`` of all other kinds, and of pairs written by hand."""
    return [row for row in (*rows, *written) if rng.random() < _last_share(row)]


def _last_share(row: Row) -> float:
    source = row.source
    if source.startswith(("contrast:", "hypotheses:", "positions:", "sheets:")):
        return 1
    if source.startswith(("written:documents_plain", "written:chat_plain")):
        return PLAIN_SHARE
    if source.startswith("written:"):
        return HARD_SHARE
    if source in _PUBLISHED:
        return PUBLISHED_SHARE
    return LONG_SHARE if len(row.premise.split()) >= _LONG_WORDS else MADE_SHARE


def write(path: Path, rows: Sequence[Row]) -> None:
    """One JSON line a row."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(to_json(row) + "\n" for row in rows), encoding="utf-8")


def counts(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Rows by source and label."""
    table: dict[str, Counter[str]] = {}
    for row in rows:
        table.setdefault(row.source, Counter())[row.label] += 1
    return {source: dict(table[source]) for source in sorted(table)}


def licences(data: Path) -> dict[str, str]:
    """Licence of every source that trains."""
    table = {source.name: source.licence for source in PUBLISHED_SETS}
    for raw in read_jsonl(data / "text" / "passages.jsonl.gz"):
        table[f"passages: {raw['source']}"] = raw["licence"]
    table |= {"rephrased": rephrased.LICENCE, "pronouns": pronouns.LICENCE}
    return table | {
        "questions": questions.LICENCE,
        "dialogue": "written for belie",
        "written": LICENCE,
        "contrast": LICENCE,
        "hypotheses": LICENCE,
        "positions": LICENCE,
        "sheets": LICENCE,
    }


def build(data: Path, output: Path, seed: int) -> dict[str, Any]:
    """Write the mixture and return the report.

    Another seed draws other rows, edits and paddings; the groups that validate stay the same.
    """
    rng = random.Random(seed)
    held_out = {s.name: list(read_published(data, s)) for s in HELD_OUT_SETS}
    gate = Filter(evaluation_texts(data), (r for rows in held_out.values() for r in rows))
    generator = Generator(passages(data), seed, read_bank(output / "clauses.jsonl"))
    log.info("%d passages, %d sentences", len(generator.passages), len(generator.fillers))
    real, supported = published(data, rng)
    supported = [row for row in supported if len(row.claim.split()) >= 4]
    train, validation = split(
        gate.keep([*real, *synthetic(generator, supported), *natural(data, generator, rng)])
    )
    talk, held_talk = dialogue_rows(DIALOGUE_TRAIN, DIALOGUE_VALIDATION, seed)
    passes = {source.name: source.passes for source in PUBLISHED_SETS}
    train = [row for row in train for _ in range(passes.get(row.source, 1))]
    train = [*pad_some(train, generator), *gate.keep(talk)]
    validation = [*pad_some(validation, generator), *gate.keep(held_talk)]
    train += unrelated(train, UNRELATED_ROWS, rng)
    by_hand = [
        *written_rows(),
        *contrast_rows(),
        *hypothesis_rows(data),
        *position_rows(),
        *sheet_rows(),
    ]
    written, held_written = split(gate.keep(by_hand))
    written, held_written = (amid_others(each, generator, rng) for each in (written, held_written))
    validation += held_written
    copied = gate.keep(copied_rows([*train, *written], generator, COPIES))
    validation += gate.keep(copied_rows(validation, generator, COPIES_VALIDATION))
    last = balanced([*last_run(train, written, rng), *copied], rng)
    train += copied
    train += [row for row in written for _ in range(WRITTEN_PASSES)]
    rng.shuffle(last)
    rng.shuffle(train)
    rng.shuffle(validation)
    validation += unrelated(validation, UNRELATED_VALIDATION, rng)
    write(output / "train.jsonl", train)
    write(output / "train_last.jsonl", last)
    write(output / "validation.jsonl", validation)
    for name, rows in held_out.items():
        write(output / f"{name}.jsonl", rows)
    return {
        "seed": seed,
        "train": len(train),
        "train_last": len(last),
        "validation": len(validation),
        "dropped": dict(sorted(gate.dropped.items())),
        "licences": licences(data),
        "train_counts": counts(train),
        "train_last_counts": counts(last),
        "validation_counts": counts(validation),
        "train_labels": dict(Counter(row.label for row in train)),
        "unknown_conflicts": sum(row.label == CONFLICT for row in train),
    }


def main() -> None:
    """Build the mixture and write the report beside it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--output", type=Path, default=BUILD)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    report = build(options.data, options.output, options.seed)
    text = json.dumps(report, indent=2, ensure_ascii=False)
    (options.output / "mixture_report.json").write_text(text + "\n", encoding="utf-8")
    log.info("%d training rows, %d validation rows", report["train"], report["validation"])


if __name__ == "__main__":
    main()
