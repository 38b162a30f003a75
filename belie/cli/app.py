"""The commands. What they need beyond Typer is imported inside them: ``belie --help`` is fast."""

from __future__ import annotations

import io
import sys
from itertools import chain, count
from pathlib import Path  # noqa: TC003 - Typer reads the annotations
from typing import TYPE_CHECKING, Annotated

import typer

import belie
from belie.cli.options import StoreUrl, documents_of
from belie.cli.output import (
    complain,
    expect_writable,
    make_console,
    save,
    show_turn,
)
from belie.cli.serving import serve
from belie.cli.sessions import sessions
from belie.cli.watching import watch
from belie.errors import BelieError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belie.datatypes import TurnReport

__all__ = ["app", "main"]

_OK, _FAILED, _UNUSABLE, _INCOMPLETE = 0, 1, 2, 3
_STOPPED = 130
_EXPECTED = (
    "expected messages in the files, such as a line "
    '{"role": "assistant", "content": "It opened in 1932."}; see: belie audit --help'
)

app = typer.Typer(
    name="belie",
    help="Says where a chatbot contradicts its documents, itself or the user. Works offline.",
    epilog="Start with: belie demo",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(sessions)
app.command()(watch)
app.command()(serve)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command ``belie``.

    Parameters
    ----------
    arguments
        What stands after ``belie``; ``None`` takes them from the process.

    Raises
    ------
    SystemExit
        Always: 0 fine, 1 ``--fail-on`` matched or the self-check failed, 2 unusable input or
        usage, 3 audited but some records were unreadable, 130 stopped by Ctrl-C.
    """
    written = "backslashreplace"
    for stream, errors in (sys.stdin, "replace"), (sys.stdout, written), (sys.stderr, written):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        app(args=arguments)
    except BelieError as error:
        complain(f"belie: {error}")
        raise SystemExit(_UNUSABLE) from None


def _show_version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"belie {belie.__version__}")
        raise typer.Exit(_OK)


@app.callback()
def _options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, help="Print the version.")
    ] = False,
) -> None:
    del version


@app.command()
def demo() -> None:
    """Check a small conversation that ships with belie, turn by turn.

    The assistant in it contradicts a document and itself.
    """
    from belie.cli.auditing import observe_demo  # noqa: PLC0415 - `belie --help` stays fast
    from belie.report import text  # noqa: PLC0415

    console = make_console()
    reports: list[TurnReport] = []
    for report in observe_demo():
        show_turn(console, report)
        reports.append(report)
    console.print()
    console.print(text.render(reports))
    console.print("\nNow your own: belie check --help, belie audit --help", style="dim")


@app.command()
def check(
    *,
    response: Annotated[str, typer.Argument(help="What the assistant said; `-` reads stdin.")],
    doc: Annotated[
        list[str] | None,
        typer.Option(
            help="A document it must agree with: its text, or `@FILE` (text, Markdown, HTML, PDF). "
            "Repeatable."
        ),
    ] = None,
    question: Annotated[str | None, typer.Option(help="The question it answers.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check one response against documents and against itself.

    Example: `belie check 'The bridge opened in 1957.' --doc 'The bridge opened in 1937.'`

    Example: `belie check 'It opened in 1937.' --doc @bridge.txt --doc @history.txt --json`
    """
    from belie.report import json as json_format  # noqa: PLC0415 - `belie --help` stays fast
    from belie.report import text  # noqa: PLC0415

    response = sys.stdin.read() if response == "-" else response
    documents = list(chain.from_iterable(map(documents_of, doc or [], count(1))))
    report = belie.check(response, documents=documents, question=question)
    if json:
        typer.echo(json_format.render([report]))
    else:
        make_console().print(text.render([report], detailed=True))


@app.command()
def audit(
    *,
    files: Annotated[
        list[str], typer.Argument(help="Transcripts or folders of them, also .gz; `-` is stdin.")
    ],
    docs: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A folder of documents they must agree with."),
    ] = None,
    format: Annotated[  # noqa: A002 - the option's name
        str | None,
        typer.Option(metavar="NAME", help="What the transcripts are, if not to be detected."),
    ] = None,
    json: Annotated[Path | None, typer.Option(help="Write JSON to this file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a web page to this file.")] = None,
    jsonl: Annotated[Path | None, typer.Option(help="Write JSON, a line for each turn.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write CSV, a row for each alert.")] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write those rows as Parquet; needs `belie[parquet]`.")
    ] = None,
    sarif: Annotated[Path | None, typer.Option(help="Write SARIF, for code hosts.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML, for CI servers.")] = None,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULE",
            help="Exit with 1 if found: `any`, `cross_turn`, `'reference:contradiction>3'`, "
            "`'severity>=high'`, `'rate>0.01'`. Repeatable.",
        ),
    ] = None,
    store: Annotated[
        str | None, typer.Option(metavar="URL", help="Keep the reports: sqlite:///belie.db.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="How many processes check; each loads the models.")
    ] = 1,
    engine: Annotated[
        str,
        typer.Option(
            metavar="local|ray", help="Who starts them: this machine, or Ray; needs `belie[ray]`."
        ),
    ] = "local",
    calibration: Annotated[
        Path | None, typer.Option(help="Judge by what `belie calibrate` wrote to this file.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the summary only.")] = False,
) -> None:
    """Audit saved conversations.

    Example: `belie audit chat.jsonl`

    Example: `belie audit logs/*.jsonl --html report.html --fail-on cross_turn`

    Example: `belie audit archive.jsonl --store sqlite:///audit.db --workers 4 --csv alerts.csv`

    Example: `belie audit - --json - < chat.txt`

    Example: `belie audit chats/ --docs handbook/ --fail-on 'severity>=high' --junit belie.xml -q`

    Transcripts are chats of OpenAI, Anthropic, LangChain or ShareGPT, exports of LangSmith or
    langfuse, one JSON message, conversation or answer per line, CSV, or plain `user: …` and
    `assistant: …` lines. With `--store` an audit that was stopped or killed
    goes on where it was when the same command is given again, a second run only checks new turns,
    and alerts that a person acknowledged or marked false there do not fail it. One of the files to
    write may be `-`, which is standard output.

    Exit codes: 0 fine, 1 `--fail-on` matched, 2 nothing could be audited, 3 audited, but some
    records were unreadable, 130 stopped by Ctrl-C.
    """
    from belie.auditing import failed, read_rules  # noqa: PLC0415 - `belie --help` stays fast
    from belie.cli.audit_files import Wanted, expect_usable  # noqa: PLC0415
    from belie.cli.auditing import Job, print_found, read_docs, run_audit  # noqa: PLC0415
    from belie.cli.inputs import Inputs  # noqa: PLC0415
    from belie.report.words import count  # noqa: PLC0415

    rules = read_rules(fail_on or ())
    wanted = Wanted(
        json=json, jsonl=jsonl, csv=csv, parquet=parquet, sarif=sarif, junit=junit, html=html
    )
    expect_usable(wanted, Inputs(names=files, docs=docs, calibration=calibration, store=store))
    documents, unread = read_docs(docs)
    job = Job(
        names=files,
        store=store,
        workers=workers,
        engine=engine,
        documents=documents,
        format=format,
        calibration=calibration,
    )
    try:
        found = run_audit(job, wanted, quiet=quiet)
    except KeyboardInterrupt:
        raise typer.Exit(_STOPPED) from None
    summary = found.summary
    if summary.problems:
        complain(f"not audited: {count(summary.problems, 'broken record')}")
    if not summary.totals.turns:
        complain(f"belie: nothing was audited; {_EXPECTED}")
        raise typer.Exit(_UNUSABLE)
    print_found(found, quiet=quiet, stderr=wanted.takes_stdout)
    if failing := failed(rules, summary):
        complain(f"belie: fails by --fail-on {', '.join(rule.text for rule in failing)}")
        raise typer.Exit(_FAILED)
    raise typer.Exit(_INCOMPLETE if summary.problems or unread else _OK)


