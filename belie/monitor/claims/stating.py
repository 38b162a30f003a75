"""The sentences, items and rows of a turn that state something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.datatypes import Skipped, SkipReason, Span
from belie.monitor.claims.agreements import may_answer
from belie.monitor.claims.blocks import BlockKind, blocks
from belie.monitor.claims.checkworthy import asks_whether, is_asked, is_correction, stated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.monitor.claims.blocks import Block

__all__ = ["Sentence", "stating"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a turn that states something, with the mood of its surroundings.

    Parameters
    ----------
    block, span
        What it stands in, and which words of that state something.
    correcting
        Whether it stands in a turn that mends what was said before, from there on.
    asking
        Whether a question's opening stands before it: "Did you know that …", not "And you?".
    checking
        Whether a question whether it is so hangs on it: "…, right?".
    """

    block: Block
    span: Span
    correcting: bool
    asking: bool = False
    checking: bool = False


def stating(
    text: str, *, answering: bool, correcting: bool = False
) -> tuple[list[Sentence], list[Skipped]]:
    """Return what states something, and what states nothing, each in reading order.

    A bare yes or no, and a first line in bold, may state something where they answer a question.
    Where ``correcting``, all of it takes the place of what was said before.

    Examples
    --------
    >>> text = "Hello! The tower leans."
    >>> sentences, skipped = stating(text, answering=False)
    >>> [sentence.span.cut(text) for sentence in sentences], skipped[0].reason.value
    (['The tower leans.'], 'greeting')
    """
    sentences: list[Sentence] = []
    skipped: list[Skipped] = []
    found = blocks(text)
    leads = {block.lead for block in found}
    for block in found:
        if block.kind is BlockKind.CODE:
            skipped.append(Skipped(block.span, SkipReason.CODE))
        elif answering and block is found[0] and _is_bold(block, text):
            sentences.append(Sentence(block, block.span, correcting))
        elif block.kind is BlockKind.HEADING or block.span in leads:
            skipped.append(Skipped(block.span, SkipReason.META))
        elif block.kind is BlockKind.ROW or (answering and _is_bare_answer(block, found, text)):
            sentences.append(Sentence(block, block.span, correcting))
        else:
            correcting = correcting or is_correction(block.span.cut(text))
            span, without = stated(text, block.span)
            skipped.extend(without)
            if span is not None:
                sentences.append(_sentence(block, span, without, text, correcting=correcting))
    return sentences, skipped


def _is_bold(block: Block, text: str) -> bool:
    """Whether a heading is a line in bold, which may be an answer: "**In 1889**"."""
    return block.kind is BlockKind.HEADING and text.startswith(("**", "__"), block.span.start)


def _is_bare_answer(block: Block, found: Sequence[Block], text: str) -> bool:
    return block is found[0] and may_answer(block.span.cut(text), alone=len(found) == 1)


def _sentence(
    block: Block, span: Span, skipped: Sequence[Skipped], text: str, *, correcting: bool
) -> Sentence:
    """Return what a sentence states, in the mood of the questions before and after it."""
    asked = [one.span for one in skipped if one.reason is SkipReason.QUESTION]
    opening = (one.cut(text) for one in asked if one.end <= span.start)
    return Sentence(
        block,
        span,
        correcting,
        asking=any(not is_asked(words) for words in opening),
        checking=any(span.end <= one.start and asks_whether(one.cut(text)) for one in asked),
    )
