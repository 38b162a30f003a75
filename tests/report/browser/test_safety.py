from __future__ import annotations

import pytest

from belie.report.words import visible

pytestmark = [pytest.mark.browser, pytest.mark.extras]
pytest.importorskip("selenium")

ADDRESSES = "return [...document.links].map((each) => each.getAttribute('href'))"
VIEWS = {
    "#/": ".list",
    "#/0": ".conversation .transcript",
    "#/0/alert/1": "#a1.on",
    "#/0/graph": "[data-node]",
}


def views(window):
    """Go through all views, each when it is there."""
    for address, sign in VIEWS.items():
        window.go(address)
        window.until(lambda sign=sign: window.all(sign))
        yield address


def test_hostile_text_is_text_in_every_view(show, hostile, chat):
    window = show(hostile + chat, title=hostile[0].turn.session)
    for _ in views(window):
        active = "#page :is(script, img, iframe, form, style, object, embed)"
        assert window.all(active) == []
        assert window.run("return document.scripts.length") == 2
        links = (
            "return [...document.querySelectorAll('a')].map((each) => each.getAttribute('href'))"
        )
        assert {href[:2] for href in window.run(links)} <= {"#/", "#m"}
        assert "<script>alert(1)</script>" in window.text("#page")
        assert not {"\u202e", "\u2066", "\ud800"} & set(window.text("#page"))


def test_a_hostile_turn_is_shown_to_the_letter(show, hostile):
    window = show(hostile)
    shown = window.run(
        "const text = document.querySelector('.turn .text').cloneNode(true);"
        "text.querySelectorAll('.ref').forEach((each) => each.remove());"
        "return text.textContent"
    )
    assert shown == visible(hostile[0].turn.text)


@pytest.mark.parametrize("width", [400, 1280])
def test_huge_words_do_not_widen_the_page(window, show, hostile, chat, width):
    window.size(width, 800)
    show(hostile + chat, title=hostile[0].turn.session)
    for _ in views(window):
        assert window.run("return document.documentElement.scrollWidth") <= width


def test_hostile_words_can_be_searched_and_found(show, hostile, chat):
    window = show(hostile + chat)
    window.one("input[type=search]").send_keys("</script><img")
    assert window.text(".row .hit") == "</script><img"


def test_an_inline_handler_or_script_put_in_later_does_not_run(window, show, chat):
    show(chat)
    window.run(
        "const script = document.createElement('script'); script.textContent = 'window.ran = true';"
        "document.body.append(script);"
    )
    assert window.run("return window.ran") is None
    assert "Content Security Policy" in window.complaints()[0]  # and the console is silent again


def test_without_a_script_the_page_says_what_was_found(window, show, chat, hostile):
    window.scripts(run=False)
    show(chat + hostile)
    shown = window.text("#plain")
    assert window.one("#plain").is_displayed()
    assert not window.one("#page").is_displayed()
    assert "2 sessions, 4 turns" in shown
    assert "The user said 4 GB; the answer says 8 GB." in shown
    assert "<script>alert(1)</script>" in shown
