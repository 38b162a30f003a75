"""The command ``belie watch``: sessions and alerts of a store as they come; without a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belie.cli.options import StoreUrl  # noqa: TC001 - Typer reads the annotations
from belie.datatypes import ConflictKind, Severity

if TYPE_CHECKING:
    from belie.cli.watch_view import Watched
    from belie.protocols import Archive

__all__ = ["watch"]


def watch(
    *,
    store: StoreUrl,
    session: Annotated[str | None, typer.Option(metavar="NAME", help="Only this session.")] = None,
    kind: Annotated[
        list[ConflictKind] | None, typer.Option(help="Only alerts of this kind. Repeatable.")
    ] = None,
    severity: Annotated[
        Severity, typer.Option(help="Only alerts of this severity and above.")
    ] = Severity.LOW,
    since: Annotated[
        str | None,
        typer.Option(metavar="AGE", help="Only what was said since: `12h`, `30d`, `8w` ago."),
    ] = None,
    interval: Annotated[
        float, typer.Option(min=0.1, max=3600, help="Seconds between two looks at the store.")
    ] = 1.0,
    rows: Annotated[
        int, typer.Option(min=1, max=1000, help="How many sessions and alerts at most.")
    ] = 20,
    once: Annotated[bool, typer.Option("--once", help="Show what is there, and end.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON for each alert, nothing else.")
    ] = False,
) -> None:
    """Watch a store: the latest sessions and alerts, as they come. Loads no model.

    Example: `belie watch --store sqlite:///belie.db`

    Example: `belie watch --store sqlite:///belie.db --kind cross_turn --severity high`

    Example: `belie watch --store sqlite:///belie.db --json --since 12h | jq .explanation`

    It only reads, beside the programs that write. With `--json` new alerts are printed; before
    them, with `--since`, those since then, and with `--once`, all that are stored. Whether a later
    turn resolved an alert is told by `belie sessions show`. Ctrl-C ends it.
    """
    from belie.cli import watch_view as view  # noqa: PLC0415 - `belie --help` stays fast
    from belie.cli.output import make_console  # noqa: PLC0415
    from belie.storage.sql import SqlStore  # noqa: PLC0415

    watched = _watched(session, kind or [], severity, since)
    with SqlStore(store, create=False) as opened:
        try:
            if json:
                _print_lines(opened, watched, interval=interval, once=once)
            elif once:
                make_console().print(view.show(view.look(opened, watched, rows=rows)))
            else:
                view.watch(opened, watched, interval=interval, rows=rows)
        except KeyboardInterrupt:
            raise typer.Exit from None


def _watched(
    session: str | None, kinds: list[ConflictKind], severity: Severity, since: str | None
) -> Watched:
    from datetime import UTC, datetime  # noqa: PLC0415 - `belie --help` stays fast

    from belie.cli.stored import read_age  # noqa: PLC0415
    from belie.cli.watch_view import Watched  # noqa: PLC0415

    return Watched(
        session=session,
        kinds=frozenset(kinds),
        severity=severity,
        since=None if since is None else datetime.now(UTC) - read_age(since, option="--since"),
    )


def _print_lines(store: Archive, watched: Watched, *, interval: float, once: bool) -> None:
    from time import sleep  # noqa: PLC0415 - beside its one use

    from belie.cli.interrupts import kept_interrupts  # noqa: PLC0415 - `belie --help` stays fast
    from belie.cli.watch_view import print_alerts  # noqa: PLC0415

    from_start = once or watched.since is not None
    with kept_interrupts() as check:
        cursor = print_alerts(store, watched, 0 if from_start else store.alert_cursor())
        while not once:
            check()
            sleep(interval)
            cursor = print_alerts(store, watched, cursor)
