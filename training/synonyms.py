"""Rows in other words for the same: ``python -m training.synonyms --output ROWS.jsonl``.

Where a wrong claim mostly is a right one with a word changed, a classifier learns that a changed
word is a contradiction. These are rows of the mixture whose claim has a phrase in other words that
mean the same, so that the label stays; and sentences beside themselves in such words.

``training/synonym_groups/*.txt`` holds groups of phrases that stand for each other in nearly any
sentence, a group a line, written for belie.
"""

from __future__ import annotations

import argparse
import logging
import random
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from training.mixture import BUILD, write
from training.rows import CONFLICTING, ENTAILMENT, NEUTRAL, Row, from_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from training.rows import Span, Spans

FOLDER = Path(__file__).parent / "synonym_groups"
SOURCES = ("written:", "contrast:", "hypotheses:", "mnli", "wanli", "vitaminc", "fever", "snli")
SHARES = {ENTAILMENT: 0.5, NEUTRAL: 0.3}  # of the rows that have a phrase on both sides
CONFLICT_SHARE = 0.45
ITSELF = 0.3  # of the short premises that have a phrase
MOST_WORDS = 25  # of a sentence beside itself
_WORD = re.compile(r"\w+(?:['/-]\w+)*|[^\w\s]")

log = logging.getLogger("training.synonyms")


@dataclass(frozen=True, slots=True)
class Table:
    """Phrases by their words in lower case, each with the others of its group."""

    others: Mapping[tuple[str, ...], tuple[str, ...]]
    longest: int


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase of the table in a text, and what may stand in its place."""

    words: tuple[str, ...]
    span: Span
    others: tuple[str, ...]


def read_table(folder: Path = FOLDER) -> Table:
    """The groups of all files; a phrase that is in several groups is left out."""
    groups = [
        line.split(" | ")
        for path in sorted(folder.glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    others: dict[tuple[str, ...], tuple[str, ...]] = {}
    several: set[tuple[str, ...]] = set()
    for group in groups:
        for phrase in group:
            words = words_of(phrase)
            if words in others:
                several.add(words)
            others[words] = tuple(one for one in group if one != phrase)
    kept = {words: same for words, same in others.items() if words not in several}
    return Table(kept, max(map(len, kept)))


def words_of(text: str) -> tuple[str, ...]:
    """The words and signs of a text, in lower case."""
    return tuple(_WORD.findall(text.replace("’", "'").casefold()))


def phrases(text: str, table: Table) -> Iterator[Found]:
    """The phrases of a text from left to right, the longest that begins at a word."""
    found = list(_WORD.finditer(text.replace("’", "'").casefold()))
    names = [word[0] for word in found]
    place = 0
    while place < len(names):
        for end in range(min(place + table.longest, len(names)), place, -1):
            words = tuple(names[place:end])
            if words in table.others:
                yield Found(
                    words, (found[place].start(), found[end - 1].end()), table.others[words]
                )
                place = end - 1
                break
        place += 1


def exchanged(
    text: str, marks: Spans, found: Found, rng: random.Random
) -> tuple[str, Spans] | None:
    """``text`` with other words for a phrase, and its marks; ``None`` where these meet."""
    start, end = found.span
    if any(start < last and first < end for first, last in marks):
        return None
    words = rng.choice(found.others)
    if text[start].isupper():
        words = words[0].upper() + words[1:]
    by = len(words) - (end - start)
    moved = tuple((a + by, b + by) if end <= a else (a, b) for a, b in marks)
    return f"{text[:start]}{words}{text[end:]}", moved


def synonym_rows(rows: Iterable[Row], table: Table, rng: random.Random) -> Iterator[Row]:
    """Rows with a phrase of the claim that the premise has in other words, and premises so."""
    seen: set[tuple[str, str]] = set()
    themselves: set[str] = set()
    for row in rows:
        if not row.source.startswith(SOURCES) or (row.premise, row.claim) in seen:
            continue
        seen.add((row.premise, row.claim))
        yield from _of_row(row, table, rng)
        if row.premise not in themselves and len(row.premise.split()) <= MOST_WORDS:
            themselves.add(row.premise)
            yield from _of_itself(row, table, rng)


def _of_row(row: Row, table: Table, rng: random.Random) -> Iterator[Row]:
    share = CONFLICT_SHARE if row.label in CONFLICTING else SHARES.get(row.label, 0.0)
    if share <= rng.random():
        return
    theirs = {one.words for one in phrases(row.premise, table)}
    shared = [one for one in phrases(row.claim, table) if one.words in theirs]
    if not shared:
        return
    changed = exchanged(row.claim, row.claim_marks, rng.choice(shared), rng)
    if changed:
        yield replace(row, claim=changed[0], claim_marks=changed[1], source=f"synonyms:{row.label}")


def _of_itself(row: Row, table: Table, rng: random.Random) -> Iterator[Row]:
    found = list(phrases(row.premise, table))
    if not found or ITSELF <= rng.random():
        return
    text = row.premise
    for one in sorted(
        rng.sample(found, min(len(found), rng.choice((1, 1, 2)))), key=lambda f: -f.span[0]
    ):
        text = exchanged(text, (), one, rng)[0]
    yield Row(row.premise, text, ENTAILMENT, "synonyms:itself", row.group)


def main() -> None:
    """Write the rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mixture", type=Path, default=BUILD / "train.jsonl")
    parser.add_argument("--output", type=Path, default=BUILD / "synonyms.jsonl")
    parser.add_argument("--seed", type=int, default=91)
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    table = read_table()
    log.info("%d phrases", len(table.others))
    with options.mixture.open(encoding="utf-8") as lines:
        mixture = (from_json(line) for line in lines)
        rows = list(synonym_rows(mixture, table, random.Random(options.seed)))
    write(options.output, rows)
    log.info("%d rows", len(rows))


if __name__ == "__main__":
    main()
