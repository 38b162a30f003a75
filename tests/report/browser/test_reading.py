from __future__ import annotations

from dataclasses import replace

import pytest

from belie.datatypes import Role, Turn, TurnReport

pytestmark = [pytest.mark.browser, pytest.mark.extras]
keys = pytest.importorskip("selenium.webdriver.common.keys").Keys


@pytest.fixture
def talks(chat, reworded, mended):
    return reworded + chat + mended


@pytest.fixture
def long_talk(chat):
    """The phone chat, its last turn 3,000 turns after the others."""
    filler = [
        TurnReport(Turn("phones", index, Role.USER, f"This is turn {index}."))
        for index in range(2, 3000)
    ]
    alerts = tuple(
        replace(
            alert,
            conflict=replace(
                alert.conflict, claim=replace(alert.conflict.claim, turn=3000, source="phones/3000")
            ),
        )
        for alert in chat[2].alerts
    )
    last = replace(chat[2], turn=replace(chat[2].turn, index=3000), alerts=alerts)
    return [*chat[:2], *filler, last]


def names(window):
    return window.texts(".row .name")


def test_the_list_has_all_conversations_the_worst_first(show, talks):
    window = show(talks, title="Week 20")
    assert window.text("h1") == "Week 20"
    assert names(window) == ["phones", "prices", "trains"]
    assert window.text(".status") == "3 conversations, 7 alerts"
    assert window.texts("#c1 .badge") == ["2 high", "1 medium", "1 low"]
    assert window.texts("#c2 .badge") == ["2 settled"]
    assert not window.one("#plain").is_displayed()


def test_filters_narrow_the_list_and_count_what_fits(show, talks):
    window = show(talks)
    window.click("input[value=reference]")
    assert (names(window), window.text(".status")) == (["phones"], "1 of 3 conversations, 1 alert")
    window.click("input[value=high]")
    assert names(window) == []  # no one alert is both
    assert "Nothing fits." in window.text(".rows")
    window.click(".clear")
    assert len(names(window)) == 3
    window.click("input[value=false_alarm]")
    assert names(window) == ["trains"]


def test_a_search_finds_words_of_turns_and_documents_and_quotes_them(show, talks):
    window = show(talks)
    window.one("input[type=search]").send_keys("SALES began")
    assert names(window) == ["phones"]
    assert window.text(".row .hit") == "Sales began"
    window.one("input[type=search]").send_keys(" never")
    assert names(window) == []


def test_a_long_list_comes_a_page_at_a_time(show, chat):
    many = [
        replace(report, turn=replace(report.turn, session=f"s{number}"))
        for number in range(120)
        for report in chat[:1]
    ]
    window = show(many)
    assert len(names(window)) == 50
    window.click(".found .more")
    assert len(names(window)) == 100
    assert window.focused("id") == "c50"
    window.click(".found .more")
    assert len(names(window)) == 120
    assert not window.one(".found .more").is_displayed()


def test_a_click_on_one_side_leads_to_the_other_and_escape_back(show, chat):
    window = show(chat)
    window.click("#m1-claim a")
    assert (window.focused("data-alert"), window.focused("data-from")) == ("1", "premise")
    assert window.run("return document.activeElement.closest('.document').open")
    assert window.run(
        "const box = document.activeElement.getBoundingClientRect();"
        "return 0 <= box.top && box.bottom <= innerHeight"
    )
    assert window.texts(".card.on .what") == ["Partial contradiction"]
    assert {"$599", "$499"} <= set(window.texts(".transcript mark.on"))
    window.press(keys.ESCAPE)
    assert (window.focused("data-alert"), window.focused("data-from")) == ("1", "claim")


def test_a_side_in_a_folded_document_is_unfolded(show, chat):
    window = show(chat)
    window.run("document.querySelectorAll('details').forEach((each) => (each.open = false))")
    window.click("#m1-claim a")
    assert window.run("return document.activeElement.closest('.document').open")


