"""What one speaker may say of one thing, and which of it cannot both be so.

Who contradicts himself seldom repeats his words: "I teach third grade." is followed by "I'm an
accountant, so for me it's all numbers." That the two are two jobs, and that a speaker has one, is
not learnt from pairs that differ in a word.

``training/positions/*.txt`` holds domains separated by empty lines, each of a thing of which a
speaker can say only one thing at a time: ``# `` and its name, then positions: ``@ `` and a name,
``= `` and the plain statement that every line of the position makes true, and lines in which
somebody takes it. Then follows for each two positions a letter and their names, ``C two dogs | no
animals``: ``C`` where no speaker holds both, ``N`` where one may, ``E`` where the statement of the
second follows from each line of the first.

Each line is a claim beside as many lines that contradict it as others, so that no claim tells its
label.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from training.blocks import read_folder
from training.rows import COMPATIBLE, CONTRADICTION, ENTAILMENT, NEUTRAL, Row, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FOLDER = Path(__file__).parent / "positions"
PREMISES = 4
"""Beside a claim, at most so many that contradict it and so many that do not."""
CHATTY_SHARE = 1 / 3
"""Of the lines that are a premise: with a line of another domain of their file before or after."""
_LETTERS = {"C": CONTRADICTION, "N": NEUTRAL, "E": ENTAILMENT}


@dataclass(frozen=True, slots=True)
class Position:
    """What may be said of a thing: its plain statement, and lines that make it true."""

    statement: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Domain:
    """The positions of a thing by name, and the letter of each two that are named in order."""

    positions: Mapping[str, Position]
    letters: Mapping[tuple[str, str], str]

    def label(self, premise: str, claim: str, *, plain: bool) -> str:
        """The label of a line of one position beside a line or the statement of another.

        Parameters
        ----------
        premise, claim
            The names of the positions.
        plain
            Whether the claim is the statement of its position.
        """
        letter = "E" if premise == claim else self.letters.get((premise, claim))
        if letter == "E":
            return ENTAILMENT if plain else COMPATIBLE
        if letter is None:
            letter = self.letters[claim, premise]
            if letter == "E":
                return COMPATIBLE
        return _LETTERS[letter]


def position_rows(folder: Path = FOLDER) -> Iterator[Row]:
    """The rows of all files; the same ones each time."""
    files: dict[str, list[tuple[str, Domain]]] = {}
    for file, block, lines in read_folder(folder):
        files.setdefault(file, []).append((block, read_domain(lines)))
    for file, domains in files.items():
        said = {
            block: [line for one in domain.positions.values() for line in one.lines]
            for block, domain in domains
        }
        for block, domain in domains:
            others = [line for other, lines in said.items() if other != block for line in lines]
            group = f"positions:{block}"
            yield from _rows(domain, others, group, source=f"positions:{file}")


def read_domain(lines: Sequence[str]) -> Domain:
    """Read a domain; raises ValueError where the letter of two positions is missing."""
    positions: dict[str, Position] = {}
    letters: dict[tuple[str, str], str] = {}
    name = ""
    for line in lines[1:]:
        mark, text = line[:2], line[2:].strip()
        first, bar, second = text.partition(" | ")
        if mark == "@ ":
            name = text
        elif mark == "= ":
            positions[name] = Position(text, ())
        elif mark.strip() in _LETTERS and bar and first in positions and second in positions:
            letters[first, second] = mark[0]
        else:
            known = positions[name]
            positions[name] = Position(known.statement, (*known.lines, line))
    for one in positions:
        for other in positions:
            if one < other and (one, other) not in letters and (other, one) not in letters:
                raise ValueError(f"expected in {lines[0]!r} a letter for {one!r} and {other!r}")
    return Domain(positions, letters)


def _rows(domain: Domain, others: Sequence[str], group: str, *, source: str) -> Iterator[Row]:
    rng = random.Random(digest(group))
    for claimed, position in domain.positions.items():
        for claim in (position.statement, *position.lines):
            plain = claim == position.statement
            clashing: list[tuple[str, str]] = []
            agreeing: list[tuple[str, str]] = []
            for name, other in domain.positions.items():
                label = domain.label(name, claimed, plain=plain)
                told = [line for line in (other.statement, *other.lines) if line != claim]
                beside = clashing if label == CONTRADICTION else agreeing
                beside += [(line, label) for line in told]
            count = min(PREMISES, len(clashing), len(agreeing))
            for premise, label in [*rng.sample(clashing, count), *rng.sample(agreeing, count)]:
                text = _amid_others(premise, others, rng)
                yield Row(text, claim, label, source, group)


def _amid_others(line: str, others: Sequence[str], rng: random.Random) -> str:
    if not others or rng.random() >= CHATTY_SHARE:
        return line
    before, after = rng.choice((("", rng.choice(others)), (rng.choice(others), "")))
    return " ".join(part for part in (before, line, after) if part)
