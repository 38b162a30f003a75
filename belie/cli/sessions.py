"""The commands ``belie sessions …``: look into a store, review alerts, forget; without a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belie.cli.options import StoreUrl  # noqa: TC001 - Typer reads the annotations
from belie.cli.output import make_console, show_turn
from belie.datatypes import AlertState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.storage.sql import SqlStore

__all__ = ["sessions"]

sessions = typer.Typer(
    name="sessions",
    help="Look into a store: list and show sessions, review alerts, delete. Loads no model.\n\n"
    "Start with: `belie sessions list --store sqlite:///belie.db`\n\n"
    "Instead of giving `--store` each time: `export BELIE_STORE=sqlite:///belie.db`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_Session = Annotated[str, typer.Argument(metavar="SESSION", help="Its name, as `list` says.")]
_Alert = Annotated[
    str, typer.Argument(metavar="ALERT", help="Its id in quotation marks, as `show` says.")
]
_By = Annotated[str, typer.Option(help="Who says so.")]
_Note = Annotated[str, typer.Option(help="Why.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


@sessions.command("list")
def list_sessions(
    *,
    store: StoreUrl,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many at most.")] = 50,
    offset: Annotated[int, typer.Option(min=0, help="How many are left out before.")] = 0,
    with_alerts: Annotated[
        bool, typer.Option("--with-alerts", help="Only sessions with an alert.")
    ] = False,
    to_review: Annotated[
        bool, typer.Option("--to-review", help="Only sessions with an alert that waits for you.")
    ] = False,
    json: _Json = False,
) -> None:
    """List the sessions, the one with the latest turn first. Times are UTC.

    Example: `belie sessions list --store sqlite:///belie.db --to-review`

    Example: `belie sessions list --store sqlite:///belie.db --limit 1000 --json`
    """
    from belie.cli.session_views import overview_json, overview_table  # noqa: PLC0415

    with _opened(store) as opened:
        summaries = opened.overview(
            limit=limit, offset=offset, with_alerts=with_alerts, to_review=to_review
        )
    if json:
        typer.echo(overview_json(summaries))
        return
    make_console().print(overview_table(summaries))
    if len(summaries) == limit:
        typer.echo(f"there may be more: --offset {offset + limit}")


@sessions.command()
def show(*, session: _Session, store: StoreUrl, json: _Json = False) -> None:
    """Show the turns of a session, its alerts with both sides, and their ids.

    Example: `belie sessions show s1 --store sqlite:///belie.db`
    """
    from belie.cli.session_views import alert_table  # noqa: PLC0415
    from belie.cli.stored import find_session  # noqa: PLC0415
    from belie.report import json as json_format  # noqa: PLC0415
    from belie.report import text  # noqa: PLC0415

    with _opened(store) as opened:
        reports = find_session(opened, session)
    if json:
        typer.echo(json_format.render(reports))
        return
    console = make_console()
    for report in reports:
        show_turn(console, report)
    console.print()
    console.print(text.render(reports))
    console.print()
    console.print(alert_table(reports))


@sessions.command()
def acknowledge(
    *, alert: _Alert, store: StoreUrl, by: _By = "", note: _Note = "", json: _Json = False
) -> None:
    """Note that you have seen an alert and take it as right.

    Example: `belie sessions acknowledge 's1/3#0 cross_turn s1/1#0' --store sqlite:///belie.db`

    Example: `belie sessions acknowledge 's1/3#0 cross_turn s1/1#0' --by Ann --note 'Told them.'`

    It does not fail `belie audit --fail-on` again. A program that has the session in memory sees
    it after a restart.
    """
    _review(store, alert, AlertState.ACKNOWLEDGED, by=by, note=note, json=json)


@sessions.command("false")
def mark_false(
    *, alert: _Alert, store: StoreUrl, by: _By = "", note: _Note = "", json: _Json = False
) -> None:
    """Note that you take an alert for a false alarm.

    Example: `belie sessions false 's1/3#0 cross_turn s1/1#0' --note 'Both are true.'`
    """
    _review(store, alert, AlertState.FALSE_ALARM, by=by, note=note, json=json)


@sessions.command()
def reopen(
    *, alert: _Alert, store: StoreUrl, by: _By = "", note: _Note = "", json: _Json = False
) -> None:
    """Note that an alert counts as unseen again.

    Example: `belie sessions reopen 's1/3#0 cross_turn s1/1#0' --store sqlite:///belie.db`
    """
    _review(store, alert, AlertState.OPEN, by=by, note=note, json=json)


@sessions.command()
def delete(*, session: _Session, store: StoreUrl, yes: _Yes = False, json: _Json = False) -> None:
    """Delete a session with its turns, documents, alerts and reviews, for good.

    Example: `belie sessions delete s1 --store sqlite:///belie.db --yes`
    """
    from belie.cli.stored import expect_session  # noqa: PLC0415

    with _opened(store) as opened:
        expect_session(opened, session)
        _confirm(f"Delete the session {session!a} for good?", yes=yes)
        opened.delete(session)
    _tell_deleted([session], json=json)


@sessions.command()
def purge(
    *,
    store: StoreUrl,
    older_than: Annotated[
        str, typer.Option(metavar="AGE", help="Hours, days or weeks: `12h`, `30d`, `8w`.")
    ],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
    yes: _Yes = False,
    json: _Json = False,
) -> None:
    """Delete the sessions whose last turn is older, for good.

    Example: `belie sessions purge --older-than 30d --dry-run --store sqlite:///belie.db`

    Example: `belie sessions purge --older-than 30d --yes --store sqlite:///belie.db`

    A turn is as old as its time says or, where it has none, as long as it is stored.
    """
    from datetime import UTC, datetime  # noqa: PLC0415 - `belie --help` stays fast

    from belie.cli.stored import names_before, read_age  # noqa: PLC0415

    than = datetime.now(UTC) - read_age(older_than)
    with _opened(store) as opened:
        found = names_before(opened, than)
        if dry_run:
            _tell_deleted(found, json=json, verb="would delete")
            return
        if found:
            _confirm(f"Delete {len(found)} sessions for good?", yes=yes)
            found = opened.delete_older(than)
    _tell_deleted(found, json=json)


@sessions.command()
def upgrade(*, store: StoreUrl, json: _Json = False) -> None:
    """Bring a database of an older belie to this version, where it is, in one transaction.

    Example: `belie sessions upgrade --store sqlite:///belie.db`

    Stop other programs on it first, and keep a copy: an older belie cannot read it any more. Where
    it fails, nothing is changed.
    """
    from belie.storage.upgrading import upgrade_database  # noqa: PLC0415

    done = upgrade_database(store)
    if json:
        _print_json({"before": done.before, "after": done.after})
    elif done.before == done.after:
        typer.echo(f"nothing to do: the tables are of version {done.after}")
    else:
        typer.echo(f"upgraded the tables from version {done.before} to {done.after}")


def _opened(url: str) -> SqlStore:
    """Open a database that is there; a mistyped name makes none."""
    from belie.storage.sql import SqlStore  # noqa: PLC0415 - loads SQLAlchemy

    return SqlStore(url, create=False)


def _review(url: str, alert_id: str, state: AlertState, *, by: str, note: str, json: bool) -> None:
    from datetime import UTC, datetime  # noqa: PLC0415 - `belie --help` stays fast

    from belie.cli.stored import find_alert  # noqa: PLC0415
    from belie.datatypes import Review  # noqa: PLC0415
    from belie.report.words import spell, squeeze  # noqa: PLC0415

    with _opened(url) as opened:
        review = Review(state, by=by, note=note, at=datetime.now(UTC))
        opened.review(find_alert(opened, alert_id), review)
        alert = find_alert(opened, alert_id)
    if json:
        _print_json({"id": alert.id, "session": alert.session, "state": alert.state.value})
    else:
        typer.echo(f"{spell(alert.state)}: {squeeze(alert.id)}")


def _confirm(question: str, *, yes: bool) -> None:
    if not yes:
        typer.confirm(question, abort=True, err=True)


def _tell_deleted(names: Sequence[str], *, json: bool, verb: str = "deleted") -> None:
    from belie.report.words import count, squeeze  # noqa: PLC0415

    if json:
        _print_json({verb.replace(" ", "_"): list(names)})
        return
    for name in names:
        typer.echo(f"{verb} {squeeze(name)}")
    typer.echo(f"{verb} {count(len(names), 'session')}")


def _print_json(value: object) -> None:
    from json import dumps  # noqa: PLC0415 - the name of an option here

    typer.echo(dumps(value, indent=2))