def test_an_alert_tells_all_that_is_known_of_it(show, chat):
    window = show(chat, "#/0/alert/1")
    card = window.text(".card.on")
    for words in (
        "Partial contradiction",
        "against a document",
        "numeric",
        "medium",
        "history.md says $499 where the answer says $599.",
        "It cost $599 at launch.",
        "Suggested correction",
        "It cost $499 at launch.",
        "contradicts in part 0.91",
        "supports 0.03",
        "judged by scripted",
    ):
        assert words in card


def test_the_evidence_that_was_read_is_brought_out_in_its_document(show, chat):
    window = show(chat, "#/0/alert/1")
    assert "".join(window.texts(".window.on")) == "The 4 GB model cost $499 at launch."


def test_a_side_that_is_not_in_the_page_leads_to_the_alert(show, chat):
    window = show(chat[2:])
    window.click("#m1-claim a")
    assert window.focused("data-card") == "1"
    assert "June 2007" in window.text(".card.on .side.premise")


def test_the_words_of_a_card_lead_into_the_conversation_and_escape_back(show, chat):
    window = show(chat, "#/0/alert/3")
    window.click(".card.on .side.premise figcaption a")
    assert (window.focused("data-alert"), window.focused("data-from")) == ("3", "premise")
    window.press(keys.ESCAPE)
    assert window.focused("data-to") == "premise"


def test_what_became_of_alerts_and_changes_are_told(show, mended):
    window = show(mended, "#/0/alert/1")
    assert window.texts(".card .severity") == ["resolved", "false alarm"]
    assert window.text(".card.on .state") == "resolved in turn 3"
    assert "supersedes" in window.text(".change")
    window.click("[data-card='2']")
    assert "false alarm, by Ann: A joke." in window.text(".card.on")
    assert "By way of" in window.text(".card.on .side.between")


def test_words_that_make_no_claim_say_why(show, reworded):
    window = show(reworded)
    greeting = window.one(".turn.assistant .skipped")
    assert greeting.get_attribute("title") == "no claim: greeting"
    assert "nothing to check (greeting)" in window.text("#t3")


def test_words_that_no_document_backs_are_waved_and_say_why(show, unbacked):
    window = show(unbacked)
    assert window.texts(".turn .ungrounded") == ["painted a calm green", "Romans built", "tin"]
    words = window.one(".turn .ungrounded")
    assert words.get_attribute("title") == "no document backs these words"
    assert words.value_of_css_property("text-decoration-style") == "wavy"


def test_the_legend_explains_what_there_is_on_paper_too(show, window, unbacked, reworded, chat):
    skipped = "Words like these make no claim and were not checked. "
    show(unbacked + reworded + chat, "#/0")
    both = f"{skipped}Words like these are backed by no document. "
    assert window.text(".legend") == both
    assert window.texts(".legend span") == ["Words like these"] * 2
    window.media("print")
    assert window.one(".legend").is_displayed()
    window.media()
    window.go("#/1")
    window.until(lambda: window.text(".legend") == skipped)
    window.go("#/2")
    window.until(lambda: window.texts(".conversation h1") == ["phones"])
    assert window.all(".legend") == []


def test_of_three_thousand_turns_few_are_built_and_all_can_be_reached(show, long_talk):
    window = show(long_talk)
    assert len(window.all(".turn")) <= 80
    window.click("[data-card='4']")
    window.click(".card.on .side.claim figcaption a")
    assert window.one("#t3000").is_displayed()
    assert window.text("#m4-claim") == "June 2008"
    assert len(window.all(".turn")) <= 80
    window.click(".transcript .more")
    assert window.one("#t2950").is_displayed()
    window.press("x")
    assert window.text("#m4-premise") == "June 2007"


def test_on_paper_everything_is_unfolded_and_on_the_screen_it_is_as_before(show, long_talk):
    window = show(long_talk, "#/0/alert/2")
    before = len(window.all(".turn"))
    window.run("dispatchEvent(new Event('beforeprint'))")
    assert (len(window.all(".turn")), len(window.all(".card .odds"))) == (3001, 4)
    window.run("dispatchEvent(new Event('afterprint'))")
    assert (len(window.all(".turn")), len(window.all(".card .odds"))) == (before, 1)
    assert window.text(".card.on .number") == "2"


