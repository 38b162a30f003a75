"""The live page in a real browser, on a real server."""

from __future__ import annotations

import importlib

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.extras]

OLD, NEW = "It opened in 1937.", "It opened in 1957."
HOSTILE = "<img src=x onerror=alert(1)>\u202e/a"
PATIENCE = 30
GRAVE = "serious", "critical"


@pytest.fixture
def driver(browser):
    """The browser on an empty page, with nothing in its console."""
    browser.get("about:blank")
    browser.get_log("browser")
    yield browser
    browser.get("about:blank")


@pytest.fixture
def until(driver):
    """Return what waits until a script gives something, and returns that."""
    wait = importlib.import_module("selenium.webdriver.support.ui").WebDriverWait

    def until(script):
        return wait(driver, PATIENCE).until(lambda _: driver.execute_script(f"return {script}"))

    return until


def test_alerts_and_sessions_appear_as_they_come_and_can_be_reviewed(
    driver, until, make_service, make_app, serving
):
    httpx = importlib.import_module("httpx")
    service = make_service(interval=3600)

    def say(session, *texts):
        for text in texts:
            client.post("/v1/turns", json={"session": session, "text": text}).raise_for_status()

    with (
        serving(make_app(service), service) as address,
        httpx.Client(base_url=address, timeout=PATIENCE) as client,
    ):
        say("s1", OLD, NEW)
        driver.get(address)
        until("document.querySelector('#status').textContent === 'live'")
        until("document.querySelectorAll('#alerts li').length === 1")
        say(HOSTILE, OLD, NEW)
        until("document.querySelectorAll('#alerts li').length === 2")
        until("document.querySelectorAll('#sessions tr').length === 2")
        first = until("document.querySelector('#alerts li').textContent")
        assert "<img src=x onerror=alert(1)>⟦U+202E⟧/a" in first
        driver.execute_script("document.querySelector('#alerts button').click()")
        until("document.querySelector('#alerts li').textContent.includes('acknowledged')")
        until("document.querySelector('#sessions tr td:nth-child(4)').textContent === '0'")

        axe = importlib.import_module("selenium_axe_python").Axe(driver)
        axe.inject()
        assert [each for each in axe.run()["violations"] if each["impact"] in GRAVE] == []
        driver.get(until("document.querySelector('#alerts a').href"))
        until("document.querySelector('h1').textContent.includes('<img src=x')")
        said = [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"]
        assert said == []
