"""The command line: the only place that prints. Everything heavy is imported inside a command."""

from __future__ import annotations

from belie.cli.app import main

__all__ = ["main"]
