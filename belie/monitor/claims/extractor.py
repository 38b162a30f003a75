"""From a turn to its claims: the straight line of extraction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belie.datatypes import Extraction, Role, Skipped, SkipReason, Span
from belie.monitor.claims.agreements import is_bare
from belie.monitor.claims.asking import is_question
from belie.monitor.claims.blocks import BlockKind, blocks
from belie.monitor.claims.checkworthy import has_figure, is_changed_on_request
from belie.monitor.claims.clauses import is_instruction, result_of_order
from belie.monitor.claims.drafts import NOTHING, read, untouched
from belie.monitor.claims.ellipsis import is_answer
from belie.monitor.claims.finishing import finished
from belie.monitor.claims.recomposition import following
from belie.monitor.claims.references import References
from belie.monitor.claims.stating import stating
from belie.monitor.claims.syntax import Trees
from belie.monitor.claims.words import tokens
from belie.monitor.languages import unsupported
from belie.monitor.text import strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import Turn
    from belie.monitor.claims.drafts import Draft, Known, Reading
    from belie.monitor.claims.recomposition import Entailments
    from belie.monitor.claims.stating import Sentence
    from belie.monitor.claims.tree import Tree
    from belie.protocols import Parser

__all__ = ["ClaimExtractor"]

_LONGEST_BEFORE = 1_000
"""Characters of an earlier turn that are read, from its end."""
_SENTENCES_BEFORE = 5
_LAST = 3
"""Sentences at the end of a turn, one of which is the question that the next one answers."""
_IMAGINED = frozenset({"imagine", "picture", "fancy"})


class ClaimExtractor:
    """Takes a turn apart into claims that can each be checked alone.

    Parameters
    ----------
    parser
        Reads syntax and pronouns.
    entailments
        Gives for pairs of sentence and claim how likely the one entails the other, in [0, 1]. A
        claim that does not follow from its own sentence is dropped, and the sentence kept whole
        in its place. ``None`` leaves this check out.

    Examples
    --------
    >>> from belie.adapters.onnx import OnnxParser
    >>> from belie.datatypes import Role, Turn
    >>> text = "Apple released the first iPhone in 2007, priced at $499 at the time."
    >>> turn = Turn("s1", 0, Role.ASSISTANT, text)
    >>> for claim in ClaimExtractor(OnnxParser()).extract(turn).claims:
    ...     claim.text
    'Apple released the first iPhone in 2007.'
    'the first iPhone was priced at $499 at the time.'
    """

    def __init__(self, parser: Parser, *, entailments: Entailments | None = None) -> None:
        self._trees = Trees(parser)
        self._references = References(parser)
        self._entailments = entailments

    def extract(self, turn: Turn, earlier: Sequence[Turn] = ()) -> Extraction:
        """Return the claims of ``turn`` in reading order, and what of it makes none.

        Parameters
        ----------
        turn
            What is read.
        earlier
            The last few turns before it, oldest first: what its pronouns and its answers may lean
            on.
        """
        question = self._question(turn, earlier)
        sentences, skipped = stating(
            turn.text, answering=question is not None, correcting=_is_changed(turn, earlier)
        )
        sentences, trees, orders = self._read(turn.text, sentences, answering=question is not None)
        skipped += orders
        before = self._before(turn, earlier)
        readings: list[Reading] = []
        open_question = question
        for sentence, tree in zip(sentences, trees, strict=True):
            if tree is None and not tokens(turn.text, sentence.span):
                skipped.append(Skipped(sentence.span, SkipReason.CODE))
                readings.append(NOTHING)
            elif tree is None or _is_left_whole(sentence, turn.text):
                readings.append(untouched(sentence.block, sentence.span, turn.text))
            elif sentence.block.kind is BlockKind.HEADING and not is_answer(tree, question):
                skipped.append(Skipped(sentence.span, SkipReason.META))
                readings.append(NOTHING)
            elif question is None and _only_orders(sentence, tree, turn.text):
                skipped.append(Skipped(sentence.span, SkipReason.INSTRUCTION))
                readings.append(NOTHING)
            elif is_question(tree, answering=question is not None):
                skipped.append(Skipped(sentence.span, SkipReason.QUESTION))
                readings.append(NOTHING)
            else:
                lead = self._lead(sentence, turn)
                known: Sequence[Known] = before if lead is None else [*before, (lead, {})]
                names = self._references.names(tree, known)
                reading = read(tree, names, known, question=open_question, lead=lead)
                if reading is NOTHING:
                    bare = is_bare(sentence.span.cut(turn.text))
                    reason = SkipReason.GREETING if bare else SkipReason.META
                    skipped.append(Skipped(sentence.span, reason))
                readings.append(reading)
                before.append((tree, names))
            question = None  # only what comes first answers it, and after "Yes!" what comes next
            open_question = open_question if is_bare(sentence.span.cut(turn.text)) else None
        drafts = (
            (draft, sentence)
            for sentence, parts in zip(sentences, self._checked(readings), strict=True)
            for draft in parts
        )
        return Extraction(
            claims=finished(turn, drafts),
            skipped=tuple(sorted(skipped, key=lambda one: one.span)),
        )

    def clear(self) -> None:
        """Forget the sentences that were parsed."""
        self._trees.clear()

    def _read(
        self, text: str, sentences: Sequence[Sentence], *, answering: bool
    ) -> tuple[list[Sentence], list[Tree | None], list[Skipped]]:
        """Return the sentences with their trees, cut at an order, and the orders that were cut off.

        "Click Cancel and your plan ends." states that your plan ends.
        """
        trees = self._trees.read(text, [sentence.span for sentence in sentences])
        read: list[Sentence] = []
        orders: list[Skipped] = []
        for sentence, tree in zip(sentences, trees, strict=True):
            answers = answering and not read
            ordered = tree is not None and not answers and _only_orders(sentence, tree, text)
            stated = result_of_order(tree) if tree is not None and ordered else None
            if stated is not None:
                order = Span(sentence.span.start, stated.start)
                orders.append(Skipped(strip(order, text), SkipReason.INSTRUCTION))
            read.append(sentence if stated is None else replace(sentence, span=stated))
        if orders:
            trees = self._trees.read(text, [sentence.span for sentence in read])
        return read, trees, orders

    def _before(self, turn: Turn, earlier: Sequence[Turn]) -> list[Known]:
        """Return the trees of the last sentences before the turn, its question last."""
        said = [(one.text, one.role is not turn.role) for one in earlier]
        if turn.question is not None and turn.question not in (text for text, _ in said):
            said.append((turn.question, True))
        trees: list[Tree] = []
        for text, theirs in reversed(said):
            if _SENTENCES_BEFORE <= len(trees):
                break
            last = self._trees.last(text[-_LONGEST_BEFORE:], _SENTENCES_BEFORE, theirs=theirs)
            trees = [*last, *trees]
        return [(tree, {}) for tree in trees[-_SENTENCES_BEFORE:]]

    def _question(self, turn: Turn, earlier: Sequence[Turn]) -> Tree | None:
        """Return the question that the turn answers: the one it names, or the user's last."""
        asked = _asked(turn, earlier)
        if asked is None:
            return None
        text = asked[-_LONGEST_BEFORE:]
        told = [block.span for block in blocks(text) if block.kind is not BlockKind.CODE]
        asked_last = [span for span in told[-_LAST:] if "?" in span.cut(text)]
        spans = [_asking(span, text) for span in (asked_last or told)[-1:]]
        [tree] = self._trees.read(text, spans) or [None]
        marked = any(span.cut(text).rstrip().endswith("?") for span in spans)
        asks = turn.question or marked or (tree and is_question(tree))
        return tree if asks else None

    def _lead(self, sentence: Sentence, turn: Turn) -> Tree | None:
        """Return the tree of the words that a list item continues."""
        lead = sentence.block.lead
        return self._trees.read(turn.text, [lead])[0] if lead is not None else None

    def _checked(self, readings: Sequence[Reading]) -> list[tuple[Draft, ...]]:
        """Return the parts of each reading, after the self-check where there is one."""
        if self._entailments is None:
            return [reading.parts for reading in readings]
        return following(readings, self._entailments)


