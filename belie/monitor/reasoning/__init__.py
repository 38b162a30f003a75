"""Contradictions that no single premise shows: small inferences over several statements.

``lines`` makes sentences that stand alone, ``things`` tells when two names are of the same.
``counts``, ``events``, ``precedence`` and ``measures`` read facts; ``totals``, ``rates``,
``timelines``, ``clocks``, ``comparisons``, ``memberships``, ``lists`` and ``hours`` infer from
them. ``inferring`` asks them all about one claim, and ``inferred`` makes verdicts of what they
find. Precision comes first: where a slot
is open or two things could be meant, nothing follows.
"""

from __future__ import annotations

from belie.monitor.reasoning.derivation import ALL_INFERENCES, Inference

__all__ = ["ALL_INFERENCES", "Inference"]