def test_of_many_alerts_few_have_a_card_until_they_are_asked_for(show, chat):
    many = replace(chat[1], alerts=chat[1].alerts * 100)
    window = show([chat[0], many])
    assert (window.text(".cards h2"), len(window.all(".card"))) == ("300 alerts", 100)
    window.click(".cards .more")
    assert len(window.all(".card")) == 200
    window.go("#/0/alert/250")
    window.until(lambda: window.texts(".card.on .number") == ["250"])
    assert len(window.all(".card")) == 250


def test_words_are_found_within_a_conversation(show, long_talk):
    window = show(long_talk)
    window.one("input[type=search]").send_keys("turn 250")
    assert window.text(".hits") == "11 turns"
    window.press(keys.ENTER, keys.ENTER)
    assert window.text(".hits") == "2 of 11 turns"
    assert window.one("#t2500").is_displayed()


def test_keys_do_what_the_help_says(show, talks):
    window = show(talks)
    window.press("/")
    assert window.focused("type") == "search"
    window.press(keys.ESCAPE, "?")
    assert window.one("dialog").is_displayed()
    window.press(keys.ESCAPE)
    assert not window.one("dialog").is_displayed()
    window.press("j", "j", "k")
    assert window.focused("href") == "#/1"
    window.press(keys.ENTER)
    window.until(lambda: window.texts(".conversation h1") == ["phones"])
    window.press("j", "j")
    assert window.texts(".card.on .number") == ["2"]
    window.press("x")
    assert window.focused("data-from") == "premise"
    window.press("g")
    assert window.one(".graph").is_displayed()
    window.press("g", "n")
    window.until(lambda: window.texts(".conversation h1") == ["prices"])
    window.press("p")
    window.until(lambda: window.texts(".conversation h1") == ["phones"])
    window.press(keys.ESCAPE)
    window.until(lambda: window.all(".list"))
    assert window.focused("id") == "c1"


def test_letters_can_be_taken_from_the_keyboard_shortcuts(show, talks):
    window = show(talks)
    window.press("?")
    window.click("dialog input")
    window.press(keys.ESCAPE, "/")
    assert window.focused("type") != "search"


def test_the_claim_graph_can_be_filtered_walked_and_left_for_the_conversation(show, chat):
    window = show(chat, "#/0/graph")
    assert len(window.all("[data-node]")) == 8
    window.click(".supports input")
    assert len(window.all("[data-node]")) == 6
    assert window.texts(".line title") == [
        "contradicts in part, alert 2",
        "contradicts, alert 3",
        "contradicts, alert 4",
    ]
    window.run("arguments[0].focus()", window.one("[data-node]"))
    window.press(keys.ARROW_DOWN)
    assert window.text(".words b") == "Turn 0, user: "
    window.press(keys.ARROW_RIGHT)
    assert "turn 0 contradicts it" in window.text(".words")
    window.click(".words button")
    assert window.focused("id") == "t1"
    window.press(keys.ESCAPE)
    assert window.one(".graph").is_displayed()


def test_the_claim_graph_can_be_dragged(show, chat):
    window = show(chat, "#/0/graph")
    window.size(500, 500)
    window.run("document.querySelector('.viewport').scrollIntoView({ block: 'start' })")
    window.drag(".viewport", by=(-60, 0))
    assert window.one(".viewport").get_property("scrollLeft") == 60


def test_a_line_of_the_graph_and_a_dot_of_the_timeline_choose_their_alert(show, chat):
    window = show(chat, "#/0/graph")
    line = window.one(".line[data-alert='4'] path")
    window.run("arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", line)
    assert window.texts(".card.on .number") == ["4"]
    dot = window.until(lambda: window.one(".timeline [data-alert='3'] .dot"))
    window.run("arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", dot)
    assert window.texts(".card.on .number") == ["3"]
    assert (window.focused("data-alert"), window.focused("data-from")) == ("3", "claim")


def test_one_conversation_alone_is_open_at_once(show, chat):
    window = show(chat)
    assert window.text(".conversation h1") == "phones"
    assert window.all(".back") == []


def test_a_report_of_nothing_says_so(show):
    window = show([])
    assert window.text(".status") == "0 conversations, 0 alerts"
