"""How fast the HTML report is made, opens and filters: ``python -m benchmarks.report_page``.

Needs Debian's packages chromium and chromium-driver, and selenium. The conversations are made: a
seeded mixture of words, every turn of the assistant with claims, documents and, now and then, an
alert. What is measured in the browser ends with the frame in which the change is seen.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from belie.datatypes import (
    Alert,
    Claim,
    Conflict,
    ConflictKind,
    Document,
    ErrorType,
    Passage,
    Relation,
    Role,
    Severity,
    Span,
    Turn,
    TurnReport,
    Verdict,
)
from belie.report import html
from benchmarks.speed_figures import Figure, as_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from selenium.webdriver import Chrome

__all__ = ["conversation", "main", "measure"]

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]
WORDS = [
    "order",
    "delivery",
    "refund",
    "window",
    "account",
    "battery",
    "station",
    "ticket",
    "museum",
]
WORDS += ["bridge", "river", "winter", "Leeds", "Oslo", "courier", "member", "price", "month"]
WORDS += ["engine", "garden", "screen", "paper", "contract", "invoice", "branch"]
OPENED = "return performance.getEntriesByType('navigation')[0].loadEventEnd"
SEEN = """
const done = arguments[arguments.length - 1];
const from = performance.now();
%s
requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
"""
SEARCH = """
const search = document.querySelector("input[type=search]");
search.value = %r;
search.dispatchEvent(new Event("input"));
"""
STEPS = {
    "the first search of all words": SEARCH % "garden courier",
    "a search by one letter": SEARCH % "o",
    "a search that finds nothing": SEARCH % "zebra crossing",
    "no search again": SEARCH % "",
    "a filter by severity": "document.querySelector('input[value=high]').click();",
    "a filter by kind": "document.querySelector('input[value=reference]').click();",
    "no filter again": "document.querySelector('.clear').click();",
    "another order": "const order = document.querySelector('select'); order.value = 'longest';"
    "order.dispatchEvent(new Event('change'));",
    "a conversation": "document.querySelector('.row').click();",
}


def conversation(number: int, *, turns: int, seed: int = 0) -> list[TurnReport]:
    """Return the reports of one made conversation; about one turn in eight raises an alert."""
    random_numbers = random.Random(seed * 1_000_003 + number)
    reports: list[TurnReport] = []
    for index in range(turns):
        reports.append(_report(f"session-{number:04}", index, reports, random_numbers))
    return reports


def _report(
    session: str, index: int, earlier: Sequence[TurnReport], random_numbers: random.Random
) -> TurnReport:
    role = Role.USER if index % 2 == 0 else Role.ASSISTANT
    documents = (Document("help.md", _text(random_numbers, 6)),) if index % 8 == 1 else ()
    turn = Turn(session, index, role, _text(random_numbers, 4), documents)
    claims = tuple(_claims(turn))
    if role is Role.USER or index < 3 or 0.25 <= random_numbers.random():
        return TurnReport(turn, claims)
    premise = random_numbers.choice(_premises(earlier))
    alert = _alert(premise, claims[0], random_numbers)
    return TurnReport(turn, claims, (alert.conflict.verdict,), (alert.conflict,), (alert,))


def _text(random_numbers: random.Random, sentences: int) -> str:
    parts = [" ".join(random_numbers.choices(WORDS, k=11)).capitalize() for _ in range(sentences)]
    return " ".join(f"{part} {random_numbers.randrange(1000)}." for part in parts)


def _claims(turn: Turn) -> Iterator[Claim]:
    start = 0
    for number, sentence in enumerate(turn.text.split(". ")):
        span = Span(start, start + len(sentence))
        yield Claim(f"{turn.id}#{number}", sentence, turn.id, span, turn.index, turn.role)
        start += len(sentence) + 2


def _premises(reports: Sequence[TurnReport]) -> list[Claim | Passage]:
    found: list[Claim | Passage] = [claim for report in reports for claim in report.claims]
    for report in reports:
        for document in report.turn.documents:
            span = Span(0, document.text.index(".") + 1)
            place = f"{report.turn.id}/{document.id}@0-{span.end}"
            text = span.cut(document.text)
            found.append(Passage(place, text, document.id, span, report.turn.index))
    return found


def _alert(premise: Claim | Passage, claim: Claim, random_numbers: random.Random) -> Alert:
    relation = random_numbers.choice([Relation.CONTRADICTION, Relation.PARTIAL_CONTRADICTION])
    kind = ConflictKind.CROSS_TURN if isinstance(premise, Claim) else ConflictKind.REFERENCE
    words = Span(0, 12)
    verdict = Verdict(
        premise,
        claim,
        {each: 0.91 if each is relation else 0.03 for each in Relation},
        relation,
        ErrorType.NUMERIC,
        words,
        words,
        "made",
    )
    return Alert(
        Conflict(kind, premise, claim, verdict, (premise.id, claim.id)),
        words.shift(claim.span.start),
        words.shift(premise.span.start),
        random_numbers.choice(list(Severity)),
        f"Turn {claim.turn} says “{words.cut(claim.text)}”, turn {premise.turn} does not.",
        premise.text,
    )


def measure(page: Path) -> list[Figure]:
    """Return how long a page takes to open, and each of `STEPS`, in a fresh browser."""
    with _browser() as browser:
        browser.get(page.as_uri())
        figures = [_figure("open", "until loaded", browser.execute_script(OPENED))]
        for name, step in STEPS.items():
            figures.append(_figure("step", name, browser.execute_async_script(SEEN % step)))
        return figures


def _figure(kind: str, name: str, value: float) -> Figure:
    return Figure(kind=kind, name=name, value=value, unit="ms")


@contextmanager
def _browser() -> Iterator[Chrome]:
    from selenium import webdriver  # noqa: PLC0415 - only this benchmark needs it
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            yield browser
        finally:
            browser.quit()


def main() -> None:
    """Print what was asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conversations", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=20, help="of each conversation")
    parser.add_argument("--keep", type=Path, help="keep the page in this file")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = given.keep or Path(folder, "report.html")
        reports = [conversation(n, turns=given.turns) for n in range(given.conversations)]
        started = time.perf_counter()
        with page.open("w", encoding="utf-8") as file:
            html.write(reports, file)
        made = _figure("make", "write the page", 1000 * (time.perf_counter() - started))
        size = Figure(kind="make", name="size", value=page.stat().st_size / 2**20, unit="MiB")
        alerts = sum(len(report.alerts) for each in reports for report in each)
        print(f"{given.conversations} conversations of {given.turns} turns, {alerts} alerts")
        print(as_text([made, size, *measure(page.resolve())]))


if __name__ == "__main__":
    main()
