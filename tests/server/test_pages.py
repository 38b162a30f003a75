from __future__ import annotations

import re

import pytest

from belie.report import html
from belie.storage.sql import SqlStore

pytestmark = pytest.mark.extras

OLD, NEW = "It opened in 1937.", "It opened in 1957."


async def test_the_live_page_fetches_its_own_script_and_style_and_nothing_else(client):
    page = (await client.get("/")).text
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert sorted(addresses) == ["/live.css", "/live.js"]
    for address in addresses:
        answer = await client.get(address)
        assert answer.status_code == 200
        assert "//" not in re.sub(r"/\*.*?\*/", "", answer.text)
    assert not re.search(r"<script>|<style|style=| on\w+=", page)


async def test_a_session_is_shown_as_the_report_shows_it(client, say, url):
    session = "a/b <script>"
    await say(client, session, OLD, NEW)
    answer = await client.get("/sessions/a%2Fb%20%3Cscript%3E")
    with SqlStore(url) as store:
        assert answer.text == html.render(store.load(session), title="belie")
    assert answer.headers["content-security-policy"] == "frame-ancestors 'none'"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


async def test_a_session_that_is_not_stored_is_a_404(client):
    assert (await client.get("/sessions/s1")).status_code == 404
