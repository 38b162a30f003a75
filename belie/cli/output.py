"""What the commands print and write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from belie.datatypes import Role
from belie.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from belie.datatypes import TurnReport

__all__ = [
    "complain",
    "expect_writable",
    "make_console",
    "save",
    "show_turn",
]


def expect_writable(*paths: Path | None) -> None:
    """Raise `InputError`, before the long work, if a file cannot be written where it is wanted."""
    for path in paths:
        if path is not None:
            _expect_reachable(path)
            if not path.parent.is_dir() or path.is_dir():
                raise InputError(f"expected a file in a folder that exists, got {path}")


def _expect_reachable(path: Path) -> None:
    """Raise `InputError` for a name that leads nowhere: a link to itself, one that is too long."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise _unwritable(path, error) from error


def save(path: Path, text: str) -> None:
    """Write a file, or raise `InputError`."""
    try:
        path.write_text(text, "utf-8", errors="backslashreplace")
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"expected a file that can be written, got {path}: {error}")


def show_turn(console: Console, report: TurnReport) -> None:
    """Print a turn, what is wrong with it, what no document backs and what was not checked.

    None of its words act on the terminal.
    """
    from rich.text import Text  # noqa: PLC0415

    from belie.report.quotes import no_claims, stretches, ungrounded  # noqa: PLC0415
    from belie.report.words import visible  # noqa: PLC0415

    style = "cyan" if report.turn.role is Role.USER else "green"
    console.print(Text.assemble((f"{report.turn.role.value}: ", style), visible(report.turn.text)))
    for alert in report.alerts:
        console.print(Text(f"  ! {visible(alert.explanation)}", "bold red"))
    if words := ungrounded(report):
        console.print(Text(f"  no document backs {words}", "yellow"))
    if report.turn.role is Role.ASSISTANT:
        quoted = f"not checked: {stretches(report)}" if report.skipped else None
        unchecked = no_claims(report) or quoted
        if unchecked is not None:
            console.print(Text(f"  {unchecked}", "dim"))


def complain(message: str) -> None:
    """Print one line on stderr, with control characters made visible."""
    typer.echo(
        "".join(char if char.isprintable() else ascii(char)[1:-1] for char in message), err=True
    )


def make_console(*, stderr: bool = False) -> Console:
    """Return a console on standard output or standard error."""
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=stderr, highlight=False)
