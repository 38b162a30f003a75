from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.extras]
pytest.importorskip("selenium")


@pytest.fixture(params=["light", "dark"])
def scheme(request, window):
    window.media(prefers_color_scheme=request.param)


@pytest.fixture
def all_chats(chat, reworded, mended, hostile, unbacked):
    return chat + reworded + mended + hostile + unbacked


@pytest.mark.usefixtures("scheme")
def test_axe_has_nothing_serious_to_say_of_the_list_or_a_conversation(show, serious, all_chats):
    window = show(all_chats, "#/", title="Week 20")
    assert serious() == []
    for alert in (1, 2):
        window.go(f"#/0/alert/{alert}")
        window.until(lambda alert=alert: window.all(f"#a{alert}.on"))
        assert serious() == []


@pytest.mark.usefixtures("scheme")
def test_nor_of_what_is_resolved_dimmed_hostile_or_waved(show, serious, all_chats):
    window = show(all_chats, "#/1")
    assert serious() == []
    for number in (2, 3, 4):
        window.go(f"#/{number}/alert/1")
        window.until(lambda: window.all("#a1.on"))
        assert serious() == []


@pytest.mark.usefixtures("scheme")
def test_nor_of_a_narrow_window(show, serious, window, chat):
    window.size(400, 800)
    show(chat, "#/0/alert/1")
    assert serious() == []


@pytest.mark.usefixtures("scheme")
def test_nor_of_the_claim_graph_a_chosen_claim_or_the_help(show, serious, window, chat):
    show(chat, "#/0/graph")
    assert serious() == []
    window.click("[data-node]")
    assert serious() == []
    window.press("?")
    assert serious() == []


@pytest.mark.usefixtures("scheme")
def test_nor_of_the_page_without_a_script(show, serious, window, chat):
    show(chat)
    window.run("page.hidden = true; plain.hidden = false")
    assert serious() == []


def test_dark_and_light_follow_the_system_and_the_switch(show, window, chat):
    def ground():
        return window.run("return getComputedStyle(document.body).backgroundColor")

    window.media(prefers_color_scheme="dark")
    show(chat)
    dark = ground()
    window.media(prefers_color_scheme="light")
    light = ground()
    assert dark != light
    window.press("d")
    assert ground() == dark
    window.press("d")
    assert ground() == light


def test_new_views_take_the_focus_and_name_themselves(show, window, chat, reworded):
    show(chat + reworded, title="Week 20")
    window.go("#/1")
    window.until(lambda: window.run("return document.activeElement.textContent") == "prices")
    assert window.run("return document.activeElement.tagName") == "H1"
    assert window.driver.title == "prices · Week 20"
