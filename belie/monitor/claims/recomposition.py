"""The self-check: every part must follow from its sentence, or the sentence is kept whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Pair

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from belie.monitor.claims.drafts import Draft, Reading

    Entailments = Callable[[Sequence[Pair]], Sequence[float]]

__all__ = ["following"]

_ENTAILED = 0.2
"""The probability from which a claim is taken to follow from its sentence. Of 150 parts of 60
sentences, one half dropped two garbled ones and three good ones; this drops one, a good one."""


def following(readings: Sequence[Reading], entailments: Entailments) -> list[tuple[Draft, ...]]:
    """Return the parts of each reading that follow from the whole, else with the whole."""
    pairs = [
        Pair(reading.whole.text, part.text)
        for reading in readings
        for part in reading.parts
        if _is_doubtful(part, reading)
    ]
    entailed = dict(zip(pairs, entailments(pairs), strict=True)) if pairs else {}
    return [_kept(reading, entailed) for reading in readings]


def _is_doubtful(part: Draft, reading: Reading) -> bool:
    """Whether ``part`` is asserted in words, or an order of words, that its sentence has not.

    What only leaves words out is not asked about: the classifier's doubts about such parts were
    wrong as often as right, and cost more than all else of extraction (docs/decisions/0007).
    """
    sources = [anchor.source for anchor in part.anchors]
    own = "".join(anchor.span.cut(part.text) for anchor in part.anchors)
    supplied = len("".join(own.split())) < len("".join(part.text.split()))
    asserted = part.text != reading.whole.text and not part.scope and not reading.certain
    return asserted and (supplied or sources != sorted(sources))


def _kept(reading: Reading, entailed: Mapping[Pair, float]) -> tuple[Draft, ...]:
    kept = tuple(
        part
        for part in reading.parts
        if not _is_doubtful(part, reading)
        or _ENTAILED <= entailed[Pair(reading.whole.text, part.text)]
    )
    if len(kept) == len(reading.parts) or reading.whole in kept:
        return kept
    return (reading.whole, *kept)
