"""Which words of a response no document backs, whether they contradict one or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belie.datatypes import Claim, Relation, ScoredSpan, Span, least_ungrounded, on_passages
from belie.monitor.spans import in_source
from belie.monitor.tokens import TokenKind, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belie.datatypes import Judgement, Turn, Verdict
    from belie.monitor.tokens import Token

__all__ = ["ungrounded_by", "ungrounded_in"]

_LEAST = 0.1
"""What a verdict keeps: a word with less is backed."""
_UNGROUNDED = 0.5
"""From this probability a word is told. On the development sets 0.3 does as well by F1, with fewer
right words among those that are told (docs/decisions/0042)."""
_APART = 1
"""So many words between two that are told belong to their stretch."""


def ungrounded_by(answers: Iterable[Judgement]) -> tuple[ScoredSpan, ...] | None:
    """Return the words of a claim that none of several readings of a passage backs.

    ``None`` where the classifier cannot tell. Scores are rounded, since reports are stored.
    """
    words = least_ungrounded(answer.ungrounded_words or None for answer in answers)
    if words is None:
        return None
    return tuple(
        ScoredSpan(word.span, round(word.score, 3)) for word in words if _LEAST <= word.score
    )


def ungrounded_in(turn: Turn, verdicts: Sequence[Verdict]) -> tuple[Span, ...]:
    """Return where words of ``turn`` stand that none of its passages backs, in order.

    Of a claim that a passage entails none are: there the whole is surer than its words.
    """
    judged = on_passages(verdicts).values()
    return _united([span for one in judged for span in _of_claim(turn, one)], turn.text)


def _of_claim(turn: Turn, verdicts: Sequence[Verdict]) -> list[Span]:
    claim = verdicts[0].claim
    if not isinstance(claim, Claim) or any(v.relation is Relation.ENTAILMENT for v in verdicts):
        return []
    words = least_ungrounded(verdict.ungrounded for verdict in verdicts) or ()
    told = [word.span for word in words if _UNGROUNDED <= word.score]
    return [in_source(claim, run, turn.text) for run in _runs(told, claim.text)]


def _runs(told: Sequence[Span], text: str) -> list[Span]:
    """Return the stretches that words make which stand side by side, or one word apart.

    Small words at the ends of a stretch do not count, and none is made of these alone.
    """
    if not told:
        return []
    runs: list[list[Token]] = []
    behind = 0  # words since the last one that was told
    for token in tokens(text):
        if any(token.span.overlaps(span) for span in told):
            if runs and behind <= _APART:
                runs[-1].append(token)
            else:
                runs.append([token])
            behind = 0
        else:
            behind += 1
    telling = ([one for one in run if one.kind is not TokenKind.SMALL] for run in runs)
    return [Span(run[0].span.start, run[-1].span.end) for run in telling if run]


def _united(spans: Iterable[Span], text: str) -> tuple[Span, ...]:
    """Return stretches in order, those that overlap or have but blanks between them as one."""
    united: list[Span] = []
    for span in sorted(spans, key=lambda one: (one.start, one.end)):
        if united and not text[united[-1].end : span.start].strip():
            united[-1] = Span(united[-1].start, max(united[-1].end, span.end))
        else:
            united.append(span)
    return tuple(united)
