"""Quality and speed of the shipped belie, each one command, each printing the peers beside us."""

from __future__ import annotations

__all__: list[str] = []
