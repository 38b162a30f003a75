"""How tables of an older version become those of a newer one: a step for each version that landed.

A step is frozen once it landed: it names tables and columns itself and does not look at
`belie.storage.rows`, which goes on. No belie that was handed out made tables of version 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belie.storage.migrations import v1_to_v3, v3_to_v4, v4_to_v5

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from alembic.operations import Operations

__all__ = ["STEPS", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """What makes tables of the version ``to`` out of those before."""

    to: int
    upgrade: Callable[[Operations], None]


STEPS: Mapping[int, Step] = {
    1: Step(3, v1_to_v3.upgrade),
    3: Step(4, v3_to_v4.upgrade),
    4: Step(5, v4_to_v5.upgrade),
}
"""By the version that they begin with."""