def _asked(turn: Turn, earlier: Sequence[Turn]) -> str | None:
    """Return what the turn answers: the question it names, or what the other one said last."""
    if turn.question is None and earlier and earlier[-1].role is not turn.role:
        return earlier[-1].text
    return turn.question


def _asking(span: Span, text: str) -> Span:
    """Return the question in words that go on in lower case: "is it open? we come on friday"."""
    words = span.cut(text)
    end = words.rfind("?") + 1
    if not end or not words[end:].strip():
        return span
    before = max(words.rfind(mark, 0, end - 1) for mark in (". ", "? ", "! "))
    return strip(Span(before + 1, end).shift(span.start), text)


def _is_changed(turn: Turn, earlier: Sequence[Turn]) -> bool:
    """Whether an assistant's turn does what the user just wanted to have changed."""
    asked = _asked(turn, earlier) if turn.role is Role.ASSISTANT else None
    return asked is not None and is_changed_on_request(asked[:_LONGEST_BEFORE], turn.text)


def _only_orders(sentence: Sentence, tree: Tree, text: str) -> bool:
    """Whether a sentence tells somebody to do something and gives no figure that may be wrong.

    What one is told to suppose or to imagine is none of its own figures.
    """
    if not is_instruction(tree):
        return False
    if tree.lower(tree.root) in _IMAGINED:
        return True
    return tree.child(tree.root, "ccomp") is not None or not has_figure(sentence.span.cut(text))


def _is_left_whole(sentence: Sentence, text: str) -> bool:
    """Whether a sentence is no prose, or none that the parser has learnt to read."""
    is_row = sentence.block.kind is BlockKind.ROW
    return is_row or unsupported(sentence.span.cut(text)) is not None
