"""What a tagger learnt from split-and-rephrase could reach: ``python -m benchmarks.claims_tags``.

Such a tagger marks every word of a sentence as accepted, dropped, copied into a later part, or as
the place where a new part begins (Gao et al. 2021, ABCD). It can say no word that the sentence has
not, and keeps the order of words. So its labels exist only for a row whose parts are each a
subsequence of the sentence, and no such tagger can do better than the *oracle*: the longest
subsequence that each part has in common with its sentence (Hunt and Szymanski 1977), scored like
any extractor (`claims_measures`). Words are compared in lower case, without punctuation.

Three more things limit it: how many parts its rows make of a sentence (`ceiling`), how often they
lose the word of a logical link (`lost`), and that it says no word that is not there.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import claims_measures as measures
from benchmarks.claims_data import detokenise, read_claims, read_propositions
from benchmarks.claims_table import Figure, Line, Table, as_text
from benchmarks.data import read_rows, sample

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.claims_data import ClaimItem
    from benchmarks.data import Row

__all__ = ["ceiling", "common", "counted", "is_within", "lost", "main", "oracle", "run"]

LINKS = frozenset(
    {"because", "although", "though", "if", "unless", "until", "whereas", "despite", "since"}
)
_WORD = re.compile(r"\w+")
_MOST = 5_000
"""Rows of a source that are looked at, drawn with a seed."""


def is_within(part: Sequence[str], sentence: Sequence[str]) -> bool:
    """Return whether ``part`` is made of words of ``sentence`` in their order.

    Examples
    --------
    >>> is_within(["it", "leans"], ["it", "is", "old", "and", "leans"])
    True
    """
    left = iter(sentence)
    return all(word in left for word in part)


def common(part: Sequence[str], sentence: Sequence[str]) -> list[str]:
    """Return the longest subsequence that two texts have in common.

    Examples
    --------
    >>> common(["it", "was", "red"], ["it", "is", "old", "and", "red"])
    ['it', 'red']
    """
    longest: list[list[str]] = [[] for _ in range(len(sentence) + 1)]
    for word in part:
        before = longest
        longest = [[]]
        for place, other in enumerate(sentence):
            kept = before[place] + [word] if word == other else []
            longest.append(max(kept, before[place + 1], longest[-1], key=len))
    return longest[-1]


def oracle(row: Row) -> list[str]:
    """Return the parts that a perfect tagger makes of a row's sentence."""
    sentence = words(row["complex"])
    return [" ".join(common(words(part), sentence)) for part in row["parts"]]


def words(text: str) -> list[str]:
    """Return the words of ``text`` in lower case."""
    return _WORD.findall(text.lower())


def counted(rows: Sequence[Row]) -> float | None:
    """Return the mean number of words of a sentence for each part that is made of it."""
    parts = sum(len(row["parts"]) for row in rows)
    return sum(len(words(row["complex"])) for row in rows) / parts if parts else None


def lost(rows: Sequence[Row]) -> float | None:
    """Return the share of the sentences with a logical link whose parts do not have its word."""
    linked = [row for row in rows if LINKS & set(words(row["complex"]))]
    gone = sum(
        not (LINKS & set(words(row["complex"]))) <= set(words(" ".join(row["parts"])))
        for row in linked
    )
    return gone / len(linked) if linked else None


def ceiling(items: Sequence[ClaimItem], words_for_each: float) -> float | None:
    """Return the F1 that is reached if every part is a gold claim, but no more are made.

    A tagger makes as many parts of a sentence as its training rows have for its length. Of a
    sentence of which people make more, some are missed, however good the tagger is.
    """
    made = [max(1, round(len(words(item.sentence)) / words_for_each)) for item in items]
    right = sum(min(count, len(item.gold)) for count, item in zip(made, items, strict=True))
    total = sum(made) + sum(len(item.gold) for item in items)
    return 2 * right / total if total else None


def of_rows(rows: Sequence[Row], name: str) -> tuple[Line, ...]:
    """Return which rows have labels, and what the labels teach at best."""
    exact = [
        all(is_within(words(part), words(row["complex"])) for part in row["parts"]) for row in rows
    ]
    scored = [
        measures.score_row(detokenise(row["complex"]), oracle(row), row["parts"]) for row in rows
    ]
    values = (
        ("rows with labels", sum(exact) / len(rows), "%"),
        ("F1 of the oracle", measures.claim_f1(scored), "%"),
        ("length of the sentence for a part", counted(rows), "words"),
        ("links whose word no part has", lost(rows), "%"),
    )
    return tuple(_line(name, len(rows), metric, value, unit) for metric, value, unit in values)


def of_set(items: Sequence[ClaimItem], name: str, taught: Mapping[str, float]) -> tuple[Line, ...]:
    """Return the best F1 on a set for taggers that learnt how many parts to make."""
    return tuple(
        _line(name, len(items), f"ceiling, taught by {source}", ceiling(items, rate), "%")
        for source, rate in taught.items()
    )


def _line(name: str, rows: int, metric: str, value: float | None, unit: str) -> Line:
    return Line(name=name, rows=rows, metric=metric, figures=(Figure(value),), unit=unit)


def run(data: Path) -> Table:
    """Return the table of all sources of ``decomp_split_rephrase`` and of the two other sets."""
    groups: dict[str, list[Row]] = {}
    for row in read_rows(data / "train" / "decomp_split_rephrase.jsonl.gz"):
        kind = "test" if row["split"] == "test" else "to learn from"
        groups.setdefault(f"{row['source']}, {kind}", []).append(row)
    drawn = {name: sample(rows, _MOST) for name, rows in sorted(groups.items())}
    rates = {
        name.split(",")[0]: rate
        for name, rows in drawn.items()
        if not name.endswith("test") and (rate := counted(rows)) is not None
    }
    sets = {"propsegment": read_propositions(data), "decomp_claims": read_claims(data)}
    lines = [line for name, rows in drawn.items() for line in of_rows(rows, name)]
    lines += [line for name, items in sets.items() for line in of_set(items, name, rates)]
    return Table(title="tags", columns=("tags",), lines=tuple(lines))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and return 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims_tags")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    print(as_text(run(parser.parse_args(arguments).data)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
