"""Make the pictures of the report anew: `python docs/images/make.py`.

Needs chromium and chromedriver, and selenium of the extra `dev`.
"""

from __future__ import annotations

import time
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from selenium import webdriver

from belie import Document, Monitor
from belie.report import html

if TYPE_CHECKING:
    from belie import TurnReport

FOLDER = Path(__file__).parent
FIRST = datetime(2026, 5, 12, 9, 0, tzinfo=UTC)
PICTURES = (
    ("report-list", "#/", (1200, 760), "light"),
    ("report-conversation", "#/0/alert/5", (1200, 820), "light"),
    ("report-graph", "#/0/graph", (1200, 1000), "dark"),
)
"""The name of each file, the view, width and height in pixels, and the colours."""

_SETTLED = 1
"""Seconds after which a page has scrolled to where it opens."""


def observed() -> list[TurnReport]:
    """What a monitor says of the conversations."""
    monitor = Monitor()
    told = tomllib.loads((FOLDER / "conversations.toml").read_text("utf-8"))
    return [
        monitor.observe(
            turn.get("assistant") or turn["user"],
            session=conversation["name"],
            role="assistant" if "assistant" in turn else "user",
            documents=[Document(*one) for one in turn.get("documents", {}).items()],
            at=FIRST + timedelta(minutes=number),
        )
        for conversation in told["conversations"]
        for number, turn in enumerate(conversation["turns"])
    ]


def main() -> None:
    """Write the pictures."""
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(flag)
    browser = webdriver.Chrome(options=options)
    with TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        page.write_text(html.render(observed(), title="Support bot, week 20"), "utf-8")
        for name, view, (width, height), colours in PICTURES:
            size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            wish = [
                {"name": "prefers-color-scheme", "value": colours},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wish})
            browser.get("about:blank")
            browser.get(page.as_uri() + view)
            time.sleep(_SETTLED)
            browser.save_screenshot(str(FOLDER / f"{name}.png"))
    browser.quit()


if __name__ == "__main__":
    main()