@app.command()
def export(
    *,
    sessions: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SESSION]...", help="Their names; without any, all of them."),
    ] = None,
    store: StoreUrl,
    json: Annotated[Path | None, typer.Option(help="Write JSON to this file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a web page to this file.")] = None,
    jsonl: Annotated[Path | None, typer.Option(help="Write JSON, a line for each turn.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write CSV, a row for each alert.")] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write those rows as Parquet; needs `belie[parquet]`.")
    ] = None,
) -> None:
    """Write the sessions of a store, with claims, verdicts, alerts and reviews. Loads no model.

    Example: `belie export --store sqlite:///belie.db > sessions.jsonl`

    Example: `belie export s1 --store sqlite:///belie.db --html s1.html --json s1.json`

    One of the files may be `-`, which is standard output; without any, JSON goes there, a line for
    each turn. Such lines are a transcript, too: `belie audit sessions.jsonl` checks the same turns
    anew.

    Exit codes: 0 fine, 2 unusable store, unknown session, or a file that cannot be written.
    """
    from belie.cli.audit_files import STDOUT, Wanted, expect_usable  # noqa: PLC0415 - fast `--help`
    from belie.cli.exporting import export_sessions  # noqa: PLC0415
    from belie.cli.inputs import Inputs  # noqa: PLC0415
    from belie.storage.sql import SqlStore  # noqa: PLC0415

    wanted = Wanted(json=json, jsonl=jsonl, csv=csv, parquet=parquet, html=html)
    expect_usable(wanted, Inputs(store=store))
    wanted = wanted if wanted.files else Wanted(jsonl=STDOUT)
    with SqlStore(store, create=False) as opened:
        summary = export_sessions(opened, sessions or (), wanted)
    typer.echo(str(summary.totals), err=True)


