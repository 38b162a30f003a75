"""What of a sentence is worth checking, and why the rest is not, without a model.

``sentence`` cuts off what states nothing at the front (``openings``) and at the end (``tails``),
and asks whether the clause that is left states anything. Each kind of wording that does not has a
module; ``patterns`` and ``marks`` are the language that they are written in. In doubt a clause is
kept: a missed claim is worse than a spare one.
"""

from __future__ import annotations

from belie.monitor.claims.checkworthy.corrections import is_correction
from belie.monitor.claims.checkworthy.instructions import has_figure
from belie.monitor.claims.checkworthy.questions import is_asked
from belie.monitor.claims.checkworthy.requests import is_changed_on_request
from belie.monitor.claims.checkworthy.sentence import stated
from belie.monitor.claims.checkworthy.tails import asks_whether

__all__ = [
    "asks_whether",
    "has_figure",
    "is_asked",
    "is_changed_on_request",
    "is_correction",
    "stated",
]
