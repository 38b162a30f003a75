from __future__ import annotations

import pytest

from belie.report import html

PATIENCE = 30
"""Seconds after which a page that has not changed is broken; nothing waits so long that works."""

GRAVE = "serious", "critical"


class Window:
    """The one window of the browser, and what a reader does with it."""

    def __init__(self, driver):
        self.driver = driver

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def text(self, selector):
        return self.one(selector).get_property("textContent")

    def texts(self, selector):
        return [each.get_property("textContent") for each in self.all(selector)]

    def run(self, code, *values):
        return self.driver.execute_script(code, *values)

    def until(self, condition):
        """Wait until ``condition`` holds, and return what it gave."""
        from selenium.webdriver.support.ui import WebDriverWait  # noqa: PLC0415 - an extra

        return WebDriverWait(self.driver, PATIENCE).until(lambda _: condition())

    def click(self, selector):
        """Click as the script sees it, wherever the page is scrolled to."""
        self.run("arguments[0].click()", self.one(selector))

    def press(self, *keys):
        """Press keys one after the other, and wait until the page has heard them."""
        from selenium.webdriver import ActionChains  # noqa: PLC0415 - an extra

        ActionChains(self.driver).send_keys(*keys).perform()
        self.driver.execute_async_script("requestAnimationFrame(() => setTimeout(arguments[0]))")

    def drag(self, selector, *, by):
        """Drag from beside the middle of an element, where its lanes leave a gap."""
        from selenium.webdriver import ActionChains  # noqa: PLC0415 - an extra

        start = ActionChains(self.driver).move_to_element_with_offset(self.one(selector), 0, -150)
        start.click_and_hold().move_by_offset(*by).release().perform()

    def focused(self, name):
        return self.run("return document.activeElement.getAttribute(arguments[0])", name)

    def go(self, address):
        """Go to a view of the page that is open."""
        self.run("location.hash = arguments[0]", address)

    def media(self, kind="", **features):
        found = [{"name": name.replace("_", "-"), "value": each} for name, each in features.items()]
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": kind, "features": found}
        )

    def size(self, width, height):
        sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", sizes)

    def scripts(self, *, run):
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not run})

    def reset(self):
        self.scripts(run=True)
        self.media()
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.driver.get("about:blank")
        self.driver.get_log("browser")

    def complaints(self):
        """Return the errors of the console, and what was asked of the network."""
        asked = self.run("return performance.getEntriesByType('resource').map((each) => each.name)")
        said = self.driver.get_log("browser")
        return [*(each["message"] for each in said if each["level"] == "SEVERE"), *asked]


@pytest.fixture
def window(browser):
    """The window, as if it had just been opened."""
    window = Window(browser)
    window.reset()
    yield window
    window.scripts(run=True)


@pytest.fixture
def show(window, tmp_path):
    """Open reports in the window; when the test ends, the console and the network are silent."""

    def _show(reports, address="", **options):
        path = tmp_path / "report.html"
        path.write_text(html.render(reports, **options), "utf-8")
        window.driver.get(path.as_uri() + address)
        return window

    yield _show
    assert window.complaints() == []


@pytest.fixture
def serious(window):
    """What axe-core finds of the page as it stands that is serious or critical."""
    axe = pytest.importorskip("selenium_axe_python").Axe(window.driver)

    def _serious():
        axe.inject()
        grave = [each for each in axe.run()["violations"] if each["impact"] in GRAVE]
        return [(each["id"], [node["html"] for node in each["nodes"]]) for each in grave]

    return _serious