@app.command()
def calibrate(
    *,
    rows: Annotated[
        str,
        typer.Argument(
            metavar="ROWS",
            help="JSON Lines of `premise`, `claim` and `label`; `-` is stdin.",
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Write the calibration to this file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Draw the diagrams in this web page.")] = None,
    precision: Annotated[
        float, typer.Option(min=0.5, max=1.0, help="The share of alarms that shall be right.")
    ] = 0.95,
    classifier: Annotated[
        str | None,
        typer.Option(
            metavar="NAME_OR_PATH",
            help="Another cross-encoder than the shipped one; needs `belie[torch]`.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Fit the classifier's certainty and the threshold to labelled pairs of your own.

    Example: `belie calibrate labelled.jsonl --out calibration.json`

    Example: `belie calibrate labelled.jsonl --precision 0.9 --html calibration.html`

    Labels are entailment, contradiction, partial_contradiction and neutral, or names such as
    SUPPORTS, REFUTES, not_entailment. Figures after calibration are of rows held out. Use the file
    with `Monitor(calibration="calibration.json")` or `belie audit --calibration`.

    Exit codes: 0 fine, 1 no threshold is that precise (no calibration is written), 2 unusable
    rows, 3 calibrated, but some rows were unusable.
    """
    from belie.cli.calibrating import explain, study_rows  # noqa: PLC0415 - a fast `--help`
    from belie.cli.calibration_page import render  # noqa: PLC0415
    from belie.cli.inputs import Inputs, expect_own_places  # noqa: PLC0415

    expect_writable(out, html)
    wanted = {name: path for name, path in (("out", out), ("html", html)) if path is not None}
    expect_own_places(wanted, Inputs(names=[rows]))
    labelled, found = study_rows(
        rows, classifier=classifier, precision=precision, progress=not quiet
    )
    for problem in labelled.problems:
        complain(problem)
    make_console().print(explain(labelled, found, precision=precision))
    if html is not None:
        save(html, render(found))
    if found.is_missed:
        complain(f"belie: no threshold has a precision of {precision:g} on these rows")
        raise typer.Exit(_FAILED)
    if out is not None:
        save(out, found.to_json())
    raise typer.Exit(_INCOMPLETE if labelled.problems else _OK)


@app.command()
def doctor() -> None:
    """Show versions, models and extras, and check the models on known pairs.

    Exit code 1 if that check fails.
    """
    from rich.table import Table  # noqa: PLC0415 - `belie --help` stays fast
    from rich.text import Text  # noqa: PLC0415

    from belie.cli.checkup import check_models, list_models, list_versions  # noqa: PLC0415

    table = Table.grid(padding=(0, 2))
    for name, value in (*list_versions(), *list_models()):
        table.add_row(name, Text(value))
    make_console().print(table)
    found = check_models()
    typer.echo(
        f"self-check {'passed' if found.passed else 'FAILED'}: "
        f"models ready in {found.loading:.2f} s, two verdicts in {found.judging:.3f} s, "
        f"{'both right' if found.right else 'not both right'}"
    )
    raise typer.Exit(_OK if found.passed else _FAILED)
